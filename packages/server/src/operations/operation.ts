import type { Metrics } from '../metrics/metrics.js'
import type { Page } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Stream } from '../stream/stream.js'

/** When an operation runs, and who asked for it. */
export interface OperationContext {
  readonly time: number
  readonly by: string
}

/** What the service knows before a stream is loaded. */
export interface PlanContext {
  readonly store: Store
  readonly stream: string
  readonly time: number
}

/** What of a request is still to be done. */
export interface Prepared<Input, Result> {
  /** Missing where everything was done before: then the stream is not even loaded. */
  readonly input?: Input
  /** The result of the whole request, from the result for `input`. */
  complete?(made?: Result): Result
  /** The same error with the item numbers of the caller's request. */
  renumber?(error: unknown): unknown
  /** Pages of the log that are rewritten together with the new one. */
  readonly redacted?: Page['redacted']
}

export interface Plan<Input, Result> {
  /** Two requests that claim the same name run one after the other. */
  readonly claims: readonly string[]
  /** Called once the claims are held. */
  prepare(): Promise<Prepared<Input, Result>>
}

/** Something that can be done with a stream. This declaration is all there is to it: engines and the service read it. */
export interface Operation<Input, Result> {
  /** It changes nothing, so that no page is written. */
  readonly reads?: true
  /** Its result shows earlier changes. Where it makes no page of its own, it waits until those are on disk. */
  readonly waitsForDisk?: true
  /** Runs in the service, before the stream is loaded. */
  plan?(input: Input, context: PlanContext): Plan<Input, Result>
  /** Runs in the thread of the stream. One that may take long is a generator, which yields between slices. */
  handle(stream: Stream, input: Input, context: OperationContext): Result | Generator<void, Result>
  /** Counts labels and leases once the result is on disk. */
  measure?(metrics: Pick<Metrics, 'label' | 'leases'>, stream: string, result: Result, input: Input): void
}

/** An operation, typed by its handler. */
export const operation = <Input, Result>(declared: Operation<Input, Result>): Operation<Input, Result> =>
  declared

/** Items that are worked on before another stream of the thread has its turn. */
const SLICE = 32

/**
 * Maps entries, and yields after every slice so that the other streams of the thread are not kept waiting.
 *
 * @example
 * [...inSlices([1, 2, 3], (one) => one, 1)].length // => 2
 */
export function* inSlices<Entry, Value>(
  entries: readonly Entry[],
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
