import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkedKernel,
  createRounds,
  denseRow,
  findAlgorithm,
  type Kernel,
  kernelFunction,
  type Parameters,
  parseKernel,
  type Row,
  type State,
} from '../src/internals.js'
import { assertAgrees, type Comparison, titleOf } from './support/agree.js'
import { assertNear } from './support/compare.js'
import { playRound } from './support/play.js'
import {
  budgetPerceptron,
  dualLeastSquares,
  embedded,
  kernelBetween,
  randomVictim,
} from './support/references/kernel.js'
import { dimensionOf, makeStream, ordinaryKinds, type Stream } from './support/streams.js'
import { dot, vectorOf } from './support/vectors.js'

const linear: Kernel = { type: 'linear' }
const gaussian: Kernel = { type: 'gaussian', sigma2: 1.5 }
const polynomial: Kernel = { type: 'polynomial', degree: 2, offset: 1 }

/** One algorithm per learner that has a kernel form, with a rule that looks at all the learner says. */
const kernelLearners: readonly { algorithm: string; parameters?: Parameters }[] = [
  { algorithm: 'PEA' },
  { algorithm: 'PAA' },
  { algorithm: 'PAA-I', parameters: { aggressiveness: 0.3 } },
  { algorithm: 'PAA-II', parameters: { aggressiveness: 0.3 } },
  { algorithm: 'CSPAA', parameters: { aggressiveness: 0.5, rho: 3 } },
  { algorithm: 'CPA', parameters: { aggressiveness: 0.5, rho: 3 } },
  { algorithm: 'PAUM' },
  { algorithm: 'ShiftingPerceptron', parameters: { shift: 2 } },
  { algorithm: 'ModifiedPerceptron' },
  { algorithm: 'SOP-SS', parameters: { ridge: 0.5 } },
  { algorithm: 'RLS', parameters: { ridge: 0.5 } },
  { algorithm: 'LASEC-SS', parameters: { ridge: 0.5, driftPenalty: 5 } },
  { algorithm: 'BBQ' },
  { algorithm: 'RandomizedBBQ-I' },
  { algorithm: 'ParametricBBQ' },
  { algorithm: 'PracticalBBQ-I' },
]

const statistics = ['score', 'normSq', 'leverage', 'reach', 'residualSq'] as const

/** Plays the kernel form on the rows and the primal form on their features; both must say and do the same. */
const assertSameGame = (
  { algorithm, parameters = {} }: (typeof kernelLearners)[number],
  kernel: Kernel,
  stream: Stream,
  features: readonly Row[],
  about: string,
): void => {
  const options = { algorithm, parameters, classes: 2, seed: 1 }
  const dual = createRounds({ ...options, kernel })
  const primal = createRounds(options)
  for (const [t, example] of stream.examples.entries()) {
    const twin = { ...example, row: features[t] }
    const reading = dual.read(example.row)
    const expected = primal.read(twin.row)
    // Squared, because the reach is a root: where it is 0, the root of a rounding error is not near.
    for (const name of findAlgorithm(algorithm).learner.gives ? statistics : statistics.slice(0, 2))
      assertNear(reading[name] ** 2, expected[name] ** 2, `${about}, round ${t + 1}: ${name}`)
    const round = playRound(dual, example)
    const other = playRound(primal, twin)
    assertNear(round.margin, other.margin, `${about}, round ${t + 1}: margin`)
    assertNear(round.probability, other.probability, `${about}, round ${t + 1}: probability`)
    const decided = [round.predicted, round.asked, round.updated]
    assert.deepEqual(decided, [other.predicted, other.asked, other.updated], `${about}, round ${t + 1}`)
  }
}

const seeds = process.env.ASKANCE_SOAK ? [1, 2, 3] : [1]

for (const learner of kernelLearners) {
  test(`${learner.algorithm} with the linear kernel equals its primal form`, () => {
    for (const kind of ordinaryKinds)
      for (const seed of seeds) {
        const stream = makeStream(kind, seed, 60)
        const rows = stream.examples.map(({ row }) => row)
        assertSameGame(learner, linear, stream, rows, `rows ${kind}, seed ${seed}`)
      }
  })

  for (const kernel of [gaussian, polynomial])
    test(`${learner.algorithm} with a ${kernel.type} kernel equals its primal form on the kernel’s own features`, () => {
      for (const kind of ['dense', 'of unit length'] as const)
        for (const seed of seeds) {
          const stream = makeStream(kind, seed, 40)
          const vectors = stream.examples.map(({ row }) => vectorOf(row, dimensionOf(stream)))
          const features = embedded(kernel, vectors).map(denseRow)
          assertSameGame(learner, kernel, stream, features, `rows ${kind}, seed ${seed}`)
        }
    })
}

const duals: readonly Comparison[] = [linear, gaussian, polynomial].flatMap((kernel) =>
  [0.4, 1].flatMap((ridge) => [
    ...['RLS', 'BBQ', 'PracticalBBQ'].map((algorithm) => ({
      algorithm,
      kernel,
      parameters: { ridge },
      reference: () => dualLeastSquares(kernel, ridge, false),
    })),
    ...['SOP-SS', 'RandomizedBBQ-I'].map((algorithm) => ({
      algorithm,
      kernel,
      parameters: { ridge },
      reference: () => dualLeastSquares(kernel, ridge, true),
    })),
    ...[1, 2, 7].map((capacity) => ({
      algorithm: 'RLS',
      kernel,
      parameters: { ridge, capacity },
      reference: () => dualLeastSquares(kernel, ridge, false, capacity),
    })),
    {
      algorithm: 'SOP',
      kernel,
      parameters: { ridge, capacity: 3 },
      reference: () => dualLeastSquares(kernel, ridge, true, 3),
    },
  ]),
)

for (const comparison of duals)
  test(`${titleOf(comparison)} solves the dual system of the rows it has stored`, () => {
    assertAgrees(comparison, 30, [1, 2])
  })

const budgets: readonly Comparison[] = [linear, gaussian, polynomial].flatMap((kernel) =>
  [1, 3, 10].flatMap((capacity) => [
    {
      algorithm: 'RandomizedBudgetPerceptron',
      kernel,
      parameters: { capacity },
      reference: (_dimension: number, seed: number) => budgetPerceptron(kernel, capacity, randomVictim(seed)),
    },
    {
      algorithm: 'PE',
      kernel,
      parameters: { capacity },
      reference: () => budgetPerceptron(kernel, capacity, () => 0),
    },
  ]),
)

for (const comparison of budgets)
  test(`${titleOf(comparison)} is a list that drops what a list would drop`, () => {
    assertAgrees(comparison, 80, [1, 2, 3])
  })

/** How many rows a saved learner has stored. */
const storedRows = (state: State): number =>
  Math.max(
    ...Object.entries(state).map(([name, value]) => {
      if (name === 'starts') return (value as Int32Array).length - 1
      return typeof value === 'number' || ArrayBuffer.isView(value) ? 0 : storedRows(value as State)
    }),
  )

test('No kernel learner ever stores more rows than its capacity', () => {
  for (const { algorithm, parameters } of [...kernelLearners, { algorithm: 'RandomizedBudgetPerceptron' }])
    for (const capacity of [1, 5]) {
      const asker = createRounds({
        algorithm,
        kernel: gaussian,
        parameters: { ...parameters, capacity },
        classes: 2,
      })
      let most = 0
      for (const example of makeStream('dense', 4, 80).examples) {
        playRound(asker, example)
        most = Math.max(most, storedRows(asker.save()))
      }
      assert.equal(most, capacity, algorithm)
    }
})

test('A kernel function gives what its definition gives', () => {
  const vectors = makeStream('dense', 5, 10).examples.map(({ row }) => vectorOf(row, 7))
  for (const kernel of [linear, gaussian, polynomial])
    for (const x of vectors)
      for (const z of vectors) {
        const value = kernelFunction(kernel)(dot(x, z), dot(x, x), dot(z, z))
        assertNear(value, kernelBetween(kernel, x, z), kernel.type, 1e-12)
      }
  assert.equal(kernelFunction(gaussian)(0.1 + 0.2, 0.3, 0.3), 1, 'a squared distance is never below 0')
})

test('A kernel is read from its short form', () => {
  assert.deepEqual(parseKernel('linear'), linear)
  assert.deepEqual(parseKernel('gaussian'), { type: 'gaussian', sigma2: 1 })
  assert.deepEqual(parseKernel('gaussian:sigma2=12.5'), { type: 'gaussian', sigma2: 12.5 })
  assert.deepEqual(parseKernel('polynomial:degree=3'), { type: 'polynomial', degree: 3, offset: 1 })
  assert.deepEqual(parseKernel('polynomial:degree=3,offset=0'), { type: 'polynomial', degree: 3, offset: 0 })
  assert.deepEqual(checkedKernel(polynomial), polynomial)
})

test('A kernel with anything wrong in its short form is refused', () => {
  const wrong = [
    '',
    'cubic',
    'constructor',
    'gaussian:sigma=1',
    'gaussian:sigma2',
    'gaussian:sigma2=',
    'gaussian:sigma2=x',
    'gaussian:sigma2=0',
    'gaussian:sigma2=-1',
    'gaussian:sigma2=1=2',
    'gaussian:sigma2=1:degree=2',
    'gaussian:constructor=1',
    'linear:sigma2=1',
    'polynomial:degree=0',
    'polynomial:degree=2.5',
    'polynomial:offset=-1',
  ]
  for (const text of wrong) assert.throws(() => parseKernel(text), { code: 'kernel/invalid' }, text)
})
