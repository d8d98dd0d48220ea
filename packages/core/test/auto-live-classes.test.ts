import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Classifier, type ClassifierOptions } from '@askance/core'
import { Random } from '@askance/core/internals'
import { drawnThing, LABELS, livedThrough, shareRight } from './support/auto-live.js'
import { denseStream, rowOf } from './support/auto-streams.js'

const sumOf = (numbers: Readonly<Record<string, number>>): number =>
  Object.values(numbers).reduce((a, b) => a + b, 0)

/** A classifier that was taught so many items of so many classes. */
const taughtOf = (items: number, classes: number, options: Partial<ClassifierOptions> = {}): Classifier => {
  const random = new Random(51, 'auto taught')
  const classifier = new Classifier({ classes: LABELS.slice(0, classes), ...options })
  classifier.teachAll(Array.from({ length: items }, () => drawnThing(random, classes)))
  return classifier
}

/** The share of new items that it predicts rightly. */
const rightOf = (classifier: Classifier, classes: number): number => {
  const random = new Random(52, 'auto probes')
  const things = Array.from({ length: 200 }, () => drawnThing(random, classes))
  return things.filter(({ item, label }) => classifier.predict(item) === label).length / things.length
}

describe('a new class in mid-stream', () => {
  for (const [from, to] of [
    [2, 3],
    [3, 4],
  ])
    it(`is predicted after it came with an answer, and what was known stays known: ${from} to ${to}`, () => {
      const lived = livedThrough({
        options: { classes: LABELS.slice(0, from), budget: { ratio: 0.4 }, seed: 8 },
        items: 700,
        seed: 53,
        classesAt: (t) => (t <= 350 ? from : to),
        watch(classifier) {
          const { item } = drawnThing(new Random(54, 'auto probes'), to)
          const probabilities = classifier.predictProba(item)
          assert.deepEqual(Object.keys(probabilities), classifier.classes)
          assert.ok(Math.abs(sumOf(probabilities) - 1) < 1e-9, `${sumOf(probabilities)}`)
          return undefined
        },
      })
      const { classifier, log } = lived
      assert.deepEqual(classifier.classes, LABELS.slice(0, to))
      const late = log.filter((event) => event.type === 'observed' && event.t > 600)
      assert.ok(late.some((event) => event.type === 'observed' && event.predicted === LABELS[to - 1]))
      assert.ok(shareRight(lived, 250, 350) > 0.6, `${shareRight(lived, 250, 350)} right before`)
      assert.ok(shareRight(lived, 550) > 0.6, `${shareRight(lived, 550)} right in the end`)
      for (const event of log)
        if (event.type === 'answered')
          assert.ok(Math.abs(sumOf(classifier.explain(event.id).probabilities) - 1) < 1e-9)
    })

  it('leaves what the old ones are known by as it was', () => {
    const classifier = taughtOf(150, 2)
    const before = rightOf(classifier, 2)
    const { item } = drawnThing(new Random(55, 'auto new'), 2)
    classifier.teach({ features: { ...item.features, strange: 1 } }, 'c', 'strange')
    assert.deepEqual(classifier.classes, ['a', 'b', 'c'])
    const after = rightOf(classifier, 2)
    assert.ok(after > before - 0.1, `${before} right before, ${after} after`)
  })

  it('may be forgotten again, and come again', () => {
    const classifier = taughtOf(60, 2)
    const { item } = drawnThing(new Random(56, 'auto new'), 2)
    classifier.teach(item, 'c', 'strange')
    classifier.forget('strange')
    assert.ok(Math.abs(sumOf(classifier.predictProba(item)) - 1) < 1e-9)
    const { id } = classifier.observe(item)
    classifier.teach(item, 'd', 'stranger')
    classifier.teach(item, 'c', 'strange again')
    assert.deepEqual(classifier.classes, LABELS)
    assert.deepEqual(Object.keys(classifier.predictProba(item)), LABELS)
    assert.ok(id)
  })

  it('may be forgotten while answers to questions that knew it stay', () => {
    const random = new Random(61, 'auto new')
    const classifier = new Classifier({ classes: ['a', 'b'], measure: 0 })
    const [first, second, third] = [0, 1, 2].map((k) => {
      const { item } = drawnThing(random, 2)
      const { id, asked } = classifier.observe(item)
      assert.ok(asked)
      if (k === 0) classifier.answer(id, 'c')
      return id
    })
    classifier.answer(second, 'a')
    classifier.forget(first)
    classifier.answer(third, 'b')
    const { item } = drawnThing(random, 2)
    assert.ok(Math.abs(sumOf(classifier.predictProba(item)) - 1) < 1e-9)
    assert.deepEqual(classifier.classes, ['a', 'b', 'c'])
  })
})

describe('labels that are taught', () => {
  it('make it good without a question, as many as answers would', () => {
    for (const classes of [2, 4]) {
      const right = rightOf(taughtOf(300, classes), classes)
      assert.ok(right > 0.7, `${classes} classes: ${right}`)
    }
  })

  it('cost nothing', () => {
    const { items, spent, taught, answers } = taughtOf(30, 2, { budget: { total: 5 } }).counts
    assert.deepEqual([items, spent, taught, answers], [0, 0, 30, 0])
  })
})

describe('an explanation', () => {
  for (const classes of [2, 3])
    it(`names the features and says how much the rest bends: ${classes} classes`, () => {
      const classifier = taughtOf(200, classes)
      const random = new Random(57, 'auto probes')
      for (let k = 0; k < 30; k++) {
        const { item } = drawnThing(random, classes)
        const { features, unknownFeatures, nonlinear, predicted, probabilities } =
          classifier.explainItem(item)
        const named = [...features.map(({ feature }) => feature), ...unknownFeatures]
        assert.deepEqual(named.sort(), Object.keys(item.features ?? {}).sort())
        assert.ok(features.length >= 5)
        assert.ok(
          Number.isFinite(
            features.reduce((sum, one) => sum + one.contribution, 0) + (nonlinear ?? Number.NaN),
          ),
        )
        assert.ok(Math.abs(sumOf(probabilities) - 1) < 1e-9)
        assert.equal(predicted, classifier.predict(item))
      }
    })

  it('says of the likely class what speaks for it, in either direction', () => {
    const classifier = taughtOf(300, 2)
    const random = new Random(58, 'auto probes')
    let agreeing = 0
    for (let k = 0; k < 100; k++) {
      const { features, nonlinear, predicted, probabilities } = classifier.explainItem(
        drawnThing(random, 2).item,
      )
      const sum = features.reduce((total, { contribution }) => total + contribution, 0) + (nonlinear ?? 0)
      if (sum > 0 === probabilities[predicted] > 0.5) agreeing++
    }
    // The intercept is no feature of the row, and the threshold is not at one half.
    assert.ok(agreeing > 80, `${agreeing} of 100`)
  })
})

describe('questions', () => {
  it('keep to the budget, and always have a probability above 0 while it lasts', () => {
    for (const [budget, most, rate] of [
      [{ total: 60 }, () => 60, 0],
      [{ ratio: 0.2, horizon: 400 }, () => 80, 0.2],
      [{ ratio: 0.2, credit: 5 }, (t: number) => 0.2 * t + 5, 0.2],
      [{ total: 60, horizon: 400, perHour: 3600 }, () => 60, 0],
    ] as const) {
      let spent = 0
      const { log } = livedThrough({
        options: { classes: ['a', 'b'], budget, seed: 9 },
        items: 400,
        seed: 59,
        watch(classifier, _, t) {
          spent = classifier.counts.spent
          assert.ok(spent <= most(t) + 1e-9, `${JSON.stringify(budget)}: ${spent} after ${t}`)
          return undefined
        },
      })
      let changes = 0
      for (const event of log) {
        if (event.type === 'drifted') changes++
        if (event.type !== 'observed' || event.budget.spent + 1 > most(event.t)) continue
        assert.ok(event.probability > 0 && event.probability <= 1, `P in ${event.t}`)
        const least = 0.3 * (changes > 0 ? 0.1 : 0.2) * rate
        assert.ok(event.t > 392 || event.probability >= least - 1e-12, `P in ${event.t}`)
      }
      assert.ok(spent > 30, `${JSON.stringify(budget)}: only ${spent} were asked`)
    }
  })
})

describe('what predictions are to be good at', () => {
  /** How often the second class is predicted, of items that are hard to tell apart. */
  const positives = (options: Partial<ClassifierOptions>): number => {
    const random = new Random(60, 'auto hard')
    const classifier = new Classifier({ classes: ['a', 'b'], budget: { ratio: 0.5 }, seed: 3, ...options })
    const hard = () => {
      const isPositive = random.uniform() < 0.3
      const features = { x: random.normal() + (isPositive ? 1 : 0), y: random.normal(), z: random.normal() }
      return { item: { features }, label: isPositive ? 'b' : 'a' }
    }
    let count = 0
    for (let t = 0; t < 500; t++) {
      const { item, label } = hard()
      const { asked, id, predicted } = classifier.observe(item)
      if (t >= 200 && predicted === 'b') count++
      if (asked) classifier.answer(id, label)
    }
    return count
  }

  const accurate = positives({ objective: 'accuracy' })

  it('is cost: a false negative that is dear makes positives many, a false positive few', () => {
    const many = positives({ objective: 'cost', costs: { falseNegative: 10 } })
    const few = positives({ objective: 'cost', costs: { falsePositive: 10 } })
    assert.ok(many > accurate + 50, `${many}, ${accurate} for accuracy`)
    assert.ok(few < accurate, `${few}, ${accurate} for accuracy`)
  })

  it('is F1 of the rarer class: more positives than accuracy has', () => {
    const many = positives({ objective: 'f1' })
    assert.ok(many > accurate, `${many}, ${accurate} for accuracy`)
  })

  it('is balanced cost: the rarer class weighs as much as the other', () => {
    const many = positives({ objective: 'cost', costs: 'balance' })
    assert.ok(many > accurate, `${many}, ${accurate} for accuracy`)
    assert.throws(() => positives({ costs: 'even' as 'balance' }), { code: 'option/value' })
  })

  it('is the same for costs of 1 and 1 as accuracy', () => {
    assert.equal(positives({ objective: 'cost' }), accurate)
  })

  it('speaks of the class that is said to be the positive one', () => {
    const few = positives({ objective: 'cost', costs: { falseNegative: 10 }, positive: 'a' })
    assert.ok(few < accurate, `${few}, ${accurate} for accuracy`)
  })
})

describe('a stream whose labels are flipped half-way', () => {
  const alarms = (drift: boolean): readonly number[] | undefined => {
    const classifier = new Classifier({ classes: ['a', 'b'], budget: { ratio: 0.5 }, drift, seed: 3 })
    for (const [t, plain] of denseStream(7, 900, 2).entries()) {
      const { asked, id } = classifier.observe({ row: rowOf(plain) })
      const flipped = t < 450 ? plain.label : 1 - plain.label
      if (asked) classifier.answer(id, ['a', 'b'][flipped])
    }
    return classifier.report()?.alarms
  }

  it('is noticed where it is watched for change, and only there', () => {
    assert.equal(alarms(true)?.length, 1)
    assert.deepEqual(alarms(false), [])
  })
})
