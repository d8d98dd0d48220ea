import type { QueryDeclaration } from './declaration.js'

/** Full supervision. */
export const always: QueryDeclaration = {
  name: 'always',
  formula: '1',
  summary: 'asks about every item',
  cite: [],
  parameters: [],
  build: () => ({ probability: () => 1, reason: () => 'always' }),
}

/** Prediction only. */
export const never: QueryDeclaration = {
  name: 'never',
  formula: '0',
  summary: 'never asks',
  cite: [],
  parameters: [],
  build: () => ({ probability: () => 0, reason: () => 'always' }),
}
