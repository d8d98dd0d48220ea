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
import type { ItemInput } from '@askance/data'
import type { Context, Output } from '../../context.js'
import { type Classes, jsonLabel } from '../../stream/classes.js'
import { vectorizerText } from '../../stream/vectorizing.js'
import { styleFor } from '../../terminal/style.js'
import { choiceLines, f1Line, metricLines, pacedReport, paceText, resultLines } from '../result-lines.js'
import type { PlayedRun } from './finish-run.js'
import { parametersWithBudget } from './settings.js'
import type { RunState } from './state.js'
import type { DialSearch } from './tune-dial.js'

export interface RunResult extends PlayedRun {
  readonly game: RunState
  readonly classes: Classes
  readonly command: string
  readonly search?: DialSearch
}

/** The result for `--json`. JSON has no infinity, so infinite parameters are strings. */
export const jsonResult = ({ game, classes, seconds, command, search, input, skipped }: RunResult) => {
  const { classifier, rounds, metrics } = game
  const { algorithm, kernel, preparation, seed, objective } = classifier.config
  const report = pacedReport(classifier)
  const params = Object.entries(parametersWithBudget(classifier)).map(([name, value]) => [
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
    ...(game.featureless.count > 0 && { featureless: game.featureless.count }),
    ...(search && { search }),
    ...(report && { report }),
    command,
  }
}

/** With more classes, the confusion matrix is not printed. */
const MAX_CONFUSION = 10

/** The result in a few lines. */
export const printResult = (result: RunResult, output: Output, context: Context): void => {
  const { game, classes, items, seconds, command, search } = result
  const style = styleFor(context, output)
  const values = game.metrics.values()
  const { text } = resultLines(style.dim)
  const lines = [
    text(
      'items',
      `${count(values.items)}, asked about ${count(values.asked)} (${percent(values.queryRatio)})`,
    ),
    text('accuracy', `${percent(values.accuracy)}, ${counted(values.mistakes, 'mistake')}`),
    f1Line(values, classes, text),
    text('time', `${duration(seconds)}, ${rate(items, seconds)} items per second`),
    ...featurelessLines(game, text),
    // A value that was searched is part of the result.
    ...(search ? [parametersLine(result, text)] : []),
    text('repeat with', style.bold(command)),
    '',
  ]
  output.write(lines.join('\n'))
}

const featurelessLines = (
  { featureless }: RunState,
  text: (name: string, value: string) => string,
): readonly string[] => {
  if (featureless.count === 0) return []
  const items = counted(featureless.count, 'item')
  return [text('no features', `${items}; add --intercept=auto to learn their class`)]
}

const parametersLine = ({ game, search }: RunResult, text: (name: string, value: string) => string): string =>
  text('parameters', `${parametersText(parametersWithBudget(game.classifier))}${searchText(search)}`)

/** Everything that is known about a run. */
export const printDetails = (result: RunResult, output: Output, context: Context): void => {
  const { game, classes, items, seconds, command, input } = result
  const style = styleFor(context, output)
  const { seed, kernel, objective } = game.classifier.config
  const values = game.metrics.values()
  const report = pacedReport(game.classifier)
  const { fact, text } = resultLines(style.dim)
  const lines = [
    fact('items', count(values.items)),
    fact('asked', count(values.asked), percent(values.queryRatio)),
    fact('updated', count(values.updated), percent(values.updateRatio)),
    fact('mistakes', count(values.mistakes), percent(1 - values.accuracy)),
    ...metricLines(values, classes.names.length, fact),
    ...(classes.names.length > 2 && classes.names.length <= MAX_CONFUSION ? [confusion(game, classes)] : []),
    ...(report?.self ? choiceLines(report.self, classes, objective, style, text) : []),
    ...(report ? [text('pace', paceText(report))] : []),
    ...featurelessLines(game, text),
    '',
    text('time', `${duration(seconds)}, ${rate(items, seconds)} items per second`),
    text('seed', String(seed)),
    ...(kernel ? [text('kernel', JSON.stringify(kernel))] : []),
    ...inputLines(input).map(([name, value]) => text(name, value)),
    parametersLine(result, text),
    text('repeat with', style.bold(command)),
    '',
  ]
  output.write(lines.join('\n'))
}

export const searchText = (search: RunResult['search']): string => {
  if (!search) return ''
  const changes = [
    ...(search.ridge === undefined ? [] : ['the ridge was raised']),
    ...(search.normalize === undefined ? [] : ['rows were not scaled']),
  ]
  const why =
    changes.length > 0 ? `; ${changes.join(' and ')}, because the rule cannot ask so little otherwise` : ''
  return ` (${search.parameter} found in ${search.passes} passes${why})`
}

/** How rows are made, and how many features were seen. */
export const inputLines = ({
  vectorizer,
  config: { wordVectors },
}: ItemInput): readonly (readonly [string, string])[] => {
  if (!vectorizer) return []
  const { features, share: shared } = vectorizer.collisions
  const dropped =
    vectorizer.dropped > 0 ? `; ${count(vectorizer.dropped)} occurrences dropped: the dictionary is full` : ''
  const seen =
    vectorizer.config.index.kind === 'hash'
      ? `${counted(features, 'feature')}, ${share(shared)} of them share a hash${dropped}`
      : `${counted(features, 'feature')}${dropped}`
  return [
    ['rows', vectorizerText(vectorizer.config)],
    ['seen', seen],
    ...(wordVectors ? [['vectors', `${wordVectors.name}, ${wordVectors.dimension} numbers`] as const] : []),
  ]
}

export const parametersText = (parameters: Readonly<Record<string, number>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} = ${significant(value)}`)
    .join(', ') || 'none'

const confusion = ({ metrics }: RunState, { names }: Classes): string => {
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
