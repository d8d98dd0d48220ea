import type { Confusion, Quality } from '@askance/core'
import type { FeatureReport, Request } from '../operations.js'
import type { Stream } from '../stream.js'

/** So many classes are told of at most. */
const MOST_CONFUSED = 50
const MOST_TOLD = 20

export const quality = ({ classifier }: Stream, { level }: Request<'quality'>): Quality =>
  classifier.quality(level)

export const confusion = ({ classifier }: Stream, { level }: Request<'confusion'>): Confusion =>
  classifier.confusion(level, MOST_CONFUSED)

export const features = (stream: Stream, { count }: Request<'features'>): FeatureReport => {
  const { labels, omitted } = labelsToTell(stream)
  return { classes: stream.classifier.telling(count, labels), omitted }
}

/** The classes whose features are told: those that were predicted most often, in their order. */
export const labelsToTell = ({
  classifier,
  curve,
}: Stream): { readonly labels: readonly string[]; readonly omitted: number } => {
  const { classes } = classifier
  if (classes.length <= MOST_TOLD) return { labels: classes, omitted: 0 }
  const often = [...classes].sort((one, other) => curve.predicted(other) - curve.predicted(one))
  const told = new Set(often.slice(0, MOST_TOLD))
  return { labels: classes.filter((label) => told.has(label)), omitted: classes.length - told.size }
}
