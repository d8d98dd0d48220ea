import { normalizations, type Preparation, Random } from '../../src/internals.js'
import { type Case, randomParameters } from './cases.js'
import { type PaperModel, paperModel, type Setup } from './paper.js'

const intercepts: readonly Preparation['intercept'][] = ['none', 0.3, 'auto']

/** A case with everything that a seed decides: parameters and, every other time, some preparation of the rows. */
export const randomSetup = (given: Case, seed: number, decades = 3): Setup => {
  const random = new Random(seed, 'setup')
  const raw = random.uniform() < 0.5
  return {
    algorithm: given.algorithm.name,
    classes: Array.from({ length: given.classes }, (_, c) => `class ${c}`),
    parameters: randomParameters(given, random, decades),
    preparation: {
      normalize: raw ? 'none' : normalizations[random.below(normalizations.length)],
      intercept: raw ? 'none' : intercepts[random.below(intercepts.length)],
    },
    seed,
    // What is kept of the latest items is saved with every model.
    window: 10,
    ...(given.kernel && { kernel: given.kernel }),
  }
}

export const build = (setup: Setup): PaperModel => paperModel(setup)
