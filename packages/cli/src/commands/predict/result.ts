import type { Metrics } from '@askance/core'
import { count } from '@askance/core/internals'
import { metricLines, resultLines } from '../result-lines.js'

/** Warns of a model that has learned nothing. */
export const readyText = (ready: boolean): string =>
  ready ? '' : 'Warning: the model has not learned labels of two classes, so its predictions mean nothing.\n'

/** Metrics over items whose label is a class of the model. */
export const evaluation = (metrics: Metrics, seen: number): string => {
  const values = metrics.values()
  const { fact } = resultLines()
  const unknown = seen - values.items
  if (values.items === 0)
    return 'No item has a label that is a class of the model, so nothing was evaluated.\n'
  return [
    fact('items', count(values.items)),
    ...(unknown > 0 ? [fact('left out', count(unknown), '  unknown labels')] : []),
    fact('mistakes', count(values.mistakes)),
    ...metricLines(values, metrics.classes, fact),
    '',
  ].join('\n')
}
