import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Parameters,
  type QueryDeclaration,
  queries,
  Random,
  Reading,
  type Reason,
  Tally,
} from '../src/internals.js'
import { assertNear } from './support/compare.js'

interface Situation {
  readonly reading: Reading
  readonly tally: Tally
}

/** A random situation, as a learner might meet it. */
const situation = (random: Random): Situation => {
  const reading = new Reading(1)
  reading.settle(3 * random.normal())
  reading.normSq = 2 * random.uniform()
  reading.variance = 2 * random.uniform()
  reading.leverage = random.uniform()
  reading.reach = random.uniform()
  reading.residualSq = 0.1 * random.uniform()
  const tally = new Tally()
  tally.rounds = 1 + random.below(1000)
  tally.mistakes = random.below(50)
  return { reading, tally }
}

const positivePart = (value: number): number => Math.max(0, value)

/** The probability of each rule, written out once more. */
const formulas: readonly {
  readonly rule: QueryDeclaration
  readonly parameters: Parameters
  formula(situation: Situation): number
}[] = [
  { rule: queries.always, parameters: {}, formula: () => 1 },
  { rule: queries.never, parameters: {}, formula: () => 0 },
  { rule: queries.random, parameters: { rate: 0.3 }, formula: () => 0.3 },
  {
    rule: queries.margin,
    parameters: { smoothing: 0.7 },
    formula: ({ reading }) => 0.7 / (0.7 + reading.margin),
  },
  {
    rule: queries.near,
    parameters: { smoothing: 0.7 },
    formula: ({ reading }) => 1 / (1 + (reading.margin / 0.7) ** 2),
  },
  {
    rule: queries.shiftedMargin,
    parameters: { smoothing: 0.7 },
    formula: ({ reading }) => 0.7 / (0.7 + 1 + reading.margin),
  },
  {
    rule: queries.adaptiveMargin,
    parameters: { smoothing: 0.2 },
    formula: ({ reading, tally }) => {
      const b = 0.2 * Math.sqrt(1 + tally.mistakes)
      return b / (b + reading.margin)
    },
  },
  {
    rule: queries.decayingMargin,
    parameters: { smoothing: 40 },
    formula: ({ reading, tally }) => {
      // The paper's recursion δₜ = δₜ₋₁·t/(t + 1).
      let b = 40
      for (let t = 1; t <= tally.rounds; t++) b *= t / (t + 1)
      return b / (b + reading.margin)
    },
  },
  {
    rule: queries.soalRule,
    parameters: { smoothing: 0.5, stepSize: 3, regularization: 0.8 },
    formula: ({ reading: { margin, variance } }) => {
      const rest = margin - (3 * 0.8 * variance) / (2 * (0.8 + variance))
      return rest <= 0 ? 1 : 0.5 / (0.5 + rest)
    },
  },
  {
    rule: queries.discrimination,
    parameters: { smoothing: 0.5, stepSize: 3 },
    formula: ({ reading: { margin, variance, normSq } }) =>
      0.5 / (0.5 + positivePart(margin - ((3 / 2) * variance) / Math.max(1, normSq))),
  },
  {
    rule: queries.fullDiscrimination,
    parameters: { smoothing: 0.5, stepSize: 3 },
    formula: ({ reading: { margin, variance } }) => 0.5 / (0.5 + positivePart(margin - (3 / 2) * variance)),
  },
  {
    rule: queries.bbq,
    parameters: { kappa: 0.2 },
    formula: ({ reading, tally }) => (reading.leverage > tally.rounds ** -0.2 ? 1 : 0),
  },
  {
    rule: queries.randomizedBbq,
    parameters: { kappa: 0.4 },
    formula: ({ reading }) => reading.leverage ** (0.6 / 0.4),
  },
  {
    rule: queries.parametricBbq,
    parameters: { epsilon: 0.9, delta: 0.1 },
    formula: ({ reading: { leverage, reach, residualSq }, tally: { rounds: t } }) => {
      const width = Math.sqrt(residualSq) * Math.sqrt(2 * Math.log((2 * t * (t + 1)) / 0.1))
      return positivePart(0.9 - leverage - reach) <= width + 1e-12 ? 1 : 0
    },
  },
  {
    rule: queries.practicalBbq,
    parameters: { delta: 0.5 },
    formula: ({ reading: { leverage, reach, residualSq } }) => {
      const width = Math.sqrt(residualSq) * Math.sqrt(2 * Math.log(2 / 0.5))
      return positivePart(1 - leverage - reach) <= width + 1e-12 ? 1 : 0
    },
  },
]

for (const { rule, parameters, formula } of formulas)
  test(`The rule ${rule.name} is ${rule.formula}`, () => {
    const random = new Random(1, rule.name)
    const built = rule.build(parameters)
    const met = new Set<number>()
    for (let n = 0; n < 200; n++) {
      const { reading, tally } = situation(random)
      const probability = built.probability(reading, tally)
      assertNear(probability, formula({ reading, tally }), `seed 1, situation ${n}`, 1e-12)
      met.add(probability)
    }
    if (rule.needs === 'leverage') assert.ok(met.size > 1, 'both answers must be met')
  })

test('Every rule stands here', () => {
  const declared: readonly QueryDeclaration[] = Object.values(queries)
  assert.deepEqual(
    declared.filter((rule) => !formulas.some((one) => one.rule === rule)).map(({ name }) => name),
    [],
  )
})

test('A rule says why it asks', () => {
  const reasonOf = (rule: QueryDeclaration, parameters: Parameters, set: Partial<Reading>): Reason =>
    rule.build(parameters).reason(Object.assign(new Reading(1), set))
  assert.equal(reasonOf(queries.always, {}, {}), 'always')
  assert.equal(reasonOf(queries.random, { rate: 0.5 }, {}), 'random')
  assert.equal(reasonOf(queries.margin, { smoothing: 1 }, { margin: 2 }), 'uncertain')
  assert.equal(reasonOf(queries.bbq, { kappa: 0.5 }, { leverage: 0.9 }), 'unfamiliar')
  for (const rule of [queries.discrimination, queries.soalRule]) {
    const parameters = { smoothing: 1, stepSize: 1, regularization: 1 }
    assert.equal(reasonOf(rule, parameters, { margin: 2, variance: 0.1 }), 'uncertain', rule.name)
    assert.equal(reasonOf(rule, parameters, { margin: 0.1, variance: 3 }), 'unfamiliar', rule.name)
  }
})

test('Parametric and practical BBQ ask about the first row, where both sides of their condition are 0', () => {
  const reading = Object.assign(new Reading(1), { leverage: 0.5, reach: 0.5, residualSq: 0 })
  const tally = Object.assign(new Tally(), { rounds: 1 })
  assert.equal(queries.parametricBbq.build({ epsilon: 1, delta: 0.1 }).probability(reading, tally), 1)
  assert.equal(queries.practicalBbq.build({ delta: 0.1 }).probability(reading, tally), 1)
  const rounded = Object.assign(new Reading(1), { leverage: 0.5, reach: 0.5 - 2 ** -54, residualSq: 0 })
  assert.equal(queries.practicalBbq.build({ delta: 0.1 }).probability(rounded, tally), 1)
})
