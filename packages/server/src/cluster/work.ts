import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Grant } from '@askance/core/internals'
import type { ServiceLogger } from '../service/loaded-stream.js'
import { assigned } from './assignment.js'
import { decodeGrant } from './messages.js'
import type { AllModels, Models } from './models.js'
import { PartitionLoop, type WorkCounts } from './partition-loop.js'
import { type Lease, streamId, type Wire } from './wire.js'

interface WorkOptions {
  readonly wire: Wire
  readonly models: AllModels
  readonly logger: ServiceLogger
  readonly pageItems: number
  readonly dedupeSeconds: number
  /** The ids of the streams to work on; all if it is empty. */
  readonly streams?: readonly string[]
}

/** What a worker says about itself, for the others and for the dashboard. */
interface WorkerNote extends WorkCounts {
  readonly started: number
  readonly streams: readonly string[]
  /** What it does for each stream, by its id. */
  readonly work: Readonly<Record<string, StreamNote>>
}

/** What a worker does for one stream: how many partitions it has, the version that it decides with, and the counts. */
type StreamNote = Omit<WorkCounts, 'pages'> & { readonly partitions: number; readonly version: number }

/** How long a worker that says nothing counts as alive. */
const WORKER_SECONDS = 5
const TICK_MS = 1000
const PAUSE_MS = 500

/** The last grant of every partition of a stream, as they come. */
class Grants {
  readonly #last = new Map<number, Grant>()
  readonly #stop = new AbortController()

  constructor(
    wire: Wire,
    stream: string,
    onGrant: (partition: number) => void,
    onError: (error: unknown) => void,
  ) {
    const { signal } = this.#stop
    let seen = 0
    const follow = async (): Promise<void> => {
      while (!signal.aborted)
        try {
          for await (const { seq, bytes } of wire.read({ kind: 'grant', stream }, seen, true, signal)) {
            seen = seq
            const grant = decodeGrant(bytes)
            this.#last.set(grant.partition, grant)
            onGrant(grant.partition)
          }
        } catch (error) {
          if (signal.aborted) return
          onError(error)
          await wait(PAUSE_MS)
        }
    }
    void follow()
  }

  get(partition: number): Grant | undefined {
    return this.#last.get(partition)
  }

  close(): void {
    this.#stop.abort()
  }
}

/** What a worker does for one stream. */
interface StreamWork {
  readonly grants: Grants
  readonly loops: Map<number, PartitionLoop>
  /** The counts of loops that have ended. */
  ended: WorkCounts
}

const NOTHING: WorkCounts = { items: 0, pages: 0, refused: 0, forbidden: 0, waiting: 0 }

/** A worker process: it takes its share of the partitions of all streams, and says every second that it is alive. */
export class ClusterWorker {
  readonly #options: WorkOptions
  readonly #work = new Map<string, StreamWork>()
  readonly #started = Date.now()
  #name = randomUUID()
  #lease: Lease | undefined
  #timer: NodeJS.Timeout | undefined
  #ticking: Promise<void> | undefined
  #isStopped = false
  #isSilent = false
  /** The counts of streams that are not worked on any more. */
  #ended = NOTHING

  constructor(options: WorkOptions) {
    this.#options = options
  }

  start(): void {
    this.#tick()
  }

  #tick(): void {
    // While a heartbeat is under way there is no timer, so that `wake` does not begin a second one.
    this.#timer = undefined
    this.#ticking = this.#beat()
      .then(() => {
        this.#isSilent = false
      })
      .catch((error: unknown) => {
        // Once is enough: it is tried again every second.
        if (!this.#isSilent) this.#options.logger.warn({ err: error }, 'worker: the heartbeat failed')
        this.#isSilent = true
      })
      .finally(() => {
        if (!this.#isStopped) this.#timer = setTimeout(() => this.#tick(), TICK_MS)
      })
  }

  /** Looks at once who has which partition, because a stream has come or gone. */
  wake(): void {
    if (this.#timer === undefined || this.#isStopped) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#tick()
  }

  async #beat(): Promise<void> {
    const { wire } = this.#options
    const note = JSON.stringify(this.note)
    if (this.#lease && !(await this.#lease.renew(note))) {
      // Others took it for dead, and have its partitions.
      this.#lease = undefined
      this.#name = randomUUID()
    }
    this.#lease ??= await wire.lease(this.#name, WORKER_SECONDS, note)
    const others = await workersOn(wire)
    if (this.#isStopped) return
    this.#assign([...others.filter(({ name }) => name !== this.#name), { name: this.#name, note: this.note }])
  }

  #assign(workers: readonly { readonly name: string; readonly note: WorkerNote }[]): void {
    const { models } = this.#options
    const present = new Set<string>()
    for (const one of models.all) {
      present.add(one.stream)
      const id = streamId(one.stream)
      const able = workers.filter(({ note }) => note.streams.length === 0 || note.streams.includes(id))
      const names = able.map(({ name }) => name).sort()
      const shares = assigned(one.stream, one.version?.partitions ?? 0, names)
      this.#workOn(one, new Set(shares.flatMap((worker, p) => (worker === this.#name ? [p] : []))))
    }
    for (const stream of this.#work.keys()) if (!present.has(stream)) this.#leave(stream)
  }

  #workOn(models: Models, own: ReadonlySet<number>): void {
    const { wire, logger, pageItems, dedupeSeconds } = this.#options
    const { stream } = models
    const work = this.#work.get(stream) ?? this.#begin(stream)
    for (const [partition, loop] of work.loops)
      if (!own.has(partition)) {
        work.loops.delete(partition)
        void this.#end(work, loop)
      }
    for (const partition of own) {
      if (work.loops.has(partition)) continue
      const grant = (): Grant | undefined => work.grants.get(partition)
      const rest = { wire, stream, partition, models, logger, pageItems, dedupeSeconds }
      work.loops.set(partition, new PartitionLoop({ ...rest, grant }))
    }
  }

  #begin(stream: string): StreamWork {
    const { wire, logger } = this.#options
    const loops = new Map<number, PartitionLoop>()
    const onError = (error: unknown): void =>
      logger.warn({ err: error, stream }, 'worker: reading grants failed')
    const grants = new Grants(wire, stream, (partition) => loops.get(partition)?.wake(), onError)
    const work = { grants, loops, ended: NOTHING }
    this.#work.set(stream, work)
    return work
  }

  /** Finishes the page that is under way. */
  async #end(work: StreamWork, loop: PartitionLoop): Promise<void> {
    await loop.stop()
    work.ended = sumOf([work.ended, { ...loop.counts, waiting: 0 }])
  }

  async #leave(stream: string): Promise<void> {
    const work = this.#work.get(stream)
    this.#work.delete(stream)
    if (!work) return
    work.grants.close()
    await Promise.all([...work.loops.values()].map((loop) => this.#end(work, loop)))
    this.#ended = sumOf([this.#ended, work.ended])
  }

  #noteOf(stream: string, { loops, ended }: StreamWork): StreamNote {
    const { pages: _, ...counts } = sumOf([ended, ...[...loops.values()].map((loop) => loop.counts)])
    const version = this.#options.models.get(stream)?.version?.number ?? 0
    return { partitions: loops.size, version, ...counts }
  }

  get note(): WorkerNote {
    const all = [...this.#work.values()]
    return {
      started: this.#started,
      streams: this.#options.streams ?? [],
      work: Object.fromEntries(
        [...this.#work].map(([stream, work]) => [streamId(stream), this.#noteOf(stream, work)]),
      ),
      ...sumOf([
        this.#ended,
        ...all.flatMap(({ ended, loops }) => [ended, ...[...loops.values()].map(({ counts }) => counts)]),
      ]),
    }
  }

  /** Finishes the pages that are under way, and says that it is gone. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#ticking
    await Promise.all([...this.#work.keys()].map((stream) => this.#leave(stream)))
    await this.#lease?.release().catch(() => undefined)
  }
}

const sumOf = (counts: readonly WorkCounts[]): WorkCounts => {
  const sum = (name: keyof WorkCounts): number => counts.reduce((total, one) => total + one[name], 0)
  return {
    items: sum('items'),
    pages: sum('pages'),
    refused: sum('refused'),
    forbidden: sum('forbidden'),
    waiting: sum('waiting'),
  }
}

/** The workers that are alive, with what they say about themselves. */
export const workersOn = async (
  wire: Wire,
): Promise<readonly { readonly name: string; readonly note: WorkerNote }[]> =>
  (await wire.leases(WORKER_SECONDS)).map(({ name, note }) => ({
    name,
    // Workers of another version may say less.
    note: { ...NOTHING, work: {}, ...JSON.parse(note) } as WorkerNote,
  }))
