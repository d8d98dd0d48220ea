import { type Classifier, Pool } from '@askance/core'
import {
  classList,
  count,
  currentEstimate,
  estimateText,
  intervalName,
  percent,
  plainTable,
  roundsOf,
  share,
  signed,
  significant,
  type TopFeatures,
} from '@askance/core/internals'
import { featureText } from '@askance/data'
import { type Context, terminalWidth } from '../../context.js'
import type { StoredModel } from '../../files/model-file.js'
import { positiveText } from '../../stream/classes.js'
import { bar } from '../../terminal/chart.js'
import { styleFor } from '../../terminal/style.js'
import { choiceLines, estimatedText } from '../result-lines.js'
import { inputLines, parametersText } from '../run/result.js'
import { parametersWithBudget } from '../run/settings.js'
import type { FoundRow } from './find-row.js'
import type { NamedExplanation } from './parts-in-words.js'

const LABEL_WIDTH = 14
const BAR_WIDTH = 24

const withNewline = (line: string): string => (line.endsWith('\n') ? line : `${line}\n`)

/**
 * The estimated accuracy of the labels of a pool, as `askance label` and the pages show it; undefined for a stream. It finishes the pool
 * if that was not done.
 */
export const poolAccuracy = (classifier: Classifier): string | undefined =>
  classifier instanceof Pool
    ? estimateText(classifier.poolQuality().accuracy, { answers: classifier.counts.answers })
    : undefined

const withInterval = (estimate: string): string => `${estimate}, ${intervalName()}`

/** A model without labels of two classes. */
const NOT_READY = 'nothing yet: a prediction needs labels of two classes'

export const modelText = ({ classifier, classes, input }: StoredModel, context: Context): string => {
  const { algorithm, kernel, preparation, protocol, seed, objective } = classifier.config
  // Reading the rounds settles what was learned, so the estimates come first.
  const { ready } = classifier
  const quality = protocol === 'live' ? classifier.quality() : undefined
  const ofPool = poolAccuracy(classifier)
  const { tally, dimension } = roundsOf(classifier)
  const { items } = classifier.counts
  const self = classifier.report()
  const style = styleFor(context, context.stdout)
  const fact = (name: string, text: string): string => `${style.dim(name.padEnd(LABEL_WIDTH))}${text}\n`
  const asked = `${count(tally.asked)} (${share(items > 0 ? tally.asked / items : 0)})`
  return [
    fact('algorithm', style.bold(algorithm)),
    fact('protocol', protocol),
    fact('parameters', parametersText(parametersWithBudget(classifier))),
    ...(kernel ? [fact('kernel', JSON.stringify(kernel))] : []),
    fact('classes', `${classList(classes.names)}${positiveText(classes)}`),
    fact('preparation', `normalize ${preparation.normalize}, intercept ${preparation.intercept}`),
    ...inputLines(input).map(([name, value]) => fact(name, value)),
    fact('items', count(items)),
    fact('asked', `${asked}, ${count(tally.mistakes)} of them mistakes`),
    fact('updates', count(tally.updates)),
    fact('features', `up to ${count(Math.max(0, dimension - 1))}`),
    fact('seed', String(seed)),
    ...(ready ? [] : [fact('learned', NOT_READY)]),
    ...(ofPool === undefined ? [] : [fact('accuracy', `${ofPool}, of the labels of all items`)]),
    ...(quality
      ? [
          fact('accuracy', estimatedText(quality.all.accuracy, quality.all, withInterval)),
          fact(
            'now',
            estimatedText(currentEstimate(quality.now), quality.all, (text) => text),
          ),
          fact('more labels', quality.gain.text),
        ]
      : []),
    ...(self ? choiceLines(self, classes, objective, style, fact).map(withNewline) : []),
  ].join('')
}

export const topFeaturesText = (lists: readonly TopFeatures[], context: Context): string => {
  const style = styleFor(context, context.stdout)
  const largest = Math.max(...lists.flatMap(({ features }) => features.map(({ weight }) => weight)), 0)
  return lists
    .map(({ label, features }) => {
      const head = style.bold(`Top features of ${label}`)
      const rows = features.map(({ feature, weight }) => [
        featureText(feature),
        significant(weight),
        bar(weight / largest, BAR_WIDTH),
      ])
      const columns = [{ title: 'feature' }, { title: 'weight', align: 'right' as const }, { title: '' }]
      return `${head}\n${rows.length > 0 ? plainTable(columns, rows, { heads: style.dim }) : 'none yet'}\n`
    })
    .join('\n')
}

export const explanationText = (
  verdict: NamedExplanation,
  { label, line }: FoundRow,
  { classes: { names } }: StoredModel,
  top: number,
  context: Context,
): string => {
  const style = styleFor(context, context.stdout)
  const { predicted, rival, margin, scores, probability, reason, parts, unknown } = verdict
  const fact = (name: string, text: string): string => `${style.dim(name.padEnd(LABEL_WIDTH))}${text}\n`
  const right =
    label !== undefined && names.includes(label)
      ? names[predicted] === label
        ? ', correct'
        : `, wrong: the label is ${label}`
      : ''
  const why = reason && reason !== 'always' ? ` (${reasons[reason]})` : ''
  const shownScores =
    scores.length === 1
      ? ''
      : fact('scores', names.map((name, c) => `${name} ${signed(scores[c] ?? 0)}`).join(', '))
  return [
    fact('line', String(line)),
    fact('predicted', `${style.bold(names[predicted] ?? '')}${right}`),
    fact('margin', `${significant(Math.abs(margin))} ahead of ${names[rival]}`),
    shownScores,
    ...(probability === undefined
      ? []
      : [fact('would ask', `with probability ${percent(probability)}${why}`)]),
    ...(unknown > 0 ? [fact('unknown', `${count(unknown)} features unknown to the model`)] : []),
    '\n',
    parts ? contributionsText(verdict, names, top, context) : `${NO_WEIGHTS}\n`,
  ].join('')
}

const reasons = {
  uncertain: 'close to the decision boundary',
  unfamiliar: 'unlike the learned items',
  rare: 'may belong to a class with few answers',
  random: 'random',
  audit: 'random sample, to measure quality',
  measure: 'sample to measure quality, drawn by the spread of the confidence',
  'warm-up': 'warm-up: the first items are all asked about',
} as const

export const NO_WEIGHTS = 'A kernel model compares rows with stored rows, so features have no weights.'

const OTHERS = 'not attributed to one feature (absent features, interactions, the threshold)'

const contributionsText = (
  { predicted, rival, scores, parts = [], unattributed }: NamedExplanation,
  names: readonly string[],
  top: number,
  context: Context,
): string => {
  const style = styleFor(context, context.stdout)
  const [forClass, against] = scores.length === 1 ? [names[1], names[0]] : [names[predicted], names[rival]]
  const largest = Math.abs(parts[0]?.contribution ?? 0)
  const width = Math.min(BAR_WIDTH, Math.max(8, terminalWidth(context.stdout) - 50))
  const rows = parts
    .slice(0, top)
    .map(({ feature, value, contribution }) => [
      featureText(String(feature)),
      significant(value),
      signed(contribution),
      (contribution >= 0 ? style.good : style.bad)(bar(Math.abs(contribution) / (largest || 1), width)),
      contribution === 0 ? '' : `for ${contribution > 0 ? forClass : against}`,
    ])
  const columns = ['feature', 'value', 'adds', '', ''].map((title, c) => ({
    title,
    align: c === 1 || c === 2 ? ('right' as const) : ('left' as const),
  }))
  const rest = parts.slice(top).reduce((sum, { contribution }) => sum + contribution, 0)
  const more =
    parts.length > top ? `and ${count(parts.length - top)} more, adding ${signed(rest)} in total\n` : ''
  const other = unattributed === undefined ? '' : `${OTHERS}: ${signed(unattributed)}\n`
  return `${plainTable(columns, rows, { heads: style.dim })}\n${more}${other}`
}
