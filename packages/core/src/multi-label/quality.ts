import type { Confusion, Quality } from '../classifier/quality-tracker.js'
import { estimateText, intervalName } from '../format/quality.js'
import { lazy } from '../lazy.js'
import { complement, type Estimate, type QualityEstimates } from '../quality/index.js'

/** Estimates over all classes. */
interface MultiLabelEstimates {
  /** The share of pairs of an item and a class that are predicted wrongly. */
  readonly hammingLoss: Estimate
  /** The mean of the F1 of the classes. */
  readonly macroF1: Estimate
}

/** The estimated quality of the predicted labels over all items, from the answers. */
export interface MultiLabelQuality extends MultiLabelEstimates {
  /** F1 over all pairs of an item and a class. */
  readonly microF1: Estimate
  /** Over the latest items. */
  readonly recent: MultiLabelEstimates
  /** The estimates of each class; the intervals of all classes hold together. */
  readonly classes: Readonly<Record<string, QualityEstimates>>
  /** The main estimates in words, by the rules that commands and pages follow. */
  readonly text: MultiLabelText
}

export interface MultiLabelText {
  /** The share of pairs of an item and a class that are predicted rightly. */
  readonly accuracy: string
  readonly microF1: string
  readonly macroF1: string
  /** What kind of interval these are. */
  readonly interval: string
}

/** The main estimates in words. */
export const multiLabelText = (
  { hammingLoss, microF1, macroF1, classes }: Omit<MultiLabelQuality, 'text'>,
  level?: number,
): MultiLabelText => {
  const answers = Object.values(classes).reduce((sum, one) => sum + one.answers, 0)
  return {
    accuracy: estimateText(complement(hammingLoss), { answers }),
    microF1: estimateText(microF1, { answers, ofClass: true }),
    macroF1: estimateText(macroF1, { answers, ofClass: true }),
    interval: intervalName(level),
  }
}

/** At this level, the intervals of all k classes hold together at the given level (Bonferroni's inequality). */
export const levelForEach = (level: number, classes: number): number => 1 - (1 - level) / classes

/** The estimates over all classes, from those of each at `levelForEach`. */
export const estimatesOverAll = (classes: readonly Quality['all'][]): MultiLabelEstimates =>
  lazy<MultiLabelEstimates>({
    hammingLoss: () => complement(meanOf(classes.map(({ accuracy }) => accuracy))),
    macroF1: () => meanOf(classes.map(({ f1 }) => f1)),
  })

/** Computes every estimate, so that later items and answers do not change the report. */
export const computedOverAll = (quality: MultiLabelQuality): MultiLabelQuality => ({
  ...quality,
  recent: { ...quality.recent },
  classes: Object.fromEntries(Object.entries(quality.classes).map(([label, one]) => [label, { ...one }])),
})

/**
 * Micro F1 = 2·tp/(2·tp + fp + fn) over the matrices of all classes. It increases with tp and decreases with fp and fn, so the
 * ends of its interval are those of the counts, if all 3k counts are in theirs.
 */
export const microF1Over = (classes: readonly Pick<Confusion, 'cells'>[]): Estimate => {
  const sum = (row: number, column: number, of: (cell: Estimate) => number): number =>
    classes.reduce((total, { cells }) => total + of(cells[row][column]), 0)
  const f1 = (hits: (cell: Estimate) => number, misses: (cell: Estimate) => number): number | undefined => {
    const twice = 2 * sum(1, 1, hits)
    const all = twice + sum(1, 0, misses) + sum(0, 1, misses)
    return all > 0 ? twice / all : undefined
  }
  const interval = (name: 'anyTime' | 'fixedTime') => ({
    low:
      f1(
        (cell) => cell[name].low,
        (cell) => cell[name].high,
      ) ?? 0,
    high:
      f1(
        (cell) => cell[name].high,
        (cell) => cell[name].low,
      ) ?? 1,
  })
  const value = (cell: Estimate): number => cell.value ?? Number.NaN
  return { value: f1(value, value), anyTime: interval('anyTime'), fixedTime: interval('fixedTime') }
}

/** If every estimate is in its interval, the mean of all is between the means of the ends. */
const meanOf = (estimates: readonly Estimate[]): Estimate => {
  const values = estimates.map(({ value }) => value).filter((value) => value !== undefined)
  const interval = (name: 'anyTime' | 'fixedTime') => ({
    low: mean(estimates.map((one) => one[name].low)),
    high: mean(estimates.map((one) => one[name].high)),
  })
  return {
    value: values.length === estimates.length ? mean(values) : undefined,
    anyTime: interval('anyTime'),
    fixedTime: interval('fixedTime'),
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
