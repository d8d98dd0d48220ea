import {
  type Cell,
  comparisonReport,
  gridPoints,
  type HeatFigure,
  type MetricName,
  metrics,
  type Results,
  type Table,
  type Tried,
} from '@askance/bench'
import type { Context } from '../../context.js'
import { count, duration, percent, share, significant } from '../../terminal/numbers.js'
import { Printer } from '../experiment/print.js'
import { printShades } from '../experiment/shades.js'
import { parametersInWords } from '../run/result.js'
import { runningCommand } from './repeat.js'
import type { TuneInput } from './work.js'

const BEST = 10

/** What tuning found, ratio by ratio. */
export const printTuned = (context: Context, results: Results, input: TuneInput): void => {
  const printer = new Printer(context)
  const { metric, tuning, algorithms } = results.protocol
  const points = algorithms.flatMap((spec) => gridPoints(spec)).length
  printer.sets(results.sets)
  printer.fact(
    'tuning',
    `${count(points)} points, ${tuning.method}, ${tuning.folds} folds, ${tuning.score} score`,
  )
  printer.fact('time', duration(results.made.seconds))
  const heats = heatsOf(results)
  for (const cell of results.cells) {
    printer.line()
    printer.tables([pointsTable(cell, metric, input.flags.all ? cell.tried.length : BEST, points)])
    const heat = heats.find(({ title }) => title === `${cell.set}: ${cell.algorithm} at ${share(cell.ratio)}`)
    if (heat && tuning.method === 'exhaustive') printShades(printer, heat, metrics[metric].better)
    printChosen(printer, cell, metric, runningCommand(results, cell, input))
  }
}

const shown = (metric: MetricName, value: number): string =>
  metrics[metric].unit === 'share' ? percent(value) : significant(value)

const pointsTable = (cell: Cell, metric: MetricName, most: number, points: number): Table => {
  const { tried, dial, algorithm, ratio } = cell
  const names = Object.keys(tried[0]?.parameters ?? {}).filter((name) => name !== dial)
  const missed = tried.slice(0, most).some(({ attainable }) => !attainable)
  const rowOf = ({ parameters, score, ratio: asked, folds, attainable }: Tried, k: number) =>
    [
      ...names.map((name) => significant(parameters[name] ?? 0)),
      shown(metric, score),
      percent(asked),
      count(folds),
      ...(missed ? [attainable ? '' : 'not attainable'] : []),
    ].map((text) => ({ text, ...(k === 0 && attainable && text !== '' && { bold: true }) }))
  const last = tried.length < points ? `; ${tried.length} of ${points} points played the last fold` : ''
  return {
    id: 'points',
    title: `${algorithm} at ${share(ratio)} of the labels: the best ${Math.min(most, tried.length)} of ${points} points`,
    columns: [
      ...[...names, metrics[metric].title, 'asked', 'folds'].map((title) => ({
        title,
        align: 'right' as const,
      })),
      ...(missed ? [{ title: '', align: 'left' as const }] : []),
    ],
    rows: tried.slice(0, most).map(rowOf),
    notes: [`Means over the folds${last}.`],
  }
}

/** What the one run with the chosen point gave, and how to have it again. */
const printChosen = (printer: Printer, cell: Cell, metric: MetricName, line: string | undefined): void => {
  const { parameters, reached, ratio, runs } = cell
  const [run] = runs
  printer.fact('chosen', parametersInWords(parameters))
  if (!run) {
    const end = reached > ratio ? 'lowest' : 'highest'
    printer.fact('run', `none: ${share(ratio)} is not attainable, the ${end} it reached is ${share(reached)}`)
    return
  }
  const { queryRatio = reached } = run.values
  const value = `${metrics[metric].title} ${shown(metric, run.values[metric] ?? 0)}`
  printer.fact('run', `${value}, asked about ${percent(queryRatio)} (seed ${run.seed})`)
  if (line !== undefined) printer.command('run it with', line)
  else
    printer.fact(
      'run it with',
      '`askance run` cannot prepare the data like this: it neither scales columns, nor measures an intercept on all rows, nor cuts data before it is shuffled',
    )
}

const heatsOf = (results: Results): readonly HeatFigure[] =>
  comparisonReport(results)
    .sections.flatMap(({ figures }) => figures)
    .flatMap((figure) => (figure.kind === 'heat' ? [figure] : []))
