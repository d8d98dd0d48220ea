import { count, type Table } from '@askance/core/internals'
import { metrics } from '../metrics.js'
import type { Protocol } from '../protocol/protocol.js'
import type { View } from '../reproduce/reproduction.js'
import type { Results, SetFacts } from '../results/results.js'
import { gridPoints } from '../tune/grid.js'
import type { Figure } from './figure.js'
import {
  askedFigures,
  learningFigures,
  rankFigures,
  ratioFigures,
  sensitivityFigures,
  timeFigures,
  timeItemsFigures,
} from './figures/index.js'
import type { Report, Section } from './report.js'
import { savingSentences } from './summary/saving-sentences.js'
import {
  fixedRatioTables,
  otherMetricsTables,
  parametersTable,
  ranksTable,
  savingsTable,
  testsTable,
} from './tables/index.js'

/** The full report of a comparison, main view first. Empty sections are omitted. */
export const comparisonReport = (
  results: Results,
  first: readonly Section[] = [],
  view: View = 'table',
): Report => {
  const { title, metric } = results.protocol
  const { meaning, title: name } = metrics[metric]
  const tables = section('At fixed ratios', fixedRatioTables(results), [])
  const overRatios = section(`${capital(name)} against the query ratio`, [], ratioFigures(results))
  const overItems = section('Over the items', [], [...learningFigures(results), ...askedFigures(results)])
  const time = section(
    'Time',
    [],
    [...timeFigures(results), ...(view === 'time-items' ? timeItemsFigures(results) : [])],
  )
  const main = { table: tables, ratio: overRatios, items: overItems, time, 'time-items': time }[view]
  const others = [overRatios, tables, overItems, time].filter((one) => one !== main)
  return {
    title,
    intro: [...savingSentences(results), `Ranked by ${name}: ${meaning}.`],
    facts: factsOf(results),
    sections: [
      ...first,
      main,
      section('Labels saved', savingsTable(results), []),
      section('Ranks over the data sets', ranksTable(results), rankFigures(results)),
      ...others,
      section('Tests against the best', testsTable(results), []),
      section('Other metrics', otherMetricsTables(results), []),
      section('Tuned parameters', parametersTable(results), sensitivityFigures(results)),
      dataSection(results),
    ].filter((one) => one.tables.length + one.figures.length + one.paragraphs.length > 0),
    json: results,
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const section = (title: string, tables: readonly Table[], figures: readonly Figure[]): Section => ({
  title,
  paragraphs: [],
  tables,
  figures,
})

const dataSection = ({ sets, missing }: Results): Section => ({
  title: 'Data',
  paragraphs: missing.map(({ set, reason }) => `${set} is missing: ${reason}`),
  tables: [
    {
      id: 'data',
      title: 'Sets as used',
      columns: [
        { title: 'set', align: 'left' },
        ...['items', 'features', 'values per item', 'classes', 'rarest class'].map(
          (title) => ({ title, align: 'right' }) as const,
        ),
        { title: 'sha256', align: 'left' },
      ],
      rows: sets.map((set) => [{ text: set.name }, ...numbersOf(set), { text: set.digest.slice(0, 12) }]),
      notes: sets.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`)),
    },
  ],
  figures: [],
})

const numbersOf = ({ items, features, entries, classes, counts }: SetFacts) => {
  const rarest = Math.min(...counts) / Math.max(1, items)
  return [
    { text: count(items), value: items },
    { text: count(features), value: features },
    { text: (entries / Math.max(1, items)).toFixed(1), value: entries / Math.max(1, items) },
    { text: String(classes.length), value: classes.length },
    { text: `${(100 * rarest).toFixed(1)} %`, value: rarest },
  ]
}

/**
 * How parameters are tuned; `none` also if no algorithm has any to tune.
 *
 * @example
 * const tuning = { method: 'halving', folds: 5, score: 'online' } as const
 * tuningText({ tuning, algorithms: [{ name: 'PAA-I' }] }) // => 'halving, 5 folds, online score'
 * tuningText({ tuning, algorithms: [{ name: 'auto' }] }) // => 'none'
 */
export const tuningText = ({ tuning, algorithms }: Pick<Protocol, 'tuning' | 'algorithms'>): string => {
  const { method, folds, score, mostRows } = tuning
  if (method === 'none' || algorithms.every((one) => gridPoints(one).length === 1)) return 'none'
  const rows = mostRows === undefined ? '' : `, at most ${count(mostRows)} rows`
  return `${method}, ${folds} folds, ${score} score${rows}`
}

/** The facts needed to repeat the experiment. */
export const factsOf = ({ made, protocol }: Pick<Results, 'made' | 'protocol'>): Report['facts'] => {
  return [
    ...madeFacts(made),
    ['runs', `${protocol.runs}, seeds ${protocol.seed} to ${protocol.seed + protocol.runs - 1}`],
    ['tuning', tuningText(protocol)],
    ...(protocol.delay > 0 ? [['delay', `${protocol.delay} rounds`] as const] : []),
  ]
}

export const madeFacts = ({ date, version, node, machine, seconds }: Results['made']): Report['facts'] => [
  ['date', date.slice(0, 10)],
  ['version', `askance ${version}, node ${node}`],
  ['machine', machine],
  ['took', `${seconds.toFixed(0)} s, not counting cached results`],
]
