import { floatsIn, type State } from '../state/state.js'

/**
 * ρ, what a missed positive weighs against a false alarm: given, or T_n/T_p, which makes both classes weigh the same (Lu,
 * Zhao & Hoi 2016, section 5). A stream does not know how many items of each class it has; they are estimated from the
 * labels that were asked for: T̂_y = 1 + Σ 1[y]/P.
 *
 * @example
 * const balance = new Balance(0)
 * balance.count(0, 0.5)
 * balance.count(0, 0.5)
 * balance.rho // => 5
 */
export class Balance {
  readonly #given: number
  readonly #counts = new Float64Array([1, 1])

  /** 0 stands for the ratio of the classes. */
  constructor(rho: number) {
    this.#given = rho
  }

  get rho(): number {
    return this.#given || this.#counts[0] / this.#counts[1]
  }

  /** Counts a label that was asked for with this probability. */
  count(label: number, probability: number): void {
    this.#counts[label] += probability > 0 ? 1 / probability : 1
  }

  save(): State {
    return this.#given > 0 ? {} : { balance: this.#counts.slice() }
  }

  load(state: State): void {
    if (this.#given === 0) this.#counts.set(floatsIn(state, 'balance'))
  }
}
