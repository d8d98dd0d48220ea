import type { Schemas } from '@askance/server/client'
import { say } from '../words/say.js'
import { formatPercent } from './numbers.js'

export type PoolProgress = Schemas['PoolProgress']

/** Whether more answers would change much, in words. */
interface PoolAdvice {
  readonly isEnough: boolean
  readonly title: string
  readonly text: string
}

/** Answers between two labellings that are compared. */
const ANSWERS_APART = 50

/**
 * Says whether more answers would change much.
 *
 * @example
 * poolAdvice({ enough: true, why: 'stable', disagreement: 0.01 }).title // => '50 more answers would change little'
 * poolAdvice({ enough: false, why: 'early' }).title // => 'Too early to tell whether to stop'
 */
export const poolAdvice = ({
  enough,
  why,
  disagreement,
}: Pick<PoolProgress, 'enough' | 'why' | 'disagreement'>): PoolAdvice => {
  const values = { answers: ANSWERS_APART, share: formatPercent(disagreement ?? 0) }
  return {
    isEnough: enough,
    title: say(`common.pool.title.${why}`, values),
    text: say(`common.pool.text.${why}`, values),
  }
}
