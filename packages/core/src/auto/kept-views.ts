import type { Representation } from '../parts.js'
import type { Row } from '../rows/row.js'
import { Featurizer } from './featurizer.js'
import type { View } from './linear/dual-svm.js'
import type { ViewsOf } from './memory.js'
import type { AutoStreamStatistics } from './stream-statistics.js'
import type { TopicBasis } from './topics/basis.js'
import type { ViewScaling } from './view-scaling.js'

/** What the views of a row depend on, in addition to the row. */
interface ViewSetting {
  readonly scaling: ViewScaling
  readonly usesKernel: boolean
  readonly rescaled: number
  readonly topics: TopicBasis | undefined
}

export const settingOf = (
  { rescaled }: AutoStreamStatistics,
  scaling: ViewScaling,
  usesKernel: boolean,
): ViewSetting => ({ scaling, usesKernel, rescaled, topics: scaling.scales.topics })

/** Computes views without changing those of the row that a learner has read last. */
export const newViewsOf = (
  { features, topics }: AutoStreamStatistics,
  scaling: ViewScaling,
  usesKernel: boolean,
): ViewsOf => {
  const featurizer = new Featurizer(features, topics)
  return (row) => {
    featurizer.featurize(row, scaling, usesKernel)
    return featurizer.copies()
  }
}

/** The views of a row, and all that they depend on. */
export interface KeptViews extends Representation, ViewSetting {
  readonly views: readonly View[]
}

/** The views of a row; `old` if nothing has changed since. Otherwise the arrays of `old` are used again, so it must be dropped. */
export const keptViews = (
  row: Row,
  old: KeptViews | undefined,
  featurizer: Featurizer,
  { scaling, usesKernel, rescaled, topics }: ViewSetting,
): KeptViews => {
  const isCurrent =
    old?.row === row &&
    old.scaling === scaling &&
    old.usesKernel === usesKernel &&
    old.rescaled === rescaled &&
    old.topics === topics
  if (isCurrent) return old
  featurizer.featurize(row, scaling, usesKernel)
  return {
    row,
    scaling,
    usesKernel,
    rescaled,
    topics,
    views: featurizer.copies(old?.row === row ? old.views : undefined),
  }
}
