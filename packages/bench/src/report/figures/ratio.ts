import { type MetricName, metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import type { Figure, LineFigure, Series } from '../figure.js'
import { type Reported, reported } from '../summary/algorithms.js'
import { cellsOf, setNames } from '../summary/cells.js'
import { counted, percent } from '../summary/format.js'
import { slugs } from '../summary/slug.js'
import { cellSummary } from '../summary/values.js'
import { parametersText } from '../tables/parameters.js'
import { askedRatio, bandsNote, metricAxis, pointOf, ratioAxis } from './series.js'

const seriesOf = (results: Results, set: string, { name, role }: Reported, metric: MetricName): Series => ({
  name,
  role,
  points: cellsOf(results, set, name)
    .flatMap((cell) => {
      const summary = cellSummary(cell, metric)
      if (cell.status !== 'reached' || !summary) return []
      const parts = [
        `target ${percent(cell.ratio)}`,
        counted(summary.runs, 'run'),
        parametersText(cell.parameters),
      ]
      return [pointOf(askedRatio(cell), summary, parts.filter((part) => part !== '').join('; '))]
    })
    // On a logarithmic axis there is no place for a rule that never asked.
    .filter(({ x }) => x > 0)
    .sort((a, b) => a.x - b.x),
})

/** One figure of a metric against the ratio for each set; the set is left out if no algorithm has a value there. */
export const againstRatio = (
  results: Results,
  metric: MetricName,
  id: string,
  title: (set: string) => string,
): readonly Figure[] => {
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets
    .map((set): LineFigure => {
      const series = reported(results).map((algorithm) => seriesOf(results, set, algorithm, metric))
      return {
        kind: 'lines',
        id: `${id}-${ids.get(set)}`,
        title: title(set),
        caption: `${bandsNote(results.protocol.runs)}, placed at the share of the items of ${set} that was really asked about.`,
        x: ratioAxis,
        y: metricAxis(metric),
        series: series.filter(({ points }) => points.length > 0),
      }
    })
    .filter(({ series }) => series.length > 0)
}

/** The metric of the protocol against the share of items asked about. */
export const ratioFigures = (results: Results): readonly Figure[] => {
  const { metric } = results.protocol
  return againstRatio(results, metric, 'ratio', (set) => `${set}: ${metrics[metric].title} and query ratio`)
}
