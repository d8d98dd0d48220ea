import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierEvent, type FeatureItem, MultiLabelClassifier } from '@askance/core'
import { Random } from '@askance/core/internals'

const always = { classes: ['ham', 'spam'], algorithm: 'MD', measure: 0 } as const

/** A classifier that has learned that `free` is spam and `minutes` is ham. */
const taught = (): Classifier => {
  const classifier = new Classifier(always)
  for (let k = 0; k < 20; k++) {
    const { id } = classifier.observe({ features: k % 2 ? { free: 1, hello: 1 } : { minutes: 1, hello: 1 } })
    classifier.answer(id, k % 2 ? 'spam' : 'ham')
  }
  return classifier
}

describe('what a developer meets', () => {
  test('features that speak for the prediction have contributions above 0, whichever class it is', () => {
    const classifier = taught()
    for (const [feature, label] of [
      ['free', 'spam'],
      ['minutes', 'ham'],
    ] as const) {
      const { predicted, features, unknownFeatures } = classifier.explainItem({
        features: { [feature]: 1, new: 1 },
      })
      assert.equal(predicted, label)
      const own = features.find((one) => one.feature === feature)
      assert.ok(own && own.contribution > 0)
      assert.deepEqual(unknownFeatures, [])
    }
  })

  test('a question says why it was asked', () => {
    const classifier = new Classifier({ ...always, algorithm: 'D-AMD' })
    const { id } = classifier.observe({ features: { blue: 1, moon: 2 } })
    const { reason, reasonText, unknownFeatures } = classifier.explain(id)
    assert.equal(reason, 'unfamiliar')
    assert.deepEqual(
      unknownFeatures.filter((name) => name !== 'intercept'),
      ['blue', 'moon'],
    )
    assert.match(reasonText ?? '', /blue, moon/)
  })

  test('probabilities sum to 1 and follow the prediction', () => {
    const classifier = taught()
    const { ham, spam } = classifier.predictProba({ features: { free: 1 } })
    assert.ok(Math.abs(ham + spam - 1) < 1e-12)
    assert.ok(spam > 0.5)
  })

  test('a third class comes with an answer, and what was learned stays', () => {
    const classifier = taught()
    const { id } = classifier.observe({ features: { invoice: 1 } })
    assert.equal(classifier.answer(id, 'bill'), 'learned')
    assert.deepEqual(classifier.classes, ['ham', 'spam', 'bill'])
    assert.equal(classifier.predict({ features: { invoice: 1 } }), 'bill')
    assert.equal(classifier.predict({ features: { free: 1 } }), 'spam')
    assert.equal(classifier.predict({ features: { minutes: 1 } }), 'ham')
  })

  test('errors have codes', () => {
    const classifier = taught()
    const { id } = classifier.observe({ features: { free: 1 } }, 'twice')
    assert.throws(() => classifier.observe({ features: {} }, 'twice'), { code: 'item/id' })
    assert.throws(() => classifier.observe({}), { code: 'item/empty' })
    assert.throws(() => classifier.answer('nobody', 'ham'), { code: 'question/unknown' })
    assert.throws(() => classifier.answer(id, ''), { code: 'label/empty' })
    assert.throws(() => classifier.forget(id), { code: 'question/unanswered' })
    assert.throws(() => new Classifier({ classes: ['one'] }), { code: 'option/value' })
    assert.throws(() => new Classifier({ classes: ['a', 'b'], measure: 0.6 }), { code: 'option/value' })
    assert.throws(() => new Classifier({ classes: ['a', 'b'], positive: 'c' }), { code: 'label/unknown' })
    assert.throws(() => new Classifier({ classes: ['a', 'b'], budget: { ratio: 3 } }), {
      code: 'budget/value',
    })
  })

  test('errors name what was found and what is expected', () => {
    const classes = ['ham', 'spam']
    const made = (options: object) => () => new Classifier({ classes, ...options })
    const observed = (item: unknown) => () => new Classifier({ classes }).observe(item as FeatureItem)
    const labelled = (label: unknown) => () =>
      new Classifier({ classes }).teach({ features: { a: 1 } }, label as string)
    const known = 'ratio, credit, total, horizon, exponent, perHour, burst'
    for (const [work, expected] of [
      [made({ budget: 0.1 }), `invalid budget 0.1: expected an object with some of ${known}`],
      [made({ budget: null }), `invalid budget null: expected an object with some of ${known}`],
      [
        made({ budget: { ratoi: 0.1 } }),
        `a budget has no ratoi; did you mean ratio? Expected one of ${known}`,
      ],
      [
        made({ budget: { ratio: '0.1' } }),
        'invalid budget ratio = "0.1": expected a number above 0 and at most 1',
      ],
      [made({ classes: 'ab' }), 'invalid classes = "ab": expected a list of two or more different labels'],
      [
        made({ classes: undefined }),
        'invalid classes = undefined: expected a list of two or more different labels',
      ],
      [labelled(5), 'invalid label 5: expected a text that is not empty'],
      [labelled(''), 'invalid label "": expected a text that is not empty'],
      [observed(undefined), 'the item has no row, no features and no vector; found undefined'],
      [
        observed('free offer'),
        'the item has no row, no features and no vector; found "free offer"; texts need `input: textInput()` of @askance/data',
      ],
      [
        observed({ feature: { a: 1 } }),
        'the item has no row, no features and no vector; found {"feature":{"a":1}}',
      ],
      [observed({ features: 5 }), 'invalid features 5: expected an object of names and numbers'],
      ...['x', true, null, [1]].map(
        (value) =>
          [
            observed({ features: { a: 1, b: value } }),
            `invalid value ${JSON.stringify(value)} of the feature b: expected a number between -1e100 and 1e100`,
          ] as const,
      ),
      [
        observed({ row: { indices: [1], values: [1] } }),
        'invalid row {"indices":[1],"values":[1]}: expected the result of sparseRow or denseRow',
      ],
      [
        () =>
          new MultiLabelClassifier({ classes }).teach({ features: { a: 1 } }, 'spam' as unknown as string[]),
        'invalid labels "spam": expected a list of labels, which may be empty',
      ],
    ] as const)
      assert.throws(work, { name: 'AskanceError', message: expected })
  })
})

describe('answers', () => {
  const budget = { total: 2 }
  const options = { ...always, budget, withdraw: false, expireAfter: 1000 }
  const asking = (): Classifier => {
    const classifier = new Classifier(options)
    classifier.observe({ features: { a: 1 } }, 'first', { time: 0 })
    classifier.observe({ features: { b: 1 } }, 'second', { time: 10 })
    assert.deepEqual([classifier.counts.spent, classifier.counts.open], [2, 2])
    return classifier
  }

  test('a skipped question is refunded, an unsure one is not', () => {
    const classifier = asking()
    classifier.skip('first')
    assert.equal(classifier.counts.spent, 1)
    classifier.unsure('second')
    assert.deepEqual([classifier.counts.spent, classifier.counts.open], [1, 0])
    classifier.skip('second')
    assert.equal(classifier.counts.spent, 1)
  })

  test('an expired question may be answered while there is something left, and not after', () => {
    const classifier = asking()
    classifier.observe({ features: { c: 1 } }, 'third', { time: 5000 })
    assert.deepEqual([classifier.counts.spent, classifier.counts.open], [1, 1])
    assert.equal(classifier.answer('first', 'ham'), 'learned')
    assert.equal(classifier.answer('second', 'ham'), 'late')
    assert.equal(classifier.counts.spent, 2)
  })

  test('time never goes back', () => {
    const classifier = asking()
    const events: ClassifierEvent[] = []
    classifier.log = (event) => events.push(event)
    classifier.answer('first', 'ham', { time: -5, by: 'Ada' })
    assert.deepEqual(events, [{ type: 'answered', id: 'first', label: 'ham', time: 10, by: 'Ada' }])
  })

  test('the same answer twice is one answer; another is a correction', () => {
    const classifier = asking()
    assert.equal(classifier.answer('first', 'ham'), 'learned')
    assert.equal(classifier.answer('first', 'ham'), 'duplicate')
    assert.equal(classifier.answer('first', 'spam'), 'corrected')
    assert.equal(classifier.counts.answers, 1)
    classifier.forget('first')
    assert.equal(classifier.counts.answers, 0)
    assert.equal(classifier.answer('first', 'ham'), 'learned')
  })

  test('a stale question is withdrawn when the model has moved on', () => {
    const classifier = new Classifier({ classes: ['a', 'b'], algorithm: 'PAA-II', measure: 0, seed: 5 })
    const types = new Set<string>()
    classifier.log = ({ type }) => types.add(type)
    const random = new Random(3, 'test/stale')
    const waiting: string[] = []
    for (let t = 0; t < 300; t++) {
      const side = random.uniform() < 0.5 ? 1 : -1
      const { id, asked } = classifier.observe({ features: { x: side, y: random.normal() / 10 } })
      if (asked) waiting.push(id)
      // The first questions wait while later ones are answered.
      if (asked && waiting.length > 5) classifier.answer(id, side > 0 ? 'b' : 'a')
    }
    assert.ok(types.has('withdrawn'))
  })
})
