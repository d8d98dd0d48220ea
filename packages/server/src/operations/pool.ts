import type { Pool, PoolQuality, Quality } from '@askance/core'
import type { Stream } from '../stream/stream.js'
import { operation } from './operation.js'
import type { SentItem } from './types.js'

/** Continues the computation that a pool has begun; returns whether there is more. */
export const work = operation({
  handle: ({ pool }, _: Record<never, never>, { time }): boolean => pool?.work({ time }) ?? false,
})

/** An estimate is computed again after so many answers: it takes longer than a question. */
const FRESH = 10

interface Estimated {
  readonly seq: number
  readonly answers: number
  readonly items: number
  readonly level: number | undefined
  readonly quality: Quality
}

/** The latest estimates. They are not part of the state: a reload computes them again. */
const latest = new WeakMap<Pool<SentItem>, Estimated>()

/**
 * The estimated quality of the labelling of a pool, in the form that streams have: accuracy and F1 are about all items, known ones
 * included. Other estimates do not exist there.
 */
export const poolQuality = (
  stream: Pick<Stream, 'seq'>,
  pool: Pool<SentItem>,
  level: number | undefined,
  time: number,
): Quality => {
  const { answers, items } = pool.counts
  const known = latest.get(pool)
  const isSame = known && known.items === items && known.level === level
  // The estimate of a finished pool is exact; before that it may be some answers old.
  const isFresh = pool.isFinished
    ? known?.seq === stream.seq
    : Math.abs(answers - (known?.answers ?? 0)) < FRESH
  if (isSame && isFresh) return known.quality
  const quality = asQuality(pool.quality(level), pool.poolQuality(level, { time }))
  latest.set(pool, { seq: stream.seq, answers, items, level, quality })
  return quality
}

const asQuality = (empty: Quality, { items, audits, accuracy, f1 }: PoolQuality): Quality => {
  const { answered } = audits
  const all = { ...empty.all, items, answers: answered, effectiveAnswers: answered, accuracy, f1 }
  return { ...empty, all, recent: all }
}
