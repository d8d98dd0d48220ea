import { serverError } from '../errors.js'
import type { StreamConfig } from '../stream/config.js'
import type { Circumstances, OperationName, Request } from '../stream/operations.js'
import { Stream } from '../stream/stream.js'
import type { Done } from './engine.js'
import { operated } from './slices.js'

/** What a workshop can be told to do with a stream. */
export type Task = Exclude<keyof Workshop, 'begin'>

/** The streams of one thread. What may take long is a generator, which yields between pieces. */
export class Workshop {
  readonly #streams = new Map<string, Stream>()

  /** Begins a task that came as a message. */
  begin(task: Task, given: readonly unknown[]): unknown {
    return (this[task] as (...all: readonly unknown[]) => unknown)(...given)
  }

  open(id: string, config: StreamConfig): void {
    this.#streams.set(id, new Stream(id, config))
  }

  restore(id: string, config: StreamConfig, bytes: Uint8Array): number {
    const stream = new Stream(id, config)
    stream.load(bytes)
    this.#streams.set(id, stream)
    return stream.seq
  }

  *replay(id: string, pages: readonly string[]): Generator<void, number> {
    const stream = this.#get(id)
    for (const page of pages) {
      stream.replay(page)
      yield
    }
    return stream.seq
  }

  /** When an operation fails after something has happened, the stream here is not what the log says: it is thrown away. */
  *run<Name extends OperationName>(
    id: string,
    name: Name,
    request: Request<Name>,
    circumstances: Circumstances,
  ): Generator<void, Done<Name>> {
    const stream = this.#get(id)
    try {
      const result = yield* operated(stream, name, request, circumstances)
      const draft = stream.page(circumstances)
      return { result, ...(draft && { draft }) }
    } catch (error) {
      if (stream.isAhead) this.#streams.delete(id)
      throw error
    }
  }

  save(id: string): { readonly seq: number; readonly bytes: Uint8Array } {
    const stream = this.#get(id)
    return { seq: stream.seq, bytes: stream.save() }
  }

  drop(id: string): void {
    this.#streams.delete(id)
  }

  #get(id: string): Stream {
    const stream = this.#streams.get(id)
    if (!stream) throw serverError('stream/unloaded', { stream: id })
    return stream
  }
}
