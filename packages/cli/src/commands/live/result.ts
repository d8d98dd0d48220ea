import type { Classifier, ClassifierEvent, Estimate, Metrics } from '@askance/core'
import {
  count,
  counted,
  currentEstimate,
  displayOf,
  intervalName,
  percent,
  plainTable,
  valueText,
} from '@askance/core/internals'
import type { Context, Output } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import { choiceLines, estimatedText, resultLines } from '../result-lines.js'

/** A classifier that was run on labelled data. */
interface LiveResult {
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

/** The metrics of the positive class alone. */
const ofPositive: ReadonlySet<string> = new Set(['precision', 'recall', 'f1'])

/** An estimate with the interval for one moment chosen in advance, here the end of the data, and the one for any time. */
const jsonEstimate = ({ value, fixedTime, anyTime, fromConfidence }: Estimate) => ({
  value: value ?? null,
  ...fixedTime,
  anyTime,
  ...(fromConfidence && { fromConfidence }),
})

const jsonQuality = (quality: ReturnType<Classifier['quality']>) => {
  const { all, recent: _, gainOverRandom, ...rest } = quality
  const { items, unsampled, answers, effectiveAnswers, ...estimates } = all
  return {
    ...Object.fromEntries(Object.entries(estimates).map(([name, one]) => [name, jsonEstimate(one)])),
    items,
    unsampled,
    answers,
    effectiveAnswers,
    ...rest,
    ...(gainOverRandom && {
      gainOverRandom: {
        ...gainOverRandom,
        accuracy: jsonEstimate(gainOverRandom.accuracy),
      },
    }),
  }
}

export const jsonLive = ({ classifier, truth, alarms }: LiveResult) => ({
  ...classifier.counts,
  classes: classifier.classes,
  quality: jsonQuality(classifier.quality()),
  truth: truth.values(),
  alarms,
  config: { ...classifier.config, budget: classifier.budget },
  ...(classifier.report() && { report: classifier.report() }),
})

/** The result in five lines: estimates next to the true values. */
export const printLive = ({ classifier, truth }: LiveResult, output: Output, context: Context): void => {
  const { items, spent, open } = classifier.counts
  const quality = classifier.quality()
  const values = truth.values()
  const { text } = resultLines(styleFor(context, output).dim)
  const waiting = open > 0 ? `; ${counted(open, 'answer')} not yet arrived` : ''
  const isBinary = classifier.classes.length === 2
  const f1 = isBinary ? 'f1' : 'macroF1'
  const compared = (name: 'accuracy' | 'f1' | 'macroF1'): string => {
    const options = { answers: quality.all.answers, ofClass: name !== 'accuracy' }
    const estimated = estimatedText(quality.all[name], options, (estimate) => `estimated ${estimate}`)
    return `${estimated}, true ${percent(values[name])}`
  }
  const lines = [
    text(
      'items',
      `${count(items)}, asked about ${count(spent)} (at most ${limitText(classifier)})${waiting}`,
    ),
    text('accuracy', compared('accuracy')),
    text(titles[f1], compared(f1)),
    text('now', nowText(quality)),
    text('more labels', quality.gain.text),
    '',
  ]
  output.write(lines.join('\n'))
}

const limitText = ({ budget }: Classifier): string =>
  budget.total === undefined ? `${percent(budget.ratio ?? 1)} of the items` : counted(budget.total, 'label')

const nowText = ({ all: { answers }, now }: ReturnType<Classifier['quality']>): string =>
  estimatedText(
    currentEstimate(now),
    { answers },
    (accuracy) => `accuracy ${accuracy} over the last ${counted(now.items, 'item')}`,
  )

/** Everything that is known about a run. */
export const printLiveDetails = (
  { classifier, truth, alarms }: LiveResult,
  output: Output,
  context: Context,
): void => {
  const style = styleFor(context, output)
  const { items, spent, open, answers } = classifier.counts
  const { algorithm, seed, positive, objective } = classifier.config
  const { classes } = classifier
  const quality = classifier.quality()
  const report = classifier.report()
  const values = truth.values()
  const { text } = resultLines(style.dim)
  const head = ['', 'estimated', '95 % interval', 'true']
  const rows = shown.map((name) => {
    const ofClass = name !== 'accuracy'
    const options = { answers: quality.all.answers, ofClass }
    const { low, high } = displayOf(quality.all[name], options)
    return [
      ofPositive.has(name) && classes.length > 2 ? `${titles[name]} of ${positive}` : titles[name],
      valueText(quality.all[name], options),
      low === undefined ? '' : `${low}–${high} %`,
      percent(values[name]),
    ]
  })
  const columns = head.map((title, k) => ({ title, align: k === 0 ? 'left' : 'right' }) as const)
  const lines = [
    text('algorithm', `${algorithm}, seed ${seed}`),
    text('items', count(items)),
    text(
      'asked',
      `${count(spent)} of at most ${limitText(classifier)}; ${counted(answers, 'answer')}, ${count(open)} open`,
    ),
    '',
    plainTable(columns, rows, { heads: style.dim }).trimEnd(),
    style.dim(`${intervalName()}: the end of the data.`),
    '',
    text('now', nowText(quality)),
    ...(quality.gainOverRandom ? [text('over random', quality.gainOverRandom.text)] : []),
    text('more labels', quality.gain.text),
    text('drift', driftText(alarms)),
    text('confidence', `calibration error ${percent(quality.reliability.error)} on average`),
    ...(report
      ? choiceLines(report, { names: classes, positive: classes.indexOf(positive) }, objective, style, text)
      : []),
  ]
  output.write(`${lines.join('\n')}\n`)
}

const driftText = (alarms: LiveResult['alarms']): string => {
  if (alarms.length === 0) return 'no alarm'
  const kinds = alarms.flatMap((event) => (event.type === 'drifted' ? [event.kind] : []))
  return `${counted(alarms.length, 'alarm')} (${[...new Set(kinds)].join(', ')})`
}
