import type { QueryDeclaration } from './declaration.js'

/**
 * Full supervision.
 *
 * @example
 * const reading = Object.assign(new Reading(1), {})
 * const tally = Object.assign(new Tally(), {})
 * always.build({}).probability(reading, tally) // => 1
 */
export const always: QueryDeclaration = {
  name: 'always',
  formula: '1',
  summary: 'asks about every item',
  cite: [],
  parameters: [],
  late: 'all of it: it looks at nothing',
  build: () => ({ probability: () => 1, reason: () => 'always' }),
}

/**
 * Prediction only.
 *
 * @example
 * const reading = Object.assign(new Reading(1), {})
 * const tally = Object.assign(new Tally(), {})
 * never.build({}).probability(reading, tally) // => 0
 */
export const never: QueryDeclaration = {
  name: 'never',
  formula: '0',
  summary: 'never asks',
  cite: [],
  parameters: [],
  late: 'all of it: it looks at nothing',
  build: () => ({ probability: () => 0, reason: () => 'always' }),
}
