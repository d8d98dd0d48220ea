import { type Parameter, type Parameters, resolveParameters } from '../parameters.js'
import { floatsIn, integersIn, numberIn, type State } from '../state/state.js'

/** The M of the paper: the maximum number of buckets of each size before the two oldest are merged. */
const MAX_BUCKETS = 5
const SLOTS = MAX_BUCKETS + 1
/** Sizes 1, 2, 4 … 2⁴⁷: more items than will ever come. */
const LEVELS = 48

const adwinParameters: readonly Parameter[] = [
  {
    name: 'delta',
    symbol: 'δ',
    type: 'number',
    default: 0.002,
    above: 0,
    below: 1,
    summary: 'how probable a false alarm may be',
  },
  {
    name: 'range',
    symbol: 'R',
    type: 'number',
    default: 1,
    above: 0,
    summary: 'the largest value minus the smallest',
  },
  {
    name: 'every',
    symbol: 'clock',
    default: 1,
    min: 1,
    type: 'whole',
    summary: 'look for a change after every so many values only',
  },
]

/**
 * ADWIN2 (A. Bifet & R. Gavaldà: Learning from time-changing data with adaptive windowing. SIAM International Conference
 * on Data Mining 2007, 443–448): a window over the latest values that is as long as nothing has changed in it. It is cut
 * into an older part of n₀ and a newer of n₁ values in every way its buckets allow; its oldest bucket is dropped while
 * for some cut
 *
 *     |μ₀ − μ₁| ≥ ε,   ε = √((2/m)·σ²·ln(2/δ′)) + R·(2/(3m))·ln(2/δ′),   1/m = 1/n₀ + 1/n₁,   δ′ = δ/ln n,
 *
 * σ² the variance of the whole window, R the range of the values (1 in the paper). The buckets are an exponential
 * histogram: at most five of each size 1, 2, 4 …, so that memory and time grow with the logarithm of the window.
 *
 * @example
 * const adwin = new Adwin()
 * let changes = 0
 * for (let t = 0; t < 400; t++) if (adwin.add(t < 200 ? 0 : 1)) changes++
 * changes > 0 // => true
 * adwin.mean > 0.9 // => true
 */
export class Adwin {
  readonly #delta: number
  readonly #range: number
  readonly #every: number
  /** Level k has up to five buckets of 2ᵏ values, oldest first: their sums and their squared deviations from the mean. */
  #sums: Float64Array = new Float64Array(LEVELS * SLOTS)
  #spreads: Float64Array = new Float64Array(LEVELS * SLOTS)
  #counts: Int32Array = new Int32Array(LEVELS)
  #width = 0
  #total = 0
  #seen = 0

  constructor(parameters: Parameters = {}) {
    const { delta, range, every } = resolveParameters('ADWIN', adwinParameters, parameters)
    this.#delta = delta
    this.#range = range
    this.#every = every
  }

  /** How many of the latest values the window holds. */
  get width(): number {
    return this.#width
  }

  /** The mean of the window; 0 when it is empty. */
  get mean(): number {
    return this.#width > 0 ? this.#total / this.#width : 0
  }

  /** True when a change was found and the values before it were dropped. */
  add(value: number): boolean {
    this.#push(0, value, 0)
    this.#width++
    this.#total += value
    this.#seen++
    if (this.#seen % this.#every !== 0) return false
    let changed = false
    while (this.#differs()) {
      this.#drop()
      changed = true
    }
    return changed
  }

  /** Forgets everything. */
  reset(): void {
    this.#counts.fill(0)
    this.#width = 0
    this.#total = 0
    this.#seen = 0
  }

  /** A bucket that is newer than all of its level. A level that overflows hands its two oldest up as one. */
  #push(level: number, sum: number, spread: number): void {
    const first = level * SLOTS
    const sums = this.#sums
    const spreads = this.#spreads
    sums[first + this.#counts[level]] = sum
    spreads[first + this.#counts[level]] = spread
    this.#counts[level]++
    if (this.#counts[level] <= MAX_BUCKETS) return
    const size = 2 ** level
    const apart = (sums[first + 1] - sums[first]) / size
    const mergedSum = sums[first] + sums[first + 1]
    const mergedSpread = spreads[first] + spreads[first + 1] + (size / 2) * apart * apart
    sums.copyWithin(first, first + 2, first + SLOTS)
    spreads.copyWithin(first, first + 2, first + SLOTS)
    this.#counts[level] -= 2
    this.#push(level + 1, mergedSum, mergedSpread)
  }

  #oldestLevel(): number {
    let level = LEVELS - 1
    while (level > 0 && this.#counts[level] === 0) level--
    return level
  }

  #drop(): void {
    const level = this.#oldestLevel()
    const first = level * SLOTS
    this.#sums.copyWithin(first, first + 1, first + SLOTS)
    this.#spreads.copyWithin(first, first + 1, first + SLOTS)
    this.#counts[level]--
    this.#width -= 2 ** level
    this.#total = 0
    for (let k = 0; k <= level; k++)
      for (let j = 0; j < this.#counts[k]; j++) this.#total += this.#sums[k * SLOTS + j]
  }

  /** The variance of the window, by merging its buckets one after another. */
  #variance(oldest: number): number {
    let n = 0
    let sum = 0
    let spread = 0
    for (let level = oldest; level >= 0; level--) {
      const size = 2 ** level
      for (let j = 0; j < this.#counts[level]; j++) {
        const own = this.#sums[level * SLOTS + j]
        if (n > 0) {
          const apart = own / size - sum / n
          spread += ((n * size) / (n + size)) * apart * apart
        }
        spread += this.#spreads[level * SLOTS + j]
        sum += own
        n += size
      }
    }
    return spread / n
  }

  /** Whether the means of the two sides differ too much at any boundary between buckets. */
  #differs(): boolean {
    const n = this.#width
    if (n < 3) return false
    const oldest = this.#oldestLevel()
    const log = Math.log((2 * Math.log(n)) / this.#delta)
    const varied = 2 * this.#variance(oldest) * log
    const bounded = (2 / 3) * this.#range * log
    let older = 0
    let sum = 0
    for (let level = oldest; level >= 0; level--)
      for (let j = 0; j < this.#counts[level]; j++) {
        older += 2 ** level
        sum += this.#sums[level * SLOTS + j]
        const newer = n - older
        if (newer <= 0) return false
        const inverse = 1 / older + 1 / newer
        const apart = Math.abs(sum / older - (this.#total - sum) / newer)
        if (apart >= Math.sqrt(varied * inverse) + bounded * inverse) return true
      }
    return false
  }

  save(): State {
    return {
      sums: this.#sums.slice(),
      spreads: this.#spreads.slice(),
      counts: this.#counts.slice(),
      width: this.#width,
      total: this.#total,
      seen: this.#seen,
    }
  }

  load(state: State): void {
    this.#sums = floatsIn(state, 'sums')
    this.#spreads = floatsIn(state, 'spreads')
    this.#counts = integersIn(state, 'counts')
    this.#width = numberIn(state, 'width')
    this.#total = numberIn(state, 'total')
    this.#seen = numberIn(state, 'seen')
  }
}
