import { spreadOf } from '../budget/spread.js'
import { ruleInputs } from '../budget/steering.js'
import type { Learned } from '../classifier/learned.js'
import { doubtOf } from '../parts.js'
import { Row } from '../rows/row.js'
import { rowsIn, savedRows } from '../rows/table.js'
import { numberIn, type State } from '../state/state.js'
import { LOOK_FIELDS, MAX_LOOKS } from './terms.js'

/** The latest sampled rows, which every version reads, so that partitions can turn the dial of the rule. */
export class LatestRows {
  #rows: Row[] = []
  #next = 0

  add({ index, value, start, end }: Row): void {
    this.#rows[this.#next] = new Row(index.slice(start, end), value.slice(start, end))
    this.#next = (this.#next + 1) % MAX_LOOKS
  }

  /** What the rule reads in each row with the model as it is, and the mean spread of the confidence. */
  readings(learned: Learned): { readonly looks: Float64Array; readonly spread: number } {
    const { learner } = learned
    const count = this.#rows.length
    const looks = new Float64Array(count * LOOK_FIELDS)
    let spreads = 0
    this.#rows.forEach((row, k) => {
      learner.read(row)
      looks.set(ruleInputs(doubtOf(learner)), k * LOOK_FIELDS)
      spreads += spreadOf(learned.confidence())
    })
    return { looks, spread: count > 0 ? spreads / count : spreadOf(0.5) }
  }

  save(): State {
    return { ...savedRows(this.#rows), next: this.#next }
  }

  load(state: State): void {
    this.#rows = rowsIn(state)
    this.#next = numberIn(state, 'next')
  }
}
