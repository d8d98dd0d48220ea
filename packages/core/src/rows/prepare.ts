import { coreError } from '../errors.js'
import { numberIn, type State } from '../state/state.js'
import { INTERCEPT, Row, squaredNorm } from './row.js'
import { featureEnd } from './vector.js'

/** How the values of a row are scaled: not at all, to length 1, to a largest magnitude of 1, or to 1 each. */
export type Normalization = 'none' | 'l2' | 'max' | 'binary'

export const normalizations: readonly Normalization[] = ['none', 'l2', 'max', 'binary']

export interface Preparation {
  readonly normalize: Normalization
  /**
   * The value of the intercept feature: a number, `auto` for a fifth of the mean row length so far (an intercept of 1 would
   * dominate rows of length 1), or `none`.
   */
  readonly intercept: number | 'auto' | 'none'
}

/** The share of the mean row length that `auto` gives the intercept: between a tenth and a third works on most data. */
const AUTO_SHARE = 0.2

/** Rows this near to length 1 stay as they are: scaling them would only stir the last bits. */
const NEARLY = 1e-12

/** Prepares a row for the learner, without changing the given row or allocating. Vectors stay as they are. */
export class RowPreparer {
  readonly #normalize: Normalization
  readonly #intercept: Preparation['intercept']
  readonly #takesVectors: boolean
  readonly #made = new Row(new Int32Array(16), new Float64Array(16))
  #rows = 0
  #lengths = 0

  constructor({ normalize, intercept }: Preparation, takesVectors = true) {
    this.#takesVectors = takesVectors
    this.#normalize = normalize
    this.#intercept = intercept
  }

  /** Whether every row stays as it is. */
  get isIdle(): boolean {
    return this.#normalize === 'none' && this.#intercept === 'none' && this.#takesVectors
  }

  /** Rejects an item with a vector if the learner takes none. */
  checkItem(item: unknown): void {
    if (this.#takesVectors || typeof item !== 'object') return
    if ((item as { readonly vector?: unknown } | null)?.vector != null) throw coreError('vector/algorithm')
  }

  /** The prepared row, valid until the next call. With `learning` off the mean row length stays as it is. */
  prepare(x: Row, learning = true): Row {
    const end = featureEnd(x)
    if (end < x.end && !this.#takesVectors) throw coreError('vector/algorithm')
    const factor = this.#factor(x, end)
    if (this.#intercept === 'none' && factor === 1 && this.#normalize !== 'binary') return x
    const made = this.#made
    const count = x.end - x.start
    if (made.index.length < count + 1) {
      made.index = new Int32Array(2 * count + 1)
      made.value = new Float64Array(2 * count + 1)
    }
    let at = 0
    if (this.#intercept !== 'none') {
      made.index[0] = INTERCEPT
      at = 1
    }
    for (let k = x.start; k < end; k++) {
      const value = x.value[k]
      made.index[at] = x.index[k]
      made.value[at++] = this.#normalize === 'binary' ? (value === 0 ? 0 : 1) : value * factor
    }
    made.end = at
    if (this.#intercept !== 'none') made.value[0] = this.#constant(made, learning)
    for (let k = end; k < x.end; k++) {
      made.index[at] = x.index[k]
      made.value[at++] = x.value[k]
    }
    made.end = at
    return made
  }

  #factor(x: Row, end: number): number {
    if (this.#normalize === 'l2') {
      const square = squaredNorm(x, end)
      return square === 0 || Math.abs(square - 1) < NEARLY ? 1 : 1 / Math.sqrt(square)
    }
    if (this.#normalize === 'max') {
      let largest = 0
      for (let k = x.start; k < end; k++) largest = Math.max(largest, Math.abs(x.value[k]))
      return largest === 0 ? 1 : 1 / largest
    }
    return 1
  }

  #constant(made: Row, learning: boolean): number {
    if (typeof this.#intercept === 'number') return this.#intercept
    let square = 0
    for (let k = 1; k < made.end; k++) square += made.value[k] * made.value[k]
    if (learning && square > 0) {
      this.#rows++
      this.#lengths += Math.sqrt(square)
    }
    return this.#rows > 0 ? (AUTO_SHARE * this.#lengths) / this.#rows : 0
  }

  /** The count of rows and the sum of their lengths, which the intercept `auto` follows. */
  get lengths(): readonly [number, number] {
    return [this.#rows, this.#lengths]
  }

  set lengths([rows, lengths]: readonly [number, number]) {
    this.#rows = rows
    this.#lengths = lengths
  }

  save(): State {
    return { rows: this.#rows, lengths: this.#lengths }
  }

  load(state: State): void {
    this.#rows = numberIn(state, 'rows')
    this.#lengths = numberIn(state, 'lengths')
  }
}
