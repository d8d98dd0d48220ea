import type { Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { featureEnd } from '../rows/vector.js'
import { floatsIn, numberIn, type State } from '../state/state.js'
import { bytesOf, singlesIn } from './single-floats.js'

/** The intercept of the view. */
const INTERCEPT = 0.3
/** If all vectors are nearly the same, what is left after centring is not enlarged further. */
const MIN_SPREAD = 0.05

/** The sum of all vectors of a stream, labelled or not. */
export class Vectors {
  /** The round of the first one. */
  from = Number.POSITIVE_INFINITY
  #count = 0
  #sum: Float64Array = new Float64Array(0)

  /** Updates the sum with the vector of a row, if it has one. */
  observe(x: Row, round: number): void {
    const start = featureEnd(x)
    const length = x.end - start
    if (length === 0) return
    this.from = Math.min(this.from, round)
    this.#count++
    if (this.#sum.length < length) this.#sum = enlarged(this.#sum, length)
    for (let k = 0; k < length; k++) this.#sum[k] += x.value[start + k]
  }

  /** The centre of all vectors so far; undefined if there are none. */
  centre(): VectorCentre | undefined {
    if (this.#count === 0) return undefined
    return new VectorCentre(Float32Array.from(this.#sum, (sum) => sum / (this.#count + 1)))
  }

  /** Undefined without vectors. */
  save(): State | undefined {
    if (this.#count === 0) return undefined
    return { from: this.from, count: this.#count, sum: this.#sum }
  }

  load(state: State): void {
    this.from = numberIn(state, 'from')
    this.#count = numberIn(state, 'count')
    this.#sum = floatsIn(state, 'sum')
  }
}

/**
 * The mean m of vectors v of length 1, divided by their number plus 1, so that the first ones do not vanish.
 *
 *     r = √max(0.05, 1 − ‖m‖²);   u = [0.3, (v − m) / r], length 1
 *
 * r is the length that is left on average. Centring is all: large components are subjects, and whitening would enlarge noise.
 */
export class VectorCentre {
  readonly mean: Float32Array
  readonly #scale: number

  constructor(mean: Float32Array) {
    this.mean = mean
    let square = 0
    for (const one of mean) square += one * one
    this.#scale = 1 / Math.sqrt(Math.max(MIN_SPREAD, 1 - square))
  }

  /** Writes the view of the vector that begins at an entry of a row, the intercept first. */
  view({ value, end }: Row, start: number, out: Float32Array): void {
    const { mean } = this
    const scale = this.#scale
    let square = INTERCEPT * INTERCEPT
    out[0] = INTERCEPT
    for (let k = start; k < end; k++) {
      const place = k - start
      const left = (value[k] - (place < mean.length ? mean[place] : 0)) * scale
      out[place + 1] = left
      square += left * left
    }
    const factor = 1 / Math.sqrt(square)
    for (let k = 0; k <= end - start; k++) out[k] *= factor
  }

  save(): Uint8Array {
    return bytesOf(this.mean)
  }

  static load(state: State, name: string): VectorCentre {
    return new VectorCentre(singlesIn(state, name).slice())
  }
}

/** The centre of scales that are older than the first vector. */
export const NO_CENTRE = new VectorCentre(new Float32Array(0))

let shared = new Int32Array(0)

/** The slots of a view: 0, 1, 2, …, at least `length` of them, in one array for all rows. */
export const vectorSlots = (length: number): Int32Array => {
  if (shared.length < length) shared = Int32Array.from({ length: 2 * length }, (_, k) => k)
  return shared
}
