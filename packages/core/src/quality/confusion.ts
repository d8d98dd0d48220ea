import { estimateOf } from './estimate.js'
import { binaryLayouts, classLayouts, type Sample } from './estimates.js'
import { complement, type Estimate, type Interval, mapped, ZERO } from './interval.js'
import type { ClassLayouts } from './layout.js'
import { measures } from './score.js'
import { sumOf, type WeightedTable } from './table.js'

/** The quality of the predictions of one class. */
export interface ClassEstimates {
  /** Answers about items that were predicted as the class or belong to it. */
  readonly answers: number
  readonly precision: Estimate
  readonly recall: Estimate
  readonly f1: Estimate
}

/** The confusion matrix of all items, estimated from the answers. */
export interface ConfusionEstimates {
  /** All items, and those of them with P = 0 because a cap allowed no question. */
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
  /** The quality of each class. */
  readonly perClass: readonly ClassEstimates[]
}

/** The default maximum number of classes. */
export const DEFAULT_MAX_CLASSES = 50
/** With many classes, one with fewer answers has no intervals but what is possible. */
const MANY = 50
const FEW = 10

/**
 * The confusion matrix of all items. Row sums are known. The diagonal is estimated as precision is; the rest of a row is split by the
 * estimates of its cells, each from the answers of the row and the mix of true classes among all wrong answers (`ClassLayouts`).
 * Intervals are those of a share of the row (`ScoreTest`).
 *
 * With more than `maxClasses` classes, those with the most predicted and true items are returned.
 */
export const confusionOf = (sample: Sample, level: number, maxClasses: number): ConfusionEstimates => {
  const { cells, table } = sample
  const classes = largestIn(table, maxClasses)
  const several = cells.classes > 2 ? classLayouts(sample) : undefined
  const layouts = several ? (label: number) => several.of(label) : binaryLayouts(sample)
  const isMany = cells.classes > MANY
  const perClass = classes.map((label): ClassEstimates => {
    const answers = answersAbout(table, label)
    const layout = layouts(label)
    const estimate = (name: 'precision' | 'recall' | 'f1'): Estimate => {
      const found = estimateOf(layout, measures[name], level)
      return isMany && answers < FEW ? { ...found, anyTime: ALL, fixedTime: ALL } : found
    }
    return { answers, precision: estimate('precision'), recall: estimate('recall'), f1: estimate('f1') }
  })
  return {
    items: sumOf(cells.items),
    unsampled: sumOf(cells.items) - sumOf(cells.sampled),
    answers: cells.answered,
    classes,
    omitted: table.strata - classes.length,
    predicted: classes.map((label) => rowItems(sample, label)),
    cells: rowsOf(sample, several, classes, perClass, level),
    shares: classes.map((label) => estimateOf(layouts(label), measures.share, level)),
    perClass,
  }
}

const ALL: Interval = { low: 0, high: 1 }

const rowItems = ({ cells }: Sample, row: number): number => {
  const bins = cells.length / cells.classes
  return sumOf(cells.items.subarray(row * bins, (row + 1) * bins))
}

const answersAbout = ({ strata, outcomes, answers, counts }: WeightedTable, label: number): number => {
  let sum = answers[label]
  for (let s = 0; s < strata; s++) if (s !== label) sum += counts[s * outcomes + label]
  return sum
}

const largestIn = ({ strata, outcomes, items, weights }: WeightedTable, maxClasses: number): number[] => {
  const classes = Array.from({ length: strata }, (_, c) => c)
  if (strata <= maxClasses) return classes
  const scale = sumOf(weights) > 0 ? sumOf(items) / sumOf(weights) : 0
  const sizes = items.slice()
  for (let s = 0; s < strata; s++)
    for (let k = 0; k < outcomes; k++) sizes[k] += scale * weights[s * outcomes + k]
  return classes
    .sort((a, b) => sizes[b] - sizes[a] || a - b)
    .slice(0, maxClasses)
    .sort((a, b) => a - b)
}

/** The rows of the matrix, for the given classes. The diagonal is precision; of two classes the other cell is the rest. */
const rowsOf = (
  sample: Sample,
  layouts: ClassLayouts | undefined,
  classes: readonly number[],
  perClass: readonly ClassEstimates[],
  level: number,
): Estimate[][] => {
  const { cells } = sample
  return classes.map((row, k) => {
    const size = rowItems(sample, row)
    if (size === 0) return classes.map(() => ZERO)
    const right = times(perClass[k].precision, size)
    if (!layouts) return classes.map((label) => (label === row ? right : complement(right, size)))
    const others = Array.from({ length: cells.classes }, (_, label) => {
      if (label === row) return ZERO
      const { value, ...intervals } = estimateOf(layouts.cell(row, label), measures.precision, level)
      return times({ ...intervals, value: value ?? layouts.expected(row, label) }, size)
    })
    // The cells of a row add up to its items.
    const sum = others.reduce((total, { value = 0 }) => total + value, 0)
    const scale = right.value !== undefined && sum > 0 ? (size - right.value) / sum : 1
    return classes.map((label) => (label === row ? right : moved(others[label], scale)))
  })
}

const times = (estimate: Estimate, size: number): Estimate =>
  mapped(
    estimate,
    (value) => size * value,
    ({ low, high }) => ({ low: size * low, high: size * high }),
  )

/** Scales the value of an estimate; its intervals stay, and include it. */
const moved = (estimate: Estimate, scale: number): Estimate => {
  const value = (estimate.value ?? 0) * scale
  const including = ({ low, high }: Interval): Interval => ({
    low: Math.min(low, value),
    high: Math.max(high, value),
  })
  return mapped(estimate, () => value, including)
}
