import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierOptions, sparseRow } from '@askance/core'
import { Random } from '@askance/core/internals'
import { assertNear } from './support/compare.js'
import { lived } from './support/live.js'

const WORDS = ['offer', 'free', 'meeting', 'lunch', 'match', 'goal', 'the', 'and']
/** Which words are telling for which class; the last two are noise. */
const words: Readonly<Record<string, readonly string[]>> = {
  spam: ['offer', 'free'],
  ham: ['meeting', 'lunch'],
  sport: ['match', 'goal'],
}

/** A classifier that was taught what the words mean. */
const taught = (options: ClassifierOptions): Classifier => {
  const random = new Random(5, 'test/telling')
  const classifier = new Classifier(options)
  for (let n = 0; n < 120; n++) {
    const label = options.classes[random.below(options.classes.length)]
    const features = Object.fromEntries(
      [...words[label].filter(() => random.uniform() < 0.7), ...WORDS.slice(6)].map((word) => [word, 1]),
    )
    classifier.teach({ features }, label)
  }
  return classifier
}

/** Straight from the exported weights: all of them, sorted. */
const slowTopFeatures = (classifier: Classifier, count: number) => {
  const { weights, names, classes } = classifier.linear()
  return classes.map((label, k) => {
    const own = weights.length === 1 ? weights[0].map((weight) => (k === 0 ? -weight : weight)) : weights[k]
    const features = Array.from(own, (weight, at) => ({ feature: names.get(at + 1) ?? '', weight }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, count)
    return { label, features }
  })
}

describe('telling features', () => {
  for (const classes of [
    ['ham', 'spam'],
    ['ham', 'spam', 'sport'],
  ])
    for (const algorithm of ['PA', 'D-AMD', 'MD-AMD', 'SOAL'])
      for (const drift of [false, true]) {
        const options = { classes, algorithm, drift, seed: 1 }
        if ((algorithm === 'MD-AMD') !== classes.length > 2) continue
        test(`are those with the largest weights: ${algorithm}, ${classes.length} classes, drift ${drift}`, () => {
          const classifier = taught(options)
          for (const count of [1, 3, 50])
            assert.deepEqual(classifier.topFeatures(count), slowTopFeatures(classifier, count))
        })
      }

  for (const classes of [
    ['ham', 'spam'],
    ['ham', 'spam', 'sport'],
  ])
    test(`of auto are the words that mean something, ${classes.length} classes`, () => {
      const classifier = taught({ classes })
      for (const { label, features } of classifier.topFeatures(2)) {
        assert.deepEqual(features.map(({ feature }) => feature).sort(), [...words[label]].sort(), label)
        assert.ok(features[0].weight >= features[1].weight && features[1].weight > 0)
      }
      assert.deepEqual(classifier.topFeatures(2, ['spam']), [classifier.topFeatures(2)[1]])
      const copy = Classifier.load(classifier.save())
      assert.deepEqual(copy.topFeatures(5), classifier.topFeatures(5))
    })

  test('of auto are not the words that were met once', () => {
    const random = new Random(6, 'test/telling')
    const classifier = new Classifier({ classes: ['ham', 'spam'] })
    for (let n = 0; n < 120; n++) {
      const label = random.uniform() < 0.5 ? 'ham' : 'spam'
      const common = words[label].filter(() => random.uniform() < 0.5)
      const features = Object.fromEntries([...common, `only ${n}`].map((word) => [word, 1]))
      classifier.teach({ features }, label)
    }
    for (const { label, features } of classifier.topFeatures(2))
      assert.deepEqual(features.map(({ feature }) => feature).sort(), [...words[label]].sort(), label)
  })

  test('come with a class that was met later', () => {
    for (const algorithm of ['auto', 'PA']) {
      const classifier = taught({ classes: ['ham', 'spam'], algorithm })
      for (let n = 0; n < 10; n++) classifier.teach({ features: { match: 1, goal: 1 } }, 'sport')
      const [, , sport] = classifier.topFeatures(2)
      assert.deepEqual(
        [sport.label, sport.features.map(({ feature }) => feature).sort()],
        ['sport', ['goal', 'match']],
      )
    }
  })

  test('are none where there are no weights, or nothing was learned', () => {
    const kernel = { type: 'gaussian', sigma2: 1 } as const
    const nothing = ['ham', 'spam'].map((label) => ({ label, features: [] }))
    assert.deepEqual(taught({ classes: ['ham', 'spam'], algorithm: 'PA', kernel }).topFeatures(3), nothing)
    for (const algorithm of ['auto', 'PA'])
      assert.deepEqual(new Classifier({ classes: ['ham', 'spam'], algorithm }).topFeatures(3), nothing)
  })

  test('a feature without a name has its number', () => {
    const classifier = new Classifier({ classes: ['a', 'b'], algorithm: 'PA' })
    classifier.teach({ row: sparseRow([3], [1]) }, 'b')
    assert.equal(classifier.topFeatures(1)[1].features[0].feature, 'feature 3')
  })

  test('what cannot be listed is refused', () => {
    const classifier = new Classifier({ classes: ['a', 'b'] })
    for (const count of [0, -1, 1.5, 1001, Number.NaN])
      assert.throws(() => classifier.topFeatures(count), { code: 'option/value' })
    assert.throws(() => classifier.topFeatures(1, ['c']), { code: 'label/unknown' })
  })
})

const life = (seed: number) =>
  lived(
    { classes: ['a', 'b'], algorithm: 'D-AMD', budget: { total: 80 }, seed },
    400,
    new Random(seed, 'test/answered'),
  )

describe('what a live classifier tells of its answers', () => {
  test('questions that nobody answers are withdrawn, and one that is answered after all is so no more', () => {
    const random = new Random(2, 'test/withdrawn')
    const classifier = new Classifier({
      classes: ['a', 'b'],
      algorithm: 'PAA-I',
      drift: false,
      budget: {},
      seed: 1,
    })
    const withdrawn: string[] = []
    classifier.log = (event) => event.type === 'withdrawn' && withdrawn.push(event.id)
    for (let t = 1; t <= 300; t++) {
      const side = random.uniform() < 0.5 ? 1 : -1
      const { id, asked } = classifier.observe({ row: sparseRow([1], [side * (0.1 + random.uniform())]) })
      if (asked && t % 2 === 0) classifier.answer(id, side > 0 ? 'b' : 'a')
    }
    assert.ok(withdrawn.length > 1)
    assert.equal(classifier.withdrawn, withdrawn.length)
    assert.equal(classifier.answer(withdrawn[0], 'a'), 'learned')
    assert.equal(classifier.withdrawn, withdrawn.length - 1)
    classifier.reopen(withdrawn[0])
    assert.equal(classifier.withdrawn, withdrawn.length - 1)
    assert.equal(Classifier.load(classifier.save()).withdrawn, withdrawn.length - 1)
  })

  for (let seed = 1; seed <= 6; seed++)
    test(`agrees with its questions and with a copy, seed ${seed}`, () => {
      const { classifier, log } = life(seed)
      const asked = log.flatMap((event) => (event.type === 'observed' && event.asked ? [event.id] : []))
      const states = asked.map((id) => classifier.question(id)?.state)
      assert.equal(classifier.withdrawn, states.filter((state) => state === 'withdrawn').length)
      const answered = [...classifier.answered]
      assert.deepEqual(
        answered.map(({ question }) => question.id).sort(),
        asked.filter((_, k) => states[k] === 'answered').sort(),
      )
      for (const { question, label } of answered)
        assert.equal(classifier.answer(question.id, label), 'duplicate')
      const copy = Classifier.load(classifier.save())
      assert.equal(copy.withdrawn, classifier.withdrawn)
      assert.deepEqual(copy.confusion(), classifier.confusion())
      assert.deepEqual(
        [...copy.answered].map(({ label }) => label),
        answered.map(({ label }) => label),
      )
    })

  test('the matrix is in step with quality, and has classes that came later', () => {
    const classifier = new Classifier({ classes: ['a', 'b'], budget: { ratio: 1 }, measure: 0.5, seed: 4 })
    const random = new Random(4, 'test/confusion')
    for (let t = 0; t < 200; t++) {
      const label = ['a', 'b', 'c'][random.below(t < 100 ? 2 : 3)]
      const { id, asked } = classifier.observe({ features: { [label]: 1, all: 1 } })
      if (asked) classifier.answer(id, label)
    }
    const { classes, cells, predicted, shares, items, omitted } = classifier.confusion()
    const { all } = classifier.quality()
    assert.deepEqual([classes, omitted, items], [['a', 'b', 'c'], 0, all.items])
    assert.equal(predicted[0] + predicted[1] + predicted[2], items)
    const right = cells.reduce((sum, row, k) => sum + (row[k].value ?? 0), 0)
    assertNear(right / items, all.accuracy.value!, 'accuracy', 1e-9)
    assert.ok(shares[2].value! > 0.05 && shares[2].value! < 0.3)
    assert.deepEqual(classifier.confusion(0.95, 2).classes.length, 2)
  })
})
