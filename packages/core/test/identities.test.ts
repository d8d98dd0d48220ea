import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, createRounds, type RoundsOptions } from '../src/internals.js'
import { assertNear } from './support/compare.js'
import { play } from './support/play.js'
import { makeStream, ordinaryKinds } from './support/streams.js'

type Player = Omit<RoundsOptions, 'classes' | 'seed'>

/** Both play the same game: to the bit, or to 1e-9 where the arithmetic differs. */
const assertSameGame = (one: Player, other: Player, exact: boolean, classes = 2): void => {
  for (const [seed, kind] of ordinaryKinds.entries()) {
    const { examples } = makeStream(kind, seed, 80, classes)
    const [a, b] = [one, other].map((player) => play(createRounds({ ...player, classes, seed }), examples))
    for (const [t, round] of a.entries()) {
      const about = `rows ${kind}, seed ${seed}, round ${t + 1}`
      if (exact) assert.deepEqual(round, b[t], about)
      else {
        assertNear(round.margin, b[t].margin, `${about}: margin`)
        assertNear(round.probability, b[t].probability, `${about}: probability`)
        assert.deepEqual([round.predicted, round.asked], [b[t].predicted, b[t].asked], about)
      }
    }
  }
}

for (const { name, task, sameAs } of catalogue)
  if (sameAs)
    test(`${name} is ${sameAs} to the bit`, () => {
      assertSameGame({ algorithm: name }, { algorithm: sameAs }, true, task === 'binary' ? 2 : 3)
    })

test('Asking at random with rate 1 is asking always', () => {
  const pairs = [
    ['RPE', 'PE'],
    ['RPA-II', 'PA-II'],
    ['R-AMD', 'MD'],
    ['R-ADA', 'DA'],
    ['SORL', 'SOL'],
    ['RandomRLS', 'SOP'],
    ['R-RLS', 'RLS'],
    ['CSRND', 'CSPA'],
  ]
  for (const [random, always] of pairs) {
    const { examples } = makeStream('dense', 1, 80)
    const options = { algorithm: random, parameters: { rate: 1 }, classes: 2 }
    const games = [options, { algorithm: always, classes: 2 }].map((player) =>
      play(createRounds(player), examples).map((round) => ({ ...round, reason: undefined })),
    )
    assert.deepEqual(games[0], games[1], `${random} and ${always}`)
  }
})

test('Cost-sensitive PA with equal costs is PA-I', () => {
  const parameters = { aggressiveness: 0.4, smoothing: 0.5 }
  const costly = { algorithm: 'CSPAA', parameters: { ...parameters, rho: 1 } }
  assertSameGame(costly, { algorithm: 'PAA-I', parameters }, true)
})

test('Cost-sensitive D-ADA and D-AMD with equal costs are D-ADA and D-AMD', () => {
  const parameters = { smoothing: 0.5, stepSize: 0.3, ridge: 0.2 }
  for (const algorithm of ['D-ADA', 'D-AMD']) {
    const costly = { algorithm: `CS-${algorithm}`, parameters: { ...parameters, rho: 1 } }
    assertSameGame(costly, { algorithm, parameters }, true)
  }
})

test('A Shifting Perceptron that hardly shifts is the Perceptron', () => {
  const shifting = { algorithm: 'ShiftingPerceptron', parameters: { shift: 1e-13 } }
  assertSameGame(shifting, { algorithm: 'PE' }, false)
})

test('PA-I and PA-II are PA when their steps are not held back', () => {
  for (const algorithm of ['PAA-I', 'PAA-II'])
    assertSameGame({ algorithm, parameters: { aggressiveness: 1e13 } }, { algorithm: 'PAA' }, false)
})

test('A budget that is never reached changes nothing', () => {
  const parameters = { capacity: 100 }
  assertSameGame({ algorithm: 'RandomizedBudgetPerceptron', parameters }, { algorithm: 'PE' }, false)
})

test('Polynomials of degree 1 without offset are the linear kernel', () => {
  const kernel = { type: 'polynomial', degree: 1, offset: 0 } as const
  for (const algorithm of ['PEA', 'PAA', 'SOP-SS', 'BBQ'])
    assertSameGame({ algorithm, kernel }, { algorithm, kernel: { type: 'linear' } }, true)
})

test('Randomized BBQ with κ = 1 asks about everything', () => {
  const asker = createRounds({ algorithm: 'RandomizedBBQ', classes: 2, parameters: { kappa: 1 } })
  const rounds = play(asker, makeStream('of unit length', 1, 50).examples)
  assert.ok(rounds.every(({ asked }) => asked))
})

test('Of two classes, learning both at once is the binary passive-aggressive learner', () => {
  const { examples } = makeStream('dense', 3, 100)
  const both = play(createRounds({ algorithm: 'MPAA', classes: 2, seed: 3 }), examples)
  const single = play(createRounds({ algorithm: 'PAA', classes: 2, seed: 3 }), examples)
  for (const [t, { margin, asked, updated }] of both.entries()) {
    assertNear(margin, Math.abs(single[t].margin), `seed 3, round ${t + 1}`)
    assert.deepEqual([asked, updated], [single[t].asked, single[t].updated], `seed 3, round ${t + 1}`)
  }
})
