import { say } from '../words/say.js'
import { isReason } from './windows.js'

/**
 * Text of a reason; unknown reasons are shown as they are.
 *
 * @example
 * reasonText('warm-up') // => 'warm-up'
 * reasonText('a whim') // => 'a whim'
 */
export const reasonText = (reason: string): string =>
  isReason(reason) ? say(`dashboard.reasons.${reason}`) : reason
