import type { Logger } from '../logs/logger.js'

type End = () => unknown

/** What is to be ended, the last begun first. Each is ended, even when another fails; the first failure is told at last. */
export class Closing {
  readonly #ends: End[] = []
  readonly #logger: Logger
  #closed: Promise<void> | undefined

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Gives a function that takes this end back, because another will do it. */
  add(end: End): () => void {
    this.#ends.push(end)
    return () => this.#ends.splice(this.#ends.indexOf(end), 1)
  }

  close(): Promise<void> {
    this.#closed ??= this.#endAll()
    return this.#closed
  }

  async #endAll(): Promise<void> {
    const faults: unknown[] = []
    for (const end of this.#ends.reverse())
      try {
        await end()
      } catch (error) {
        this.#logger.error({ err: error }, 'stopping failed')
        faults.push(error)
      }
    if (faults.length > 0) throw faults[0]
  }
}
