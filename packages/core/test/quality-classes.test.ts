import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QualityEstimator } from '../src/quality/index.js'
import { Random } from '../src/random.js'

const CLASSES = 40
const ITEMS = 2000

/** A stream of many classes whose sure predictions are asked about rarely: a class has a few answers, of very unequal weight. */
const play = (seed: number) => {
  const random = new Random(seed, 'many classes')
  const quality = new QualityEstimator(CLASSES, 0)
  const hits = new Float64Array(CLASSES)
  const predictions = new Float64Array(CLASSES)
  const truths = new Float64Array(CLASSES)
  for (let t = 0; t < ITEMS; t++) {
    const predicted = random.below(CLASSES)
    const confidence = 0.2 + 0.79 * random.uniform()
    // Some classes are more difficult than the confidence says.
    const isRight = random.uniform() < confidence * (predicted % 4 === 0 ? 0.6 : 1)
    const truth = isRight ? predicted : (predicted + 1 + random.below(3)) % CLASSES
    const p = confidence > 0.6 ? 0.08 : 0.6
    predictions[predicted]++
    truths[truth]++
    if (isRight) hits[predicted]++
    quality.observe(predicted, p, confidence)
    if (random.uniform() < p) quality.answer(predicted, truth, p, confidence)
  }
  return { quality, hits, predictions, truths }
}

test('With many classes, intervals that are narrow enough to be shown cover as well', () => {
  const runs = process.env.ASKANCE_SOAK ? 60 : 8
  let [shown, covered, macroCovered] = [0, 0, 0]
  for (let seed = 1; seed <= runs; seed++) {
    const { quality, hits, predictions, truths } = play(seed)
    const { perClass } = quality.confusion()
    perClass.forEach(({ precision, recall, f1 }, k) => {
      for (const [estimate, truth] of [
        [precision, hits[k] / predictions[k]],
        [recall, hits[k] / truths[k]],
        [f1, (2 * hits[k]) / (predictions[k] + truths[k])],
      ] as const) {
        const { low, high } = estimate.fixedTime
        if (high - low > 0.5) continue
        shown++
        if (truth >= low && truth <= high) covered++
      }
    })
    const macro = hits.reduce((sum, hit, k) => sum + (2 * hit) / (predictions[k] + truths[k]), 0) / CLASSES
    const { low, high } = quality.estimate().macroF1.fixedTime
    if (macro >= low && macro <= high) macroCovered++
    assert.ok(high - low < 0.5, 'it says something')
  }
  assert.ok(shown > 10, `${shown} shown`)
  assert.ok(covered / shown >= 0.9, `${covered} of ${shown}`)
  assert.ok(macroCovered / runs >= 0.9, `${macroCovered} of ${runs}`)
})

test('A class with three answers of large weight has a wide interval, though they happened to be many', () => {
  const quality = new QualityEstimator(3, 0)
  for (let t = 0; t < 400; t++) {
    quality.observe(1 + (t % 2), 0.5, 0.9)
    if (t < 200) quality.answer(1 + (t % 2), t % 20 < 18 ? 1 + (t % 2) : 0, 0.5, 0.9)
  }
  // Of 30 items half an answer was to be expected.
  for (let t = 0; t < 30; t++) quality.observe(0, 1 / 60, 0.9)
  for (let t = 0; t < 3; t++) quality.answer(0, 0, 1 / 60, 0.9)
  const { perClass } = quality.confusion()
  const { low, high } = perClass[0].precision.fixedTime
  // n/(n + z²), with n = 3; the test alone would say 0.87.
  assert.ok(low < 0.44 && high > 0.99, `${low} to ${high}`)
  assert.ok(perClass[1].precision.fixedTime.low > 0.75)
})

test('Macro-F1 of more than 128 classes is unknown', () => {
  const quality = new QualityEstimator(129, 0)
  for (let k = 0; k < 129; k++) {
    quality.observe(k, 1)
    quality.answer(k, k, 1)
  }
  const { macroF1, accuracy } = quality.estimate()
  assert.equal(accuracy.value, 1)
  assert.equal(macroF1.value, undefined)
  assert.deepEqual(macroF1.fixedTime, { low: 0, high: 1 })
})
