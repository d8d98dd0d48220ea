import type { HookedEvent } from '../hooks/events.js'
import { allStreams } from '../store/all-streams.js'
import type { Counts, Page } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Point } from '../stream/curve.js'

/** An accuracy and its interval for any time. */
interface Accuracy {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The numbers of a stream, or of several. */
export interface StreamTotals {
  readonly counts: Pick<Counts, 'items' | 'open' | 'answers' | 'taught'>
  /** Questions that are left; undefined if the budget has no total. */
  readonly remaining: number | undefined
  /** Undefined before the first answers, and for several streams. */
  readonly accuracy: Accuracy | undefined
}

interface KnownStream {
  counts: Counts
  /** The total of its budget, if any. */
  total: number | undefined
  accuracy: Accuracy | undefined
}

const remainingOf = ({ total, counts }: KnownStream): number | undefined =>
  total === undefined ? undefined : Math.max(0, total - counts.spent)

export interface Sums {
  readonly streams: number
  readonly open: number
  readonly learned: number
  readonly remaining: number
  /** Averaged over the streams with an estimate; undefined if there is none. */
  readonly accuracy: number | undefined
}

/** Milliseconds between two comparisons with the store. */
const REFRESH_MS = 60_000

/** Totals over all streams, updated from pages and regularly compared with the store. */
export class Totals {
  readonly #store: Pick<Store, 'listStreams'>
  readonly #now: () => number
  #streams = new Map<string, KnownStream>()
  #compared = Number.NEGATIVE_INFINITY

  constructor(store: Pick<Store, 'listStreams'>, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Applies a page. An unknown stream triggers a comparison with the store. */
  take({ stream, counts, points }: Page, events: readonly HookedEvent[]): void {
    const totals = this.#streams.get(stream)
    if (!totals) {
      this.#compared = Number.NEGATIVE_INFINITY
      return
    }
    totals.counts = counts
    const point = points.at(-1)?.point
    if (point !== undefined) totals.accuracy = readAccuracy(point) ?? totals.accuracy
    for (const event of events) if (event.type === 'rebudgeted') totals.total = event.budget.total
  }

  /** Forces a comparison with the store, after streams were created, changed or deleted. */
  doubt(): void {
    this.#compared = Number.NEGATIVE_INFINITY
  }

  async sums(): Promise<Sums> {
    await this.#refresh()
    const streams = [...this.#streams.values()]
    const sum = (of: (stream: KnownStream) => number): number =>
      streams.reduce((total, stream) => total + of(stream), 0)
    const items = sum(({ accuracy, counts }) => (accuracy === undefined ? 0 : counts.items))
    const right = sum(({ accuracy, counts }) => (accuracy?.value ?? 0) * counts.items)
    return {
      streams: streams.length,
      open: sum(({ counts }) => counts.open),
      learned: sum(({ counts }) => counts.answers + counts.taught),
      remaining: sum((stream) => remainingOf(stream) ?? 0),
      accuracy: items > 0 ? right / items : undefined,
    }
  }

  /** The streams with the most items, at most `limit`, and all others together. */
  async byStream(
    limit: number,
  ): Promise<{ largest: (StreamTotals & { readonly id: string })[]; others: StreamTotals | undefined }> {
    await this.#refresh()
    const all = [...this.#streams]
      .sort(([a, one], [b, other]) => other.counts.items - one.counts.items || (a < b ? -1 : 1))
      .map(([id, stream]) => ({ id, ...stream, remaining: remainingOf(stream) }))
    const rest = all.slice(limit)
    return { largest: all.slice(0, limit), others: rest.length > 0 ? addedUp(rest) : undefined }
  }

  async #refresh(): Promise<void> {
    if (this.#now() - this.#compared > REFRESH_MS) await this.#compare()
  }

  async #compare(): Promise<void> {
    this.#compared = this.#now()
    const streams = new Map<string, KnownStream>()
    for await (const { id, counts, config } of allStreams(this.#store))
      streams.set(id, {
        counts,
        total: config.budget.total,
        accuracy: this.#streams.get(id)?.accuracy,
      })
    this.#streams = streams
  }
}

const addedUp = (streams: readonly StreamTotals[]): StreamTotals => {
  const sum = (of: (stream: StreamTotals) => number): number =>
    streams.reduce((total, stream) => total + of(stream), 0)
  return {
    counts: {
      items: sum(({ counts }) => counts.items),
      open: sum(({ counts }) => counts.open),
      answers: sum(({ counts }) => counts.answers),
      taught: sum(({ counts }) => counts.taught),
    },
    remaining: sum(({ remaining }) => remaining ?? 0),
    accuracy: undefined,
  }
}

/** The accuracy estimate of a point; undefined before the first answers. */
const readAccuracy = (point: string): Accuracy | undefined => {
  const { value, low, high } = (JSON.parse(point) as Pick<Point, 'accuracy'>).accuracy
  return value === null || value === undefined ? undefined : { value, low, high }
}
