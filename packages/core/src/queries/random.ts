import type { QueryDeclaration } from './declaration.js'

/** The baseline every rule must beat. */
export const random: QueryDeclaration = {
  name: 'random',
  formula: 'rate',
  summary: 'asks about a fixed share of the items, whatever they are',
  cite: [],
  parameters: [
    { name: 'rate', symbol: 'p', default: 0.1, least: 0, most: 1, meaning: 'the share of items asked about' },
  ],
  dial: { parameter: 'rate', more: 'up' },
  build: ({ rate }) => ({ probability: () => rate, reason: () => 'random' }),
}
