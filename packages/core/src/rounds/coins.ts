import { Random } from '../random.js'
import { integersIn, type State } from '../state/state.js'

/** The source of coins: one number in [0, 1) per round, for every rule. */
export interface Coins {
  toss(): number
  save(): State
  load(state: State): void
}

/** The coins of a seed: its sub-stream "coin". */
export class SeededCoins implements Coins {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = new Random(seed, 'coin')
  }

  toss(): number {
    return this.#random.uniform()
  }

  save(): State {
    return { random: this.#random.save() }
  }

  /** A model saved with supplied coins has no state; the seeded coins start from the beginning then. */
  load(state: State): void {
    if ('random' in state) this.#random.load(integersIn(state, 'random'))
  }
}
