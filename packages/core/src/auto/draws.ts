import { Random } from '../random.js'
import { integersIn, type State } from '../state/state.js'

/** The source of randomness of `auto`. */
export interface Draws {
  /** Selects the stored row to visit next: uniform in [0, 1). */
  replay(): number
  save(): State
  load(state: State): void
}

export class SeededDraws implements Draws {
  readonly #replays: Random

  constructor(seed: number) {
    this.#replays = new Random(seed, 'replay')
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
