import type { Reading, Tally } from '../parts.js'
import type { QueryDeclaration } from './declaration.js'
import { delta, kappa } from './parameters.js'

/**
 * The bound-on-bias query rules (Cesa-Bianchi, Gentile & Orabona 2009). They never look at the score, only at how well
 * the rows learned so far span this one; so they do not see a target that moves.
 */
const family = {
  cite: ['cesa-bianchi-2009'],
  needs: 'leverage',
  unitRows: true,
  late: 'the error bound holds for what was learned; like rows are asked about until the first answer comes',
} as const

const yesOrNo = (ask: boolean): number => (ask ? 1 : 0)

/**
 * @example
 * const reading = Object.assign(new Reading(1), { leverage: 0.6 })
 * const tally = Object.assign(new Tally(), { rounds: 4 })
 * bbq.build({ kappa: 0.5 }).probability(reading, tally) // => 1
 */
export const bbq: QueryDeclaration = {
  ...family,
  name: 'BBQ',
  formula: '1 if r > t^(−κ), else 0',
  summary: 'asks while the row is poorly spanned by what was learned',
  parameters: [kappa],
  dial: { parameter: 'kappa', more: 'up' },
  build: ({ kappa: κ }) => ({
    probability: (reading: Reading, tally: Tally) => yesOrNo(reading.leverage > tally.rounds ** -κ),
    reason: () => 'unfamiliar',
  }),
}

/**
 * @example
 * const reading = Object.assign(new Reading(1), { leverage: 0.25 })
 * const tally = Object.assign(new Tally(), {})
 * randomizedBbq.build({ kappa: 0.5 }).probability(reading, tally) // => 0.25
 */
export const randomizedBbq: QueryDeclaration = {
  ...family,
  name: 'randomized BBQ',
  formula: 'r^((1−κ)/κ), at most 1',
  summary: 'asks with a probability that falls as the row is better spanned',
  parameters: [kappa],
  dial: { parameter: 'kappa', more: 'up' },
  build: ({ kappa: κ }) => ({
    probability: (reading: Reading) => Math.min(1, reading.leverage ** ((1 - κ) / κ)),
    reason: () => 'unfamiliar',
  }),
}

/** At the start both sides of the comparison are 0 up to rounding, and the rule must ask. */
const SLACK = 1e-12

/** The bias that may remain, [level − r − s]₊, against the width ‖q‖·√(2 ln factor). */
const mayBeBiased = (reading: Reading, level: number, factor: number): boolean =>
  Math.max(0, level - reading.leverage - reading.reach) <=
  Math.sqrt(reading.residualSq) * Math.sqrt(2 * Math.log(factor)) + SLACK

/**
 * The printed condition is strict and then never asks its first label; its logarithm is that of 2t(t + 1)/δ.
 *
 * @example
 * const reading = Object.assign(new Reading(1), { leverage: 0.1, reach: 0.1, residualSq: 0 })
 * const tally = Object.assign(new Tally(), { rounds: 10 })
 * parametricBbq.build({ epsilon: 0.5, delta: 0.1 }).probability(reading, tally) // => 0
 */
export const parametricBbq: QueryDeclaration = {
  ...family,
  name: 'Parametric BBQ',
  formula: '1 if [ε − r − s]₊ ≤ ‖q‖√(2 ln(2t(t+1)/δ)), else 0',
  summary: 'asks until the error of the margin is below ε with probability 1 − δ',
  parameters: [
    {
      name: 'epsilon',
      symbol: 'ε',
      type: 'number',
      default: 0.5,
      above: 0,
      max: 1,
      summary: 'the error of the margin that is allowed where it does not ask',
    },
    delta,
  ],
  dial: { parameter: 'epsilon', more: 'down' },
  build: ({ epsilon: ε, delta: δ }) => ({
    probability: (reading: Reading, { rounds: t }: Tally) =>
      yesOrNo(mayBeBiased(reading, ε, (2 * t * (t + 1)) / δ)),
    reason: () => 'unfamiliar',
  }),
}

/**
 * @example
 * const reading = Object.assign(new Reading(1), { leverage: 0.5, reach: 0.5 })
 * const tally = Object.assign(new Tally(), {})
 * practicalBbq.build({ delta: 0.1 }).probability(reading, tally) // => 1
 */
export const practicalBbq: QueryDeclaration = {
  ...family,
  name: 'practical BBQ',
  formula: '1 if [1 − r − s]₊ ≤ ‖q‖√(2 ln(2/δ)), else 0',
  summary: 'the form the paper experiments with: the level fixed at 1, the width without t',
  parameters: [delta],
  dial: { parameter: 'delta', more: 'down' },
  build: ({ delta: δ }) => ({
    probability: (reading: Reading) => yesOrNo(mayBeBiased(reading, 1, 2 / δ)),
    reason: () => 'unfamiliar',
  }),
}
