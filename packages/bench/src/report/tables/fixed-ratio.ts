import { listed, share, type Table, type TableCell, tableWidth } from '@askance/core/internals'
import { metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import { cellAt, type Reported, ratiosOf, reported, setNames } from '../summary/cells.js'
import { ratioSlug, runsNote, shown, slugs, titleWith } from '../summary/format.js'
import { contenders } from '../summary/rankings.js'
import { EMPTY, left, metricCell, right } from './cells.js'

/** Limits for sets side by side, for a terminal of common width. */
const MAX_SETS = 3
const MAX_WIDTH = 120

type RowCells = readonly [value: TableCell, ratio: TableCell]

/** The cells of one set, by algorithm. */
const block = (results: Results, set: string, ratio: number): ReadonlyMap<string, RowCells> => {
  const { metric } = results.protocol
  const compared = new Map(contenders(results, set, ratio).map((one) => [one.name, one]))
  const cellsFor = (algorithm: Reported): RowCells => {
    const cell = cellAt(results, set, algorithm, ratio)
    const value = metricCell(cell, metric)
    if (cell?.status !== 'reached') return [value, EMPTY]
    const asked: TableCell =
      algorithm.role === 'supervised'
        ? { text: shown('queryRatio', 1), value: 1, deviation: 0 }
        : metricCell(cell, 'queryRatio')
    const found = compared.get(algorithm.name)
    if (!found) return [value, asked]
    const text = `${value.text} (${found.rank})`
    return [{ ...value, text, ...(found.leads ? { bold: true } : {}) }, asked]
  }
  return new Map(reported(results).map((algorithm) => [algorithm.name, cellsFor(algorithm)]))
}

const notesOf = (results: Results, rows: Table['rows']): readonly string[] => [
  `Mean ± standard deviation over ${runsNote(results)}; the rank among the compared algorithms is in parentheses.`,
  'Bold (* in plain text): the best compared algorithm and all that do not differ significantly from it (paired t-test, 95 %).',
  ...(rows.some((row) => row.some(({ text }) => text.startsWith('not attainable')))
    ? ['Not attainable: no value of its parameter lets the rule ask this rarely or this often.']
    : []),
]

const tableOf = (results: Results, ratio: number, sets: readonly string[], part: string): Table => {
  const { metric } = results.protocol
  const title = titleWith(metric)
  const blocks = sets.map((set) => block(results, set, ratio))
  const rows = reported(results)
    .filter(({ name }) => blocks.some((cells) => cells.get(name)?.[0] !== EMPTY))
    .map(({ name }) => [{ text: name }, ...blocks.flatMap((cells) => cells.get(name) ?? [EMPTY, EMPTY])])
  return {
    id: `${metric}-${ratioSlug(ratio)}${part}`,
    title: `${metrics[metric].title} at ${share(ratio)} of the labels: ${listed(sets)}`,
    columns: [left('algorithm'), ...sets.flatMap((set) => [right(`${set} ${title}`), right('asked %')])],
    rows,
    notes: notesOf(results, rows),
  }
}

/** Groups of sets shown side by side: at most three, fewer if they are too wide. */
const groupsOf = (results: Results, ratio: number): readonly (readonly string[])[] => {
  const groups: string[][] = []
  for (const set of setNames(results)) {
    const last = groups.at(-1)
    const fits =
      last && last.length < MAX_SETS && tableWidth(tableOf(results, ratio, [...last, set], '')) <= MAX_WIDTH
    if (fits) last.push(set)
    else groups.push([set])
  }
  return groups
}

/**
 * The algorithms at each target ratio: the metric with its rank and the measured query ratio. Several
 * tables per ratio if there are many sets.
 */
export const fixedRatioTables = (results: Results): readonly Table[] =>
  ratiosOf(results).flatMap((ratio) => {
    const groups = groupsOf(results, ratio)
    return groups.map((sets, k) => tableOf(results, ratio, sets, groups.length > 1 ? `-part-${k + 1}` : ''))
  })

/** The additional metrics, one table per set and ratio; none if there are none. */
export const otherMetricsTables = (results: Results): readonly Table[] => {
  const { metric, metrics } = results.protocol
  const others = [...new Set(metrics)].filter((name) => name !== metric && name !== 'queryRatio')
  if (others.length === 0) return []
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets.flatMap((set) =>
    ratiosOf(results).map((ratio): Table => {
      const rows = reported(results).flatMap((algorithm) => {
        const cell = cellAt(results, set, algorithm, ratio)
        if (!cell) return []
        const cells = others.map((name) => metricCell(cell, name))
        // "Not attainable" appears only once per row.
        const said = cell.status === 'unattainable' ? cells.map((one, k) => (k === 0 ? one : EMPTY)) : cells
        return [[{ text: algorithm.name }, ...said]]
      })
      return {
        id: `others-${ids.get(set)}-${ratioSlug(ratio)}`,
        title: `${set} at ${share(ratio)} of the labels: other metrics`,
        columns: [left('algorithm'), ...others.map((name) => right(titleWith(name)))],
        rows,
        notes: [`Mean ± standard deviation over ${runsNote(results)}.`],
      }
    }),
  )
}
