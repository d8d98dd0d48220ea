import {
  count,
  counted,
  duration,
  findAlgorithm,
  type PlainColumn,
  percent,
  plainTable,
  rate,
  share,
  significant,
} from '@askance/core/internals'
import type { ItemInput, Skipped } from '@askance/data'
import type { Context, Output } from '../../context.js'
import { type Classes, jsonLabel } from '../../stream/classes.js'
import { vectorizerInWords } from '../../stream/vectorizing.js'
import { styleFor } from '../../terminal/style.js'
import { choicesInWords, metricLines, paceInWords, reportOf } from '../result-lines.js'
import type { Search } from './aim.js'
import type { Game } from './game.js'
import { parametersIn } from './settings.js'

/** All that is known when a run has ended. */
export interface Result {
  readonly game: Game
  readonly classes: Classes
  /** Items of this run alone, and how long they took. */
  readonly items: number
  readonly seconds: number
  readonly command: string
  readonly input: ItemInput
  readonly skipped?: Skipped
  readonly search?: Search
}

/** The result as plain data, for `--json`. JSON knows no infinity, so parameters write it in letters. */
export const jsonResult = ({ game, classes, seconds, command, search, input, skipped }: Result) => {
  const { classifier, rounds, metrics } = game
  const { algorithm, kernel, preparation, seed, objective } = classifier.config
  const report = reportOf(classifier)
  const params = Object.entries(parametersIn(classifier)).map(([name, value]) => [
    name,
    Number.isFinite(value) ? value : String(value),
  ])
  return {
    ...metrics.values(),
    seconds,
    seed,
    algorithm,
    params: Object.fromEntries(params),
    classes: classes.names.map(jsonLabel),
    positive: jsonLabel(classes.names[classes.positive] ?? ''),
    kernel: kernel ?? null,
    ...(findAlgorithm(algorithm).paced && { objective }),
    ...preparation,
    features: Math.max(0, rounds.dimension - 1),
    ...(input.vectorizer && {
      vectorizer: input.vectorizer.config,
      collisions: input.vectorizer.collisions,
    }),
    ...(skipped && { skipped: skipped.count }),
    ...(search && { search }),
    ...(report && { report }),
    command,
  }
}

/** More classes than this make a matrix that nobody reads. */
const MOST_CONFUSION = 10

/** The result for people. */
export const printResult = (result: Result, output: Output, context: Context): void => {
  const { game, classes, items, seconds, command, search, input } = result
  const style = styleFor(context, output)
  const { seed, kernel, objective } = game.classifier.config
  const values = game.metrics.values()
  const report = reportOf(game.classifier)
  const fact = (name: string, ...cells: string[]): string =>
    `${style.dim(name.padEnd(14))}${cells.map((cell) => cell.padStart(12)).join('')}`
  const text = (name: string, value: string): string => `${style.dim(name.padEnd(14))}  ${value}`
  const lines = [
    '',
    fact('items', count(values.items)),
    fact('asked', count(values.asked), percent(values.queryRatio)),
    fact('updated', count(values.updated), percent(values.updateRatio)),
    fact('mistakes', count(values.mistakes), percent(1 - values.accuracy)),
    ...metricLines(values, fact),
    ...(classes.names.length > 2 && classes.names.length <= MOST_CONFUSION ? [confusion(game, classes)] : []),
    ...(report?.self ? choicesInWords(report.self, classes, objective, style, text) : []),
    ...(report ? [text('pace', paceInWords(report))] : []),
    '',
    text('time', `${duration(seconds)}, ${rate(items, seconds)} items a second`),
    text('seed', String(seed)),
    ...(kernel ? [text('kernel', JSON.stringify(kernel))] : []),
    ...rowsInWords(input).map(([name, value]) => text(name, value)),
    text('parameters', `${parametersInWords(parametersIn(game.classifier))}${searchInWords(search)}`),
    text('repeat with', style.bold(command)),
    '',
  ]
  output.write(lines.join('\n'))
}

const searchInWords = (search: Result['search']): string => {
  if (!search) return ''
  const changes = [
    ...(search.ridge === undefined ? [] : ['the ridge was raised']),
    ...(search.normalize === undefined ? [] : ['rows were left at their length']),
  ]
  const why = changes.length > 0 ? `; ${changes.join(' and ')}, else the rule cannot ask so little` : ''
  return ` (${search.parameter} found in ${search.passes} passes${why})`
}

/** How the rows were made, and how many features had to share a number. */
export const rowsInWords = ({ vectorizer }: ItemInput): readonly (readonly [string, string])[] => {
  if (!vectorizer) return []
  const { features, share: shared } = vectorizer.collisions
  const dropped =
    vectorizer.dropped > 0 ? `; ${count(vectorizer.dropped)} times there was no room for one` : ''
  const met =
    vectorizer.config.index.kind === 'hash'
      ? `${counted(features, 'feature')}, ${share(shared)} of them share a number with another${dropped}`
      : `${counted(features, 'feature')}${dropped}`
  return [
    ['rows', vectorizerInWords(vectorizer.config)],
    ['met', met],
  ]
}

export const parametersInWords = (parameters: Readonly<Record<string, number>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} = ${significant(value)}`)
    .join(', ') || 'none'

const confusion = ({ metrics }: Game, { names }: Classes): string => {
  const counts = metrics.confusion()
  const columns: PlainColumn[] = [
    { title: 'truth ↓ predicted →' },
    ...names.map((title) => ({ title, align: 'right' as const })),
  ]
  const rows = names.map((label, truth) => [
    label,
    ...names.map((_, predicted) => count(counts[truth * names.length + predicted] ?? 0)),
  ])
  return `\n${plainTable(columns, rows)}`
}
