import type { Metrics } from '../metrics/metrics.js'
import type { Redaction, StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Draft } from '../stream/draft.js'
import type { Limits } from '../stream/memory.js'
import type { Stream } from '../stream/stream.js'

/** The time and the caller of an operation. */
export interface OperationContext {
  readonly time: number
  readonly by: string
  /** The number of the last event when the request ran first, if it runs again because its result was pending. */
  readonly begun?: number
  /** Missing in tests and replays: no limits. */
  readonly limits?: Limits
}

/**
 * The result of an operation that needs more time than a request may take: it has done a slice, and the service runs it again
 * after the requests of the stream that wait.
 */
export const PENDING = Symbol('pending')

/** The context before the stream is loaded. */
export interface PlanContext {
  readonly store: Store
  readonly stream: string
  readonly time: number
}

/** The part of a request that is not done yet. */
export interface Prepared<Input, Result> {
  /** Missing if everything was done before; then the stream is not loaded. */
  readonly input?: Input
  /** Computes the result of the whole request from the result for `input`. */
  complete?(made?: Result): Result
  /** Replaces the item numbers of an error by those of the request. */
  renumber?(error: unknown): unknown
  /** What is erased in the same transaction. The new events are renamed too. */
  readonly redaction?: Redaction & { rename?(events: string): string }
  /** What is done to a stream that is not in memory, if the log tells all that is needed: then nobody waits until it is loaded. */
  readonly unloaded?: Unloaded<Result>
}

/** An operation on a stream that is not in memory. */
interface Unloaded<Result> {
  /** The number of the last event of the log that was read. */
  readonly seq: number
  /** The events, and the result. `record` is that of the stream now. */
  perform(record: StreamRecord, context: OperationContext): { readonly draft: Draft; readonly result: Result }
}

export interface Plan<Input, Result> {
  /** Requests that claim the same name run one after the other. */
  readonly claims: readonly string[]
  /** Called once the claims are held. */
  prepare(): Promise<Prepared<Input, Result>>
}

/** The declaration of an operation on a stream, used by engines, service and metrics. */
export interface Operation<Input, Result> {
  /** The operation changes nothing, so no page is written. */
  readonly reads?: true
  /** The result depends on earlier changes, so it waits until those are on disk. */
  readonly waitsForDisk?: true
  /** It shows nothing of the content of earlier items, so it need not wait until a stream was rebuilt without those that were erased. */
  readonly isBlind?: true
  /** It may compute for as long as the items of a pool need, so only each of its slices has a deadline. The caller does not control how long. */
  readonly isLong?: true
  /** Runs in the service, before the stream is loaded. */
  plan?(input: Input, context: PlanContext): Plan<Input, Result>
  /**
   * Runs in the thread of the stream. A long handler is a generator that yields between slices, for which other streams wait.
   * If others of the same stream must not wait either, it returns `PENDING`.
   */
  handle(
    stream: Stream,
    input: Input,
    context: OperationContext,
  ): Result | typeof PENDING | Generator<void, Result>
  /** The result as JSON, as it is stored for a repeated request; `JSON.stringify` by default. */
  receipt?(result: Result): string
  /** Counts labels and leases once the result is on disk; `by` is the caller. */
  measure?(
    metrics: Pick<Metrics, 'label' | 'leases'>,
    stream: string,
    result: Result,
    input: Input,
    by: string,
  ): void
}

/** The input of an operation that needs none. */
export type Nothing = Record<never, never>

/** Types an operation by its handler. */
export const operation = <Input, Result>(declared: Operation<Input, Result>): Operation<Input, Result> =>
  declared

/** Items per slice, before another stream of the thread gets its turn: predicted or learned, and only listed. */
const SLICE = 32
const LISTED = 512

/**
 * Maps entries and yields after every slice, so that other streams of the thread do not wait.
 *
 * @example
 * [...inSlices([1, 2, 3], (one) => one, 1)].length // => 2
 */
export function* inSlices<Entry, Value>(
  entries: Iterable<Entry>,
  work: (entry: Entry) => Value,
  slice = SLICE,
): Generator<void, Value[]> {
  const values: Value[] = []
  for (const entry of entries) {
    if (values.length > 0 && values.length % slice === 0) yield
    values.push(work(entry))
  }
  return values
}

/**
 * The first `limit` values in order, of entries of which any number has none. Yields after every slice, and sorts few values at a
 * time, because there may be many entries.
 *
 * @example
 * const few = firstInSlices([3, 1, 2], (n) => (n < 3 ? n : undefined), (a, b) => a - b, 1)
 * few.next().value // => [1]
 */
export function* firstInSlices<Entry, Value>(
  entries: Iterable<Entry>,
  work: (entry: Entry) => Value | undefined,
  order: (one: Value, other: Value) => number,
  limit: number,
): Generator<void, Value[]> {
  let first: Value[] = []
  let done = 0
  for (const entry of entries) {
    if (++done % LISTED === 0) yield
    const value = work(entry)
    if (value === undefined) continue
    first.push(value)
    if (first.length >= 2 * limit + LISTED) first = first.sort(order).slice(0, limit)
  }
  return first.sort(order).slice(0, limit)
}
