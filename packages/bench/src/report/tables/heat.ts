import { significant, type Table } from '@askance/core/internals'
import type { HeatFigure } from '../figure.js'

/** A heat map as a table of numbers. */
export const heatTable = ({ id, title, x, y, value, cells }: HeatFigure): Table => {
  const isShare = value.unit === 'share'
  return {
    id,
    title: `${title}${isShare ? ', in %' : ''}: ${y.label} down, ${x.label} across`,
    columns: [
      { title: y.label, align: 'right' },
      ...x.values.map((one) => ({ title: significant(one), align: 'right' as const })),
    ],
    rows: cells.map((row, k) => [
      { text: significant(y.values[k] ?? 0) },
      ...row.map((one) =>
        one === null
          ? { text: '·' }
          : { text: isShare ? (100 * one).toFixed(1) : significant(one), value: one },
      ),
    ]),
    notes: cells.flat().includes(null) ? ['·: no value.'] : [],
  }
}
