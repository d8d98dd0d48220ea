import { coreError, type Explanation } from '@askance/core'
import { serverError } from '../../errors.js'
import type { Circumstances, LeasedQuestion, OpenQuestion, Request, Result } from '../operations.js'
import type { Waiting } from '../queue.js'
import type { Stream } from '../stream.js'

export const lease = (
  stream: Stream,
  { count }: Request<'lease'>,
  { time, by }: Circumstances,
): readonly LeasedQuestion[] => {
  const { queue, config, classifier } = stream
  queue.expire(time)
  if (config.paused) return []
  const until = untilOf(stream, time)
  const held = queue.heldBy(by).slice(0, count)
  for (const entry of held) queue.give(entry, by, until)
  const look = (id: string): number => {
    const probability = classifier.review(id, { time })
    return stream.questionOf(id).reason === 'audit' && probability > 0 ? 1 : probability
  }
  while (held.length < count) {
    const entry = queue.next(by, until, look)
    if (!entry) break
    held.push(entry)
  }
  return held.map((entry) => told(stream, entry))
}

export const heartbeat = (
  stream: Stream,
  { ids }: Request<'heartbeat'>,
  { time, by }: Circumstances,
): Result<'heartbeat'> => {
  const { queue } = stream
  queue.expire(time)
  const until = untilOf(stream, time)
  const lost: string[] = []
  for (const id of ids) {
    const entry = queue.find(id)
    if (entry?.holder === by) queue.give(entry, by, until)
    else lost.push(id)
  }
  return { until, lost }
}

export const release = (
  { queue }: Stream,
  { ids }: Request<'release'>,
  { time, by }: Circumstances,
): Result<'release'> => {
  queue.expire(time)
  let released = 0
  for (const id of ids) {
    const entry = queue.find(id)
    if (entry?.holder !== by) continue
    queue.release(entry)
    released++
  }
  return { released }
}

export const questions = (
  stream: Stream,
  { after, limit }: Request<'questions'>,
  { time }: Circumstances,
): readonly OpenQuestion[] => {
  stream.queue.expire(time)
  const found: OpenQuestion[] = []
  for (const { id, t, time: asked, reason, probability } of stream.classifier.open) {
    if (t <= after) continue
    if (found.length === limit) break
    const entry = stream.queue.find(id)
    const votes = stream.votes.on(id).length
    const { holder, until } = entry ?? {}
    found.push({
      id,
      t,
      time: asked,
      reason,
      probability,
      votes,
      ...(holder !== undefined && until !== undefined && { leasedTo: holder, until }),
    })
  }
  return found
}

const untilOf = ({ config }: Stream, time: number): number => time + 1000 * config.leaseSeconds

/** The question that somebody holds. */
export const heldQuestion = (
  { queue, classifier }: Stream,
  id: string,
  { time, by }: Circumstances,
): Waiting => {
  queue.expire(time)
  const question = classifier.question(id)
  if (!question || question.reason === 'taught') throw coreError('question/unknown', { id })
  if (question.state !== 'open') throw serverError('question/closed', { id, state: question.state })
  const entry = queue.find(id)
  if (entry?.voters?.has(by)) throw serverError('question/own', { id, by })
  if (entry?.holder !== undefined && entry.holder !== by) throw serverError('question/leased', { id })
  if (entry?.holder !== by) throw serverError('question/unleased', { id, by })
  return entry
}

/** So many of the features that decide, or are new, are told. */
const MOST_FEATURES = 30

/** What somebody who is asked may know. */
export const told = (stream: Stream, { id, until }: Waiting): LeasedQuestion => {
  const { t, time, probability } = stream.questionOf(id)
  const { predicted, probabilities, reason, because, unfamiliar, features }: Explanation =
    stream.classifier.explain(id)
  return {
    id,
    t,
    time,
    until,
    reason: reason ?? 'audit',
    because: because ?? '',
    probability,
    predicted,
    confidence: probabilities[predicted] ?? 0,
    unfamiliar: unfamiliar.slice(0, MOST_FEATURES),
    deciding: features.slice(0, MOST_FEATURES),
    votes: stream.votes.on(id).length,
  }
}
