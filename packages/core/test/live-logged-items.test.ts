import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Classifier, type ClassifierEvent, type FeatureItem } from '../src/index.js'
import { Random } from '../src/random.js'

const itemsOf = (withVectors: boolean): FeatureItem[] => {
  const random = new Random(3, 'items')
  return Array.from({ length: 120 }, (_, k) => ({
    features: { a: random.normal(), b: k % 3, [`c${k % 7}`]: 1 },
    ...(withVectors && { vector: [random.normal(), random.normal(), 1] }),
  }))
}

/** Observes items and answers all questions; returns the classifier and its log. */
const played = (algorithm: string, items: readonly FeatureItem[], logsItems: boolean) => {
  const options = { classes: ['no', 'yes'], algorithm, budget: { ratio: 0.3 }, seed: 5 }
  const classifier = new Classifier(options)
  const log: ClassifierEvent[] = []
  classifier.logsItems = logsItems
  classifier.log = (event) => log.push(event)
  items.forEach((item, k) => {
    const { asked, id } = classifier.observe(item)
    if (asked) classifier.answer(id, (item.features?.a ?? 0) > 0 && k % 10 > 0 ? 'yes' : 'no')
  })
  return { classifier, log, options }
}

for (const algorithm of ['auto', 'D-AMD', 'PA-I'])
  test(`a log of ${algorithm} that has the items decides, learns and replays the same bits`, () => {
    const items = itemsOf(algorithm === 'auto')
    const whole = played(algorithm, items, false)
    const brief = played(algorithm, items, true)
    assert.deepEqual(brief.classifier.save(), whole.classifier.save())
    const again = new Classifier(brief.options)
    for (const event of brief.log) {
      const isObserved = event.type === 'observed'
      if (isObserved) assert.ok(!event.trace.row && event.trace.input === undefined)
      again.apply(event, isObserved && event.item ? items[event.t - 1] : undefined)
    }
    assert.deepEqual(again.save(), whole.classifier.save())
  })
