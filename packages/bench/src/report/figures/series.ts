import { type MetricName, metrics } from '../../metrics.js'
import type { Cell } from '../../results/results.js'
import type { Axis, Point } from '../figure.js'
import { cellSummary, type Summary } from '../summary/values.js'

/** A point with its band, where there is more than one run to make one from. */
export const pointOf = (x: number, { mean, low, high }: Summary, note?: string): Point => ({
  x,
  y: mean,
  ...(low === undefined || high === undefined ? {} : { low, high }),
  ...(note === undefined ? {} : { note }),
})

/** The mean share of items that a cell really asked about. */
export const askedRatio = (cell: Cell): number => cellSummary(cell, 'queryRatio')?.mean ?? cell.reached

/** The axis of a metric. */
export const metricAxis = (metric: MetricName, scale: Axis['scale'] = 'linear'): Axis => {
  const { title, unit } = metrics[metric]
  return {
    label: unit === 'microseconds' ? `${title}, µs` : title,
    scale,
    unit: unit === 'share' ? 'share' : 'number',
  }
}

export const ratioAxis: Axis = { label: 'query ratio', scale: 'log', unit: 'share' }
export const itemsAxis: Axis = { label: 'items', scale: 'linear', unit: 'number' }

/** What a band is, for captions. */
export const bandsNote = (runs: number): string =>
  runs > 1 ? `Means over ${runs} runs with 95 % confidence bands` : 'A single run'
