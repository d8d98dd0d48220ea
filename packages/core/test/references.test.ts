import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRounds, denseRow } from '../src/internals.js'
import { assertAgrees, type Comparison, titleOf } from './support/agree.js'
import * as adaptive from './support/references/adaptive.js'
import * as classes from './support/references/classes.js'
import * as first from './support/references/first-order.js'
import * as gaussian from './support/references/gaussian.js'
import * as squares from './support/references/least-squares.js'

const perceptrons: readonly Comparison[] = [
  { algorithm: 'PE', reference: (d) => first.perceptron(d) },
  { algorithm: 'SEL-ada', reference: (d) => first.perceptron(d) },
  { algorithm: 'ModifiedPerceptron', reference: (d) => first.modifiedPerceptron(d) },
  {
    algorithm: 'PAUM',
    parameters: { marginPositive: 1.5, marginNegative: 0.2, stepSize: 0.7 },
    reference: (d) => first.unevenMargins(d, 1.5, 0.2, 0.7),
  },
  ...[0.3, 1, 8].map((shift) => ({
    algorithm: 'ShiftingPerceptron',
    parameters: { shift },
    reference: (d: number) => first.shiftingPerceptron(d, shift),
  })),
]

const passiveAggressive: readonly Comparison[] = [
  { algorithm: 'PA', reference: (d) => first.passiveAggressive(d) },
  { algorithm: 'PAA', reference: (d) => first.passiveAggressive(d) },
  ...[0.05, 1].flatMap((aggressiveness): Comparison[] => [
    {
      algorithm: 'PA-I',
      parameters: { aggressiveness },
      reference: (d) => first.passiveAggressive1(d, aggressiveness),
    },
    {
      algorithm: 'PAA-II',
      parameters: { aggressiveness },
      reference: (d) => first.passiveAggressive2(d, aggressiveness),
    },
    ...[0.3, 4].flatMap((rho): Comparison[] => [
      {
        algorithm: 'CSPAA',
        parameters: { aggressiveness, rho },
        reference: (d) => first.costSensitive(d, rho, aggressiveness),
      },
      {
        algorithm: 'CPA',
        parameters: { aggressiveness, rho },
        reference: (d) => first.predictionBased(d, rho, aggressiveness),
      },
    ]),
  ]),
]

const severalClasses: readonly Comparison[] = [2, 3, 5].flatMap((count): Comparison[] => [
  { algorithm: 'MPE', classes: count, reference: (d) => classes.perceptronClasses(count, d) },
  { algorithm: 'MPAA', classes: count, reference: (d) => classes.passiveAggressiveClasses(count, d) },
  {
    algorithm: 'MPA-I',
    classes: count,
    parameters: { aggressiveness: 0.2 },
    reference: (d) => classes.passiveAggressive1Classes(count, d, 0.2),
  },
  {
    algorithm: 'MPA-II',
    classes: count,
    parameters: { aggressiveness: 0.2 },
    reference: (d) => classes.passiveAggressive2Classes(count, d, 0.2),
  },
])

const adaptiveLearners: readonly Comparison[] = [
  { name: 'ADA', make: adaptive.dualAveragingVector },
  { name: 'AMD', make: adaptive.mirrorDescentVector },
].flatMap(({ name, make }) =>
  [
    { stepSize: 0.1, ridge: 0.01 },
    { stepSize: 1, ridge: 1 },
  ].flatMap((parameters): Comparison[] => [
    ...[`D-${name}`, `D-${name}-I`, `M-${name}`].map((algorithm) => ({
      algorithm,
      parameters,
      reference: (d: number) => adaptive.adaptive(make, d, parameters.stepSize, parameters.ridge),
    })),
    ...[2, 4].map((count) => ({
      algorithm: `MD-${name}`,
      classes: count,
      parameters,
      reference: (d: number) =>
        adaptive.adaptiveClasses(make, count, d, parameters.stepSize, parameters.ridge),
    })),
  ]),
)

const gaussians: readonly Comparison[] = [
  ...[0.2, 1].flatMap((regularization): Comparison[] => {
    const arow = { regularization }
    const soal = { regularization, stepSize: 0.4 }
    return [
      { algorithm: 'AROW', parameters: arow, reference: (d) => gaussian.arow(d, regularization) },
      {
        algorithm: 'AROW-diag',
        parameters: arow,
        reference: (d) => gaussian.arowDiagonal(d, regularization),
      },
      { algorithm: 'SOAL', parameters: soal, reference: (d) => gaussian.soal(d, 0.4, regularization) },
      {
        algorithm: 'SOAL-diag',
        parameters: soal,
        reference: (d) => gaussian.soalDiagonal(d, 0.4, regularization),
      },
    ]
  }),
  ...[0.55, 0.9].map((confidence) => ({
    algorithm: 'CW-diag',
    parameters: { confidence },
    reference: (d: number) => gaussian.confidenceWeightedDiagonal(d, confidence),
  })),
]

const leastSquares: readonly Comparison[] = [0.3, 1].flatMap((ridge) => [
  ...['RLS', 'BBQ', 'RandomizedBBQ', 'ParametricBBQ', 'PracticalBBQ'].map((algorithm) => ({
    algorithm,
    parameters: { ridge },
    reference: (d: number) => squares.leastSquares(d, ridge, false),
  })),
  ...['SOP', 'SOP-SS', 'BBQ-I', 'ParametricBBQ-I'].map((algorithm) => ({
    algorithm,
    parameters: { ridge },
    reference: (d: number) => squares.leastSquares(d, ridge, true),
  })),
  ...['SOP-diag', 'SOP-SS-diag'].map((algorithm) => ({
    algorithm,
    parameters: { ridge },
    reference: (d: number) => squares.leastSquaresDiagonal(d, ridge),
  })),
])

const lasec: readonly Comparison[] = [
  { ridge: 1, driftPenalty: 2 },
  { ridge: 0.5, driftPenalty: 30 },
].flatMap((parameters) => [
  ...['LASEC', 'LASEC-SS'].map((algorithm) => ({
    algorithm,
    parameters,
    reference: (d: number) => squares.lasec(d, parameters.ridge, parameters.driftPenalty),
  })),
  ...['LASEC-diag', 'LASEC-SS-diag'].map((algorithm) => ({
    algorithm,
    parameters,
    reference: (d: number) => squares.lasecDiagonal(d, parameters.ridge, parameters.driftPenalty),
  })),
])

const seeds = [1, 2, 3]

for (const comparison of [...perceptrons, ...passiveAggressive, ...severalClasses, ...adaptiveLearners])
  test(`${titleOf(comparison)} does what its formula says`, () => {
    assertAgrees(comparison, 60, seeds)
  })

for (const comparison of [...gaussians, ...leastSquares, ...lasec])
  test(`${titleOf(comparison)} does what explicit inverses and dense loops do`, () => {
    assertAgrees(comparison, 40, seeds)
  })

test('The first step of SOAL keeps its precision on long rows', () => {
  for (const length of [1, 1e2, 1e4, 1e6])
    for (const gamma of [0.01, 1]) {
      const parameters = { regularization: gamma, stepSize: 1 }
      const asker = createRounds({ algorithm: 'SOL', classes: 2, parameters })
      const row = denseRow([0.6 * length, 0.8 * length])
      asker.read(row)
      asker.learn(1)
      // Σ_new x = x·γ/(γ + v) with v = ‖x‖².
      const expected = (length ** 2 * gamma) / (gamma + length ** 2)
      const relative = Math.abs(asker.read(row).score / expected - 1)
      assert.ok(relative < 1e-9, `length ${length}, γ = ${gamma}: relative error ${relative}`)
    }
})
