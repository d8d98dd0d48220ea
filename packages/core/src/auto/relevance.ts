import { enlarged } from '../rows/table.js'
import { floatsIn, type State } from '../state/state.js'
import type { Design } from './design.js'
import type { Represented } from './represented.js'

/**
 * How much features have to do with the classes, from the one-way analysis of variance of each over the stored rows (R. A.
 * Fisher: Statistical methods for research workers. 1925): relevance² = max(0.03, 1 − 2/F). A useless feature has F ≈ 1 and is nearly
 * left out; one that tells the classes apart keeps its weight.
 */
export class Relevance {
  readonly #design: Design
  #classes: number
  /** By slot and class the sum of the values; by slot the sum of their squares; by class the rows. */
  #sums: Float64Array = new Float64Array(0)
  #squares: Float64Array = new Float64Array(0)
  #rows: Float64Array

  constructor(design: Design, classes: number) {
    this.#design = design
    this.#classes = classes
    this.#rows = new Float64Array(classes)
  }

  /** A stored row, represented without relevance and without being brought to length 1. */
  add({ slots, values, length }: Represented, label: number, most: number): void {
    const k = this.#classes
    this.#sums = enlarged(this.#sums, (most + 1) * k)
    this.#squares = enlarged(this.#squares, most + 1)
    this.#rows[label]++
    for (let i = 1; i < length; i++) {
      const slot = slots[i]
      this.#sums[slot * k + label] += values[i]
      this.#squares[slot] += values[i] * values[i]
    }
  }

  /** The relevance of a slot; what was added for it is forgotten. */
  settle(slot: number): number {
    const { relevanceDemand, leastRelevance } = this.#design
    const f = slot < this.#squares.length ? this.#ratio(slot) : 1
    this.#sums.fill(0, slot * this.#classes, (slot + 1) * this.#classes)
    if (slot < this.#squares.length) this.#squares[slot] = 0
    return Math.sqrt(Math.max(leastRelevance, 1 - relevanceDemand / Math.max(f, 1e-9)))
  }

  /** All slots are settled: the next rows begin anew. */
  begin(): void {
    this.#rows.fill(0)
  }

  /** F: the variance between the classes over that within them. */
  #ratio(slot: number): number {
    const k = this.#classes
    let rows = 0
    let met = 0
    let sum = 0
    let between = 0
    for (let c = 0; c < k; c++) {
      const count = this.#rows[c]
      if (count === 0) continue
      const own = this.#sums[slot * k + c]
      met++
      rows += count
      sum += own
      between += (own * own) / count
    }
    const common = (sum * sum) / rows
    const total = this.#squares[slot] - common
    between -= common
    if (met < 2 || rows <= met || total <= 1e-12) return 1
    return between / (met - 1) / (Math.max(total - between, 1e-9 * total) / (rows - met))
  }

  /** One class more, of which no row is known. Sums that are under way begin anew. */
  addClass(): void {
    this.#classes++
    this.#rows = new Float64Array(this.#classes)
    this.#sums = new Float64Array(0)
    this.#squares = new Float64Array(0)
  }

  save(): State {
    return { sums: this.#sums.slice(), squares: this.#squares.slice(), rows: this.#rows.slice() }
  }

  load(state: State): void {
    this.#sums = floatsIn(state, 'sums')
    this.#squares = floatsIn(state, 'squares')
    this.#rows = floatsIn(state, 'rows')
  }
}
