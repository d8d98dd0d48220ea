import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serverError } from '../errors.js'
import { type OperationName, operationNamed, type Request, type Result } from '../operations/index.js'
import { type OperationContext, PENDING } from '../operations/operation.js'
import type { ReplayPage } from '../store/records.js'
import { wholeLines } from '../store/whole-events.js'
import type { StreamConfig } from '../stream/config.js'
import type { Draft } from '../stream/draft.js'
import { Stream } from '../stream/stream.js'
import { isGenerator } from './turns.js'

/** The result of an operation and its page of events, if it changed the stream. */
export interface Done<Name extends OperationName> {
  /** Undefined if it is pending. */
  readonly result: Result<Name>
  /** The result is pending; the number of the last event when the request ran first. */
  readonly begun?: number
  readonly draft?: Draft
  /** The stream has begun a computation that `work` continues. */
  readonly hasWork?: boolean
}

/** What a numbered job has cost: its time, and the memory that its thread uses. */
export interface Cost {
  readonly milliseconds: number
  readonly threadBytes: number
}

/** The streams of one thread. Long operations are generators that yield between slices. */
export class StreamHost {
  readonly #streams = new Map<string, Stream>()

  /** Opens a stream without events. */
  open(id: string, config: StreamConfig): void {
    this.#streams.set(id, new Stream(id, config))
  }

  /** Restores a stream from a snapshot and returns its event number; throws if the snapshot is damaged. */
  restore(id: string, config: StreamConfig, bytes: Uint8Array): number {
    const stream = new Stream(id, config)
    stream.load(bytes)
    this.#streams.set(id, stream)
    return stream.seq
  }

  /** Applies pages of the log in order; returns the number of the last event. */
  *replay(id: string, pages: readonly ReplayPage[]): Generator<void, number> {
    const stream = this.#get(id)
    for (const page of pages) {
      stream.replay(wholeLines(page))
      yield
    }
    return stream.seq
  }

  /** Unloads the stream if an operation fails after changing it, because it is then ahead of the log. */
  *run<Name extends OperationName>(
    id: string,
    name: Name,
    input: Request<Name>,
    context: OperationContext,
  ): Generator<void, Done<Name>> {
    const stream = this.#get(id)
    const operation = operationNamed(name)
    const { begun = stream.seq } = context
    try {
      const made = operation.handle(stream, input, context)
      const result = isGenerator(made) ? yield* made : made
      const draft = operation.reads ? undefined : stream.page(context)
      return {
        ...(result === PENDING ? { result: undefined as Result<Name>, begun } : { result }),
        ...(draft && { draft }),
        ...(stream.pool?.hasWork && { hasWork: true }),
      }
    } catch (error) {
      if (stream.isAhead) this.#streams.delete(id)
      throw error
    }
  }

  /** A snapshot, and the number of the last event in it. */
  save(id: string): { readonly seq: number; readonly bytes: Uint8Array } {
    const stream = this.#get(id)
    return { seq: stream.seq, bytes: stream.save() }
  }

  drop(id: string): void {
    this.#streams.delete(id)
  }

  /** Bytes that the streams of this thread use, after garbage was collected. */
  memory(): number {
    collectGarbage()
    return threadBytes()
  }

  #get(id: string): Stream {
    const stream = this.#streams.get(id)
    if (!stream) throw serverError('stream/unloaded', { stream: id })
    return stream
  }
}

/** Bytes in the heap and in arrays outside of it. */
export const threadBytes = (): number => {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

/** Without it, the memory of streams that were dropped is counted until V8 collects it by itself. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
