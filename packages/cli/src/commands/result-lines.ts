import type { Classifier, Measure, MetricValues, SelfReport } from '@askance/core'
import {
  count,
  counted,
  DESIGN,
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

/** So many moments show the course of things. */
const MAX_MOMENTS = 5

const goals: Readonly<Record<Measure, string>> = {
  accuracy: 'as few mistakes as possible',
  f1: 'the best F1',
  sum: 'the best sum of sensitivity and specificity',
  cost: 'the lowest cost',
}

/** What each member looks at. */
const viewDescriptions: Readonly<Record<string, string>> = {
  presence: 'which features a row has',
  values: 'how large they are',
  waves: 'how they bend and combine',
}

/** What an algorithm that tunes itself has chosen, when, and why: lines for people. `text` lays out one of them. */
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
          `${names[positive]} from a probability of ${now.threshold.toFixed(2)} on, for ${goals[measure]}`,
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
    text('waves', wavesText(features.seen)),
    text('alarms', alarmsText(alarms)),
  ]
}

/** At which pace a paced algorithm asks, and what it has chosen. */
export interface PacedReport {
  /** The share of the coming rows that should be asked about. */
  readonly rate: number
  /** The rule's dial: the margin at which every second row is asked about. */
  readonly dial: number
  readonly self?: SelfReport
}

/** What is to be told of a paced algorithm; nothing of others. */
export const pacedReport = (classifier: Classifier): PacedReport | undefined => {
  if (!findAlgorithm(classifier.config.algorithm).paced) return undefined
  const { rate, dial } = roundsOf(classifier).deciding
  const self = classifier.report()
  return { rate, dial, ...(self && { self }) }
}

/** How fast it asks. */
export const paceText = ({ rate, dial }: PacedReport): string =>
  rate > 0
    ? `${share(rate)} of the coming items, every second one at a margin of ${significant(dial, 3)}`
    : 'no more questions: the budget is spent'

const wavesText = (met: number): string =>
  met > DESIGN.maxWaveFeatures
    ? `take no part: there are more than ${count(DESIGN.maxWaveFeatures)} features`
    : 'take part: there are few features, and curves may tell more than lines'

const alarmsText = (alarms: readonly number[]): string =>
  alarms.length === 0
    ? 'none: the stream was not found to have changed'
    : `${counted(alarms.length, 'alarm')}, at item ${alarms.map(count).join(', ')}: what came before was forgotten`

/** The first, the last, and some between them. */
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

/** Each metric under its name; `fact` lays out one line. */
export const metricLines = (
  values: MetricValues,
  fact: (name: string, ...cells: string[]) => string,
): readonly string[] => [
  fact('accuracy', percent(values.accuracy)),
  fact('precision', percent(values.precision)),
  fact('recall', percent(values.recall)),
  fact('F1', percent(values.f1)),
  fact('macro-F1', percent(values.macroF1)),
  fact('sensitivity', percent(values.sensitivity)),
  fact('specificity', percent(values.specificity)),
  fact('sum', percent(values.sum)),
  fact('cost', count(values.cost)),
]
