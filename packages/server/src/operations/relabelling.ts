import { AskanceError } from '@askance/core'
import { serverError } from '../errors.js'
import type { Store } from '../store/store.js'
import { type Labelled, labelProperty } from '../stream/label-values.js'
import { checkNewClasses, type Limits } from '../stream/memory.js'
import type { Stream } from '../stream/stream.js'
import { type ByLabeller, checkedLabel, settle } from './answers.js'
import { inSlices, operation } from './operation.js'
import type { Answered, LabelBefore, SentItem } from './types.js'

/** A label for an item, or `labels` in a multi-label stream; null takes them back. */
export type SentAnswer = ({ readonly label: string | null } | { readonly labels: readonly string[] }) & {
  readonly id: string
  /** Whose answer it is; defaults to the caller. */
  readonly by?: string
}

/** An item that was observed but not asked. */
interface UnaskedItem {
  readonly id: string
  readonly t: number
  readonly content: string
}

/** Labellers may change only their own labels, and vote where several answers are wanted. */
export interface SentAnswers extends ByLabeller {
  readonly answers: readonly SentAnswer[]
  /** Whether the labels are checked ones, so that a review need not show the items again. */
  readonly confirm?: boolean
  /** Added by the plan. */
  readonly unasked?: readonly UnaskedItem[]
  /** Added by the plan: items among them without content. */
  readonly erased?: readonly string[]
}

/** A correction relearns all later answers, so other streams get their turn soon. */
const SLICE = 4

/**
 * Labels without leases: for open questions, corrections of answers, and items that were not asked, which become examples.
 * A rejected one does not stop the others.
 */
export const answers = operation({
  isBlind: true,
  waitsForDisk: true,
  plan: (input: SentAnswers, { store, stream }) => ({
    // An item must not be erased while it is labelled, because the log would keep its row.
    claims: [...new Set(input.answers.map(({ id }) => `item ${stream} ${id}`))],
    prepare: async () => ({ input: { ...input, ...(await itemsToLabel(store, stream, input.answers)) } }),
  }),
  *handle(stream, input, { time, by, limits }): Generator<void, readonly Answered[]> {
    const unasked = new Map(input.unasked?.map((item) => [item.id, item]))
    const erased = new Set(input.erased)
    const label = (given: SentAnswer): Answered => {
      const before = labelBefore(stream, given.id)
      const change = { ...given, by: given.by ?? by, time, isLabeller: input.isLabeller ?? false }
      try {
        // It would be learned without its row, and undoing the answer would ask about nothing.
        if (erased.has(given.id)) throw serverError('item/erased', { id: given.id })
        const answered = relabelled(stream, change, unasked.get(given.id), limits)
        if (input.confirm) stream.happens({ type: 'confirmed', id: given.id, time, by })
        return { ...answered, ...(before && { before }) }
      } catch (error) {
        if (!(error instanceof AskanceError)) throw error
        return { id: given.id, outcome: 'refused', code: error.code, detail: error.message }
      }
    }
    return yield* inSlices(input.answers, label, SLICE)
  },
  measure: (metrics, _, answered) => {
    for (const { outcome } of answered) metrics.label('outside', outcome)
  },
})

/** Those of the items that were not asked about, and those that were erased. */
const itemsToLabel = async (
  store: Store,
  stream: string,
  sent: readonly SentAnswer[],
): Promise<Pick<SentAnswers, 'unasked' | 'erased'>> => {
  const ids = sent.flatMap((one) => (isTakingBack(one) ? [] : [one.id]))
  const items = await store.findItems(stream, [...new Set(ids)])
  return {
    unasked: items.flatMap(({ id, t, asked, content }) =>
      asked || t === 0 || content === '' ? [] : [{ id, t, content }],
    ),
    erased: items.flatMap(({ id, content }) => (content === '' ? [id] : [])),
  }
}

const labelBefore = ({ labels }: Stream, id: string): LabelBefore | undefined => {
  const given = labels.get(id)
  return given && { ...labelProperty(given.label), ...(given.by !== undefined && { by: given.by }) }
}

type Change = SentAnswer & {
  readonly by: string
  readonly time: number
  readonly isLabeller: boolean
}

const isTakingBack = (sent: SentAnswer): boolean => 'label' in sent && sent.label === null

const relabelled = (
  stream: Stream,
  change: Change,
  unasked: UnaskedItem | undefined,
  limits: Limits | undefined,
): Answered => {
  const { id, by, time, isLabeller } = change
  const { classifier, config } = stream
  if (isLabeller) checkOwn(stream, id, by)
  if (isTakingBack(change)) return takenBack(stream, change)
  const label = checkedLabel(stream, change as Labelled, isLabeller)
  checkNewClasses(stream, [label], limits)
  const given = { id, ...labelProperty(label) }
  const question = classifier.question(id)
  if (!question && unasked) {
    classifier.teach(JSON.parse(unasked.content) as SentItem, label, id, { time, by })
    stream.happens({ type: 'labelled-unasked', ...given, t: unasked.t, time, by })
    return { ...given, outcome: 'learned' }
  }
  if (!isLabeller || config.answersPerItem === 1 || question?.state !== 'open')
    return { ...given, outcome: classifier.answer(id, label, { time, by }) }
  if (stream.votes.on(id).some((vote) => vote.by === by)) throw serverError('question/own', { id, by })
  stream.happens({ type: 'voted', ...given, time, by })
  return { ...given, outcome: settle(stream, id, time) }
}

/** The labels of others, and what several people agreed on, are for owners to change. */
const checkOwn = ({ labels }: Stream, id: string, by: string): void => {
  const given = labels.get(id)
  if (given && given.by !== by) throw serverError('answer/other', { id, by: given.by ?? 'several people' })
}

/** Reopens the question of an answer; a label that nobody asked for is forgotten. */
const takenBack = (stream: Stream, { id, time, by }: Change): Answered => {
  const { classifier, labels, votes } = stream
  const hasVoted = (): boolean => votes.on(id).some((vote) => vote.by === by)
  if (!labels.get(id)) {
    if (hasVoted()) stream.happens({ type: 'unvoted', id, time, by })
    return { id, outcome: 'removed' }
  }
  if (classifier.question(id)?.reason === 'taught') classifier.forget(id, { time, by })
  else classifier.reopen(id, { time, by })
  return { id, outcome: 'removed' }
}
