import { serverError } from '../errors.js'
import { type OperationName, operationNamed, type Request, type Result } from '../operations/index.js'
import { type OperationContext, PENDING } from '../operations/operation.js'
import type { StreamConfig } from '../stream/config.js'
import type { Draft } from '../stream/draft.js'
import { Stream } from '../stream/stream.js'

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
  *replay(id: string, pages: readonly string[]): Generator<void, number> {
    const stream = this.#get(id)
    for (const page of pages) {
      stream.replay(page)
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

  #get(id: string): Stream {
    const stream = this.#streams.get(id)
    if (!stream) throw serverError('stream/unloaded', { stream: id })
    return stream
  }
}

/** Work on a stream: a plain call, or a generator that works in slices. */
interface Job {
  begin(): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
  slices?: Generator<void, unknown>
}

/** Milliseconds of work before the event loop can deliver new messages. */
const TURN = 4

/**
 * Round-robin scheduler for the streams of a thread. Jobs of one stream run in order, and other streams wait for at most
 * one slice of a long job.
 */
export class Turns {
  readonly #jobs = new Map<string, Job[]>()
  /** The streams with pending jobs, in turn order. */
  readonly #next: string[] = []
  #isRunning = false

  run(stream: string, begin: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => this.#add(stream, { begin, resolve, reject }))
  }

  #add(stream: string, job: Job): void {
    const jobs = this.#jobs.get(stream)
    if (jobs) jobs.push(job)
    else {
      this.#jobs.set(stream, [job])
      this.#next.push(stream)
    }
    if (this.#isRunning) return
    this.#isRunning = true
    setImmediate(() => this.#work())
  }

  #work(): void {
    const end = performance.now() + TURN
    do {
      const stream = this.#next.shift()
      if (stream === undefined) {
        this.#isRunning = false
        return
      }
      this.#step(stream)
    } while (performance.now() < end)
    setImmediate(() => this.#work())
  }

  #step(stream: string): void {
    const jobs = this.#jobs.get(stream) ?? []
    const [job] = jobs
    if (job && isFinished(job)) jobs.shift()
    if (jobs.length > 0) this.#next.push(stream)
    else this.#jobs.delete(stream)
  }
}

/** Runs one slice; returns whether it was the last. */
const isFinished = (job: Job): boolean => {
  try {
    const made = job.slices ?? job.begin()
    if (!isGenerator(made)) {
      job.resolve(made)
      return true
    }
    job.slices = made
    const { done, value } = made.next()
    if (done) job.resolve(value)
    return Boolean(done)
  } catch (error) {
    job.reject(error)
    return true
  }
}

export const isGenerator = <Value>(made: Value | Generator<void, Value>): made is Generator<void, Value> =>
  typeof made === 'object' && made !== null && Symbol.iterator in made && 'next' in made
