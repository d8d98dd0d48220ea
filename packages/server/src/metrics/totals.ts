import type { ClassifierEvent } from '@askance/core'
import type { Counts, Page, StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Point } from '../stream/curve.js'

/** What numbers over all streams need of one. */
interface StreamTotals {
  counts: Counts
  /** The number of questions that its budget allows in all, where it says one. */
  total: number | undefined
  accuracy: number | undefined
}

export interface Sums {
  readonly streams: number
  readonly open: number
  readonly learned: number
  readonly remaining: number
  /** Over the streams of which an estimate is known; undefined while there is none. */
  readonly accuracy: number | undefined
}

const PAGE_OF_STREAMS = 500
/** How long to believe what is in memory before looking at the store again, in milliseconds. */
const TRUSTED_FOR = 60_000

/** Sums over all streams: kept up to date from pages, and compared with the store now and then. */
export class Totals {
  readonly #store: Pick<Store, 'listStreams'>
  readonly #now: () => number
  #streams = new Map<string, StreamTotals>()
  #compared = Number.NEGATIVE_INFINITY

  constructor(store: Pick<Store, 'listStreams'>, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Takes a page in. A stream that is not known yet will be when the store is next looked at. */
  take({ stream, counts, points }: Page, events: readonly ClassifierEvent[]): void {
    const standing = this.#streams.get(stream)
    if (!standing) {
      this.#compared = Number.NEGATIVE_INFINITY
      return
    }
    standing.counts = counts
    const point = points.at(-1)?.point
    if (point !== undefined) standing.accuracy = accuracyIn(point) ?? standing.accuracy
    for (const event of events) if (event.type === 'rebudgeted') standing.total = event.budget.total
  }

  /** Looks at the store the next time, because streams were created, changed or deleted. */
  doubt(): void {
    this.#compared = Number.NEGATIVE_INFINITY
  }

  async sums(): Promise<Sums> {
    if (this.#now() - this.#compared > TRUSTED_FOR) await this.#compare()
    const standings = [...this.#streams.values()]
    const sum = (of: (standing: StreamTotals) => number): number =>
      standings.reduce((total, standing) => total + of(standing), 0)
    const items = sum(({ accuracy, counts }) => (accuracy === undefined ? 0 : counts.items))
    const right = sum(({ accuracy = 0, counts }) => accuracy * counts.items)
    return {
      streams: standings.length,
      open: sum(({ counts }) => counts.open),
      learned: sum(({ counts }) => counts.answers + counts.taught),
      remaining: sum(({ total, counts }) => (total === undefined ? 0 : Math.max(0, total - counts.spent))),
      accuracy: items > 0 ? right / items : undefined,
    }
  }

  async #compare(): Promise<void> {
    this.#compared = this.#now()
    const streams = new Map<string, StreamTotals>()
    for await (const { id, counts, config } of allStreams(this.#store))
      streams.set(id, {
        counts,
        total: config.budget.total,
        accuracy: this.#streams.get(id)?.accuracy,
      })
    this.#streams = streams
  }
}

async function* allStreams(store: Pick<Store, 'listStreams'>): AsyncGenerator<StreamRecord> {
  let after: string | undefined
  for (;;) {
    const streams = await store.listStreams({ limit: PAGE_OF_STREAMS, ...(after !== undefined && { after }) })
    yield* streams
    after = streams.at(-1)?.id
    if (streams.length < PAGE_OF_STREAMS || after === undefined) return
  }
}

/** The estimate of accuracy in a point of the curve; before the first answers there is none. */
const accuracyIn = (point: string): number | undefined =>
  (JSON.parse(point) as Pick<Point, 'accuracy'>).accuracy.value ?? undefined
