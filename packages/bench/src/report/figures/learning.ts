import { metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import type { Figure } from '../figure.js'
import { overItems } from './over-items.js'
import { metricAxis } from './series.js'

/** Learning curves: the metric from the start up to each place, and the same since the place before. */
export const learningFigures = (results: Results): readonly Figure[] => {
  const { metric } = results.protocol
  const { title } = metrics[metric]
  const y = metricAxis(metric)
  const meaning = title.charAt(0).toUpperCase() + title.slice(1)
  return [
    ...overItems(results, {
      id: 'items',
      column: 'value',
      y,
      title: `${title} over the items`,
      meaning: `${meaning} of all items so far`,
    }),
    ...overItems(results, {
      id: 'window',
      column: 'window',
      y,
      title: `${title} in a window`,
      meaning: `${meaning} of the items between each place and the one before`,
    }),
  ]
}
