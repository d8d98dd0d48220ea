import type { Form } from '../learners/declaration.js'
import type { Algorithm } from './algorithm.js'

/** What the letters of `costOf` stand for. */
export const costLegend = 's: non-zeros of the row, d: features, k: classes, n: stored rows'

/**
 * The work of one round, as an order of growth; with a kernel when `form` says so.
 *
 * @example
 * costOf(findAlgorithm('D-AMD')) // => 'O(s)'
 * costOf(findAlgorithm('SOAL')) // => 'O(d²)'
 * costOf(findAlgorithm('SOLE'), 'kernel') // => 'O(n·s + n²)'
 */
export const costOf = ({ task, learner, form }: Algorithm, as: Form = form): string => {
  if (task !== 'binary') return 'O(k·s)'
  if (as === 'full') return 'O(d²)'
  if (as === 'kernel') return learner.forms.includes('full') ? 'O(n·s + n²)' : 'O(n·s)'
  return 'O(s)'
}

/** Whether the algorithm can run with a kernel. A name with "-diag" promises a diagonal, which the dual has not. */
export const takesKernel = ({ learner, task, form }: Algorithm): boolean =>
  learner.forms.includes('kernel') && task === 'binary' && form !== 'diagonal'
