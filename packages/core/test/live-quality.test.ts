import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, type Quality } from '@askance/core'
import { displayOf, estimateText, gainText, Random, rangeText } from '@askance/core/internals'
import type { ClassifierOptions } from '../src/classifier/options.js'
import { drawnItem } from './support/live.js'

const options: ClassifierOptions = {
  classes: ['a', 'b'],
  algorithm: 'PAA-II',
  budget: { ratio: 0.3 },
  seed: 3,
}

/** A stream whose questions are answered, or not. */
const played = (classifier: Classifier, items: number, isAnswered: (k: number) => boolean): Classifier => {
  const random = new Random(5, 'test/live-quality')
  let asked = 0
  for (let t = 0; t < items; t++) {
    const item = drawnItem(random)
    const event = classifier.observe(item)
    if (!event.asked) continue
    if (isAnswered(asked++)) classifier.answer(event.id, item.row.value[0] > 0 ? 'b' : 'a')
    else classifier.unsure(event.id)
  }
  return classifier
}

describe('the quality of a classifier', () => {
  test('tells which share of the questions was answered; fewer make intervals wider', () => {
    const all = played(new Classifier(options), 400, () => true).quality()
    const half = played(new Classifier(options), 400, (k) => k % 2 === 0).quality()
    assert.equal(all.response, 1)
    assert.ok(Math.abs(half.response - 0.5) < 0.02, `${half.response}`)
    const width = ({ all: { accuracy } }: typeof all): number =>
      accuracy.fixedTime.high - accuracy.fixedTime.low
    assert.ok(width(half) > width(all))
  })

  /** Questions are answered late, and from item 150 on not at all. */
  const answeredLate = (classifier: Classifier): Classifier => {
    const open: string[] = []
    const random = new Random(6, 'test/live-quality')
    for (let t = 0; t < 200; t++) {
      const event = classifier.observe(drawnItem(random))
      if (event.asked) open.push(event.id)
      if (t < 150 && open.length > 1) classifier.answer(open.shift() as string, 'a')
    }
    return classifier
  }

  test('an open question counts as unanswered once most others took less long', () => {
    const { response } = answeredLate(new Classifier({ ...options, withdraw: false })).quality()
    assert.ok(response > 0.5 && response < 1, `${response}`)
  })

  test('examples do not make answers seem late', () => {
    const classifier = new Classifier({ ...options, algorithm: 'auto', withdraw: false })
    const random = new Random(7, 'test/live-quality')
    for (let k = 0; k < 300; k++) classifier.teach(drawnItem(random), k % 2 === 0 ? 'a' : 'b')
    const { response } = answeredLate(classifier).quality()
    assert.ok(response < 1, `${response}`)
    assert.equal(Classifier.load(classifier.save()).quality().response, response)
  })

  test('gives each estimate alone as in the whole', () => {
    for (const costs of ['balance', { falseNegative: 3 }] as const) {
      const classifier = played(new Classifier({ ...options, costs }), 600, (k) => k % 5 > 0)
      const quality = classifier.quality()
      assert.ok(quality.gainOverRandom)
      for (const name of Object.keys(quality) as (keyof Quality)[])
        if (name !== 'all' && name !== 'recent')
          assert.deepEqual(classifier.estimates()[name], quality[name], name)
      for (const span of ['all', 'recent'] as const)
        for (const name of Object.keys(quality[span]) as (keyof Quality['all'])[])
          assert.deepEqual(classifier.estimates()[span][name], quality[span][name], name)
    }
  })

  test('compares with random asking at as many labels, from 50 answers on', () => {
    const few = played(new Classifier(options), 80, () => true)
    assert.ok(few.counts.answers < 50)
    assert.equal(few.quality().gainOverRandom, undefined)
    const classifier = played(new Classifier(options), 1000, () => true)
    const gain = classifier.quality().gainOverRandom
    assert.ok(gain)
    assert.equal(gain.labels, classifier.counts.answers)
    assert.ok(Math.abs(gain.randomLabels / gain.labels - 1) < 0.2, `${gain.randomLabels}`)
    assert.ok(gain.guesses > 0 && gain.guesses < gain.randomLabels)
    const { low, high } = gain.accuracy.fixedTime
    assert.ok(high - low <= 0.1 && low <= gain.accuracy.value! && gain.accuracy.value! <= high)
    // Examples are labels of both.
    const taught = new Classifier(options)
    const random = new Random(7, 'test/live-quality')
    for (let k = 0; k < 100; k++) {
      const item = drawnItem(random)
      taught.teach(item, item.row.value[0] > 0 ? 'b' : 'a')
    }
    const after = played(taught, 1000, () => true)
    assert.equal(after.quality().gainOverRandom?.labels, after.counts.answers + 100)
    assert.ok(
      !played(new Classifier({ ...options, shadow: false }), 1000, () => true).quality().gainOverRandom,
    )
  })

  test('the shadow model asks independently of the item, with the coin and the rate of the round', () => {
    const classifier = new Classifier(options)
    const random = new Random(9, 'test/live-quality')
    let [wanted, asked] = [0, 0]
    for (let t = 0; t < 600; t++) {
      const { spent } = classifier.counts
      const { coin, budget, trace, probability, ...event } = classifier.observe(drawnItem(random))
      assert.equal(trace.random, probability > 0 && coin < budget.rate && wanted <= spent)
      // An item of the shadow model has a row in the log even if nobody is asked.
      assert.equal(trace.row !== undefined, event.asked || trace.random === true)
      if (trace.random) wanted++
      if (event.asked) asked++
      if (event.asked) classifier.answer(event.id, coin < 0.5 ? 'a' : 'b')
    }
    assert.ok(wanted > 0.8 * asked && wanted <= asked + 1, `${wanted} and ${asked}`)
  })

  test('starts the current accuracy and the gain of labels again after drift', () => {
    const classifier = played(new Classifier(options), 400, () => true)
    assert.ok(classifier.quality().now.accuracy.value !== undefined)
    assert.ok(classifier.quality().gain.gain !== undefined)
    classifier.apply({ type: 'drifted', time: 0, kind: 'margins', strength: 1, since: 0 })
    const { now, gain, all } = classifier.quality()
    assert.deepEqual([now.accuracy.value, gain.gain], [undefined, undefined])
    assert.equal(all.items, 400)
  })

  test('is the same after forgetting an answer as if it had never been given, and after saving', () => {
    const [one, other] = [new Classifier(options), new Classifier(options)]
    const random = new Random(8, 'test/live-quality')
    const given: string[] = []
    for (let t = 0; t < 60; t++) {
      const item = drawnItem(random)
      const event = one.observe(item)
      other.apply(JSON.parse(JSON.stringify(event)))
      if (!event.asked) continue
      const label = item.row.value[0] > 0 ? 'b' : 'a'
      given.push(event.id)
      for (const classifier of given.length === 4 ? [one] : [one, other])
        classifier.apply({ type: 'answered', id: event.id, label, time: 0 })
    }
    one.forget(given[3])
    const [mine, theirs] = [one.quality(), other.quality()]
    assert.deepEqual(mine, theirs)
    assert.deepEqual(Classifier.load(one.save()).quality(), mine)
    assert.deepEqual(Classifier.load(one.save()).confusion(), one.confusion())
    // The shadow model is folded again too, with what it learned where nobody was asked.
    const loaded = Classifier.load(one.save())
    for (const classifier of [one, loaded]) classifier.forget(given[6])
    const next = drawnItem(random)
    assert.deepEqual(loaded.observe(next), one.observe(next))
    assert.deepEqual(loaded.save(), one.save())
  })
})

describe('what is shown of an estimate', () => {
  const estimate = (value: number, low: number, high: number) => ({
    value,
    anyTime: { low: 0, high: 1 },
    fixedTime: { low, high },
  })

  test('is never outside 0 to 100 %, and has decimals only if the interval is narrow', () => {
    assert.equal(estimateText(estimate(0.965, 0.881, 1.049), { answers: 50 }), '97 % (88–100 %)')
    assert.equal(estimateText(estimate(0.965, 0.951, 0.9777), { answers: 50 }), '96.5 % (95.1–97.8 %)')
    assert.equal(rangeText({ low: -0.02, high: 0.5 }), '0–50 %')
  })

  test('has a half width only if the interval is even and inside', () => {
    assert.equal(displayOf(estimate(0.9, 0.86, 0.94), { answers: 50 }).half, '4')
    assert.equal(displayOf(estimate(0.9, 0.7, 0.95), { answers: 50 }).half, undefined)
    assert.equal(displayOf(estimate(0.97, 0.9, 1.04), { answers: 50 }).half, undefined)
  })

  test('says what is missing', () => {
    assert.equal(estimateText(estimate(0.9, 0.8, 1), { answers: 19 }), 'too early')
    assert.equal(
      estimateText(estimate(0.5, 0.1, 0.9), { answers: 90, ofClass: true }),
      'not enough positives yet',
    )
    assert.equal(estimateText(estimate(0.5, 0.1, 0.9), { answers: 90 }), '10–90 %')
    assert.equal(estimateText({ ...estimate(0.5, 0.1, 0.9), value: undefined }, { answers: 90 }), '10–90 %')
    assert.equal(estimateText({ ...estimate(0.5, 0, 1), value: undefined }, { answers: 90 }), 'unknown')
    const gain = { labels: 200, per: 100, gain: -0.1, upper: 0.02, level: 0.95, rising: false, stop: false }
    assert.equal(gainText(gain), '100 more labels would raise accuracy by at most 2.0 points (95 %).')
    assert.match(gainText({ ...gain, rising: true }), /^The error is rising/)
  })
})
