import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRounds, denseRow, Random, type Row, sparseRow } from '../src/internals.js'
import { assertNear, near } from './support/compare.js'
import { play, playRound } from './support/play.js'
import { makeStream, ordinaryKinds } from './support/streams.js'

const IS_SOAK = Boolean(process.env.ASKANCE_SOAK)

/** A point on the unit sphere. */
const spherePoint = (random: Random, dimension: number): number[] => {
  const point = Array.from({ length: dimension }, () => random.normal())
  const length = Math.hypot(...point)
  return point.map((value) => value / length)
}

/** A label with P(1) = (1 + margin)/2, whose mean as ±1 is the margin. */
const noisyLabel = (random: Random, margin: number): number => (random.uniform() < (1 + margin) / 2 ? 1 : 0)

/** The largest error of Parametric BBQ in the rounds it does not ask about, and how many those are. */
const quietError = (epsilon: number, delta: number, seed: number, rounds: number) => {
  const random = new Random(seed, 'unit circle')
  const target = spherePoint(random, 2)
  const asker = createRounds({ algorithm: 'ParametricBBQ', classes: 2, parameters: { epsilon, delta }, seed })
  let worst = 0
  let quiet = 0
  for (let t = 0; t < rounds; t++) {
    const x = spherePoint(random, 2)
    const truth = x[0] * target[0] + x[1] * target[1]
    const { asked, margin } = playRound(asker, { row: denseRow(x), label: noisyLabel(random, truth) })
    if (asked) continue
    quiet++
    worst = Math.max(worst, Math.abs(margin - truth))
  }
  return { worst, quiet }
}

for (const epsilon of [0.3, 0.5, 0.8])
  test(`Parametric BBQ errs by less than ε = ${epsilon} where it does not ask, for 1 − δ of the seeds`, () => {
    const [seeds, rounds, delta] = [IS_SOAK ? 40 : 12, 2000, 0.1]
    const runs = Array.from({ length: seeds }, (_, seed) => quietError(epsilon, delta, seed, rounds))
    const failed = runs.filter(({ worst }) => worst > epsilon).length
    assert.ok(failed <= delta * seeds, `${failed} of the seeds 0 … ${seeds - 1} erred by more`)
    const quiet = runs.reduce((sum, run) => sum + run.quiet, 0) / (seeds * rounds)
    assert.ok(quiet > 0.1, `only ${quiet} of the rounds were not asked about, which shows nothing`)
  })

/** The slope of a line through the points, by least squares. */
const slopeOf = (points: readonly (readonly [number, number])[]): number => {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

// With n rows learned, spread evenly over d directions, A + xxᵀ has about 1 + n/d + 1 in direction x: the ridge, the rows
// and x itself. So r ≈ 1/(2 + n/d), and asking while r > t^(−κ) makes n + 2d grow like d·t^κ: a line of slope κ on
// logarithmic axes. What is left is how unevenly random directions fall, a few hundredths of the slope at these lengths.
for (const kappa of [0.3, 0.5, 0.7])
  for (const dimension of [2, 3])
    test(`BBQ with κ = ${kappa} asks about T^κ times on the unit sphere in ${dimension} dimensions`, () => {
      for (const seed of IS_SOAK ? [1, 2, 3] : [1]) {
        const random = new Random(seed, 'unit sphere')
        const asker = createRounds({ algorithm: 'BBQ', classes: 2, parameters: { kappa }, seed })
        const points: [number, number][] = []
        for (let t = 1; t <= 2 ** 14; t++) {
          const x = spherePoint(random, dimension)
          playRound(asker, { row: denseRow(x), label: noisyLabel(random, x[0]) })
          if (t >= 2 ** 7 && Number.isInteger(Math.log2(t)))
            points.push([Math.log(t), Math.log(asker.tally.asked + 2 * dimension)])
        }
        const slope = slopeOf(points)
        assert.ok(Math.abs(slope - kappa) < 0.03, `seed ${seed}: slope ${slope}`)
      }
    })

const dialled = [
  'PEA',
  'PAA-II',
  'PAA-I-shifted',
  'M-ADA',
  'D-AMD',
  'D-ADA-I',
  'SOAL',
  'SOAL-diag',
  'SOP-SS',
  'LASEC-SS',
]

for (const algorithm of [...dialled, 'MD-AMD', 'MPAA-I', 'CSPAA(a)', 'SEL-ada'])
  test(`${algorithm} asks the less the smaller its smoothing, on average over seeds`, () => {
    const asked = [0.01, 0.04, 0.16, 0.64, 2.56, 10.24].map((smoothing) => {
      let total = 0
      for (let seed = 0; seed < (IS_SOAK ? 12 : 4); seed++) {
        const asker = createRounds({ algorithm, classes: 2, parameters: { smoothing }, seed })
        play(asker, makeStream('dense', seed, 300).examples)
        total += asker.tally.asked
      }
      return total
    })
    assert.deepEqual(
      asked,
      asked.toSorted((a, b) => a - b),
      'questions for rising smoothing',
    )
    assert.ok(asked[0] < asked[asked.length - 1])
  })

test('Random asking asks about its rate of the items', () => {
  const rounds = 4000
  const row = sparseRow([1], [1])
  for (const algorithm of ['R-AMD', 'RPE', 'SORL-diag', 'RandomRLS', 'CSRND', 'MR-ADA'])
    for (const rate of [0, 0.03, 0.3, 1]) {
      const asker = createRounds({ algorithm, classes: 2, parameters: { rate }, seed: 5 })
      for (let t = 0; t < rounds; t++) playRound(asker, { row, label: 1 })
      const spread = 4 * Math.sqrt((rate * (1 - rate)) / rounds)
      assert.ok(Math.abs(asker.tally.asked / rounds - rate) <= spread, `${algorithm}: ${asker.tally.asked}`)
    }
})

const shortened = (row: Row, length: number): Row => {
  const values = row.value.slice(row.start, row.end)
  const factor = length / (Math.hypot(...values) || 1)
  return sparseRow(
    row.index.slice(row.start, row.end),
    values.map((value) => value * factor),
  )
}

for (const [algorithm, full] of [
  ['D-AMD', 'D-AMD-I'],
  ['D-ADA', 'D-ADA-I'],
  ['MD-AMD', 'MD-AMD-I'],
  ['MD-ADA', 'MD-ADA-I'],
])
  test(`${algorithm} and ${full} are one on rows no longer than 1, and differ beyond`, () => {
    const games = (length: number, seed: number) => {
      const { examples } = makeStream('sparse', seed, 150)
      const rows = examples.map((example) => ({ ...example, row: shortened(example.row, length) }))
      return [algorithm, full].map((name) => play(createRounds({ algorithm: name, classes: 2, seed }), rows))
    }
    for (const seed of [1, 2, 3]) {
      for (const length of [0.3, 0.999]) {
        const [one, other] = games(length, seed)
        assert.deepEqual(one, other, `length ${length}, seed ${seed}`)
      }
      const [one, other] = games(3, seed)
      assert.notDeepEqual(one, other, `seed ${seed}`)
    }
  })

/** The largest difference of scores between two games in which everything is asked and learned alike. */
const largestGap = (driftPenalty: number, form: '' | '-diag', seed: number): number => {
  const drifting = createRounds({ algorithm: `LASEC${form}`, classes: 2, parameters: { driftPenalty } })
  const still = createRounds({ algorithm: `SOP${form}`, classes: 2 })
  let gap = 0
  for (const kind of ordinaryKinds)
    for (const [t, example] of makeStream(kind, seed, 60).examples.entries()) {
      const [one, other] = [playRound(drifting, example), playRound(still, example)]
      // What rounding decides may go either way, and the games part.
      if (one.updated !== other.updated && near(other.margin, 0, 1e-6)) return gap
      gap = Math.max(gap, Math.abs(one.margin - other.margin))
      if (driftPenalty > 1e6)
        assertNear(one.margin, other.margin, `${kind}, seed ${seed}, round ${t + 1}`, 1e-6)
    }
  return gap
}

for (const form of ['', '-diag'] as const)
  test(`LASEC${form} approaches SOP${form} as the drift penalty grows`, () => {
    for (const seed of [1, 2, 3]) {
      const gaps = [1e12, 1e9, 1e6].map((penalty) => largestGap(penalty, form, seed))
      assert.ok(gaps[0] < 1e-8, `seed ${seed}: ${gaps}`)
      assert.ok(gaps[0] < gaps[1] && gaps[1] < gaps[2], `seed ${seed}: ${gaps}`)
    }
  })
