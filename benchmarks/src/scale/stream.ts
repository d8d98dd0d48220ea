import { setTimeout as wait } from 'node:timers/promises'
import { Random } from '@askance/core'
import { AllModels, type Models, StreamGateway, type Wire, workersOn } from '@askance/server/cluster'
import { NatsWire } from '@askance/server/cluster/nats'
import type { Cleanups } from './cleanups.js'
import { labelOf, type SentItem, sentItems } from './items.js'
import { cpuSeconds, startWideProcess, type WideProcess } from './processes.js'

const STREAM = 'measured'
const PARTITIONS = 16
const WORKER_SECONDS = 5
const BATCH = 1000
/** How many batches are under way, so that workers always have packs. */
const AT_ONCE = 24
const PAUSE_MS = 100
/** The defaults of the service. */
const GATEWAY = { pageItems: 1000, pageMilliseconds: 5 }

/** Seconds for each item: of CPU, and from the first request to the last response. */
export interface RoundCosts {
  readonly elapsed: number
  readonly worker: number
  readonly gateway: number
  readonly owner: number
  readonly nats: number
}

const post = async (url: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

/** A wide stream in real processes: NATS servers, a service that owns it, workers. This process is its gateway. */
export class MeasuredStream {
  readonly wire: Wire
  readonly models: Models
  readonly #gateway: StreamGateway
  readonly #service: WideProcess
  readonly #natsPids: readonly number[]
  readonly #servers: readonly string[]
  readonly #cleanups: Cleanups
  readonly #random = new Random(1, 'benchmark/scale')
  #workers: WideProcess[] = []
  #batches = 0

  private constructor(
    wire: Wire,
    models: Models,
    service: WideProcess,
    servers: readonly string[],
    natsPids: readonly number[],
    cleanups: Cleanups,
  ) {
    this.wire = wire
    this.models = models
    this.#gateway = new StreamGateway(models, { wire, ...GATEWAY, patienceMs: 60_000 })
    this.#service = service
    this.#servers = servers
    this.#natsPids = natsPids
    this.#cleanups = cleanups
    cleanups.add(() => this.#gateway.close())
  }

  /** What it starts is ended by the cleanups, also if a step fails. */
  static async start(
    folder: string,
    members: readonly { readonly url: string; readonly pid: number | undefined }[],
    cleanups: Cleanups,
  ): Promise<MeasuredStream> {
    const servers = members.map(({ url }) => url)
    const service = await startWideProcess({
      store: `${folder}/wide.sqlite`,
      threads: 1,
      cluster: servers,
      noWork: true,
    })
    cleanups.add(() => service.stop())
    const budget = { ratio: 0.01 }
    const config = { id: STREAM, classes: ['no', 'yes'], algorithm: 'auto', partitions: PARTITIONS, budget }
    await post(`${service.line}/v1/streams`, config)
    const wire = await NatsWire.open({ servers, replicas: 3 })
    cleanups.add(() => wire.close())
    const all = new AllModels(wire, { change: () => undefined, error: console.error })
    cleanups.add(() => all.close())
    void all.follow()
    // The service makes the first version when it sees the first item; no worker can decide about it yet.
    const items = sentItems(new Random(1, 'benchmark/first'), 'first', 1)
    const first = post(`${service.line}/v1/streams/${STREAM}/items`, { items })
    let models: Models | undefined
    do {
      await Promise.race([wait(PAUSE_MS), first])
      models = [...all.all][0]
    } while (!models)
    const pids = members.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
    const stream = new MeasuredStream(wire, models, service, servers, pids, cleanups)
    await stream.setWorkers(1)
    await first
    return stream
  }

  /** Starts or ends workers, and waits until each has its share of the partitions. */
  async setWorkers(count: number): Promise<void> {
    while (this.#workers.length > count) await this.#workers.pop()?.stop()
    while (this.#workers.length < count) {
      const worker = await startWideProcess({ isWorker: true, cluster: this.#servers })
      this.#cleanups.add(() => worker.stop())
      this.#workers.push(worker)
    }
    for (;;) {
      const shares = (await workersOn(this.wire)).map(({ note }) => note.work[STREAM]?.partitions ?? 0)
      if (shares.length === count && shares.every((share) => share === PARTITIONS / count)) return
      await wait(PAUSE_MS)
    }
  }

  /** What a worker says about itself. */
  async note(): Promise<string> {
    const [held] = await this.wire.leases(WORKER_SECONDS)
    return held?.note ?? ''
  }

  /** Sends batches of items as a service does after it has read a request, and returns what an item has cost. */
  async send(batches: number): Promise<RoundCosts> {
    const workers = this.#workers.map(({ pid }) => pid)
    const texts = Array.from({ length: batches }, () =>
      JSON.stringify(sentItems(this.#random, `batch ${this.#batches++}`, BATCH)),
    )
    const now = () => ({
      worker: sumOf(workers),
      owner: cpuSeconds(this.#service.pid),
      nats: sumOf(this.#natsPids),
      gateway: process.cpuUsage(),
    })
    const before = now()
    const began = performance.now()
    const sendOne = async (): Promise<void> => {
      for (let text = texts.pop(); text !== undefined; text = texts.pop())
        JSON.stringify(await this.#gateway.observe(JSON.parse(text) as SentItem[]))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendOne))
    const sent = process.cpuUsage(before.gateway)
    const elapsed = (performance.now() - began) / 1000
    await this.#ownerIsDone()
    const after = now()
    const items = batches * BATCH
    return {
      elapsed: elapsed / items,
      worker: (after.worker - before.worker) / items,
      owner: (after.owner - before.owner) / items,
      nats: (after.nats - before.nats) / items,
      gateway: (sent.user + sent.system) / 1e6 / items,
    }
  }

  /** Waits until the owner has taken all pages. */
  async #ownerIsDone(): Promise<void> {
    const items = this.#batches * BATCH
    for (;;) {
      const response = await fetch(`${this.#service.line}/v1/streams/${STREAM}`)
      const { counts } = (await response.json()) as { counts: { items: number } }
      if (counts.items >= items) return
      await wait(PAUSE_MS)
    }
  }

  /** Answers so many questions. */
  async answer(count: number): Promise<void> {
    const questions = `${this.#service.line}/v1/streams/${STREAM}/questions`
    for (let answered = 0; answered < count; ) {
      const found = (await post(`${questions}/lease`, { count: 50 })) as {
        questions: readonly { id: string; content: SentItem }[]
      }
      if (found.questions.length === 0) return
      for (const { id, content } of found.questions)
        await post(`${questions}/${encodeURIComponent(id)}/answer`, { label: labelOf(content) })
      answered += found.questions.length
    }
  }
}

const sumOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
