import { setTimeout as wait } from 'node:timers/promises'
import { hasCode } from '@askance/core/internals'
import type { ServiceLogger } from '../service/loaded-stream.js'
import type { Service } from '../service/service.js'
import { type OwnerState, type ReadPage, StreamOwner } from './owner.js'
import { ReadAhead } from './read-ahead.js'
import type { Wire } from './wire.js'

/** A wide stream that this process owns. */
export interface OwnedStream {
  readonly id: string
  /** Its name on the wire. */
  readonly name: string
  readonly partitions: number
  readonly epoch: number
}

interface OwnerLoopOptions {
  readonly wire: Wire
  readonly stream: OwnedStream
  readonly service: Pick<Service, 'run' | 'now'>
  readonly logger: ServiceLogger
  /** Pages that are older than this, and in the store, are removed from the wire. */
  readonly dedupeSeconds: number
}

/** How far an owner is: pages that it has read and not taken, the last version and when it was published, and the questions granted. */
interface OwnerLag {
  readonly waiting: number
  readonly version: number
  readonly publishedAt: number
  readonly grantsLeft: number | undefined
}

const CALLER = { by: 'askance' }
const TICK_MS = 250
const PAUSE_MS = 500
const TRIM_MS = 30_000
/** How many pages are taken together. */
const MAX_PAGES = 64
const MAX_BYTES = 2 ** 22
/** How many pages are read ahead. */
const AHEAD = 512
/** Why a process does not own a stream any more. */
const GONE = ['stream/unowned', 'stream/unknown', 'service/stopping']

/** The state of an owner as operations of the service, which log everything before they resolve. */
const stateOf = ({ service, stream: { id }, logger }: OwnerLoopOptions): OwnerState => ({
  begin: () => service.run(id, 'ownerStatus', {}, CALLER),
  progress: () => service.run(id, 'ownerStatus', {}, CALLER),
  fence: (given) => service.run(id, 'ownerFence', { given }, CALLER),
  version: (number, epoch) => service.run(id, 'makeVersion', { number, epoch }, CALLER),
  take: async (pages) => {
    const { opened, damaged } = await service.run(id, 'takePages', { pages }, CALLER)
    if (damaged > 0) logger.error({ stream: id, damaged }, 'owner: messages that are not pages were left out')
    return opened
  },
})

/** Owns a wide stream until it is stopped or another process owns it: takes its pages into the log, and publishes versions and grants. */
export class OwnerLoop {
  readonly #options: OwnerLoopOptions
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>
  #begun: () => void = () => undefined
  /** Resolves when the first version was published. */
  readonly begun: Promise<void>
  #isEnded = false
  #isPoked = false
  #ahead: ReadAhead<ReadPage> | undefined
  #owner: StreamOwner | undefined

  constructor(options: OwnerLoopOptions) {
    this.#options = options
    this.begun = new Promise((resolve) => {
      this.#begun = resolve
    })
    this.#ended = this.#run().finally(() => {
      this.#isEnded = true
      this.#begun()
    })
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  get name(): string {
    return this.#options.stream.name
  }

  get epoch(): number {
    return this.#options.stream.epoch
  }

  get lag(): OwnerLag {
    const { version = 0, publishedAt = Number.NaN, grantsLeft } = this.#owner ?? {}
    return { waiting: this.#ahead?.length ?? 0, version, publishedAt, grantsLeft }
  }

  /** Publishes a version soon, because the configuration was changed. */
  poke(): void {
    this.#isPoked = true
    this.#ahead?.wake()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#ahead?.wake()
    await this.#ended
  }

  async #run(): Promise<void> {
    const { stream, logger } = this.#options
    const { signal } = this.#stop
    while (!signal.aborted)
      try {
        await this.#own()
      } catch (error) {
        if (signal.aborted || GONE.some((code) => hasCode(error, code))) return
        logger.warn({ err: error, stream: stream.id }, 'owner: the stream is begun again')
        await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined)
      }
  }

  async #own(): Promise<void> {
    const { wire, stream, service, logger } = this.#options
    const { name, partitions, epoch, id } = stream
    const state = stateOf(this.#options)
    const owner = new StreamOwner({ wire, stream: name, partitions, epoch, state, now: () => service.now() })
    await owner.start()
    this.#owner = owner
    this.#begun()
    logger.info({ stream: id, epoch, taken: owner.taken }, 'owner: the wide stream is owned')
    const ahead = new ReadAhead<ReadPage>({
      read: (signal) => wire.read({ kind: 'out', stream: name }, owner.taken, true, signal),
      convert: ({ seq, bytes }) => ({ seq, bytes }),
      most: AHEAD,
    })
    this.#ahead = ahead
    let trimAt = performance.now() + TRIM_MS
    try {
      while (!this.#stop.signal.aborted) {
        const pages = ahead.take(firstPages)
        if (pages.length > 0) await owner.take(pages)
        if (this.#isPoked) {
          this.#isPoked = false
          await owner.publish()
        } else await owner.publishIfDue()
        if (performance.now() > trimAt) {
          trimAt = performance.now() + TRIM_MS
          await this.#trim(owner.taken)
        }
        if (ahead.length === 0) await ahead.wait(TICK_MS)
      }
    } finally {
      await ahead.close()
    }
  }

  /** Removes pages that no worker needs any more: their ids are not recent, and the log has them. The last one of a partition stays. */
  async #trim(taken: number): Promise<void> {
    const { wire, stream, dedupeSeconds, service } = this.#options
    const oldest = service.now() - 1000 * (dedupeSeconds + 60)
    const found = this.#times.findLast(({ time }) => time < oldest)
    this.#times.push({ time: service.now(), taken })
    if (!found) return
    this.#times.splice(0, this.#times.indexOf(found))
    for (let partition = 0; partition < stream.partitions; partition++) {
      const place = { kind: 'out', stream: stream.name, partition } as const
      const last = await wire.last(place)
      if (last) await wire.trim(place, Math.min(found.taken, last.seq))
    }
  }

  /** What had been taken at what time. */
  readonly #times: { readonly time: number; readonly taken: number }[] = []
}

/** Removes and returns the pages that are taken together. */
const firstPages = (kept: ReadPage[]): ReadPage[] => {
  let [count, bytes] = [0, 0]
  for (const page of kept) {
    bytes += page.bytes.length
    if (count > 0 && (count >= MAX_PAGES || bytes > MAX_BYTES)) break
    count++
  }
  return kept.splice(0, count)
}
