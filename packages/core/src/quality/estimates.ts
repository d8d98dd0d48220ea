import { lazy, once } from '../lazy.js'
import { type Costs, weightsOf } from '../metrics/metrics.js'
import type { Cells } from './cells.js'
import { Completed } from './completed.js'
import { estimateOf } from './estimate.js'
import type { Estimate } from './interval.js'
import { binaryLayout, ClassLayouts, type Layout, rightLayout } from './layout.js'
import { sumEstimate, type Term } from './linear.js'
import { macroF1 } from './macro.js'
import { recalibrated } from './recalibration.js'
import { costMeasure, type Measure, measures } from './score.js'
import { sumOf, type WeightedTable } from './table.js'

/** The quality of the predictions over all items, estimated from the answers. */
export interface QualityEstimates {
  /** All items, and those of them with P = 0 because a cap allowed no question or asking was off: they count as missing. */
  readonly items: number
  readonly unsampled: number
  readonly answers: number
  /** The equivalent number of equally weighted answers. */
  readonly effectiveAnswers: number
  readonly accuracy: Estimate
  readonly precision: Estimate
  readonly recall: Estimate
  readonly f1: Estimate
  readonly macroF1: Estimate
  readonly sensitivity: Estimate
  readonly specificity: Estimate
  readonly sum: Estimate
  /** Per item. */
  readonly cost: Estimate
}

/** Everything that estimates are made from. */
export interface Sample {
  readonly cells: Cells
  /** Strata are predicted classes, outcomes true ones. */
  readonly table: WeightedTable
  /** The share of the questions that were answered, among those that are closed or overdue. */
  readonly response: number
}

/** The layouts of several classes, and of the cells of their confusion matrix. */
export const classLayouts = ({ cells, table, response }: Sample): ClassLayouts =>
  new ClassLayouts(cells, table, recalibrated(cells, 'deviating'), response)

/** The layout of each of two classes. */
export const binaryLayouts = ({ cells, response }: Sample): ((label: number) => Layout) => {
  const f = recalibrated(cells, 'own')
  return (label) => binaryLayout(cells, f, label, response)
}

/** The layout of each class. */
const layoutsOf = (sample: Sample): ((label: number) => Layout) => {
  if (sample.cells.classes === 2) return binaryLayouts(sample)
  const layouts = classLayouts(sample)
  return (label) => layouts.of(label)
}

/** Each estimate is computed when it is first read, from the sample as it is then. */
export const estimatesOf = (
  sample: Sample,
  positive: number,
  costs: Costs,
  level: number,
): QualityEstimates => {
  const { cells, table, response } = sample
  const isBinary = cells.classes === 2
  const layouts = once(() => layoutsOf(sample))
  const layout = once(() => layouts()(positive))
  const overall = (): Layout =>
    isBinary ? layout() : rightLayout(cells, recalibrated(cells, 'common'), response)
  const estimate = (measure: Measure): Estimate => estimateOf(layout(), measure, level)
  const f1 = (label: number): Estimate =>
    label === positive ? estimates.f1 : estimateOf(layouts()(label), measures.f1, level)
  const weights = once(() => weightsOf(costs, estimate(measures.share).value ?? 0.5))
  const completed = once(() => new Completed(table))
  const estimates: QualityEstimates = lazy<QualityEstimates>({
    items: () => sumOf(cells.items),
    unsampled: () => sumOf(cells.items) - sumOf(cells.sampled),
    answers: () => cells.answered,
    effectiveAnswers: () => cells.effective,
    accuracy: () => estimateOf(overall(), measures.accuracy, level),
    precision: () => estimate(measures.precision),
    recall: () => estimate(measures.recall),
    f1: () => estimate(measures.f1),
    macroF1: () => macroF1(table, completed(), f1),
    sensitivity: () => estimates.recall,
    specificity: () => estimate(measures.specificity),
    sum: () => {
      const { sensitivityWeight, specificityWeight } = weights()
      const terms = sumTerms(positive, sensitivityWeight, specificityWeight)
      return sumEstimate(completed(), terms, [estimates.recall, estimates.specificity], estimates.answers)
    },
    cost: () => estimate(costMeasure(weights().falsePositive, weights().falseNegative)),
  })
  return estimates
}

const one = (condition: boolean): number => (condition ? 1 : 0)

/** Sensitivity and specificity of class p, for how their errors add up. */
const sumTerms = (p: number, sensitivity: number, specificity: number): readonly Term[] => [
  {
    part: (predicted, truth) => one(predicted === p && truth === p),
    whole: (_, truth) => one(truth === p),
    weight: sensitivity,
  },
  {
    part: (predicted, truth) => one(predicted !== p && truth !== p),
    whole: (_, truth) => one(truth !== p),
    weight: specificity,
  },
]
