import { say } from '../words/say.js'

/** Reasons for asking, in stacking order from the bottom. */
export const reasons = [
  'uncertain',
  'unfamiliar',
  'rare',
  'audit',
  'measure',
  'random',
  'always',
  'warm-up',
] as const
export type Reason = (typeof reasons)[number]

export const isReason = (reason: string): reason is Reason => reasons.some((known) => known === reason)

/**
 * Text of a reason; unknown reasons are shown as they are.
 *
 * @example
 * reasonText('warm-up') // => 'warm-up'
 * reasonText('a whim') // => 'a whim'
 */
export const reasonText = (reason: string): string =>
  isReason(reason) ? say(`common.reasons.${reason}`) : reason

const states = ['open', 'answered', 'skipped', 'unsure', 'expired', 'withdrawn', 'forgotten'] as const

/**
 * Text of the state of a question; a dash if there is none.
 *
 * @example
 * stateText('forgotten') // => 'label removed'
 */
export const stateText = (state: string | undefined): string => {
  const known = states.find((one) => one === state)
  return known ? say(`common.states.${known}`) : say('common.none')
}
