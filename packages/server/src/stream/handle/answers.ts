import { AskanceError, coreError, type Outcome } from '@askance/core'
import { serverError } from '../../errors.js'
import type { Answered, Circumstances, LeasedQuestion, Request, Result } from '../operations.js'
import type { Stream } from '../stream.js'
import { heldQuestion, told } from './questions.js'

export const answer = (
  stream: Stream,
  { id, label }: Request<'answer'>,
  circumstances: Circumstances,
): Answered => {
  const { time, by } = circumstances
  if (label === '') throw coreError('label/empty')
  const repeated = sameAgain(stream, id, label, by)
  if (repeated) return repeated
  heldQuestion(stream, id, circumstances)
  if (stream.config.answersPerItem === 1)
    return { id, label, outcome: stream.classifier.answer(id, label, { time, by }) }
  stream.happens({ type: 'voted', id, time, by, label })
  return { id, label, outcome: settle(stream, id, time) }
}

/** Who says the same again, because the answer to their request got lost, is told the same again. */
const sameAgain = (
  { votes, labellers }: Stream,
  id: string,
  label: string,
  by: string,
): Answered | undefined => {
  const vote = votes.on(id).find((one) => one.by === by)
  const said = vote ? vote.label : labellers.labelOf(by, id)
  return said === label ? { id, label, outcome: 'duplicate' } : undefined
}

/** When enough have voted, what they settled on is learned, as nobody's word in particular. */
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

export const skip = (
  stream: Stream,
  { id }: Request<'skip'>,
  circumstances: Circumstances,
): Result<'skip'> => {
  heldQuestion(stream, id, circumstances)
  stream.classifier.skip(id, circumstances)
  return { id, state: 'skipped' }
}

export const unsure = (
  stream: Stream,
  { id }: Request<'unsure'>,
  circumstances: Circumstances,
): Result<'unsure'> => {
  const { time, by } = circumstances
  heldQuestion(stream, id, circumstances)
  if (stream.config.answersPerItem === 1) stream.classifier.unsure(id, { time, by })
  else {
    stream.happens({ type: 'voted', id, time, by })
    settle(stream, id, time)
  }
  return { id, state: stream.questionOf(id).state }
}

export const undo = (stream: Stream, _: Request<'undo'>, { time, by }: Circumstances): LeasedQuestion => {
  const { classifier, labellers, votes, queue, config } = stream
  const id = labellers.lastOf(by)
  if (id === undefined) throw serverError('undo/nothing', { by })
  queue.expire(time)
  const holder = queue.find(id)?.holder
  if (holder !== undefined && holder !== by) throw serverError('question/leased', { id })
  if (classifier.question(id)?.state !== 'open') classifier.reopen(id, { time, by })
  if (votes.on(id).some((vote) => vote.by === by)) stream.happens({ type: 'unvoted', id, time, by })
  const entry = queue.find(id)
  if (!entry) throw serverError('undo/nothing', { by })
  queue.give(entry, by, time + 1000 * config.leaseSeconds)
  return told(stream, entry)
}

/** Each stands for itself: one that is refused does not keep the others out. */
export const answers = (
  stream: Stream,
  request: Request<'answers'>,
  { time, by }: Circumstances,
): readonly Answered[] =>
  request.answers.map(({ id, label, by: whose }) => {
    try {
      return { id, label, outcome: stream.classifier.answer(id, label, { time, by: whose ?? by }) }
    } catch (error) {
      if (!(error instanceof AskanceError)) throw error
      return { id, outcome: 'refused', code: error.code, detail: error.message }
    }
  })

export const forget = (
  stream: Stream,
  { id, erase }: Request<'forget'>,
  { time, by }: Circumstances,
): Result<'forget'> => {
  const question = stream.classifier.question(id)
  const isAnswered = question?.state === 'answered'
  if (!erase && !question) throw coreError('question/unknown', { id })
  if (!erase && !isAnswered) throw coreError('question/unanswered', { id, state: question?.state })
  if (question?.state === 'open') stream.classifier.skip(id, { time, by })
  if (isAnswered) stream.classifier.forget(id, { time, by })
  if (erase) stream.happens({ type: 'erased', id, time, by })
  return { id, forgotten: isAnswered }
}
