import type { Pool, PoolQuality, Quality } from '@askance/core'
import { qualityText } from '@askance/core/internals'
import type { Stream } from '../stream/stream.js'
import { type Nothing, type OperationContext, operation, PENDING } from './operation.js'
import type { SentItem } from './types.js'

type ItemPool = Pool<SentItem>

/** Continues the computation that a pool has begun; returns whether there is more. */
export const work = operation({
  isLong: true,
  handle: (stream, _: Nothing, context): boolean =>
    stream.pool !== undefined && workOn(stream, stream.pool, context),
})

/** Finishes a pool, in slices; returns whether the stream is one. */
export const finish = operation({
  isLong: true,
  handle: (stream, _: Nothing, context): boolean | typeof PENDING =>
    stream.pool ? (finished(stream, stream.pool, context) ? true : PENDING) : false,
})

/** An estimate is computed again after so many answers: it takes longer than a question. */
const FRESH = 10

interface Estimated {
  readonly seq: number
  readonly answers: number
  readonly items: number
  readonly qualityAt: (level?: number) => PoolQuality
}

/** The estimates of the last finish. They are not part of the state: a reload computes them again. */
const latest = new WeakMap<ItemPool, Estimated>()

/** Does a slice of the work of a pool, and estimates its quality when it is finished, while all results are known. */
const workOn = (stream: Stream, pool: ItemPool, { time }: OperationContext): boolean => {
  const wasFinishing = pool.isFinishing
  const hasMore = pool.work({ time })
  if (wasFinishing && !pool.isFinishing) {
    const { answers, items } = pool.counts
    latest.set(pool, { seq: stream.seq, answers, items, qualityAt: pool.poolEstimator() })
  }
  return hasMore
}

/** Does a slice of finishing; returns whether the pool is finished, or was since the request began. */
const finished = (stream: Stream, pool: ItemPool, context: OperationContext): boolean => {
  const isDone = (): boolean => {
    const known = latest.get(pool)
    return known !== undefined && (pool.isFinished || known.seq > (context.begun ?? stream.seq))
  }
  if (isDone()) return true
  pool.beginFinish()
  workOn(stream, pool, context)
  return isDone()
}

/**
 * The estimated quality of the labelling of a pool, in the form that streams have: accuracy and F1 are about all items, known ones
 * included. Other estimates do not exist there. The estimate may be some answers old.
 */
export const poolQuality = (
  stream: Stream,
  pool: ItemPool,
  level: number | undefined,
  context: OperationContext,
): Quality | typeof PENDING => {
  const known = latest.get(pool)
  const { answers, items } = pool.counts
  const isFresh = !pool.isFinished && known?.items === items && Math.abs(answers - known.answers) < FRESH
  if (!isFresh && !finished(stream, pool, context)) return PENDING
  const estimated = latest.get(pool)
  return estimated
    ? asQuality(pool.quality(level), estimated.qualityAt(level), estimated.answers, level)
    : PENDING
}

const asQuality = (
  empty: Quality,
  { items, audits, accuracy, f1 }: PoolQuality,
  answers: number,
  level: number | undefined,
): Quality => {
  const all = { ...empty.all, items, answers, effectiveAnswers: audits.answered, accuracy, f1 }
  return { ...empty, all, recent: all, text: qualityText(all, empty.now, level) }
}
