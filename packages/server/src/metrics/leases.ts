/** Which questions are in somebody's hands, as far as requests have told: a lease that runs out tells nobody. */
export class Leases {
  readonly #now: () => number
  readonly #until = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  hold(stream: string, id: string, until: number): void {
    this.#until.set(keyOf(stream, id), until)
  }

  drop(stream: string, id: string): void {
    this.#until.delete(keyOf(stream, id))
  }

  /** How many are held now. */
  count(): number {
    const now = this.#now()
    for (const [key, until] of this.#until) if (until <= now) this.#until.delete(key)
    return this.#until.size
  }
}

const keyOf = (stream: string, id: string): string => JSON.stringify([stream, id])
