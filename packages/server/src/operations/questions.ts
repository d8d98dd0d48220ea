import { coreError } from '@askance/core/internals'
import { isPiece } from '@askance/data'
import { serverError } from '../errors.js'
import type { ShownQuestion } from '../stream/checks.js'
import { isMeasuring, type OpenEntry } from '../stream/queue.js'
import type { Stream } from '../stream/stream.js'
import { confidenceIn } from './items.js'
import { type OperationContext, operation } from './operation.js'
import type { Heartbeat, LeasedQuestion, OpenQuestion } from './types.js'

export interface Ids {
  readonly ids: readonly string[]
}

/** Leases up to `count` questions, including those that the caller already holds. */
export const lease = operation({
  isBlind: true,
  isLong: true,
  waitsForDisk: true,
  handle(stream, { count }: { readonly count: number }, { time, by }): readonly LeasedQuestion[] {
    const { queue, config, classifier } = stream
    queue.expire(time)
    if (config.paused) return []
    const leaseExpires = leaseEnd(stream, time)
    const held = queue.heldBy(by).slice(0, count)
    for (const entry of held) queue.give(entry, by, leaseExpires)
    const rank = (id: string): number => {
      const probability = classifier.review(id, { time })
      return isMeasuring(stream.askedQuestion(id).reason) && probability > 0 ? 1 : probability
    }
    while (held.length < count) {
      const entry = queue.next(by, leaseExpires, rank) ?? chosenEntry(stream, held.length, { time, by })
      if (!entry) break
      held.push(entry)
    }
    return held.map((entry) => leasedQuestion(stream, entry))
  },
  measure: ({ leases }, stream, leased, _, by) => {
    for (const { id, leaseExpires } of leased) leases.hold(stream, id, by, leaseExpires)
  },
})

/**
 * Chooses another question of a pool. A person without a question gets one however many are open, so that nobody waits for others.
 */
const chosenEntry = (stream: Stream, held: number, context: OperationContext): OpenEntry | undefined => {
  const { pool, queue } = stream
  if (!pool) return undefined
  const question = pool.next({ ...context, isFirst: held === 0 })
  const entry = question && queue.find(question.id)
  if (entry) queue.give(entry, context.by, leaseEnd(stream, context.time))
  return entry
}

/** Renews leases. */
export const heartbeat = operation({
  isBlind: true,
  waitsForDisk: true,
  handle(stream, { ids }: Ids, { time, by }): Heartbeat {
    const { queue } = stream
    queue.expire(time)
    const leaseExpires = leaseEnd(stream, time)
    const lost: string[] = []
    for (const id of ids) {
      const entry = queue.find(id)
      if (entry?.holder === by) queue.give(entry, by, leaseExpires)
      else lost.push(id)
    }
    return { leaseExpires, lost }
  },
  measure: ({ leases }, stream, { leaseExpires, lost }, { ids }, by) => {
    for (const id of ids)
      if (lost.includes(id)) leases.drop(stream, id, by)
      else leases.hold(stream, id, by, leaseExpires)
  },
})

export const release = operation({
  isBlind: true,
  handle({ queue }, { ids }: Ids, { time, by }): { readonly released: number } {
    queue.expire(time)
    let released = 0
    for (const id of ids) {
      const entry = queue.find(id)
      if (entry?.holder !== by) continue
      queue.release(entry)
      released++
    }
    return { released }
  },
  measure: ({ leases }, stream, _, { ids }, by) => {
    for (const id of ids) leases.drop(stream, id, by)
  },
})

/** Open questions, oldest first. */
export const questions = operation({
  isBlind: true,
  reads: true,
  handle(
    stream,
    { after, limit }: { readonly after: number; readonly limit: number },
    { time },
  ): readonly OpenQuestion[] {
    stream.queue.expire(time)
    const found: OpenQuestion[] = []
    for (const { id, t, time: asked, reason, probability, classes } of stream.classifier.open) {
      if (t <= after) continue
      if (found.length === limit) break
      const { holder, leaseExpires } = stream.queue.find(id) ?? {}
      const votes = stream.votes.on(id).length
      found.push({
        id,
        t,
        time: asked,
        reason,
        probability,
        ...(classes && { classes }),
        votes,
        ...(holder !== undefined && leaseExpires !== undefined && { leasedTo: holder, leaseExpires }),
      })
    }
    return found
  },
})

export const leaseEnd = ({ config }: Stream, time: number): number => time + 1000 * config.leaseSeconds

/** The question leased to the caller; throws if it is not. */
export const heldQuestion = (
  { queue, classifier, checks }: Stream,
  id: string,
  { time, by }: OperationContext,
): OpenEntry => {
  queue.expire(time)
  const question = classifier.question(id)
  if (!question || question.reason === 'taught') throw coreError('question/unknown', { id })
  const entry = queue.find(id)
  // A check is in the queue although its question is answered.
  const isCheck = checks.isWaiting(id) && !entry?.voters?.has(by)
  if (question.state !== 'open' && !isCheck)
    throw serverError('question/closed', { id, state: question.state })
  if (entry?.voters?.has(by)) throw serverError('question/own', { id, by })
  if (entry?.holder !== undefined && entry.holder !== by) throw serverError('question/leased', { id })
  if (entry?.holder !== by) throw serverError('question/unleased', { id, by })
  return entry
}

/** Max features and classes in a question. */
export const MAX_FEATURES = 30
/** Pieces of words are joined to words when the content of the item is at hand. */
const MAX_PIECES = 400
const MAX_LIKELY = 8

/** The question as a labeller sees it. A check looks as it did for the first person. */
export const leasedQuestion = (stream: Stream, { id, leaseExpires }: OpenEntry): LeasedQuestion => ({
  ...(stream.checks.shown(id) ?? shownQuestion(stream, id)),
  leaseExpires,
  votes: stream.votes.on(id).length,
})

export const shownQuestion = (stream: Stream, id: string): ShownQuestion => {
  const { t, time, probability, classes } = stream.askedQuestion(id)
  const { threshold, ready } = stream.classifier
  const { predicted, probabilities, reason, reasonText, unknownFeatures, features } =
    stream.classifier.explain(id)
  return {
    id,
    t,
    time,
    reason: reason ?? 'audit',
    reasonText: reasonText ?? '',
    probability,
    predicted,
    confidence: confidenceIn(predicted, probabilities),
    ...(threshold !== undefined && { threshold }),
    ready,
    ...(classes && { classes, probabilities }),
    unknownFeatures: unknownFeatures.filter((feature) => !isPiece({ feature })).slice(0, MAX_FEATURES),
    contributions: features.slice(0, features.some(isPiece) ? MAX_PIECES : MAX_FEATURES),
    likely: Object.entries(probabilities)
      .map(([label, probability]) => ({ label, probability }))
      .sort((a, b) => b.probability - a.probability)
      .slice(0, MAX_LIKELY),
  }
}
