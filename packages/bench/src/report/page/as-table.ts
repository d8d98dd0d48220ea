import type { Table, TableCell } from '@askance/core/internals'
import type { Figure, HeatFigure, LineFigure, Point, RankFigure } from '../figure.js'
import { formatValue, gridLabels } from './numbers.js'

/**
 * The numbers of a figure as a table.
 *
 * @example
 * const entries = [{ name: 'A', rank: 1.25 }]
 * const figure = { kind: 'ranks', id: 'r', title: 'Ranks', caption: '', difference: 1, entries, cliques: [] }
 * figureTable(figure).rows // => [[{ text: 'A' }, { text: '1.25', value: 1.25 }]]
 */
export const figureTable = (figure: Figure): Table => {
  const { columns, rows } =
    figure.kind === 'lines' ? ofLines(figure) : figure.kind === 'heat' ? ofHeat(figure) : ofRanks(figure)
  const [first = '', ...others] = columns
  return {
    id: `${figure.id}-values`,
    title: figure.title,
    columns: [
      { title: first, align: 'left' },
      ...others.map((title) => ({ title, align: 'right' as const })),
    ],
    rows,
    notes: [],
  }
}

interface Content {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly TableCell[])[]
}

const ofLines = ({ x, y, series }: LineFigure): Content => {
  const xs = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort(
    (a, b) => a - b,
  )
  const found = series.map(({ points }) => new Map(points.map((point) => [point.x, point])))
  const cell = (point: Point | undefined): TableCell =>
    point ? { text: formatValue(point.y, y.unit), value: point.y } : { text: '' }
  return {
    columns: [x.label, ...series.map(({ name }) => name)],
    rows: xs.map((value) => [
      { text: formatValue(value, x.unit), value },
      ...found.map((points) => cell(points.get(value))),
    ]),
  }
}

const ofHeat = ({ x, y, value, cells }: HeatFigure): Content => {
  const rows = gridLabels(y.values)
  return {
    columns: [`${y.label} \\ ${x.label}`, ...gridLabels(x.values)],
    rows: y.values.map((_, row) => [
      { text: rows[row] ?? '' },
      ...x.values.map((_, column): TableCell => {
        const found = cells[row]?.[column]
        return typeof found === 'number'
          ? { text: formatValue(found, value.unit), value: found }
          : { text: '–' }
      }),
    ]),
  }
}

const ofRanks = ({ entries }: RankFigure): Content => ({
  columns: ['', 'average rank'],
  rows: [...entries]
    .sort((a, b) => a.rank - b.rank)
    .map(({ name, rank }) => [{ text: name }, { text: rank.toFixed(2), value: rank }]),
})
