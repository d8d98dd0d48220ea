import { say } from '../words/say.js'
import { isReason } from './windows.js'

/**
 * The words for a reason; one that we do not know stands as it is.
 *
 * @example
 * reasonText('warm-up') // => 'warm-up'
 * reasonText('a whim') // => 'a whim'
 */
export const reasonText = (reason: string): string =>
  isReason(reason) ? say(`dashboard.reasons.${reason}`) : reason
