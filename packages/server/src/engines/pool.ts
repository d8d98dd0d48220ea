import { availableParallelism } from 'node:os'
import type { Engine } from './engine.js'
import { inlineEngine } from './inline.js'
import { threadEngine } from './thread.js'

/** Some engines. A stream is given to the one that has the fewest. */
export class EnginePool {
  readonly #engines: Engine[]
  readonly #streams = new Map<Engine, number>()
  #isClosed = false

  /** `threads` of −1 is one less than the machine has cores, of 0 no thread at all. `lost` is told when one has died. */
  constructor(threads: number, lost: (engine: Engine, error: Error) => void, thread = threadEngine) {
    const wanted = threads < 0 ? Math.max(1, availableParallelism() - 1) : threads
    const start = (): Engine => {
      const engine = thread((error) => {
        if (this.#isClosed) return
        this.#engines.splice(this.#engines.indexOf(engine), 1, start())
        this.#streams.delete(engine)
        lost(engine, error)
      })
      return engine
    }
    this.#engines = wanted === 0 ? [inlineEngine()] : Array.from({ length: wanted }, start)
  }

  take(): Engine {
    const count = (engine: Engine): number => this.#streams.get(engine) ?? 0
    const engine = this.#engines.reduce((least, other) => (count(other) < count(least) ? other : least))
    this.#streams.set(engine, count(engine) + 1)
    return engine
  }

  giveBack(engine: Engine): void {
    const count = this.#streams.get(engine)
    if (count !== undefined) this.#streams.set(engine, count - 1)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#engines.map((engine) => engine.close()))
  }
}
