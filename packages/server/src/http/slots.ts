import { serverError } from '../errors.js'

/** Places of one key: how many are taken, and who waits for one, in order. */
interface Places {
  taken: number
  readonly waiting: (() => void)[]
}

/** A number of places for each key. */
export class Slots {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #places = new Map<string, Places>()

  constructor(most: number, mostWaiting: number) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  /** Waits for a place; returns a function that frees it. Rejects with `request/too-many` if too many wait. */
  async take(key: string): Promise<() => void> {
    const places = this.#places.get(key) ?? { taken: 0, waiting: [] }
    this.#places.set(key, places)
    if (places.taken < this.#most) places.taken++
    else if (places.waiting.length >= this.#mostWaiting) throw serverError('request/too-many', { seconds: 1 })
    else await new Promise<void>((resolve) => places.waiting.push(resolve))
    return () => this.#free(key, places)
  }

  /** The place goes to the one that has waited longest. */
  #free(key: string, places: Places): void {
    const next = places.waiting.shift()
    if (next) next()
    else if (--places.taken === 0) this.#places.delete(key)
  }
}
