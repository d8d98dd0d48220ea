import { availableParallelism } from 'node:os'
import type { Engine } from './engine.js'
import { inlineEngine } from './inline.js'
import { threadEngine } from './thread.js'

/** Some engines. A stream is given to the one that has the fewest. */
export class EnginePool {
  /** One that has died is missing until it is wanted: one that dies at once is not started again and again. */
  readonly #engines: (Engine | undefined)[]
  readonly #start: () => Engine
  readonly #streams = new Map<Engine, number>()
  #isClosed = false

  /** `threads` of −1 is one less than the machine has cores but two at least, of 0 no thread at all. `lost` is told when one has died. */
  constructor(threads: number, lost: (engine: Engine, error: Error) => void, thread = threadEngine) {
    const wanted = threads < 0 ? Math.max(2, availableParallelism() - 1) : threads
    this.#start = () => {
      const engine = thread((error) => {
        if (this.#isClosed) return
        this.#engines[this.#engines.indexOf(engine)] = undefined
        this.#streams.delete(engine)
        lost(engine, error)
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
