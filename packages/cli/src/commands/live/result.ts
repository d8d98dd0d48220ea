import type { Classifier, ClassifierEvent, Estimate, Metrics } from '@askance/core'
import { count, counted, percent, plainTable, points } from '@askance/core/internals'
import type { Context, Output } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import { choiceLines } from '../result-lines.js'

/** A classifier that was run on labelled data. */
export interface LiveResult {
  readonly classifier: Classifier
  /** The true metrics of the predictions. */
  readonly truth: Metrics
  readonly alarms: readonly ClassifierEvent[]
}

/** The metrics shown as estimates and true values. */
const shown = ['accuracy', 'precision', 'recall', 'f1', 'macroF1'] as const
const titles = {
  accuracy: 'accuracy',
  precision: 'precision',
  recall: 'recall',
  f1: 'F1',
  macroF1: 'macro-F1',
}

export const jsonLive = ({ classifier, truth, alarms }: LiveResult) => ({
  ...classifier.counts,
  classes: classifier.classes,
  quality: classifier.quality(),
  truth: truth.values(),
  alarms,
  config: { ...classifier.config, budget: classifier.budget },
  ...(classifier.report() && { report: classifier.report() }),
})

const interval = ({ anyTime }: Estimate): string => `${percent(anyTime.low)} to ${percent(anyTime.high)}`

export const printLive = (
  { classifier, truth, alarms }: LiveResult,
  output: Output,
  context: Context,
): void => {
  const style = styleFor(context, output)
  const { items, spent, open, answers } = classifier.counts
  const { algorithm, seed, positive, objective } = classifier.config
  const { classes, budget } = classifier
  const quality = classifier.quality()
  const report = classifier.report()
  const values = truth.values()
  const text = (name: string, value: string): string => `${style.dim(name.padEnd(14))}  ${value}`
  const limit =
    budget.total === undefined ? `${percent(budget.ratio ?? 1)} of the items` : counted(budget.total, 'label')
  const head = ['', 'estimated', '95 % interval', 'true']
  const rows = shown.map((name) => [
    titles[name],
    quality.all[name].value === undefined ? '–' : percent(quality.all[name].value),
    interval(quality.all[name]),
    percent(values[name]),
  ])
  const columns = head.map((title, k) => ({ title, align: k === 0 ? 'left' : 'right' }) as const)
  const lines = [
    text('algorithm', `${algorithm}, seed ${seed}`),
    text('items', count(items)),
    text('asked', `${count(spent)} of at most ${limit}; ${counted(answers, 'answer')}, ${count(open)} open`),
    '',
    plainTable(columns, rows, { heads: style.dim }).trimEnd(),
    '',
    text('over random', gainOverRandomText(quality.gainOverRandom?.accuracy)),
    text('more labels', moreLabelsText(quality.gain)),
    text('drift', driftText(alarms)),
    text('confidence', `calibration error ${percent(quality.reliability.error)} on average`),
    ...(report
      ? choiceLines(report, { names: classes, positive: classes.indexOf(positive) }, objective, style, text)
      : []),
  ]
  output.write(`${lines.join('\n')}\n`)
}

const gainOverRandomText = (difference: Estimate | undefined): string => {
  if (difference?.value === undefined) return 'unknown'
  const { low, high } = difference.anyTime
  const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'no significant difference yet'
  return `${points(difference.value)} points of accuracy (${points(low)} to ${points(high)}) against a shadow model with the fewer random labels: ${verdict}`
}

const moreLabelsText = ({
  gain,
  upper,
  stop,
}: ReturnType<LiveResult['classifier']['quality']>['gain']): string => {
  if (gain === undefined || upper === undefined) return 'too early to estimate'
  const gained = `${(100 * gain).toFixed(2)} points per 100 labels, at most ${(100 * upper).toFixed(2)}`
  return stop ? `unlikely to help: ${gained}` : `may help: ${gained}`
}

const driftText = (alarms: LiveResult['alarms']): string => {
  if (alarms.length === 0) return 'no alarm'
  const kinds = alarms.flatMap((event) => (event.type === 'drifted' ? [event.kind] : []))
  return `${counted(alarms.length, 'alarm')} (${[...new Set(kinds)].join(', ')})`
}
