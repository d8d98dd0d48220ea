import type { Confusion, Quality, Question } from '@askance/core'
import type { AnsweredQuestion } from '@askance/core/internals'
import type { Stream } from '../stream/stream.js'
import { inSlices, operation } from './operation.js'
import type { AgreementReport, AskedItem, FeatureReport, StreamStatus } from './types.js'

/** Max classes in a report. */
const MAX_CONFUSION_CLASSES = 50
const MAX_FEATURE_CLASSES = 20

export interface Level {
  readonly level?: number
}

type Nothing = Record<never, never>

export const quality = operation({
  reads: true,
  handle: ({ classifier }, { level }: Level): Quality => classifier.quality(level),
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
    const classes = yield* inSlices(labels, (label) => stream.classifier.topFeatures(count, [label]), 1)
    return { classes: classes.flat(), omitted }
  },
})

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

/** The questions about these items; items that were not asked are omitted. */
export const asked = operation({
  reads: true,
  handle({ classifier }, { ids }: { readonly ids: readonly string[] }): readonly AskedItem[] {
    const questions = ids.flatMap((id) => classifier.question(id) ?? [])
    const wanted = new Set(questions.filter(({ state }) => state === 'answered').map(({ id }) => id))
    const labels = new Map<string, string>()
    if (wanted.size > 0)
      for (const { question, label } of classifier.answered)
        if (wanted.has(question.id)) labels.set(question.id, label)
    return questions
      .filter(({ reason }) => reason !== 'taught')
      .map((question) => askedItem(question, labels.get(question.id)))
  },
})

/** Items whose answer differs from the prediction, latest first. */
export const wrong = operation({
  reads: true,
  handle(
    { classifier },
    {
      before = Number.POSITIVE_INFINITY,
      predicted,
      limit,
    }: { readonly before?: number; readonly predicted?: string; readonly limit: number },
  ): readonly AskedItem[] {
    const found: AnsweredQuestion[] = []
    for (const answered of classifier.answered) {
      const prediction = classifier.classes[answered.question.predicted]
      if (prediction === answered.label || answered.question.t >= before) continue
      if (predicted === undefined || prediction === predicted) found.push(answered)
    }
    return found
      .sort((one, other) => other.question.t - one.question.t)
      .slice(0, limit)
      .map(({ question, label }) => askedItem(question, label))
  },
})

const askedItem = (
  { id, t, reason, probability, state }: Readonly<Question>,
  answer: string | undefined,
): AskedItem => ({ id, t, reason, probability, state, ...(answer !== undefined && { answer }) })

export const agreement = operation({
  reads: true,
  handle: ({ labellers, votes }, _: Nothing): AgreementReport => ({
    labellers: [...labellers].map((labeller) => ({ ...labeller, ...votes.status(labeller.name) })),
    ...votes.report(),
  }),
})

export const status = operation({
  reads: true,
  handle: (stream, _: Nothing): StreamStatus => streamStatus(stream),
})

export const streamStatus = ({ classifier, seq, config, queue, curve, shape }: Stream): StreamStatus => {
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
