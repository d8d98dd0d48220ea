import type { QueryDeclaration } from './declaration.js'

/**
 * The baseline every rule must beat.
 *
 * @example
 * const reading = Object.assign(new Reading(1), {})
 * const tally = Object.assign(new Tally(), {})
 * random.build({ rate: 0.1 }).probability(reading, tally) // => 0.1
 */
export const random: QueryDeclaration = {
  name: 'random',
  formula: 'rate',
  summary: 'asks about a fixed share of the items, whatever they are',
  cite: [],
  parameters: [
    {
      name: 'rate',
      symbol: 'p',
      type: 'number',
      default: 0.1,
      min: 0,
      max: 1,
      summary: 'the share of items asked about',
    },
  ],
  dial: { parameter: 'rate', more: 'up' },
  late: 'all of it: it looks at nothing',
  build: ({ rate }) => ({ probability: () => rate, reason: () => 'random' }),
}
