import { numberIn, type State } from '../state/state.js'
import type { Design } from './design.js'
import type { Ensembles } from './ensembles.js'
import type { Refit } from './refit.js'

/** Passes over all rows before a re-fit. */
export const REFIT_SWEEPS = 2

/**
 * The re-fits of a stream. The scores from the time of asking are those of a model that knew less, so with few answers the stack trusts its
 * members too little; with many, both are alike.
 *
 * A re-fit takes as many rounds as there are answers, and takes effect in a round that is known when it begins, so that its bits do not depend on how
 * much was computed in which round.
 */
export class StreamRefits {
  readonly #design: Design
  readonly #refit: Refit
  /** The number of answers when the last re-fit began, and the round in which it takes effect; 0 if none is running. */
  #answers = 0
  #end = 0

  constructor(design: Design, refit: Refit) {
    this.#design = design
    this.#refit = refit
  }

  /** Whether a re-fit begins, after an answer was learned. */
  begins({ answers, primary }: Ensembles, round: number): boolean {
    const { refitFrom, refitUntil, refitGrowth } = this.#design
    if (answers > refitUntil || this.#end > 0) return false
    if (answers < Math.max(refitFrom, refitGrowth * this.#answers)) return false
    if (primary.rows.every(({ label }) => label === primary.rows[0].label)) return false
    this.#answers = answers
    this.#end = round + answers
    return true
  }

  /** Continues the re-fit that is running, if there is one. */
  advance(round: number, ensembles: Ensembles): void {
    if (this.#end === 0) return
    if (round < this.#end) this.#refit.stepOf(this.#answers)
    else {
      this.#refit.finish(ensembles)
      this.cancel()
    }
  }

  /** The scores are not those of the primary any more. */
  cancel(): void {
    if (this.#end === 0) return
    this.#refit.clear()
    this.#end = 0
  }

  /** Computes all of the re-fit that is running, so that a file does not tell how much of it was computed. */
  compute(): void {
    if (this.#end > 0) this.#refit.hasten()
  }

  /** Undefined if there never was one. */
  save(): State | undefined {
    return this.#answers > 0 ? { answers: this.#answers, end: this.#end } : undefined
  }

  load(state: State): void {
    this.#answers = 'answers' in state ? numberIn(state, 'answers') : 0
    this.#end = 'end' in state ? numberIn(state, 'end') : 0
  }
}
