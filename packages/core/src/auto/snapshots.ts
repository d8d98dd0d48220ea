import type { Ensemble } from './ensemble.js'
import { type Featurizer, KERNEL, NO_VIEW, PRESENCE, TOPICS } from './featurizer.js'
import type { View } from './linear/dual-svm.js'
import type { StoredRow } from './memory.js'
import { ViewBlocks } from './view-blocks.js'
import type { ViewScaling } from './view-scaling.js'

/** The views of the copy of a row. */
export type ViewsOfCopy = (row: StoredRow) => readonly View[]

/** Copies ensembles; rows shared by several stay shared. */
export const copied = (ensembles: readonly Ensemble[], viewsOf: ViewsOfCopy): Ensemble[] => {
  const copies = new Map<StoredRow, StoredRow>()
  const copyOf = (row: StoredRow): StoredRow => {
    const known = copies.get(row) ?? { ...row, views: viewsOf(row) }
    copies.set(row, known)
    return known
  }
  return ensembles.map((ensemble) => ensemble.copy(copyOf))
}

/** The bases of older scales are dropped, so topics are kept and not computed again. */
const NO_TOPICS = { topics: undefined }

/**
 * For a snapshot. Views are most of its memory, and after the next renewal no one else has the old ones. Those made with the scaling in
 * use are left out, because the same bits can be computed again.
 */
export const leavingOutViews = ({ version, scales }: ViewScaling): ViewsOfCopy => {
  const blocks = new ViewBlocks()
  // A feature without a scale may still get one, and change rows that have it.
  return (row) => (row.version !== version || scales.hasUnscaled ? row.views : whatIsKept(row.views, blocks))
}

/** For a snapshot that is restored, with its scaling. */
export const computingViews =
  (scaling: ViewScaling, featurizer: Featurizer): ViewsOfCopy =>
  ({ row, views }) => {
    if (views[PRESENCE].length > 0) return views
    featurizer.featurize(row, scaling, views[KERNEL].square > 0, NO_TOPICS)
    return featurizer.copies().map((own, view) => (view === TOPICS ? views[TOPICS] : own))
  }

/** The topics, and whether there is a view of the kernel. */
const whatIsKept = (views: readonly View[], blocks: ViewBlocks): readonly View[] => {
  const { slots, values, from, length, square } = views[TOPICS]
  const kernel = views[KERNEL].length > 0 ? { ...NO_VIEW, square: views[KERNEL].square } : NO_VIEW
  if (length === 0) return [NO_VIEW, NO_VIEW, kernel, NO_VIEW, NO_VIEW]
  const at = blocks.allocate(length)
  blocks.singles.set(values.subarray(from, from + length), at)
  return [
    NO_VIEW,
    NO_VIEW,
    kernel,
    { slots, values: blocks.singles, start: 0, from: at, length, square },
    NO_VIEW,
  ]
}
