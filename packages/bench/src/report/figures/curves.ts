import { counted, share } from '@askance/core/internals'
import { type MetricName, metrics } from '../../metrics.js'
import type { Cell, Curve, Results } from '../../results/results.js'
import type { Axis, Figure, LineFigure, Point, Series } from '../figure.js'
import {
  cellAt,
  cellSummary,
  cellsOf,
  type Reported,
  ratiosOf,
  reported,
  type Summary,
  setNames,
  summaryOf,
} from '../summary/cells.js'
import { ratioSlug, slugs } from '../summary/format.js'
import { parametersText } from '../tables/overview.js'

/** A point with its band, if there is more than one run. */
export const pointOf = (x: number, { mean, low, high }: Summary, note?: string): Point => ({
  x,
  y: mean,
  ...(low === undefined || high === undefined ? {} : { low, high }),
  ...(note === undefined ? {} : { note }),
})

/** The measured mean query ratio of a cell. */
const askedRatio = (cell: Cell): number => cellSummary(cell, 'queryRatio')?.mean ?? cell.reached

const metricAxis = (metric: MetricName, scale: Axis['scale'] = 'linear'): Axis => {
  const { title, unit } = metrics[metric]
  return {
    label: unit === 'microseconds' ? `${title}, µs` : title,
    scale,
    unit: unit === 'share' ? 'share' : 'number',
  }
}

const ratioAxis: Axis = { label: 'query ratio', scale: 'log', unit: 'share' }
const itemsAxis: Axis = { label: 'items', scale: 'linear', unit: 'number' }

/** Describes the bands in captions. */
const bandsNote = (runs: number): string =>
  runs > 1 ? `Means over ${runs} runs with 95 % confidence bands` : 'A single run'

/** A column of the curves that is drawn over the items. */
interface OverItems {
  readonly id: string
  readonly column: Exclude<keyof Curve, 'items'>
  readonly y: Axis
  /** What is shown, for title and caption. */
  readonly title: string
  readonly meaning: string
}

/** The curves with the same points as the first. */
const curvesOf = ({ runs }: Cell): readonly Curve[] => {
  const curves = runs.flatMap(({ curve }) => curve ?? [])
  const items = curves[0]?.items ?? []
  return curves.filter(
    (curve) => curve.items.length === items.length && curve.items.every((item, k) => item === items[k]),
  )
}

const pointsOf = (cell: Cell, column: OverItems['column']): readonly Point[] => {
  const curves = curvesOf(cell)
  return (curves[0]?.items ?? []).flatMap((item, k) => {
    const values = curves.flatMap((curve) => {
      const value = curve[column][k]
      return typeof value === 'number' && Number.isFinite(value) ? [value] : []
    })
    const summary = summaryOf(values)
    return summary ? [pointOf(item, summary)] : []
  })
}

/** A curve column over the items, one figure per set and ratio; none if runs have no curves. */
export const overItems = (results: Results, shown: OverItems): readonly Figure[] => {
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets
    .flatMap((set) =>
      ratiosOf(results).map((ratio): LineFigure => {
        const series = reported(results).map((algorithm) => {
          const cell = cellAt(results, set, algorithm, ratio)
          const points = cell ? pointsOf(cell, shown.column) : []
          return { name: algorithm.name, role: algorithm.role, points }
        })
        return {
          kind: 'lines',
          id: `${shown.id}-${ids.get(set)}-${ratioSlug(ratio)}`,
          title: `${set} at ${share(ratio)}: ${shown.title}`,
          caption: `${shown.meaning} on ${set}, with ${share(ratio)} of the labels as target. ${bandsNote(results.protocol.runs)}.`,
          x: itemsAxis,
          y: shown.y,
          series: series.filter(({ points }) => points.length > 0),
        }
      }),
    )
    .filter(({ series }) => series.length > 0)
}

/** Learning curves: the metric since the start, and since the previous point. */
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
      meaning: `${meaning} of the items since the previous point`,
    }),
  ]
}

/** The number of labels asked for over time. */
export const askedFigures = (results: Results): readonly Figure[] =>
  overItems(results, {
    id: 'asked',
    column: 'asked',
    y: { label: 'labels asked for', scale: 'linear', unit: 'number' },
    title: 'labels spent',
    meaning: 'Labels asked for so far',
  })

const seriesOf = (results: Results, set: string, { name, role }: Reported, metric: MetricName): Series => ({
  name,
  role,
  points: cellsOf(results, set, name)
    .flatMap((cell) => {
      const summary = cellSummary(cell, metric)
      if (cell.status !== 'reached' || !summary) return []
      const parts = [
        `target ${share(cell.ratio)}`,
        counted(summary.runs, 'run'),
        parametersText(cell.parameters),
      ]
      return [pointOf(askedRatio(cell), summary, parts.filter((part) => part !== '').join('; '))]
    })
    // A log axis cannot show a rule that never asked.
    .filter(({ x }) => x > 0)
    .sort((a, b) => a.x - b.x),
})

/** One figure of a metric against the ratio per set; sets without values are omitted. */
const againstRatio = (
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
        caption: `${bandsNote(results.protocol.runs)}, plotted at the measured query ratio on ${set}.`,
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

/** The time of one round against the query ratio. */
export const timeFigures = (results: Results): readonly Figure[] =>
  againstRatio(results, 'time', 'time', (set) => `${set}: time of a round and query ratio`)

/** Seconds since the start over the items. */
export const timeItemsFigures = (results: Results): readonly Figure[] =>
  overItems(results, {
    id: 'seconds',
    column: 'seconds',
    y: { label: 'seconds', scale: 'linear', unit: 'number' },
    title: 'time over the items',
    meaning: 'Seconds since the start',
  })
