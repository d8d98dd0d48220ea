import type { Confusion, MultiLabelQuality, Quality } from '@askance/core'
import { agreementText, shareEstimate } from '@askance/core/internals'
import { featureText, isPiece, mergePieces } from '@askance/data'
import type { Stream } from '../stream/stream.js'
import { inSlices, type Nothing, operation, PENDING } from './operation.js'
import { poolQuality } from './pool.js'
import type { AgreementReport, CheckReport, FeatureReport, StreamStatus } from './types.js'

/** Max classes in a report. */
const MAX_CONFUSION_CLASSES = 50
const MAX_FEATURE_CLASSES = 20

export interface Level {
  readonly level?: number
}

type WithChecks<Estimates> = Estimates & { readonly checks?: CheckReport }

const checkReport = (answered: number, agreed: number, level?: number): CheckReport => {
  const agreement = shareEstimate(agreed, answered, level)
  return { answered, agreed, agreement, text: agreementText(answered, agreed, agreement) }
}

/** The estimate of a pool may finish it first, which is logged. */
export const quality = operation({
  isBlind: true,
  isLong: true,
  handle: (stream, { level }: Level, context): WithChecks<Quality | MultiLabelQuality> | typeof PENDING => {
    const quality = stream.pool
      ? poolQuality(stream, stream.pool, level, context)
      : stream.classifier.quality(level)
    if (quality === PENDING) return PENDING
    const { answered, agreed } = stream.checks.count()
    return answered === 0 ? quality : { ...quality, checks: checkReport(answered, agreed, level) }
  },
})

export const confusion = operation({
  reads: true,
  handle: ({ classifier }, { level }: Level): Confusion => classifier.confusion(level, MAX_CONFUSION_CLASSES),
})

/** The top features of each class, one class per slice. */
export const features = operation({
  reads: true,
  *handle(stream, { count }: { readonly count: number }): Generator<void, FeatureReport> {
    const { labels, omitted } = explainedClasses(stream)
    const classes = yield* inSlices(labels, (label) => topFeatures(stream, label, count), 1)
    return { classes, omitted }
  },
})

/** Pieces of words are joined, so more of them are read. */
const MAX_PIECES = 500

const topFeatures = (
  { classifier }: Stream,
  label: string,
  count: number,
): FeatureReport['classes'][number] => {
  const features = classifier.topFeatures(count, [label])[0]?.features ?? []
  const all = features.some(isPiece)
    ? (classifier.topFeatures(MAX_PIECES, [label])[0]?.features ?? [])
    : features
  const shown = mergePieces(all, count)
  return { label, features: shown.map((one) => ({ ...one, text: featureText(one.feature) })) }
}

/** The classes predicted most often, in their original order. */
const explainedClasses = ({
  classifier,
  curve,
}: Stream): { readonly labels: readonly string[]; readonly omitted: number } => {
  const { classes } = classifier
  if (classes.length <= MAX_FEATURE_CLASSES) return { labels: classes, omitted: 0 }
  const often = [...classes].sort((one, other) => curve.predicted(other) - curve.predicted(one))
  const shown = new Set(often.slice(0, MAX_FEATURE_CLASSES))
  return { labels: classes.filter((label) => shown.has(label)), omitted: classes.length - shown.size }
}

export const agreement = operation({
  reads: true,
  handle: ({ labellers, votes }, _: Nothing): AgreementReport => ({
    labellers: [...labellers].map((labeller) => ({ ...labeller, ...votes.status(labeller.name) })),
    ...votes.report(),
  }),
})

export const status = operation({
  isBlind: true,
  reads: true,
  handle: (stream, _: Nothing): StreamStatus => streamStatus(stream),
})

export const streamStatus = (stream: Stream): StreamStatus => {
  const { classifier, seq, config, queue, curve, shape, pool } = stream
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
    ready: classifier.ready,
    ...(classifier.threshold !== undefined && { threshold: classifier.threshold }),
    ...(report && { report }),
    ...(pool && { pool: pool.progress() }),
  }
}
