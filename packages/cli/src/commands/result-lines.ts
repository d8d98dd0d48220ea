import type { Classifier, Measure, SelfReport } from '@askance/core'
import type { MetricValues } from '@askance/core/internals'
import {
  count,
  counted,
  DESIGN,
  type DisplayOptions,
  displayOf,
  estimateText,
  findAlgorithm,
  type PlainColumn,
  percent,
  plainTable,
  roundsOf,
  share,
  significant,
} from '@askance/core/internals'
import type { Classes } from '../stream/classes.js'
import type { Style } from '../terminal/style.js'

const NAME_WIDTH = 15

const same = (text: string): string => text

/** How the lines of a result are printed: a name, followed by numbers in columns or by a text. `dim` styles names. */
export const resultLines = (dim: (text: string) => string = same) => {
  const named = (name: string): string => dim(name.padEnd(NAME_WIDTH))
  return {
    fact: (name: string, ...cells: readonly string[]): string =>
      `${named(name)}${cells.map((cell) => cell.padStart(11)).join('')}`,
    text: (name: string, value: string): string => `${named(name)}  ${value}`,
  }
}

/**
 * An estimate within a sentence, or why there is none.
 *
 * @example
 * const interval = { low: 0.902, high: 0.968 }
 * const estimate = { value: 0.941, anyTime: interval, fixedTime: interval }
 * estimatedText(estimate, { answers: 100 }, (text) => `estimated ${text}`) // => 'estimated 94 % (90–97 %)'
 * estimatedText(estimate, { answers: 3 }, (text) => `estimated ${text}`) // => 'no estimate yet: too early'
 */
export const estimatedText = (
  estimate: Parameters<typeof displayOf>[0],
  options: DisplayOptions,
  sentence: (estimate: string) => string,
): string => {
  const { low } = displayOf(estimate, options)
  const text = estimateText(estimate, options)
  return low === undefined ? `no estimate yet: ${text}` : sentence(text)
}

/** Number of moments in the table. */
const MAX_MOMENTS = 5

const goals: Readonly<Record<Measure, string>> = {
  accuracy: 'the best accuracy',
  f1: 'the best F1',
  sum: 'the best sum of sensitivity and specificity',
  cost: 'the lowest cost',
}

/** What each view represents. */
const viewDescriptions: Readonly<Record<string, string>> = {
  presence: 'presence of features',
  values: 'feature values',
  kernel: 'nonlinear combinations',
  topics: 'features that occur together',
  vector: 'the embedding of an item',
}

/** The choices of a self-tuning algorithm over time. `text` formats one line. */
export const choiceLines = (
  self: SelfReport,
  { names, positive }: Classes,
  measure: Measure,
  style: Style,
  text: (name: string, value: string) => string,
): readonly string[] => {
  const { members, moments, alarms, features } = self
  const now = moments[moments.length - 1]
  if (!now) return []
  const isBinary = names.length === 2
  const threshold = isBinary
    ? [
        text(
          'threshold',
          `${names[positive]} at a probability of at least ${now.threshold.toFixed(2)}, for ${goals[measure]}`,
        ),
      ]
    : []
  return [
    '',
    momentsTable(members, sampleEvenly(moments), isBinary, style),
    '',
    text(
      'members',
      members
        .map((name) => (viewDescriptions[name] ? `${name}: ${viewDescriptions[name]}` : name))
        .join('; '),
    ),
    ...threshold,
    text(
      'features',
      `${count(features.seen)}, ${count(features.dense)} of them in more than a quarter of the rows`,
    ),
    text('kernel', kernelText(features.seen)),
    text('alarms', alarmsText(alarms)),
  ]
}

/** The pace and the choices of a paced algorithm. */
export interface PacedReport {
  /** The target fraction of the next rows to ask about. */
  readonly rate: number
  /** The dial of the rule: the margin at which the probability of asking is 1/2. */
  readonly dial: number
  readonly self?: SelfReport
}

/** The report of a paced algorithm; undefined for others. */
export const pacedReport = (classifier: Classifier): PacedReport | undefined => {
  if (!findAlgorithm(classifier.config.algorithm).paced) return undefined
  const { rate, dial } = roundsOf(classifier).deciding
  const self = classifier.report()
  return { rate, dial, ...(self && { self }) }
}

export const paceText = ({ rate, dial }: PacedReport): string =>
  rate > 0
    ? `${share(rate)} of the next items; probability 1/2 at a margin of ${significant(dial, 3)}`
    : 'no more questions: the budget is spent'

const kernelText = (seen: number): string =>
  seen > DESIGN.maxKernelFeatures
    ? `off: with more than ${count(DESIGN.maxKernelFeatures)} features there are topics instead`
    : 'used as far as it helps'

const alarmsText = (alarms: readonly number[]): string =>
  alarms.length === 0
    ? 'none: no drift detected'
    : `${counted(alarms.length, 'alarm')}, at item ${alarms.map(count).join(', ')}: older items were dropped`

/** The first, the last, and evenly spaced elements between them. */
const sampleEvenly = <T>(all: readonly T[]): readonly T[] => {
  if (all.length <= MAX_MOMENTS) return all
  const step = (all.length - 1) / (MAX_MOMENTS - 1)
  return Array.from({ length: MAX_MOMENTS }, (_, k) => all[Math.round(k * step)] as T)
}

const momentsTable = (
  members: readonly string[],
  moments: SelfReport['moments'],
  isBinary: boolean,
  style: Style,
): string => {
  const heads = ['item', 'answers', ...members, ...(isBinary ? ['threshold'] : [])]
  const columns = heads.map((title): PlainColumn => ({ title, align: 'right' }))
  const rows = moments.map(({ round, answers, weights, threshold }) => [
    count(round),
    count(answers),
    ...members.map((_, m) => percent(weights[m] ?? 0, 0)),
    ...(isBinary ? [threshold.toFixed(2)] : []),
  ])
  return plainTable(columns, rows, { heads: style.dim })
}

/** One line per metric; `fact` formats a line. With more than two classes there is no positive one, so means are printed. */
export const metricLines = (
  values: MetricValues,
  classes: number,
  fact: (name: string, ...cells: string[]) => string,
): readonly string[] => [
  fact('accuracy', percent(values.accuracy)),
  ...(classes > 2
    ? [
        fact('macro precision', percent(values.macroPrecision)),
        fact('macro recall', percent(values.macroRecall)),
        fact('macro-F1', percent(values.macroF1)),
      ]
    : [
        fact('precision', percent(values.precision)),
        fact('recall', percent(values.recall)),
        fact('F1', percent(values.f1)),
        fact('macro-F1', percent(values.macroF1)),
        fact('specificity', percent(values.specificity)),
        fact('sum', percent(values.sum)),
        fact('cost', count(values.cost)),
      ]),
]

/** F1, precision and recall in one line: of the positive class, or the means over more than two. */
export const f1Line = (
  values: MetricValues,
  { names, positive }: Classes,
  text: (name: string, value: string) => string,
): string =>
  names.length > 2
    ? text(
        'macro-F1',
        `${percent(values.macroF1)}, macro precision ${percent(values.macroPrecision)}, macro recall ${percent(values.macroRecall)}`,
      )
    : text(
        'F1',
        `${percent(values.f1)}, precision ${percent(values.precision)}, recall ${percent(values.recall)} of ${names[positive]}`,
      )
