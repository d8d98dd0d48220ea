import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Connection, connect, remoteOf } from '@askance/core/rpc'
import type { OperationName, Request } from '../operations/index.js'
import type { OperationContext } from '../operations/operation.js'
import { type Done, StreamHost, Turns } from './host.js'

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
  ): Promise<Done<Name>>
} & Connection

type Method = (this: StreamHost, ...args: readonly unknown[]) => unknown

/** Runs streams in this thread. There is no message overhead, but a slow stream blocks every request. */
export const inlineEngine = (): Engine => {
  const host = new StreamHost()
  const turns = new Turns()
  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    turns.run(String(args[0]), () => (host[method as keyof StreamHost] as Method).call(host, ...args))
  return remoteOf(call, { close: async () => undefined }) as unknown as Engine
}

/** The bundled worker loads three times faster. */
const startWorker = (): Worker => new Worker(new URL('./engine-worker.bundle.js', import.meta.url))

/** Runs streams in a worker thread. If it dies, pending and later calls are rejected and `onDeath` is called. */
export const threadEngine = (onDeath: (error: Error) => void, worker = startWorker()): Engine =>
  connect(worker, { onDeath }) as unknown as Engine

/** A pool of engines, each started when a stream needs it. A stream is assigned to the engine with the fewest streams. */
export class EnginePool {
  /** Also a dead engine is restarted on demand only, so that one that dies at start is not restarted in a loop. */
  readonly #engines: (Engine | undefined)[]
  readonly #start: () => Engine
  readonly #streams = new Map<Engine, number>()
  #isClosed = false

  /** `threads`: −1 is the number of cores minus one, but at least two; 0 uses no worker thread. */
  constructor(threads: number, onDeath: (engine: Engine, error: Error) => void, thread = threadEngine) {
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

  take(): Engine {
    const counts = this.#engines.map((engine) => (engine && this.#streams.get(engine)) ?? 0)
    const place = counts.indexOf(Math.min(...counts))
    const engine = this.#engines[place] ?? this.#start()
    this.#engines[place] = engine
    this.#streams.set(engine, (counts[place] ?? 0) + 1)
    return engine
  }

  giveBack(engine: Engine): void {
    const count = this.#streams.get(engine)
    if (count !== undefined) this.#streams.set(engine, count - 1)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#engines.map((engine) => engine?.close()))
  }
}
