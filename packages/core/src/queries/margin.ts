import type { Reading, Tally } from '../parts.js'
import type { QueryDeclaration } from './declaration.js'
import { smoothing } from './parameters.js'

/** Often near the boundary, seldom far from it: b/(b + p). */
export const chanceAt = (b: number, distance: number): number => b / (b + distance)

const family = {
  parameters: [smoothing],
  dial: { parameter: 'smoothing', more: 'up' },
  late: 'no mistake bound: it counts on each label before the next item; the probabilities are still those recorded',
} as const

/**
 * P = b/(b + p) (Cesa-Bianchi, Gentile & Zaniboni 2006). SOLE's 1/(1 + b′p) is b = 1/b′.
 *
 * @example
 * const reading = Object.assign(new Reading(1), { margin: 3 })
 * const tally = Object.assign(new Tally(), {})
 * margin.build({ smoothing: 1 }).probability(reading, tally) // => 0.25
 */
export const margin: QueryDeclaration = {
  ...family,
  name: 'margin',
  formula: 'b/(b + p)',
  summary: 'asks the more often the nearer the row is to the boundary',
  cite: ['cesa-bianchi-2006'],
  build: ({ smoothing: b }) => ({
    probability: (reading: Reading) => chanceAt(b, reading.margin),
    reason: () => 'uncertain',
  }),
}

/**
 * P = δ/(δ + 1 + p) (Lu, Zhao & Hoi 2016, Theorem 4).
 *
 * @example
 * const reading = Object.assign(new Reading(1), { margin: 2 })
 * const tally = Object.assign(new Tally(), {})
 * shiftedMargin.build({ smoothing: 1 }).probability(reading, tally) // => 0.25
 */
export const shiftedMargin: QueryDeclaration = {
  ...family,
  name: 'shifted margin',
  formula: 'δ/(δ + 1 + p)',
  summary: 'the margin rule with 1 added to the margin: never certain to ask',
  cite: ['lu-2016'],
  build: ({ smoothing: b }) => ({
    probability: (reading: Reading) => chanceAt(b, 1 + reading.margin),
    reason: () => 'uncertain',
  }),
}

/**
 * P = b/(b + p), b = β√(1 + K), K = mistakes on asked labels so far (Cesa-Bianchi, Gentile & Zaniboni 2006).
 *
 * @example
 * const reading = Object.assign(new Reading(1), { margin: 2 })
 * const tally = Object.assign(new Tally(), { mistakes: 3 })
 * adaptiveMargin.build({ smoothing: 1 }).probability(reading, tally) // => 0.5
 */
export const adaptiveMargin: QueryDeclaration = {
  ...family,
  name: 'adaptive margin',
  formula: 'b/(b + p), b = β√(1 + K)',
  summary: 'the margin rule, freer with every mistake it has seen',
  cite: ['cesa-bianchi-2006'],
  parameters: [{ ...smoothing, symbol: 'β' }],
  build: ({ smoothing: β }) => ({
    probability: (reading: Reading, tally: Tally) =>
      chanceAt(β * Math.sqrt(1 + tally.mistakes), reading.margin),
    reason: () => 'uncertain',
  }),
}

/**
 * P = b/(b + p), b = δ₀/(t + 1): the δₜ = δₜ₋₁·t/(t + 1) of CSPAA(a) (Lu, Zhao & Hoi 2016).
 *
 * @example
 * const reading = Object.assign(new Reading(1), { margin: 1 })
 * const tally = Object.assign(new Tally(), { rounds: 9 })
 * decayingMargin.build({ smoothing: 10 }).probability(reading, tally) // => 0.5
 */
export const decayingMargin: QueryDeclaration = {
  ...family,
  name: 'decaying margin',
  formula: 'b/(b + p), b = δ₀/(t + 1)',
  summary: 'the margin rule, asking less and less as time passes',
  cite: ['lu-2016'],
  parameters: [{ ...smoothing, symbol: 'δ₀', default: 100 }],
  build: ({ smoothing: start }) => ({
    probability: (reading: Reading, tally: Tally) => chanceAt(start / (tally.rounds + 1), reading.margin),
    reason: () => 'uncertain',
  }),
}
