import { type Controls, type ControlsChange, withChange } from './controls.js'
import { type DataName, demoData } from './data/index.js'
import { Demo, type DemoOptions, type DemoReport, type Ending } from './demo.js'
import type { Controlled } from './routes.js'
import type { Clients, DemoSetup } from './stream.js'

interface DemosOptions extends Pick<DemoOptions, 'given' | 'sleep' | 'now'> {
  readonly data: DataName
  readonly setup: Partial<DemoSetup> & Pick<DemoSetup, 'seed'>
  readonly controls: Controls
  /** Loads the items of a demo; tests pass their own. */
  readonly load: (name: DataName) => Promise<DemoOptions['items']>
  /** The demo ended or failed. */
  readonly onEnd: (demo: Demo, ending: Promise<Ending>) => void
}

/** The demo that is shown. The pages can change to other data, whose stream is then created or continued. */
export class Demos implements Controlled {
  readonly #options: DemosOptions
  #controls: Controls
  #current: Demo | undefined
  /** Requests of pages wait until the first demo is open. */
  readonly #ready: Promise<void>
  #onReady: (opened: Promise<void>) => void = () => undefined
  #clients: Clients | undefined
  /** Changes of the data, one after the other. */
  #changing: Promise<void> = Promise.resolve()

  constructor(options: DemosOptions) {
    this.#options = options
    this.#controls = options.controls
    this.#ready = new Promise((resolve) => {
      this.#onReady = resolve
    })
    // The caller of `open` gets the error.
    this.#ready.catch(() => undefined)
  }

  get current(): Demo {
    return this.#current as Demo
  }

  /** Opens the first demo; `play` starts it. */
  open(clients: Clients): Promise<void> {
    this.#clients = clients
    const opened = this.#open()
    this.#onReady(opened)
    return opened
  }

  async #open(): Promise<void> {
    const { data, setup, given } = this.#options
    this.#current = await this.#opened(data, setup, given)
  }

  play(): void {
    this.#options.onEnd(this.current, this.current.play())
  }

  async report(): Promise<DemoReport> {
    await this.#ready
    return this.current.report()
  }

  change(change: ControlsChange): void {
    this.#controls = withChange(this.#controls, change)
    this.#current?.onChange()
  }

  show(name: DataName): Promise<void> {
    this.#changing = this.#changing.catch(() => undefined).then(() => this.#show(name))
    return this.#changing
  }

  async stop(): Promise<void> {
    await this.#changing.catch(() => undefined)
    await this.#current?.stop()
  }

  async #show(name: DataName): Promise<void> {
    await this.#ready
    if (this.current.view().data === name) return
    const next = await this.#opened(name, { seed: this.#options.setup.seed }, new Set())
    await this.current.stop()
    this.#current = next
    this.play()
  }

  async #opened(
    data: DataName,
    { items = Number.POSITIVE_INFINITY, budget = demoData[data].budget, seed }: DemosOptions['setup'],
    given: ReadonlySet<string>,
  ): Promise<Demo> {
    const { load, sleep, now } = this.#options
    const demo = new Demo({
      data,
      items: await load(data),
      setup: { items, budget, seed },
      given,
      controls: () => this.#controls,
      clients: this.#clients as Clients,
      ...(sleep && { sleep }),
      ...(now && { now }),
    })
    await demo.open()
    return demo
  }
}
