import type { Parameters } from '@askance/core'
import { share, significant, type Table, type TableCell, withMinus } from '@askance/core/internals'
import type { Cell, Results } from '../../results/results.js'
import { cellAt, cellsOf, type Reported, ratiosOf, reported, setNames } from '../summary/cells.js'
import { runsNote, shown, slugs, titleWith } from '../summary/format.js'
import { contenders } from '../summary/rankings.js'
import { EMPTY, left, metricCell, right } from './cells.js'

/** The ratio that a rule asks instead of the target. */
const instead = ({ ratio, reached }: Cell): string => `asks ${reached > ratio ? '≥' : '≤'} ${share(reached)}`

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
    columns: [left('algorithm'), ...ratios.map((ratio) => right(share(ratio)))],
    rows,
    notes: [
      ...full.map(
        (one) => `With all labels: ${one.name} ${metricCell(cellAt(results, set, one, 1), metric).text}.`,
      ),
      `Mean ± standard deviation over ${runsNote(results)}. Bold (* in plain text): the best compared algorithm and all that do not differ significantly from it (paired t-test, 95 %); random asking is never marked.`,
      ...(isShort ? ['Asks ≥ or ≤: no value of its parameter lets the rule ask less or more.'] : []),
    ],
  }
}

/** The metric of every algorithm at every ratio, a table for each set: the whole comparison at a glance. */
export const overviewTables = (results: Results): readonly Table[] => {
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets.map((set) => tableOf(results, set, ids.get(set)))
}

/**
 * Parameters as text, without those in `without`.
 *
 * @example
 * parametersText({ C: 0.03125, delta: 1 }) // => 'C = 0.03125, delta = 1'
 */
export const parametersText = (parameters: Parameters, without?: string): string =>
  Object.entries(parameters)
    .filter(([name]) => name !== without)
    .map(([name, value]) => `${name} = ${withMinus(significant(value))}`)
    .join(', ')

const rowOf = (cell: Cell, { protocol: { metric } }: Results): readonly TableCell[] => {
  const [chosen] = cell.tried
  const dial = cell.dial === undefined ? undefined : cell.parameters[cell.dial]
  return [
    { text: cell.algorithm },
    { text: share(cell.ratio), value: cell.ratio },
    { text: parametersText(cell.parameters, cell.dial) || '–' },
    dial === undefined ? EMPTY : { text: `${cell.dial} = ${withMinus(significant(dial))}`, value: dial },
    { text: String(cell.tried.length), value: cell.tried.length },
    chosen ? { text: shown(metric, chosen.score), value: chosen.score } : EMPTY,
  ]
}

const tuningNote = ({ protocol: { tuning } }: Results): string =>
  tuning.method === 'none'
    ? 'No tuning: the parameters are given or defaults.'
    : `Points were tried on ${tuning.folds} folds (${tuning.method}), by the ${
        tuning.score === 'online' ? 'metric of the online pass' : 'metric on the fold left out'
      }.`

/** Tuned parameters for each cell, how many points it tried and what the best of them scored; a table for each set. */
export const parametersTable = (results: Results): readonly Table[] => {
  const sets = setNames(results)
  const ids = slugs(sets)
  return sets.map((set) => ({
    id: `parameters-${ids.get(set)}`,
    title: `${set}: parameters`,
    columns: [
      left('algorithm'),
      left('ratio'),
      left('parameters'),
      left('dial'),
      right('tried'),
      right(`score (${titleWith(results.protocol.metric)})`),
    ],
    rows: reported(results).flatMap(({ name }) =>
      cellsOf(results, set, name).map((cell) => rowOf(cell, results)),
    ),
    notes: [tuningNote(results), 'The dial was then set so that the rule reaches the ratio.'],
  }))
}
