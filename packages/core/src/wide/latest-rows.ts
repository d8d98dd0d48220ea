import { spreadOf } from '../budget/spread.js'
import { ruleInputs } from '../budget/steering.js'
import type { Learned } from '../classifier/learned.js'
import { doubtOf } from '../parts.js'
import { Row } from '../rows/row.js'
import { RowTable } from '../rows/table.js'
import { floatsIn, integersIn, numberIn, type State } from '../state/state.js'
import { LOOK_FIELDS, MAX_LOOKS } from './terms.js'

/** The latest sampled rows, which every version reads, so that partitions can turn the dial of the rule. */
export class LatestRows {
  readonly #rows: Row[] = []
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
    const table = new RowTable()
    for (const row of this.#rows) table.push(row)
    return { ...table.save(), next: this.#next }
  }

  load(state: State): void {
    const starts = integersIn(state, 'starts')
    const index = integersIn(state, 'index')
    const value = floatsIn(state, 'value')
    for (let k = 0; k + 1 < starts.length; k++)
      this.#rows[k] = new Row(index.slice(starts[k], starts[k + 1]), value.slice(starts[k], starts[k + 1]))
    this.#next = numberIn(state, 'next')
  }
}
