import type { PoolQuality, Quality } from '@askance/core'
import { operation } from './operation.js'
import type { Level } from './reports.js'

/** Continues the computation that a pool has begun; returns whether there is more. */
export const work = operation({
  handle: ({ pool }, _: Record<never, never>, { time }): boolean => pool?.work({ time }) ?? false,
})

/**
 * The estimated quality of the labelling of a pool, in the form that streams have: accuracy and F1 are about all items, known ones
 * included. Other estimates do not exist there.
 */
export const poolQuality = operation({
  handle: ({ pool }, { level }: Level, { time }): Quality | undefined =>
    pool && asQuality(pool.quality(level), pool.poolQuality(level, { time })),
})

const asQuality = (empty: Quality, { items, audits, accuracy, f1 }: PoolQuality): Quality => {
  const { answered } = audits
  const all = { ...empty.all, items, answers: answered, effectiveAnswers: answered, accuracy, f1 }
  return { ...empty, all, recent: all }
}
