import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Classifier, type ClassifierEvent, MultiLabelClassifier } from '@askance/core'
import type { FeatureItem } from '../src/classifier/input.js'

const options = { classes: ['ham', 'spam'], algorithm: 'D-AMD', measure: 0, budget: { ratio: 1 } } as const

const rejected: readonly (readonly [string, string, FeatureItem])[] = [
  ['an invalid value', 'feature/value', { features: { odd: 1, wrong: Number.NaN } }],
  ['a vector that the algorithm does not take', 'vector/algorithm', { features: { odd: 1 }, vector: [1, 2] }],
]

for (const [about, code, item] of rejected)
  test(`an item with ${about} leaves nothing behind, so that a replay numbers names alike`, () => {
    const classifier = new Classifier(options)
    const log: ClassifierEvent[] = []
    classifier.log = (event) => log.push(event)
    classifier.observe({ features: { hello: 1 } }, 'first')
    const before = classifier.save()
    assert.throws(() => classifier.observe(item, 'odd'), { code })
    assert.throws(() => classifier.teach(item, 'spam', 'odd'), { code })
    assert.deepEqual(classifier.save(), before)
    for (const k of [1, 2, 3]) {
      classifier.observe({ features: { hello: 1, [`word ${k}`]: k } }, `item ${k}`)
      classifier.answer(`item ${k}`, k === 2 ? 'spam' : 'ham')
    }
    const replayed = new Classifier(options)
    for (const event of log) replayed.apply(event)
    assert.deepEqual(replayed.save(), classifier.save())
    assert.deepEqual(replayed.topFeatures(5), classifier.topFeatures(5))
  })

for (const [about, code, item] of rejected)
  test(`an item with ${about} leaves nothing behind in a classifier for several labels`, () => {
    const classifier = new MultiLabelClassifier({ classes: ['ham', 'spam'], algorithm: 'D-AMD' })
    classifier.observe({ features: { hello: 1 } }, 'first')
    const before = classifier.save()
    assert.throws(() => classifier.observe(item, 'odd'), { code })
    assert.deepEqual(classifier.save(), before)
  })
