import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Gain,
  GainEstimator,
  QualityEstimator,
  recalibratedBins,
  recalibratedCells,
} from '../src/quality/index.js'
import { Random } from '../src/random.js'

/** The error after so many labels. */
type Curve = (labels: number) => number

interface Step {
  readonly at: Gain
  readonly truth: number
}

/**
 * A stream whose error follows a curve, asked 5 % on average; looked at whenever the labels have grown by a quarter.
 */
const play = (curve: Curve, labels: number, seed: number): readonly Step[] => {
  const random = new Random(seed, 'curve')
  const gain = new GainEstimator()
  const quality = new QualityEstimator(2, 1)
  const steps: Step[] = []
  let [learned, next, recent] = [0, 50, 0.2]
  while (learned < labels) {
    const hard = random.uniform() < 0.2
    const probability = hard ? 0.2 : 0.0125
    const error = curve(learned) * (hard ? 4 : 0.25)
    const isRight = random.uniform() >= error
    // The confidence is right but for a factor.
    const confidence = 1 - 0.7 * error
    gain.observe(learned, probability, confidence)
    quality.observe(1, probability, confidence)
    recent += (error - recent) / 200
    if (random.uniform() < probability) {
      gain.answer(learned, isRight, probability, confidence)
      quality.answer(1, isRight ? 1 : 0, probability, confidence)
      learned++
    }
    if (learned >= next) {
      const f = recalibratedBins(quality.cells, recalibratedCells(quality.cells))
      steps.push({ at: gain.estimate(f, recent), truth: curve(learned) - curve(learned + 100) })
      next *= 1.25
    }
  }
  return steps
}

const runs = process.env.ASKANCE_SOAK ? 60 : 12
const seeds = Array.from({ length: runs }, (_, k) => k + 1)

const falling: Readonly<Record<string, Curve>> = {
  'a slow power': (n) => 0.05 + 0.25 * (1 + n / 20) ** -0.5,
  'a fast power': (n) => 0.02 + 0.3 / (1 + n / 100),
  'a line in log labels': (n) => Math.max(0.02, 0.24 - 0.025 * Math.log(1 + n)),
}

for (const [name, curve] of Object.entries(falling))
  test(`A curve that falls along ${name}: the bound holds, and nobody stops while 100 labels give a point`, () => {
    let [early, looks, missed, above] = [0, 0, 0, 0]
    for (const seed of seeds)
      for (const { at, truth } of play(curve, 3000, seed)) {
        if (at.gain === undefined) continue
        looks++
        if (at.upper < truth) missed++
        if (at.stop && truth > 0.01) early++
        if (at.rising) above++
      }
    assert.ok(looks > 8 * runs)
    assert.equal(early, 0, 'stopped early')
    assert.ok(missed / looks < 0.05, `the bound missed in ${missed} of ${looks}`)
    assert.ok(above / looks < 0.05, `called rising in ${above} of ${looks}`)
  })

test('A curve that has become flat: it says stop, and the estimated gain is near 0', () => {
  let stopped = 0
  for (const seed of seeds) {
    const steps = play((n) => 0.08 + 0.3 * Math.exp(-n / 60), 8000, seed)
    const last = steps[steps.length - 1].at
    if (last.stop) stopped++
    assert.ok(Math.abs(last.gain!) < 0.001, `gain ${last.gain}`)
    for (const { at, truth } of steps) if (truth > 0.01) assert.equal(at.stop, false, `seed ${seed}`)
  }
  assert.ok(stopped > 0.8 * runs, `${stopped} of ${runs}`)
})

test('A curve that jumps up: no stop after the jump, and the rise is seen', () => {
  const jump = 1500
  let [seen, stops] = [0, 0]
  for (const seed of seeds) {
    const steps = play((n) => (n < jump ? 0.06 : 0.06 + 0.15 * Math.exp(-(n - jump) / 2000)), 3500, seed)
    const after = steps.filter(({ at }) => at.labels > jump * 1.2)
    if (after.some(({ at }) => at.rising)) seen++
    if (after.some(({ at }) => at.stop)) stops++
  }
  assert.ok(seen > 0.9 * runs, `the rise was seen in ${seen} of ${runs}`)
  assert.ok(stops < 0.05 * runs, `stopped in ${stops} of ${runs}`)
})

test('After a reset nothing is known; a saved estimator goes on where it was', () => {
  const gain = new GainEstimator({ threshold: 0.1 })
  const copy = new GainEstimator({ threshold: 0.1 })
  const f = new Float64Array(12).fill(0.9)
  for (let n = 0; n < 2000; n++) {
    gain.observe(n, 0.5, 0.9)
    gain.answer(n, n % 10 > 0, 0.5, 0.9)
  }
  assert.equal(gain.estimate(f, 0.1).stop, true)
  copy.load(gain.save())
  assert.deepEqual(copy.estimate(f, 0.1), gain.estimate(f, 0.1))
  gain.reset()
  const { labels, gain: left, upper, stop } = gain.estimate(f, 0.1)
  assert.deepEqual([labels, left, upper, stop], [1999, undefined, 1, false])
})
