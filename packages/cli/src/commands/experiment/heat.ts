import type { HeatFigure, Table } from '@askance/bench'
import { significant } from '../../terminal/numbers.js'

/** A heat map as a table of numbers; the best one is bold, where it is known which way is better. */
export const heatTable = ({ id, title, x, y, value, cells }: HeatFigure, better?: 'up' | 'down'): Table => {
  const all = cells.flat().filter((one) => one !== null)
  const best = better === 'up' ? Math.max(...all) : better === 'down' ? Math.min(...all) : undefined
  const isShare = value.unit === 'share'
  return {
    id,
    title: `${title}: ${value.label}${isShare ? ' %' : ''}, ${y.label} down and ${x.label} across`,
    columns: [
      { title: y.label, align: 'right' },
      ...x.values.map((one) => ({ title: significant(one), align: 'right' as const })),
    ],
    rows: cells.map((row, k) => [
      { text: significant(y.values[k] ?? 0) },
      ...row.map((one) =>
        one === null
          ? { text: '·' }
          : { text: isShare ? (100 * one).toFixed(1) : significant(one), value: one, bold: one === best },
      ),
    ]),
    notes: cells.flat().includes(null) ? ['· where the share cannot be reached.'] : [],
  }
}
