import type { Parameters } from '@askance/core'
import type { Cell, Results } from '../../results/results.js'
import { reported } from '../summary/algorithms.js'
import { cellsOf, setNames } from '../summary/cells.js'
import { percent, shortNumber, shown, titleWith } from '../summary/format.js'
import { slugs } from '../summary/slug.js'
import type { Table, TableCell } from '../table.js'
import { EMPTY, left, right } from './cells.js'

/**
 * Parameters in words, those in `without` left out.
 *
 * @example
 * parametersText({ C: 0.03125, delta: 1 }) // => 'C = 0.03125, delta = 1'
 */
export const parametersText = (parameters: Parameters, without?: string): string =>
  Object.entries(parameters)
    .filter(([name]) => name !== without)
    .map(([name, value]) => `${name} = ${shortNumber(value)}`)
    .join(', ')

const rowOf = (cell: Cell, { protocol: { metric } }: Results): readonly TableCell[] => {
  const [chosen] = cell.tried
  const dial = cell.dial === undefined ? undefined : cell.parameters[cell.dial]
  return [
    { text: cell.algorithm },
    { text: percent(cell.ratio), value: cell.ratio },
    { text: parametersText(cell.parameters, cell.dial) || '–' },
    dial === undefined ? EMPTY : { text: `${cell.dial} = ${shortNumber(dial)}`, value: dial },
    { text: String(cell.tried.length), value: cell.tried.length },
    chosen ? { text: shown(metric, chosen.score), value: chosen.score } : EMPTY,
  ]
}

const tuningNote = ({ protocol: { tuning } }: Results): string =>
  tuning.method === 'none'
    ? 'Nothing was tuned: the parameters are those given or the defaults.'
    : `Points were tried on ${tuning.folds} folds (${tuning.method}), by the ${
        tuning.score === 'online' ? 'metric of the online pass' : 'metric on the fold left out'
      }.`

/** What tuning chose for each cell, how many points it tried and what the best of them scored; a table for each set. */
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
    notes: [tuningNote(results), 'The dial was set afterwards so that the rule asks as often as it should.'],
  }))
}
