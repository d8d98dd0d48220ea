import type { Outcome } from '@askance/core'
import { classList, coreError } from '@askance/core/internals'
import { serverError } from '../errors.js'
import { CHECK_PROBABILITY, checkCoin } from '../stream/checks.js'
import type { CheckDrawn } from '../stream/entries.js'
import {
  isSameLabel,
  type Labelled,
  type LabelOrLabels,
  labelOf,
  labelProperty,
} from '../stream/label-values.js'
import { checkLabelKnown, checkNewClasses } from '../stream/memory.js'
import type { Stream } from '../stream/stream.js'
import { type OperationContext, operation } from './operation.js'
import { heldQuestion, leasedQuestion, leaseEnd, shownQuestion } from './questions.js'
import type { Answered, LeasedQuestion } from './types.js'

export interface Id {
  readonly id: string
}

export interface Closed extends Id {
  readonly state: string
}

/** Whether the caller is not an owner, who may add classes and change the labels of others; default false. */
export interface ByLabeller {
  readonly isLabeller?: boolean
}

/** Answers a leased question. */
export const answer = operation({
  isBlind: true,
  waitsForDisk: true,
  handle(stream, { id, isLabeller, ...labelled }: Id & Labelled & ByLabeller, context): Answered {
    const { time, by, limits } = context
    const label = checkedLabel(stream, labelled, isLabeller)
    checkNewClasses(stream, [label], limits)
    const given = { id, ...labelProperty(label) }
    if (isRepeated(stream, id, label, by)) return { ...given, outcome: 'duplicate' }
    heldQuestion(stream, id, context)
    if (stream.checks.isWaiting(id)) {
      stream.happens({ type: 'checked', time, by, ...given })
      return { ...given, outcome: 'checked' }
    }
    if (stream.config.answersPerItem === 1) {
      const draw = drawnCheck(stream, id, context)
      const outcome = stream.classifier.answer(id, label, { time, by })
      if (draw) stream.happens(draw)
      return { ...given, outcome }
    }
    stream.happens({ type: 'voted', time, by, ...given })
    return { ...given, outcome: settle(stream, id, time) }
  },
  measure: (metrics, stream, { id, outcome }, _, by) => {
    metrics.label('question', outcome)
    if (outcome !== 'refused') metrics.leases.drop(stream, id, by)
  },
})

/** The entry of a check of this question, if it is an audit, a coin wants one and somebody else labels too. It must be made before the answer is learned. */
const drawnCheck = (stream: Stream, id: string, { time, by }: OperationContext): CheckDrawn | undefined => {
  const { reason, t } = stream.askedQuestion(id)
  if (reason !== 'audit' || !stream.labellers.hasOthers(by)) return undefined
  const coin = checkCoin(stream.beginning.seed, t)
  if (coin >= CHECK_PROBABILITY) return undefined
  return {
    type: 'check-drawn',
    id,
    time,
    probability: CHECK_PROBABILITY,
    coin,
    shown: shownQuestion(stream, id),
  }
}

/** Whether a labeller repeats an answer, for example after a lost response. */
const isRepeated = ({ votes, labellers }: Stream, id: string, label: LabelOrLabels, by: string): boolean => {
  const vote = votes.on(id).find((one) => one.by === by)
  return isSameLabel(vote ? vote.label : labellers.lastLabel(by, id), label)
}

/** The label or the labels that were sent; throws if the stream expects the other, or has closed classes. */
export const checkedLabel = (stream: Stream, labelled: Labelled, isLabeller = false): LabelOrLabels => {
  const { id, config, classifier } = stream
  const label = labelOf(labelled)
  if (typeof label === 'string') {
    if (config.multiLabel) throw serverError('stream/multi-label', { stream: id })
    checkLabelKnown(stream, label, isLabeller)
    return label
  }
  if (!config.multiLabel) throw serverError('stream/single-label', { stream: id })
  const unknown = label.find((one) => !classifier.classes.includes(one))
  if (unknown !== undefined)
    throw coreError('label/unknown', { label: unknown, classes: classList(classifier.classes) })
  return label
}

/** Learns the consensus label if there are enough votes. */
export const settle = (
  { classifier, votes, config }: Stream,
  id: string,
  time: number,
): Outcome | 'voted' => {
  const { answersPerItem, consensus } = config
  const verdict = votes.verdict(id, answersPerItem, consensus, classifier.classes.length)
  if (verdict === 'open') return 'voted'
  if (verdict === 'unsure') {
    classifier.unsure(id, { time })
    return 'voted'
  }
  return classifier.answer(id, verdict.label, { time })
}

export const skip = operation({
  isBlind: true,
  handle(stream, { id }: Id, context): Closed {
    heldQuestion(stream, id, context)
    const { time, by } = context
    if (stream.checks.isWaiting(id)) stream.happens({ type: 'checked', id, time, by, skipped: true })
    else stream.classifier.skip(id, context)
    return { id, state: 'skipped' }
  },
  measure: (metrics, stream, { id }, _, by) => {
    metrics.label('question', 'skipped')
    metrics.leases.drop(stream, id, by)
  },
})

export const unsure = operation({
  isBlind: true,
  handle(stream, { id }: Id, context): Closed {
    const { time, by } = context
    heldQuestion(stream, id, context)
    if (stream.checks.isWaiting(id)) {
      stream.happens({ type: 'checked', id, time, by })
      return { id, state: 'unsure' }
    }
    if (stream.config.answersPerItem === 1) stream.classifier.unsure(id, { time, by })
    else {
      stream.happens({ type: 'voted', id, time, by })
      settle(stream, id, time)
    }
    return { id, state: stream.askedQuestion(id).state }
  },
  measure: (metrics, stream, { id }, _, by) => {
    metrics.label('question', 'unsure')
    metrics.leases.drop(stream, id, by)
  },
})

/** Undoes the last answer of a labeller and leases the question to them again. */
export const undo = operation({
  isBlind: true,
  waitsForDisk: true,
  handle(stream, _: Record<never, never>, { time, by }): LeasedQuestion {
    const { classifier, labellers, votes, queue, checks } = stream
    const id = labellers.lastQuestion(by)
    if (id === undefined) throw serverError('undo/nothing', { by })
    queue.expire(time)
    const isOpen = classifier.question(id)?.state === 'open'
    const isChecker = checks.isCheckedBy(id, by)
    const holder = queue.find(id)?.holder
    // The first answer can be undone while somebody checks it.
    if ((isOpen || isChecker) && holder !== undefined && holder !== by)
      throw serverError('question/leased', { id })
    if (isChecker) stream.happens({ type: 'unchecked', id, time, by })
    else if (!isOpen) classifier.reopen(id, { time, by })
    if (votes.on(id).some((vote) => vote.by === by)) stream.happens({ type: 'unvoted', id, time, by })
    const entry = queue.find(id)
    if (!entry) throw serverError('undo/nothing', { by })
    queue.give(entry, by, leaseEnd(stream, time))
    return leasedQuestion(stream, entry)
  },
  measure: ({ leases }, stream, { id, leaseExpires }, _, by) => leases.hold(stream, id, by, leaseExpires),
})

/** Forgets and unlearns an answer. */
export const forget = operation({
  handle(
    stream,
    { id }: { readonly id: string },
    { time, by },
  ): { readonly id: string; readonly forgotten: boolean } {
    const question = stream.classifier.question(id)
    if (!question) throw coreError('question/unknown', { id })
    if (question.state !== 'answered') throw coreError('question/unanswered', { id, state: question.state })
    stream.classifier.forget(id, { time, by })
    return { id, forgotten: true }
  },
})
