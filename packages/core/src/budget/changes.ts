import { numberIn, type State } from '../state/state.js'

/** How evenly the rest of a budget is spent if the stream has an order. */
const ORDERED = 0.75

/**
 * What is known about how a stream changes: how many times drift was detected, and whether neighbouring items were found to be alike.
 *
 * @example
 * const changes = new Changes()
 * changes.evenness // => 0
 * changes.count = 1
 * changes.evenness // => 0.5
 * changes.isOrdered = true
 * changes.evenness // => 0.75
 */
export class Changes {
  count = 0
  isOrdered = false

  /** How evenly to spend the rest of a budget: every change makes more changes likely, and so does an order. */
  get evenness(): number {
    return Math.max(this.isOrdered ? ORDERED : 0, this.count / (this.count + 1))
  }

  save(): { changes: number; ordered: number } {
    return { changes: this.count, ordered: this.isOrdered ? 1 : 0 }
  }

  load(state: State): void {
    this.count = numberIn(state, 'changes')
    // Files of older versions do not know of an order.
    this.isOrdered = 'ordered' in state && numberIn(state, 'ordered') === 1
  }
}
