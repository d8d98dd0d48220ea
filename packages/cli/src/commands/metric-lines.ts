import type { MetricValues } from '@askance/core'
import { count, percent } from '../terminal/numbers.js'

/** Each metric under its name; `fact` lays out one line. */
export const metricLines = (
  values: MetricValues,
  fact: (name: string, ...cells: string[]) => string,
): readonly string[] => [
  fact('accuracy', percent(values.accuracy)),
  fact('precision', percent(values.precision)),
  fact('recall', percent(values.recall)),
  fact('F1', percent(values.f1)),
  fact('macro-F1', percent(values.macroF1)),
  fact('sensitivity', percent(values.sensitivity)),
  fact('specificity', percent(values.specificity)),
  fact('sum', percent(values.sum)),
  fact('cost', count(values.cost)),
]
