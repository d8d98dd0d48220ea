import type { Engine } from '../engines/engine.js'

/** How often streams are unloaded and memory is measured, before the rest is left for later. */
const MAX_ROUNDS = 4

/** The memory that threads use, of which streams are nearly all. A thread does not know how much each of its streams uses. */
export class ThreadMemory {
  readonly #limit: number
  /** Bytes after the last operation of each thread, with garbage. */
  readonly #bytes = new Map<Engine, number>()
  #isFreeing = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Records what a thread uses. */
  used(engine: Engine, bytes: number): void {
    this.#bytes.set(engine, bytes)
  }

  forget(engine: Engine): void {
    this.#bytes.delete(engine)
  }

  get isOver(): boolean {
    return this.#total > this.#limit
  }

  get #total(): number {
    return [...this.#bytes.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  /** While the threads use more than the limit, asks to unload the share of the streams that is too much. */
  async free(unload: (share: number) => Promise<void>): Promise<void> {
    if (!this.isOver || this.#isFreeing) return
    this.#isFreeing = true
    try {
      for (let round = 0; round < MAX_ROUNDS && this.isOver; round++) {
        // At first only garbage is collected, which may be all that is too much.
        if (round > 0) await unload((this.#total - this.#limit) / this.#total)
        for (const engine of [...this.#bytes.keys()])
          this.#bytes.set(engine, await engine.memory().catch(() => 0))
      }
    } finally {
      this.#isFreeing = false
    }
  }
}
