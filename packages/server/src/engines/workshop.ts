import { serverError } from '../errors.js'
import type { StreamConfig } from '../stream/config.js'
import { handlers } from '../stream/handle/index.js'
import type { Circumstances, OperationName, Request, Result } from '../stream/operations.js'
import { Stream } from '../stream/stream.js'
import type { Done } from './engine.js'

type Handler = (stream: Stream, request: unknown, circumstances: Circumstances) => unknown

/** The streams of one thread. Everything here is done at once, one thing after the other. */
export class Workshop {
  readonly #streams = new Map<string, Stream>()

  open(id: string, config: StreamConfig): void {
    this.#streams.set(id, new Stream(id, config))
  }

  restore(id: string, config: StreamConfig, bytes: Uint8Array): number {
    const stream = new Stream(id, config)
    stream.load(bytes)
    this.#streams.set(id, stream)
    return stream.seq
  }

  replay(id: string, pages: readonly string[]): number {
    const stream = this.#get(id)
    for (const page of pages) stream.replay(page)
    return stream.seq
  }

  /** When an operation fails after something has happened, the stream here is not what the log says: it is thrown away. */
  run<Name extends OperationName>(
    id: string,
    name: Name,
    request: Request<Name>,
    circumstances: Circumstances,
  ): Done<Name> {
    const stream = this.#get(id)
    try {
      const result = (handlers[name] as Handler)(stream, request, circumstances) as Result<Name>
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
