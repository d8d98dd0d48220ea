import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { hasCode } from '@askance/core/internals'
import { type Connection, connect, remoteOf } from '@askance/core/rpc'
import { serverError } from '../errors.js'
import { type OperationName, operationNamed, type Request } from '../operations/index.js'
import type { OperationContext } from '../operations/operation.js'
import { type Cost, type Done, StreamHost, threadBytes } from './host.js'
import { JobClock, Turns } from './turns.js'

type Finished<Value> = Value extends Generator<void, infer Last> ? Last : Value

/** The methods of a `StreamHost` as asynchronous calls. Calls for one stream run in order. */
export type Engine = {
  readonly [Name in Exclude<keyof StreamHost, 'run'>]: (
    ...args: Parameters<StreamHost[Name]>
  ) => Promise<Finished<ReturnType<StreamHost[Name]>>>
} & {
  run<Name extends OperationName>(
    stream: string,
    name: Name,
    input: Request<Name>,
    context: OperationContext,
    job?: JobLimit,
  ): Promise<Done<Name> & { readonly cost?: Cost }>
  /** Ends a job that has not begun, or that changes nothing. */
  cancel(job: number): Promise<void>
} & Connection

/** A number by which a job is known, and how many milliseconds it may work. */
interface JobLimit {
  readonly number: number
  readonly milliseconds: number
}

type Method = (this: StreamHost, ...args: readonly unknown[]) => unknown

/**
 * Runs streams in this thread. There is no message overhead, but a slow stream blocks every request, and a job that exceeds its
 * limit ends only between slices.
 */
export const inlineEngine = (clock?: JobClock): Engine => {
  const host = new StreamHost()
  const turns = new Turns(clock)
  const run = async (args: readonly unknown[]): Promise<unknown> => {
    const [stream, name, input, context, limit] = args as Parameters<Engine['run']>
    const begin = () => host.run(stream, name, input as never, context)
    if (!limit) return turns.run(stream, begin)
    const { isLong, reads = false } = operationNamed(name)
    const cost = { milliseconds: 0 }
    const options = { job: limit.number, isRead: reads, cost, ...(!isLong && { most: limit.milliseconds }) }
    const done = (await turns.run(stream, begin, options)) as Done<OperationName>
    return { ...done, cost: { ...cost, threadBytes: threadBytes() } }
  }
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    if (method === 'cancel') return turns.cancel(Number(args[0]))
    if (method === 'run') return run(args)
    return turns.run(String(args[0]), () => (host[method as keyof StreamHost] as Method).call(host, ...args))
  }
  return remoteOf(call, { close: async () => undefined }) as unknown as Engine
}

/** The bundled worker loads three times faster. */
const startWorker = (clock: JobClock): Worker =>
  new Worker(new URL('./engine-worker.bundle.js', import.meta.url), { workerData: { clock: clock.buffer } })

/** How often the main thread looks whether a job runs for too long. */
const WATCH_MS = 250

/**
 * Runs streams in a worker thread. If it dies, pending and later calls are rejected and `onDeath` is called. A job that exceeds
 * its limit ends the thread: it is rejected with `operation/timeout`, and the others, of which nothing was stored, with
 * `stream/unloaded`.
 */
export const threadEngine = (
  onDeath: (error: Error) => void,
  clock = new JobClock(),
  worker = startWorker(clock),
): Engine => {
  const limits = new Map<number, number>()
  let culprit = 0
  const engine = connect(worker, { onDeath, schedule: setImmediate }) as unknown as Engine
  const watching = setInterval(() => {
    const job = clock.overdue(0)
    const most = limits.get(job)
    if (most === undefined || clock.overdue(most) !== job) return
    culprit = job
    const error = serverError('operation/timeout', { seconds: most / 1000 })
    void engine.close(error)
    onDeath(error)
  }, WATCH_MS).unref()
  worker.once('exit', () => clearInterval(watching))
  const blamed = (error: unknown, stream: string, job?: number): unknown =>
    culprit > 0 && job !== culprit && isTimeout(error) ? serverError('stream/unloaded', { stream }) : error
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    const limit = method === 'run' ? (args as Parameters<Engine['run']>)[4] : undefined
    if (limit) limits.set(limit.number, limit.milliseconds)
    try {
      return await (engine[method as keyof Engine] as unknown as Method).call(engine as never, ...args)
    } catch (error) {
      throw blamed(error, String(args[0]), limit?.number)
    } finally {
      if (limit) limits.delete(limit.number)
    }
  }
  return remoteOf(call, { close: (reason?: Error) => engine.close(reason) }) as unknown as Engine
}

const isTimeout = (error: unknown): boolean => hasCode(error, 'operation/timeout')

/** A pool of engines, each started when a stream needs it. A stream is assigned to the engine with the fewest streams. */
export class EnginePool {
  /** Also a dead engine is restarted on demand only, so that one that dies at start is not restarted in a loop. */
  readonly #engines: (Engine | undefined)[]
  readonly #start: () => Engine
  readonly #streams = new Map<Engine, number>()
  #isClosed = false

  /** `threads`: −1 is the number of cores minus one, but at least two; 0 uses no worker thread. */
  constructor(
    threads: number,
    onDeath: (engine: Engine, error: Error) => void,
    thread: (onDeath: (error: Error) => void) => Engine = threadEngine,
  ) {
    const wanted = threads < 0 ? Math.max(2, availableParallelism() - 1) : threads
    this.#start = () => {
      const engine = thread((error) => {
        if (this.#isClosed) return
        this.#engines[this.#engines.indexOf(engine)] = undefined
        this.#streams.delete(engine)
        onDeath(engine, error)
      })
      return engine
    }
    this.#engines = wanted === 0 ? [inlineEngine()] : Array.from({ length: wanted }, () => undefined)
  }

  /** Whether there is another engine than this one. */
  hasOther(engine: Engine): boolean {
    return this.#engines.some((one) => one !== engine)
  }

  /** Takes another engine than `other`, if given. Throws `service/stopping` after it was closed. */
  take(other?: Engine): Engine {
    if (this.#isClosed) throw serverError('service/stopping')
    const counts = this.#engines.map((engine) =>
      engine && engine === other ? Number.POSITIVE_INFINITY : ((engine && this.#streams.get(engine)) ?? 0),
    )
    const place = counts.indexOf(Math.min(...counts))
    const engine = this.#engines[place] ?? this.#start()
    this.#engines[place] = engine
    this.#streams.set(engine, (counts[place] ?? 0) + 1)
    return engine
  }

  /** Starts all threads, so that the first streams do not wait for them. */
  warm(): void {
    for (const [place, engine] of this.#engines.entries()) this.#engines[place] = engine ?? this.#start()
  }

  giveBack(engine: Engine): void {
    const count = this.#streams.get(engine)
    if (count !== undefined) this.#streams.set(engine, count - 1)
  }

  /** Rejects pending calls with the reason. */
  async close(reason?: Error): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#engines.map((engine) => engine?.close(reason)))
  }
}
