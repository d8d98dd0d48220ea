import type { State } from '../state/state.js'
import { type BudgetStatus, clampShare, type Limit, LimitWithoutHorizon } from './limit.js'

/** The remainder is spent over the items of about this many questions. */
const AHEAD = 5
/** The pace aims this many questions below the cap, so that the cap itself rarely forbids a question. */
const BELOW_CAP = 4

/**
 * A share of all items so far plus an initial credit: asked ≤ ratio · items + credit at any time. For streams of unknown length;
 * if the length is known, a total with a curve is better.
 */
export class RatioLimit extends LimitWithoutHorizon implements Limit {
  readonly ratio: number
  readonly credit: number

  constructor(ratio: number, credit: number) {
    super()
    this.ratio = ratio
    this.credit = credit
  }

  allows({ items, spent }: BudgetStatus): boolean {
    return spent + 1 <= this.ratio * items + this.credit
  }

  rate({ items, spent }: BudgetStatus): number {
    const ahead = AHEAD / this.ratio
    const credit = this.credit - Math.min(BELOW_CAP, this.credit / 2)
    return clampShare((this.ratio * (items + ahead) + credit - spent) / ahead)
  }

  override mean(): number {
    return this.ratio
  }

  observed(): void {}

  restart(): void {}

  save(): State {
    return {}
  }

  load(): void {}
}
