import { numberIn, type State } from '../state/state.js'
import { type BudgetStatus, clampShare, type Limit, LimitWithoutHorizon } from './limit.js'

/** The same exponent as the curve of a known horizon: the remainder falls as t^(−0.4). */
const EXPONENT = 0.4

/**
 * A number of labels for a stream of unknown length. The remainder R is spent at the rate 0.4·R/t, which is the slope of the curve
 * (t/T)^0.4 if the stream ended now. Some of the budget always remains.
 */
export class TotalLimit extends LimitWithoutHorizon implements Limit {
  readonly total: number
  #from = 0

  constructor(total: number) {
    super()
    this.total = total
  }

  allows({ spent }: BudgetStatus): boolean {
    return spent + 1 <= this.total
  }

  rate({ items, spent }: BudgetStatus): number {
    return clampShare((EXPONENT * (this.total - spent)) / Math.max(1, items - this.#from, this.total))
  }

  observed(): void {}

  restart({ items }: BudgetStatus): void {
    this.#from = items
  }

  save(): State {
    return { from: this.#from }
  }

  load(state: State): void {
    this.#from = numberIn(state, 'from')
  }
}
