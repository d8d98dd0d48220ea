import { Random } from '../random.js'
import { integersIn, type State } from '../state/state.js'

/** Where the coins come from: one number in [0, 1) a round, whatever the rule. */
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

  /** Where the coins came from elsewhere, nothing was saved: those of the seed begin then. */
  load(state: State): void {
    if ('random' in state) this.#random.load(integersIn(state, 'random'))
  }
}
