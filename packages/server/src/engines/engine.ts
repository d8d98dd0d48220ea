import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Connection, connect, remoteOf } from '@askance/core/rpc'
import type { OperationName, Request } from '../operations/index.js'
import type { OperationContext } from '../operations/operation.js'
import { type Done, StreamHost, Turns } from './host.js'

type Finished<Value> = Value extends Generator<void, infer Last> ? Last : Value

/** The methods of a `StreamHost`, called from elsewhere. The calls for one stream run in the order in which they came. */
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

/** Streams in this thread: nothing is sent to another one, but a slow stream keeps every request waiting. */
export const inlineEngine = (): Engine => {
  const host = new StreamHost()
  const turns = new Turns()
  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    turns.run(String(args[0]), () => (host[method as keyof StreamHost] as Method).call(host, ...args))
  return remoteOf(call, { close: async () => undefined }) as unknown as Engine
}

const startWorker = (): Worker => new Worker(new URL('./worker.js', import.meta.url))

/** Streams in a thread of their own. If it dies, pending and later calls are rejected and `onDeath` is called. */
export const threadEngine = (onDeath: (error: Error) => void, worker = startWorker()): Engine =>
  connect(worker, { onDeath }) as unknown as Engine

/** Some engines. A stream is given to the one that has the fewest. */
export class EnginePool {
  /** One that has died is missing until it is needed, so that one that dies at once is not started in a loop. */
  readonly #engines: (Engine | undefined)[]
  readonly #start: () => Engine
  readonly #streams = new Map<Engine, number>()
  #isClosed = false

  /** `threads` of −1 is one less than the machine has cores but two at least, of 0 no thread at all. */
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
    this.#engines = wanted === 0 ? [inlineEngine()] : Array.from({ length: wanted }, this.#start)
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
