import { decodeModel, type LinearParts } from '@askance/core'
import { serverError } from '../../errors.js'
import type { Shape } from '../input.js'
import type { AgreementReport, Circumstances, Request, Standing } from '../operations.js'
import type { Stream } from '../stream.js'
import { settle } from './answers.js'

export const agreement = ({ labellers, votes }: Stream): AgreementReport => ({
  labellers: [...labellers].map((labeller) => ({ ...labeller, ...votes.recordOf(labeller.name) })),
  ...votes.report(),
})

export const standing = ({ classifier, seq, config, queue, curve, shape }: Stream): Standing => {
  const report = classifier.report()
  const known = new Set(config.classes)
  const [oldest] = classifier.open
  return {
    counts: classifier.counts,
    seq,
    classes: [...config.classes, ...classifier.classes.filter((label) => !known.has(label))],
    budget: config.budget,
    ...(shape && { vectorizer: shape }),
    leased: queue.leased,
    ...(oldest && { waitingSince: oldest.time }),
    withdrawn: classifier.withdrawn,
    driftAlarms: curve.alarms,
    modelVersion: classifier.counts.answers,
    ...(report && { report }),
  }
}

export const configure = (
  stream: Stream,
  { config }: Request<'configure'>,
  { time }: Circumstances,
): Standing => {
  const { classifier } = stream
  const missing =
    stream.seq === 0 ? [] : stream.beginning.classes.filter((one) => !config.classes.includes(one))
  if (missing.length > 0) throw serverError('stream/classes', { classes: missing.join(', ') })
  if (stream.seq > 0 && !isSame(config.budget, classifier.budget))
    classifier.rebudget(config.budget, { time })
  const { answersPerItem, consensus } = stream.config
  stream.configure(config)
  if (config.answersPerItem !== answersPerItem || config.consensus !== consensus) settleBegun(stream, time)
  return standing(stream)
}

/** Where fewer are to answer than before, there may be enough already. */
const settleBegun = (stream: Stream, time: number): void => {
  const begun = [...stream.classifier.open].filter(({ id }) => stream.votes.on(id).length > 0)
  for (const { id } of begun) settle(stream, id, time)
}

export const linear = ({ classifier }: Stream): LinearParts => classifier.linear()

/** With how items become rows, so that another stream can begin with it. */
export const exported = ({ classifier, shape }: Stream): Uint8Array =>
  classifier.save(shape && { vectorizer: shape })

export const imported = (
  stream: Stream,
  { model }: Request<'imported'>,
  { time, by }: Circumstances,
): Standing => {
  const { items, taught } = stream.classifier.counts
  if (items > 0 || taught > 0)
    throw serverError('stream/begun', { stream: stream.id, what: 'a model from outside' })
  const { vectorizer } = decodeModel(model).config as { readonly vectorizer?: Shape }
  if (vectorizer) stream.happens({ type: 'shaped', time, vectorizer })
  stream.happens({ type: 'imported', time, by, model: Buffer.from(model).toString('base64') })
  stream.classifier.rebudget(stream.config.budget, { time })
  // Nobody can show what they are about.
  for (const { id } of [...stream.classifier.open]) stream.classifier.skip(id, { time, by })
  return standing(stream)
}

const isSame = (one: object, other: object): boolean => {
  const sorted = (spec: object): string => JSON.stringify(Object.entries(spec).sort())
  return sorted(one) === sorted(other)
}
