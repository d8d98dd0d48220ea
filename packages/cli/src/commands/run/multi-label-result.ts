import type { MultiLabelMetrics } from '@askance/core'
import { count, duration, type PlainColumn, percent, plainTable, rate } from '@askance/core/internals'
import type { Context, Output } from '../../context.js'
import { jsonLabel } from '../../stream/classes.js'
import { styleFor } from '../../terminal/style.js'
import { resultLines } from '../result-lines.js'
import type { PlayedRun } from './finish-run.js'
import { inputLines, parametersText, searchText } from './result.js'
import type { RunOptions } from './settings.js'
import type { DialSearch } from './tune-dial.js'

export interface MultiLabelResult extends PlayedRun {
  readonly options: RunOptions
  readonly classes: readonly string[]
  readonly metrics: MultiLabelMetrics
  readonly command: string
  readonly search?: DialSearch
}

/** The counts and metrics of one class. */
const partValues = ({ classes, metrics }: Pick<MultiLabelResult, 'classes' | 'metrics'>) =>
  classes.map((label, k) => {
    const part = metrics.parts[k]
    const [, , falseNegatives = 0, truePositives = 0] = part?.confusion() ?? []
    const { asked = 0, precision = 0, recall = 0, f1 = 0 } = part?.values() ?? {}
    return { class: jsonLabel(label), items: falseNegatives + truePositives, asked, precision, recall, f1 }
  })

/** The result for `--json`. */
export const jsonMultiLabel = (result: MultiLabelResult) => {
  const { options, metrics, seconds, command, search, input, skipped } = result
  const { algorithm, kernel, preparation, seed, parameters } = options
  return {
    ...metrics.values(),
    seconds,
    seed,
    algorithm,
    params: parameters,
    classes: partValues(result),
    kernel: kernel ?? null,
    ...preparation,
    ...(input.vectorizer && { vectorizer: input.vectorizer.config }),
    ...(skipped && { skipped: skipped.count }),
    ...(search && { search }),
    command,
  }
}

/** With more classes, they are not printed. */
const MAX_CLASSES = 50

const columns: readonly PlainColumn[] = [
  { title: 'class' },
  ...['items', 'asked', 'precision', 'recall', 'F1'].map((title) => ({ title, align: 'right' as const })),
]

/** The result in five lines. */
export const printMultiLabel = (result: MultiLabelResult, output: Output, context: Context): void => {
  const { metrics, items, seconds, command } = result
  const style = styleFor(context, output)
  const values = metrics.values()
  const { text } = resultLines(style.dim)
  const asked = `asked about ${count(values.asked)} of ${count(values.pairs)} pairs of an item and a class`
  const lines = [
    text('items', `${count(values.items)}, ${asked} (${percent(values.queryRatio)})`),
    text('F1', `micro ${percent(values.microF1)}, macro ${percent(values.macroF1)}`),
    text('Hamming loss', percent(values.hammingLoss)),
    text('time', `${duration(seconds)}, ${rate(items, seconds)} items per second`),
    text('repeat with', style.bold(command)),
    '',
  ]
  output.write(lines.join('\n'))
}

/** Everything that is known about a run. */
export const printMultiLabelDetails = (result: MultiLabelResult, output: Output, context: Context): void => {
  const { options, classes, metrics, items, seconds, command, search, input } = result
  const style = styleFor(context, output)
  const values = metrics.values()
  const { fact, text } = resultLines(style.dim)
  const rows = partValues(result).map((part) => [
    String(part.class),
    count(part.items),
    count(part.asked),
    percent(part.precision),
    percent(part.recall),
    percent(part.f1),
  ])
  const lines = [
    fact('items', count(values.items)),
    fact('pairs', count(values.pairs)),
    fact('asked', count(values.asked), percent(values.queryRatio)),
    fact('updated', count(values.updated), percent(values.updateRatio)),
    fact('micro-F1', percent(values.microF1)),
    fact('macro-F1', percent(values.macroF1)),
    fact('Hamming loss', percent(values.hammingLoss)),
    ...(classes.length <= MAX_CLASSES ? ['', plainTable(columns, rows, { heads: style.dim })] : []),
    '',
    text('time', `${duration(seconds)}, ${rate(items, seconds)} items per second`),
    text('seed', String(options.seed)),
    ...inputLines(input).map(([name, value]) => text(name, value)),
    text('parameters', `${parametersText(options.parameters)}${searchText(search)}`),
    text('repeat with', style.bold(command)),
    '',
  ]
  output.write(lines.join('\n'))
}
