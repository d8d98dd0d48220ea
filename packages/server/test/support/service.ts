import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createMetrics, type Metrics } from '../../src/metrics/metrics.js'
import type { Result } from '../../src/operations/index.js'
import { createService, type Service } from '../../src/service/service.js'
import { defaultSettings, type Settings } from '../../src/settings/table.js'
import { openStore } from '../../src/store/open.js'
import type { Store } from '../../src/store/store.js'
import { wholeEvents } from '../../src/store/whole-events.js'
import type { StreamConfig } from '../../src/stream/config.js'
import { Stream } from '../../src/stream/stream.js'
import { askingConfig, rowItem } from './stream-life.js'

/** A service over an SQLite file, whose store can be made to fail. */
export class Bench {
  readonly path: string
  readonly #settings: Partial<Settings>
  readonly #tidyEvery: number
  readonly warnings: string[] = []
  now = 1_000_000
  metrics: Metrics | undefined
  #store: Store | undefined
  #service: Service | undefined
  /** What the store does otherwise than it should. */
  faults: Partial<Store> = {}

  constructor(path: string, settings: Partial<Settings>, tidyEvery: number) {
    this.path = path
    this.#settings = settings
    this.#tidyEvery = tidyEvery
  }

  /** The store itself, past the service. */
  get store(): Store {
    return this.#store as Store
  }

  get service(): Service {
    return this.#service as Service
  }

  async start(): Promise<this> {
    const real = await openStore(this.path)
    this.#store = real
    this.faults = {}
    const faulty = new Proxy(real, {
      get: (target, name: keyof Store) => this.faults[name] ?? target[name],
    })
    const note = (_: object, message: string): void => void this.warnings.push(message)
    this.metrics = createMetrics({ store: real })
    this.#service = createService({
      settings: { ...defaultSettings, threads: 0, ...this.#settings },
      store: faulty,
      clock: () => this.now,
      tidyEvery: this.#tidyEvery,
      logger: { info: () => undefined, warn: note, error: note },
      metrics: this.metrics,
    })
    return this
  }

  /** As if the process had been killed: nothing is finished, no snapshot taken. */
  async crash(): Promise<this> {
    await this.store.close()
    return this.start()
  }

  async restart(): Promise<this> {
    await this.service.close()
    return this.start()
  }

  create(id = 's', config: Partial<StreamConfig> = {}) {
    return this.service.createStream(id, { ...askingConfig, ...config })
  }

  observe(stream: string, ids: readonly string[], key?: string): Promise<Result<'observe'>> {
    const items = ids.map((id) => ({ id, ...rowItem(id) }))
    return this.service.run(
      stream,
      'observe',
      { items },
      { by: 'sender', ...(key && { key: keyOf(key, ids.join()) }) },
    )
  }

  status(stream = 's'): Promise<Result<'status'>> {
    return this.service.run(stream, 'status', {}, { by: 'reader' })
  }

  async take(by = 'ann', stream = 's'): Promise<string> {
    const [question] = await this.service.run(stream, 'lease', { count: 1 }, { by })
    return question.id
  }

  /** Whether the stream in memory is what the log on disk tells: its model, byte for byte. */
  async isAsOnDisk(stream = 's'): Promise<boolean> {
    const { config } = (await this.store.readStream(stream)) ?? { config: askingConfig }
    const plain = new Stream(stream, config)
    for (const page of await this.store.readReplay(stream, 0, 1e9)) plain.replay(wholeEvents(page))
    const model = await this.service.run(stream, 'exported', {}, { by: 'reader' })
    return Buffer.compare(plain.classifier.save(), model) === 0
  }
}

export const keyOf = (key: string, fingerprint: string) => ({ key, fingerprint })

/** A bench that is cleared away after the test. */
export const newBench = async (
  context: TestContext,
  settings: Partial<Settings> = {},
  tidyEvery = 2,
): Promise<Bench> => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-service-'))
  const bench = new Bench(join(folder, 'store.sqlite'), settings, tidyEvery)
  context.after(async () => {
    bench.faults = {}
    await bench.service.close()
    rmSync(folder, { recursive: true })
  })
  return bench.start()
}

/** Lets everything go on that can: for what must not happen. */
export const turns = async (): Promise<void> => {
  for (let k = 0; k < 200; k++) await turn()
}

/** Something that is held back until it is let go. */
export const gate = () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
