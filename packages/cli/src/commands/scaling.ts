import { type SetScaling, setScalings } from '@askance/bench/play'
import { expectedOf } from '@askance/core/internals'
import type { Flag } from '../command/declare.js'
import { cliError } from '../errors.js'

/** The flag for scaling steps; each command sets its group. */
export const scalingFlag = {
  type: 'text',
  hint: 'STEP,…',
  suggestions: [...setScalings, 'standardize,l2'],
  defaultText: 'none',
  summary:
    'scale columns to mean 0 and deviation 1 (standardize) or to −1 … 1 (minmax), rows to length 1 (l2), to a maximum of 1 (max) or to ones (binary); several steps are applied in order',
} as const satisfies Flag

/** The steps of `--scaling`, in their order. */
export const parseScaling = (text: string | undefined): readonly SetScaling[] =>
  (text ?? 'none')
    .split(',')
    .map((word) => {
      const step = setScalings.find((name) => name === word.trim())
      if (step) return step
      const expected = expectedOf({ ...scalingFlag, choices: setScalings }, word.trim())
      throw cliError('usage/value', { flag: 'scaling', found: word.trim() || text, expected })
    })
    .filter((step) => step !== 'none')

const phrases: Readonly<Record<SetScaling, string>> = {
  none: 'nothing',
  standardize: 'columns to mean 0 and deviation 1',
  minmax: 'columns to −1 … 1',
  l2: 'rows to length 1',
  max: 'rows to a maximum of 1',
  binary: 'all values to 1',
}

/**
 * What the steps do, in words.
 *
 * @example
 * scalingText(['standardize', 'l2']) // => 'columns to mean 0 and deviation 1, then rows to length 1'
 */
export const scalingText = (steps: readonly SetScaling[]): string =>
  steps.map((step) => phrases[step]).join(', then ')
