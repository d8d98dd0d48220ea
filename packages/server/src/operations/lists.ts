import type { ItemQuestion } from '../stream/classifier.js'
import { isSameLabel, type LabelOrLabels, labelsIn } from '../stream/label-values.js'
import type { Stream } from '../stream/stream.js'
import type { ByLabeller } from './answers.js'
import { firstInSlices, operation } from './operation.js'
import type { AskedItem } from './types.js'

/** The questions about these items, and the labels of those that were not asked. Other items are omitted. */
export const asked = operation({
  reads: true,
  handle: (
    stream,
    { ids, isLabeller }: { readonly ids: readonly string[] } & ByLabeller,
    { by },
  ): readonly AskedItem[] => ids.flatMap((id) => askedItem(stream, id, isLabeller ? by : undefined) ?? []),
})

/** The questions that somebody has answered and others will answer too: they must not know how. */
export const undecided = operation({
  reads: true,
  handle: ({ classifier, votes, checks }, _: Record<never, never>): readonly string[] => [
    ...[...classifier.open].flatMap(({ id }) => (votes.on(id).length > 0 ? [id] : [])),
    ...[...checks.ids()].filter((id) => checks.isWaiting(id)),
  ],
})

/** Which labelled or open items to list. */
export interface LabelFilter {
  readonly status?: 'answered' | 'open'
  readonly label?: string
  /** Who gave the label or one of several answers. */
  readonly by?: string
  /** Whether the answer differs from the prediction. */
  readonly wrong?: boolean
}

/** The position of an item in a list. In a pool, an item and a question can have the same number. */
export type Position = Pick<AskedItem, 't' | 'id'>

/** Latest first. */
const byPosition = (one: Position, other: Position): number =>
  other.t - one.t || (one.id < other.id ? -1 : Number(one.id > other.id))

/** Items with a label or an open question, latest first, from the one after `after` on. */
export const labelled = operation({
  reads: true,
  handle: (
    stream,
    {
      after,
      limit,
      isLabeller,
      ...filter
    }: LabelFilter & { readonly after?: Position; readonly limit: number } & ByLabeller,
    { by },
  ): Generator<void, readonly AskedItem[]> =>
    firstInSlices(
      candidates(stream, filter),
      (id) => {
        const item = askedItem(stream, id, isLabeller ? by : undefined)
        const isIncluded = item && (!after || byPosition(after, item) < 0) && isWanted(stream, item, filter)
        return isIncluded ? item : undefined
      },
      byPosition,
      limit,
    ),
})

function* candidates(
  { labels, classifier }: Stream,
  { status, label, wrong }: LabelFilter,
): Generator<string> {
  if (status !== 'open') for (const [id] of labels) yield id
  if (status !== 'answered' && label === undefined && !wrong) for (const { id } of classifier.open) yield id
}

const isWanted = (
  { classifier }: Stream,
  { id, answer, by, votes = [] }: AskedItem,
  { label, by: whose, wrong }: LabelFilter,
): boolean => {
  if (label !== undefined && !labelsIn(answer ?? []).includes(label)) return false
  if (whose !== undefined && by !== whose && !votes.some((vote) => vote.by === whose)) return false
  if (!wrong) return true
  const question = classifier.question(id)
  if (!question || question.reason === 'taught') return false
  return !isSameLabel(predictedIn(question, classifier.classes), answer)
}

/** The prediction when the item was asked. */
const predictedIn = ({ predicted }: ItemQuestion, classes: readonly string[]): LabelOrLabels =>
  typeof predicted === 'number' ? (classes[predicted] ?? '') : predicted

/**
 * The question and the label of an item; undefined if it has neither. Examples are no items of the stream. While others can answer
 * too, a `viewer` sees only their own answer, because those of others would influence them.
 */
export const askedItem = (
  { classifier, labels, votes, checks }: Stream,
  id: string,
  viewer?: string,
): AskedItem | undefined => {
  const question = classifier.question(id)
  const label = labels.get(id)
  const isBlind = viewer !== undefined && checks.isWaiting(id) && label?.by !== viewer
  const given = isBlind ? undefined : label
  if (!question || (question.reason === 'taught' && !label)) return undefined
  const { reason, probability, state, t, classes } = question
  const isHidden = viewer !== undefined && state === 'open'
  const all = [...votes.on(id), ...checks.pair(id)]
  const ballots = isHidden ? all.filter(({ by }) => by === viewer) : all
  return {
    id,
    t: label?.t ?? t,
    reason,
    probability,
    state,
    ...(given && { answer: given.label }),
    ...(given?.by !== undefined && { by: given.by }),
    ...(ballots.length > 0 && { votes: ballots }),
    ...(classes && { classes }),
  }
}
