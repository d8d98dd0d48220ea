import { Random } from '../random.js'
import { integersIn, type State } from '../state/state.js'

/** The source of randomness of `auto`. */
export interface Draws {
  /** Phases, uniform in [0, 2π). */
  phases(count: number): Float32Array
  /** Standard normal numbers that belong to a slot. */
  frequencies(slot: number, count: number): ArrayLike<number>
  /** Selects the stored row to visit next: uniform in [0, 1). */
  replay(): number
  save(): State
  load(state: State): void
}

/** Seeded draws. The numbers of a slot do not depend on when they are drawn. */
export class SeededDraws implements Draws {
  readonly #seed: number
  readonly #replays: Random

  constructor(seed: number) {
    this.#seed = seed
    this.#replays = new Random(seed, 'replay')
  }

  phases(count: number): Float32Array {
    const random = new Random(this.#seed, 'phases')
    return Float32Array.from({ length: count }, () => 2 * Math.PI * random.uniform())
  }

  frequencies(slot: number, count: number): Float64Array {
    const random = new Random(this.#seed, `frequencies ${slot}`)
    return Float64Array.from({ length: count }, () => random.normal())
  }

  replay(): number {
    return this.#replays.uniform()
  }

  save(): State {
    return { replays: this.#replays.save() }
  }

  load(state: State): void {
    this.#replays.load(integersIn(state, 'replays'))
  }
}
