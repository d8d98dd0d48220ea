import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { Classifier } from '../src/classifier/classifier.js'
import type { ClassifierEvent } from '../src/classifier/events.js'
import type { ClassifierOptions } from '../src/classifier/options.js'
import { drawnItem, drawnOptions } from './support/live.js'

const random = (seed: number): Random => new Random(seed, 'test/teach')

/** A life in which labels also come without questions, and are corrected and forgotten. */
const taughtLife = (
  options: ClassifierOptions,
  draw: Random,
  watch: (classifier: Classifier, events: number) => void = () => {},
): { classifier: Classifier; log: ClassifierEvent[] } => {
  const classifier = new Classifier(options)
  const log: ClassifierEvent[] = []
  classifier.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
  const label = (): string => (draw.uniform() < 0.05 ? 'c' : draw.uniform() < 0.5 ? 'a' : 'b')
  const teach = (): void => {
    const id = `known ${log.length}`
    classifier.teach(drawnItem(draw), label(), id)
    const then = draw.uniform()
    if (then < 0.2) classifier.answer(id, label())
    if (then > 0.1 && then < 0.3) classifier.forget(id)
    if (then > 0.25 && then < 0.3) classifier.answer(id, label())
  }
  for (let k = 0; k < 40; k++) teach()
  for (let t = 1; t <= 120; t++) {
    const { asked, id } = classifier.observe(drawnItem(draw), `item ${t}`)
    if (asked && draw.uniform() < 0.8) classifier.answer(id, label())
    if (draw.uniform() < 0.2) teach()
    watch(classifier, log.length)
  }
  return { classifier, log }
}

const assertSame = (one: Classifier, other: Classifier, draw: Random): void => {
  for (let k = 0; k < 10; k++) {
    const item = drawnItem(draw)
    const [a, b] = [one.observe(item), other.observe(item)]
    assert.deepEqual(a, b)
    if (a.asked) assert.equal(one.answer(a.id, 'a'), other.answer(b.id, 'a'))
  }
  one.teach(drawnItem(draw), 'b')
  other.teach(drawnItem(draw), 'b')
  assert.deepEqual(one.counts, other.counts)
  assert.deepEqual(one.quality(), other.quality())
}

describe('labels that are there already', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const options = drawnOptions(random(seed))
    test(`are replayed and stored: ${options.algorithm}, seed ${seed}`, () => {
      let snapshot: Uint8Array = new Uint8Array(0)
      let events = 0
      const { classifier, log } = taughtLife(options, random(seed), (living, so) => {
        if (living.counts.items !== 60) return
        snapshot = living.save()
        events = so
      })
      const loaded = Classifier.load(snapshot)
      for (const event of log.slice(events)) loaded.apply(event)
      const again = new Classifier(options)
      for (const event of log) again.apply(event)
      const probe = drawnItem(random(99))
      assert.deepEqual(loaded.explainItem(probe), classifier.explainItem(probe))
      assert.deepEqual(loaded.counts, classifier.counts)
      assertSame(classifier, again, random(seed + 100))
    })
  }

  const options = { classes: ['a', 'b'], budget: { ratio: 0.2 }, seed: 3 } as const

  test('cost nothing and do not enter the quality, the calibration and the count of answers', () => {
    const draw = random(1)
    const classifier = new Classifier(options)
    for (let t = 0; t < 100; t++) {
      const { asked, id } = classifier.observe(drawnItem(draw))
      if (asked) classifier.answer(id, draw.uniform() < 0.5 ? 'a' : 'b')
    }
    const { quality, counts } = { quality: classifier.quality(), counts: classifier.counts }
    const probe = drawnItem(draw)
    classifier.teachAll(Array.from({ length: 30 }, () => ({ item: probe, label: 'a' })))
    assert.equal(classifier.predict(probe), 'a')
    classifier.answer('taught 3', 'b')
    classifier.forget('taught 4')
    assert.deepEqual(classifier.quality(), quality)
    assert.deepEqual(classifier.counts, { ...counts, taught: 29 })
    assert.equal(classifier.explain('taught 1').reason, 'taught')
    assert.match(classifier.explain('taught 1').reasonText ?? '', /it came with its label/)
  })

  test('are forgotten as if they had never been, and learned again on demand', () => {
    const draw = random(2)
    const preparation = { normalize: 'none', intercept: 'none' } as const
    const bare = { ...options, algorithm: 'D-AMD', preparation }
    const [taught, never] = [new Classifier(bare), new Classifier(bare)]
    const known = Array.from({ length: 50 }, () => ({ item: drawnItem(draw), label: 'b' }))
    for (const [k, { item, label }] of known.entries()) {
      taught.teach(item, label, `${k}`)
      if (k !== 20) never.teach(item, label, `${k}`)
    }
    const probe = drawnItem(draw)
    const before = taught.explainItem(probe)
    // An intercept that follows the mean row length would keep what it learned of the row: there is none here.
    taught.forget('20')
    assert.deepEqual(taught.linear().weights, never.linear().weights)
    assert.equal(taught.answer('20', 'b'), 'learned')
    assert.equal(taught.counts.taught, 50)
    assert.notDeepEqual(taught.linear().weights, never.linear().weights)
    assert.equal(taught.explainItem(probe).predicted, before.predicted)
    assert.equal(taught.answer('20', 'b'), 'duplicate')
  })

  test('bring new classes', () => {
    const classifier = new Classifier(options)
    classifier.teachAll([
      { item: { features: { red: 1 } }, label: 'rose', id: 'r' },
      { item: { features: { blue: 1 } }, label: 'violet' },
      { item: { features: { red: 2 } }, label: 'rose' },
    ])
    assert.deepEqual(classifier.classes, ['a', 'b', 'rose', 'violet'])
    assert.equal(classifier.predict({ features: { red: 1 } }), 'rose')
    assert.equal(classifier.predict({ features: { blue: 1 } }), 'violet')
    const loaded = Classifier.load(classifier.save())
    assert.equal(loaded.predict({ features: { blue: 1 } }), 'violet')
  })

  test('an id is used once, whoever uses it', () => {
    const classifier = new Classifier(options)
    classifier.teach({ features: { red: 1 } }, 'a', 'x')
    assert.throws(() => classifier.teach({ features: { red: 1 } }, 'a', 'x'), { code: 'item/id' })
    assert.throws(() => classifier.observe({ features: { red: 1 } }, 'x'), { code: 'item/id' })
    assert.throws(() => classifier.teach({ features: { red: 1 } }, ''), { code: 'label/empty' })
  })

  test('what was taught before the stream changed is forgotten with the rest', () => {
    const classifier = new Classifier({ ...options, algorithm: 'D-AMD', measure: 0 })
    const item = { features: { red: 1 } }
    for (let k = 0; k < 5; k++) classifier.teach(item, 'a')
    classifier.observe(item)
    classifier.apply({ type: 'drifted', time: 0, kind: 'errors', strength: 1, since: 1 })
    assert.equal(classifier.explainItem(item).features.length, 0)
  })
})
