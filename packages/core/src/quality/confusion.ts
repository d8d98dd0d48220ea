import { Completed, type Moments, madeUpIn, type Part } from './completed.js'
import { MIN_ANSWERS } from './estimates.js'
import {
  anyTimeReach,
  type Estimate,
  fixedTimeReach,
  type Interval,
  madeUp,
  ratioInterval,
  within,
} from './interval.js'
import { effectiveAnswers, sumOf, type WeightedTable } from './table.js'

/** The confusion matrix of all items, estimated from the answers. */
export interface ConfusionEstimates {
  /** Items with P > 0, and items with P = 0 because a cap allowed no question. */
  readonly items: number
  readonly unsampled: number
  readonly answers: number
  /** The indices of the classes included. */
  readonly classes: readonly number[]
  /** The number of classes omitted. */
  readonly omitted: number
  /** The number of items predicted as each class, which is known exactly. */
  readonly predicted: readonly number[]
  /** The estimated number of items by predicted class (row) and true class (column). */
  readonly cells: readonly (readonly Estimate[])[]
  /** The estimated share of each class. */
  readonly shares: readonly Estimate[]
}

/** The default maximum number of classes. */
export const DEFAULT_MAX_CLASSES = 50

/**
 * The confusion matrix of all items, from a table whose strata are predicted classes and whose outcomes are true ones. With
 * N_p items predicted as p, of which N_p is known, a cell is
 *
 * > N_p · Σ_{answers: predicted p, true t} w / Σ_{answers: predicted p} w, w = 1/P,
 *
 * Hájek's ratio (J. Hájek 1971) within the stratum, as `Completed` has it, so that a row adds up to N_p. Its interval is that
 * of the ratio (Fieller), widened by pseudo-answers that are t and others that are not, as that of precision is. The share
 * of a class is a ratio too: the sum of its column as `Completed` has it, over that of all cells.
 *
 * With more than `maxClasses` classes, those with the most predicted and true items are returned.
 */
export const confusionOf = (table: WeightedTable, level: number, maxClasses: number): ConfusionEstimates => {
  const sums = new Sums(table, level)
  const classes = largestIn(table, sums.completed, maxClasses)
  return {
    items: sumOf(table.items),
    unsampled: table.unsampled,
    answers: sumOf(table.answers),
    classes,
    omitted: table.strata - classes.length,
    predicted: classes.map((predicted) => table.items[predicted]),
    cells: classes.map((predicted) => classes.map((truth) => sums.cell(predicted, truth))),
    shares: classes.map((truth) => sums.share(truth)),
  }
}

const largestIn = ({ strata, items }: WeightedTable, completed: Completed, maxClasses: number): number[] => {
  const classes = Array.from({ length: strata }, (_, c) => c)
  if (strata <= maxClasses) return classes
  const sizes = items.slice()
  for (let s = 0; s < strata; s++) for (let k = 0; k < strata; k++) sizes[k] += completed.count(s, k)
  return classes
    .sort((a, b) => sizes[b] - sizes[a] || a - b)
    .slice(0, maxClasses)
    .sort((a, b) => a - b)
}

/** Answers whose e − ē is the same, for two totals. */
interface Portion extends Part {
  readonly x: number
  readonly y: number
}

/**
 * Sums over rows and groups, so that an estimate looks at few numbers: within a group, e takes two or three values only.
 * `Completed.moments` goes over all cells for each.
 */
class Sums {
  readonly completed: Completed
  readonly #table: WeightedTable
  readonly #level: number
  readonly #z: number
  readonly #reach: number
  readonly #made: number
  readonly #madeUp: readonly Part[]
  /** By stratum, and by group. */
  readonly #counts: Float64Array
  readonly #rows: readonly Part[]
  readonly #groups: readonly Part[]
  /** The strata of each group that has items. */
  readonly #members = new Map<number, number[]>()

  constructor(table: WeightedTable, level: number) {
    const { strata, outcomes, items } = table
    const completed = new Completed(table)
    this.completed = completed
    this.#table = table
    this.#level = level
    this.#z = fixedTimeReach(level)
    this.#reach = anyTimeReach(effectiveAnswers(table), level)
    this.#made = madeUp(level)
    this.#madeUp = Array.from(items, (_, s) => s).map(madeUpIn(table))
    this.#counts = new Float64Array(strata)
    const rows: Part[] = []
    const groups: Part[] = Array.from(items, () => ({ spread: 0, skew: 0 }))
    for (let s = 0; s < strata; s++) {
      const parts = Array.from({ length: outcomes }, (_, k) => completed.partOf(s, k))
      for (let k = 0; k < outcomes; k++) this.#counts[s] += completed.count(s, k)
      rows.push(parts.reduce(plus))
      const group = completed.groupOf(s)
      groups[group] = plus(groups[group], rows[s])
      if (items[s] > 0) this.#members.set(group, [...(this.#members.get(group) ?? []), s])
    }
    this.#rows = rows
    this.#groups = groups
  }

  cell(predicted: number, truth: number): Estimate {
    const { items, answers } = this.#table
    const size = items[predicted]
    const heard = answers[predicted]
    const share = this.completed.count(predicted, truth) / this.#counts[predicted]
    const value = heard > 0 ? size * share : size > 0 ? undefined : 0
    const own = anyTimeReach(effectiveAnswers(this.#table, predicted), this.#level)
    return this.#estimate(value, size, heard, own, (reach) => {
      const { low, high } = ratioInterval(this.#cellMoments(predicted, truth), this.#z, reach, 1)
      return { low: size * low, high: size * high }
    })
  }

  share(truth: number): Estimate {
    const heard = sumOf(this.#table.answers)
    const moments = this.#shareMoments(truth)
    const value = heard > 0 ? moments.a / moments.b : undefined
    return this.#estimate(value, 1, heard, this.#reach, (reach) => ratioInterval(moments, this.#z, reach, 1))
  }

  #estimate(
    value: number | undefined,
    most: number,
    answers: number,
    anyTime: number,
    interval: (reach: number) => Interval,
  ): Estimate {
    const all = { low: 0, high: most }
    if (value === undefined || answers < MIN_ANSWERS) return { value, anyTime: all, fixedTime: all }
    return {
      value,
      anyTime: within(interval(anyTime), value, 0, most),
      fixedTime: within(interval(this.#z), value, 0, most),
    }
  }

  /** Of the totals "predicted p and true t" and "predicted p". */
  #cellMoments(predicted: number, truth: number): Moments {
    const { completed } = this
    const group = completed.groupOf(predicted)
    const items = completed.itemsIn(group)
    const a = completed.count(predicted, truth)
    const b = this.#counts[predicted]
    const made = times(this.#madeUp[predicted], this.#made)
    const own = completed.partOf(predicted, truth)
    const row = this.#rows[predicted]
    return momentsOf(a, b, [
      { ...plus(own, made), x: 1 - a / items, y: 1 - b / items },
      { ...plus(minus(row, own), made), x: -a / items, y: 1 - b / items },
      { ...minus(this.#groups[group], row), x: -a / items, y: -b / items },
    ])
  }

  /** Of the totals "true t" and "all". */
  #shareMoments(truth: number): Moments {
    const { completed } = this
    const { items } = this.#table
    const all = sumOf(items)
    const portions: Portion[] = []
    let [a, b] = [0, 0]
    for (const [group, members] of this.#members) {
      let [count, whole] = [0, 0]
      let own: Part = { spread: 0, skew: 0 }
      let made: Part = { spread: 0, skew: 0 }
      for (const s of members) {
        count += completed.count(s, truth)
        whole += this.#counts[s]
        own = plus(own, completed.partOf(s, truth))
        made = plus(made, times(this.#madeUp[s], (this.#made * items[s]) / all))
      }
      const mean = count / completed.itemsIn(group)
      const y = 1 - whole / completed.itemsIn(group)
      a += count
      b += whole
      portions.push({ ...plus(own, made), x: 1 - mean, y })
      portions.push({ ...plus(minus(this.#groups[group], own), made), x: -mean, y })
    }
    return momentsOf(a, b, portions)
  }
}

const momentsOf = (a: number, b: number, portions: readonly Portion[]): Moments => {
  let [aa, ab, bb, aaa, aab, abb, bbb] = [0, 0, 0, 0, 0, 0, 0]
  for (const { spread, skew, x, y } of portions) {
    aa += spread * x * x
    ab += spread * x * y
    bb += spread * y * y
    aaa += skew * x * x * x
    aab += skew * x * x * y
    abb += skew * x * y * y
    bbb += skew * y * y * y
  }
  return { a, b, aa, ab, bb, aaa, aab, abb, bbb }
}

const plus = (one: Part, other: Part): Part => ({
  spread: one.spread + other.spread,
  skew: one.skew + other.skew,
})

const times = ({ spread, skew }: Part, factor: number): Part => ({
  spread: spread * factor,
  skew: skew * factor,
})

/** A spread below 0 due to rounding counts as 0. */
const minus = (one: Part, other: Part): Part => ({
  spread: Math.max(0, one.spread - other.spread),
  skew: one.skew - other.skew,
})
