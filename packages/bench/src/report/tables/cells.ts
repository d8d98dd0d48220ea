import type { Column, TableCell } from '@askance/core/internals'
import type { MetricName } from '../../metrics.js'
import type { Cell } from '../../results/results.js'
import { cellSummary } from '../summary/cells.js'
import { notAttainable, shownWith } from '../summary/format.js'

export const left = (title: string): Column => ({ title, align: 'left' })
export const right = (title: string): Column => ({ title, align: 'right' })

/** An empty cell. */
export const EMPTY: TableCell = { text: '–' }

/** Mean ± deviation of a metric with the plain numbers, or the reason for a missing value. */
export const metricCell = (cell: Cell | undefined, metric: MetricName): TableCell => {
  if (!cell) return EMPTY
  if (cell.status === 'unattainable') return { text: notAttainable(cell) }
  const summary = cellSummary(cell, metric)
  if (!summary) return EMPTY
  const { mean, deviation } = summary
  return {
    text: shownWith(metric, mean, deviation),
    value: mean,
    ...(deviation === undefined ? {} : { deviation }),
  }
}
