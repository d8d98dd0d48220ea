import { numberIn, type State } from '../state/state.js'
import type { Design } from './design.js'

/** The renewals of a pool: they follow the number of answers, and mostly have no new scales. */
export class AnswerRenewals {
  readonly #design: Design
  /** The renewals without new scales, and the number of answers at the last renewal. */
  count = 0
  #at = 0

  constructor(design: Design) {
    this.#design = design
  }

  /** Whether a renewal without new scales begins, which is counted. */
  begins(answers: number): boolean {
    const { relevanceFrom, renewalGrowth } = this.#design
    if (renewalGrowth === Number.POSITIVE_INFINITY) return false
    if (answers < (this.#at < relevanceFrom ? relevanceFrom : renewalGrowth * this.#at)) return false
    this.count++
    return true
  }

  /** Notes a renewal. */
  note(answers: number): void {
    this.#at = answers
  }

  /** Undefined in a stream. */
  save(): State | undefined {
    return this.#at > 0 ? { count: this.count, at: this.#at } : undefined
  }

  load(state: State): void {
    this.count = 'count' in state ? numberIn(state, 'count') : 0
    this.#at = 'at' in state ? numberIn(state, 'at') : 0
  }
}
