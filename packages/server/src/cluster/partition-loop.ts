import { setTimeout as wait } from 'node:timers/promises'
import { RowTable } from '@askance/core'
import { type Grant, hasCode } from '@askance/core/internals'
import type { ServiceLogger } from '../service/loaded-stream.js'
import { decodePack, type Pack } from './messages.js'
import type { Models } from './models.js'
import { ReadAhead } from './read-ahead.js'
import type { Wire } from './wire.js'
import { type NumberedPack, PartitionWorker, takePacks } from './worker.js'

/** What a worker has done: items and pages, pages that were refused, items with P = 0, and packs that wait. */
export interface WorkCounts {
  readonly items: number
  readonly pages: number
  readonly refused: number
  readonly forbidden: number
  readonly waiting: number
}

interface LoopOptions {
  readonly wire: Wire
  readonly stream: string
  readonly partition: number
  readonly models: Models
  readonly logger: ServiceLogger
  readonly pageItems: number
  readonly dedupeSeconds: number
  /** The last grant of the partition. */
  grant(): Grant | undefined
}

/** How many packs are read ahead. */
const AHEAD = 64
/** How long to wait before a partition is begun again: after another worker was faster, and after an error. */
const REFUSED_MS = 300
const FAILED_MS = 1000

/** Works on one partition: reads its packs as they come, and begins again where the last page ended whatever happens. */
export class PartitionLoop {
  readonly #options: LoopOptions
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>
  #ahead: ReadAhead<NumberedPack> | undefined
  #items = 0
  #pages = 0
  #refused = 0
  #forbidden = 0

  constructor(options: LoopOptions) {
    this.#options = options
    this.#ended = this.#run()
  }

  get counts(): WorkCounts {
    return {
      items: this.#items,
      pages: this.#pages,
      refused: this.#refused,
      forbidden: this.#forbidden,
      waiting: this.#ahead?.length ?? 0,
    }
  }

  /** Called when there is another grant. */
  wake(): void {
    this.#ahead?.wake()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.wake()
    await this.#ended
  }

  async #run(): Promise<void> {
    const { stream, partition, logger } = this.#options
    const { signal } = this.#stop
    while (!signal.aborted) {
      let pause = FAILED_MS
      try {
        await this.#work()
      } catch (error) {
        if (hasCode(error, 'wire/conflict')) {
          this.#refused++
          pause = REFUSED_MS
        } else logger.warn({ err: error, stream, partition }, 'worker: a partition is begun again')
      }
      if (!signal.aborted) await wait(pause, undefined, { signal }).catch(() => undefined)
    }
  }

  async #work(): Promise<void> {
    const { wire, stream, partition, models, pageItems, dedupeSeconds } = this.#options
    const worker = new PartitionWorker({ wire, stream, partition, models, pageItems, dedupeSeconds })
    await worker.start()
    const ahead = new ReadAhead({
      read: (signal) => wire.read({ kind: 'in', stream, partition }, worker.position, true, signal),
      convert: ({ seq, bytes }) => ({ seq, pack: this.#decoded(bytes, seq), bytes: bytes.length }),
      most: AHEAD,
    })
    this.#ahead = ahead
    try {
      while (!this.#stop.signal.aborted) {
        const packs = ahead.take((kept) => takePacks(kept, { pageItems, maxBytes: wire.maxBytes }))
        const page = await worker.decide(packs, this.#options.grant())
        if (page) this.#count(page.flags.length, worker)
        else if (ahead.length === 0) await ahead.wait()
      }
    } finally {
      await ahead.close()
    }
  }

  #count(items: number, worker: PartitionWorker): void {
    this.#pages++
    this.#items += items
    this.#forbidden += worker.forbidden
    worker.forbidden = 0
  }

  /** A message that is not a pack is passed over: nobody waits for it. */
  #decoded(bytes: Uint8Array, seq: number): Pack {
    try {
      return decodePack(bytes)
    } catch (error) {
      const { stream, partition, logger } = this.#options
      logger.error({ err: error, stream, partition, pack: seq }, 'worker: a pack is damaged')
      return { key: '', ids: [], rows: new RowTable() }
    }
  }
}
