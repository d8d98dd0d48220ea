import type { Cell, Results } from '../../results/results.js'
import { type Reported, reported } from '../summary/algorithms.js'
import { cellAt, ratiosOf, setNames } from '../summary/cells.js'
import { contenders } from '../summary/comparison.js'
import { percent, titleWith } from '../summary/format.js'
import { runsNote } from '../summary/notes.js'
import { slugs } from '../summary/slug.js'
import type { Table, TableCell } from '../table.js'
import { left, metricCell, right } from './cells.js'

/** What a rule asks instead, where it cannot ask as it should. */
const instead = ({ ratio, reached }: Cell): string =>
  `asks ${reached > ratio ? '≥' : '≤'} ${percent(reached)}`

const tableOf = (results: Results, set: string, id: string | undefined): Table => {
  const { metric } = results.protocol
  const ratios = ratiosOf(results)
  const here = reported(results).filter(({ name }) =>
    results.cells.some((cell) => cell.set === set && cell.algorithm === name),
  )
  const asking = here.filter(({ role }) => role !== 'supervised')
  const full = asking.length > 0 ? here.filter(({ role }) => role === 'supervised') : []
  const leading = ratios.map((ratio) => {
    const found = contenders(results, set, ratio)
    return new Set(found.flatMap(({ name, leads }) => (leads ? [name] : [])))
  })
  const cellOf = (algorithm: Reported, k: number): TableCell => {
    const cell = cellAt(results, set, algorithm, ratios[k] ?? 1)
    if (cell?.status === 'unattainable') return { text: instead(cell) }
    const shown = metricCell(cell, metric)
    return leading[k]?.has(algorithm.name) ? { ...shown, bold: true } : shown
  }
  const rows = (asking.length > 0 ? asking : here).map((algorithm) => [
    { text: algorithm.name },
    ...ratios.map((_, k) => cellOf(algorithm, k)),
  ])
  const isShort = rows.some((row) => row.some(({ text }) => text.startsWith('asks ')))
  return {
    id: `overview-${id}`,
    title: `${set}: ${titleWith(metric)} at these shares of the labels`,
    columns: [left('algorithm'), ...ratios.map((ratio) => right(percent(ratio)))],
    rows,
    notes: [
      ...full.map(
        (one) => `With all labels: ${one.name} ${metricCell(cellAt(results, set, one, 1), metric).text}.`,
      ),
      `Mean ± standard deviation over ${runsNote(results)}. Bold (* in plain text): the best compared algorithm, and those that a paired t-test at 95 % cannot tell from it.`,
      ...(isShort ? ['Asks ≥ or ≤: the rule cannot ask less, or more, whatever its parameter.'] : []),
    ],
  }
}

/** The metric of every algorithm at every ratio, a table for each set: the whole comparison at a glance. */
export const overviewTables = (results: Results): readonly Table[] => {
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets.map((set) => tableOf(results, set, ids.get(set)))
}
