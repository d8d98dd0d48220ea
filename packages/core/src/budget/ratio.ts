import type { State } from '../state/state.js'
import { type BudgetStatus, clampShare, type Limit } from './limit.js'

/** What may be asked is spent over about so many questions' worth of items. */
const AHEAD = 5

/**
 * A share of all items so far, and a credit to begin with: asked ≤ ratio · items + credit at every moment. For streams
 * without an end; where the length is known, the same share as a total with a curve is spent better.
 */
export class RatioLimit implements Limit {
  readonly ratio: number
  readonly credit: number

  constructor(ratio: number, credit: number) {
    this.ratio = ratio
    this.credit = credit
  }

  allows({ items, spent }: BudgetStatus): boolean {
    return spent + 1 <= this.ratio * items + this.credit
  }

  rate({ items, spent }: BudgetStatus): number {
    const ahead = AHEAD / this.ratio
    return clampShare((this.ratio * (items + ahead) + this.credit - spent) / ahead)
  }

  observed(): void {}

  restart(): void {}

  save(): State {
    return {}
  }

  load(): void {}
}
