import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, MultiLabelClassifier } from '@askance/core'
import { roundsOf } from '@askance/core/internals'

const item = (name: string) => ({ features: { [name]: 1 } })

describe('a model that has learned nothing', () => {
  test('says so until labels of two classes were learned, and again after one is forgotten', () => {
    const classifier = new Classifier({ classes: ['ham', 'spam'] })
    const first = classifier.observe(item('a'), '1')
    assert.equal(first.ready, false)
    assert.equal(classifier.explain('1').ready, false)
    classifier.answer('1', 'spam')
    assert.equal(classifier.ready, false, 'one class only')
    assert.equal(classifier.observe(item('b'), '2').ready, false)
    classifier.answer('2', 'ham')
    assert.equal(classifier.ready, true)
    assert.equal('ready' in classifier.observe(item('a'), '3'), false)
    assert.equal(Classifier.load(classifier.save()).ready, true)
    classifier.forget('2')
    assert.equal(classifier.ready, false)
  })

  test('is ready by examples, and by what was learned without records', () => {
    const taught = new Classifier({ classes: ['ham', 'spam'] })
    taught.teach(item('a'), 'ham')
    taught.teach(item('b'), 'spam')
    assert.equal(taught.ready, true)
    const settled = new Classifier({ classes: ['ham', 'spam'], algorithm: 'PA-I', protocol: 'paper' })
    assert.equal(settled.ready, false)
    const rounds = roundsOf(settled)
    const row = settled.input.row(item('a'), true)
    rounds.observe(row)
    rounds.learn(1)
    assert.equal(settled.ready, true)
  })

  test('with several labels is ready with a yes and a no of one class', () => {
    const news = new MultiLabelClassifier({ classes: ['sport', 'film'] })
    assert.equal(news.ready, false)
    news.teach(item('goal'), ['sport'])
    assert.equal(news.ready, false)
    news.teach(item('star'), ['film'])
    assert.equal(news.ready, true)
  })
})

describe('the threshold between two classes', () => {
  const played = (options: object) => {
    const classifier = new Classifier({ classes: ['ham', 'spam'], seed: 3, ...options })
    for (let t = 0; t < 120; t++) {
      const isSpam = t % 5 === 0
      const { id, asked } = classifier.observe({
        features: { [isSpam !== (t % 7 === 3) ? 'offer' : 'minutes']: 1, [`w${t % 11}`]: 1 },
      })
      if (asked) classifier.answer(id, isSpam ? 'spam' : 'ham')
    }
    return classifier
  }

  for (const options of [
    { algorithm: 'auto', objective: 'f1' },
    { algorithm: 'auto', objective: 'f1', positive: 'ham' },
    { algorithm: 'auto', objective: 'accuracy' },
    { algorithm: 'D-AMD' },
  ])
    test(`explains every prediction of ${JSON.stringify(options)}`, () => {
      const classifier = played(options)
      const { positive } = classifier.config
      const { threshold = Number.NaN } = classifier
      assert.ok(threshold > 0 && threshold < 1, `${threshold}`)
      for (const names of [
        ['offer'],
        ['minutes'],
        ['offer', 'minutes'],
        ['w1'],
        ['w2', 'offer'],
        ['w5', 'minutes'],
      ]) {
        const features = Object.fromEntries(names.map((name) => [name, 1]))
        const share = classifier.predictProba({ features })[positive] ?? Number.NaN
        if (Math.abs(share - threshold) < 1e-9) continue
        assert.equal(classifier.predict({ features }) === positive, share > threshold, names.join())
        const decision = classifier.observe({ features })
        const own = decision.predicted === positive ? decision.confidence : 1 - decision.confidence
        const at = decision.threshold ?? Number.NaN
        assert.equal(decision.predicted === positive, own > at, `${own} at ${at}`)
      }
    })

  test('is not defined for more than two classes', () => {
    const classifier = new Classifier({ classes: ['a', 'b', 'c'] })
    assert.equal(classifier.threshold, undefined)
    assert.equal('threshold' in classifier.observe(item('x')), false)
  })
})
