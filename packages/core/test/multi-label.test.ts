import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  Classifier,
  type ClassifierEvent,
  inspectModel,
  MultiLabelClassifier,
  MultiLabelMetrics,
  partOptions,
} from '@askance/core'
import { Random } from '@askance/core/internals'
import { stateOf } from '../src/classifier/classifier.js'
import {
  classes,
  drawnLabels,
  drawnMultiLabel,
  itemOf,
  live,
  partEvents,
  relive,
} from './support/multi-label.js'

const lives = Number(process.env.ASKANCE_SOAK ?? 1) * 4

/** The shared row is in every event of a log, but a part alone keeps only the rows it needs. */
const withoutRow = (event: ClassifierEvent): unknown => {
  if (event.type !== 'observed' || event.asked) return event
  const { row: _, ...trace } = event.trace
  return { ...event, trace }
}

describe('a multi-label classifier', () => {
  test('has parts that equal their lone binary runs to the bit', () => {
    for (let seed = 1; seed <= lives; seed++) {
      const options = drawnMultiLabel(seed)
      const classifier = new MultiLabelClassifier(options)
      const log = live(classifier, 40, new Random(seed, 'life'))
      for (const label of classes) {
        const name = `${options.algorithm ?? 'auto'}, life ${seed}, ${label}`
        const alone = new Classifier(partOptions(options, label))
        const events = relive(alone, partEvents(log, label))
        assert.deepEqual(events.map(withoutRow), partEvents(log, label).map(withoutRow), name)
        const part = stateOf(classifier.part(label) as Classifier).save()
        assert.deepEqual({ ...part, input: {} }, { ...stateOf(alone).save(), input: {} }, name)
      }
    }
  })

  test('is rebuilt by its log, and continues from a file, to the bit', () => {
    for (const seed of [4, 6]) {
      const options = drawnMultiLabel(seed)
      const classifier = new MultiLabelClassifier(options)
      const log = live(classifier, 40, new Random(seed, 'life'))
      const replayed = new MultiLabelClassifier(options)
      for (const event of log) replayed.apply(event)
      const bytes = classifier.save()
      assert.deepEqual(replayed.save(), bytes)
      const loaded = MultiLabelClassifier.load(bytes)
      assert.deepEqual(loaded.save(), bytes)
      for (const one of [classifier, loaded])
        for (let t = 500; t < 510; t++) {
          const id = String(t)
          if (one.observe(itemOf(id), id).asked.length > 0) one.answer(id, t % 2 ? ['sport'] : ['music'])
        }
      assert.deepEqual(loaded.save(), classifier.save())
    }
  })

  test('never asks about more pairs than its budget allows', () => {
    const budgets = [
      { budget: { total: 20 }, most: () => 20 },
      { budget: { total: 2 }, most: () => 2 },
      { budget: { ratio: 0.1, horizon: 90 }, most: () => 27 },
      { budget: { ratio: 0.1 }, most: (items: number) => 0.1 * items * classes.length + 20 },
      { budget: { perHour: 60, burst: 4 }, most: (items: number) => 4 + (60 * items) / 3600 },
    ]
    for (const { budget, most } of budgets) {
      const classifier = new MultiLabelClassifier({ classes, algorithm: 'PAA-I', budget, seed: 3 })
      let reached = 0
      for (let t = 1; t <= 90; t++) {
        const { asked } = classifier.observe(itemOf(String(t)), String(t), { time: 1000 * t })
        if (asked.length > 0 && t % 3) classifier.answer(String(t), drawnLabels(new Random(t, 'labels')))
        assert.ok(classifier.counts.spent <= most(t), JSON.stringify(budget))
        reached = Math.max(reached, classifier.counts.spent / most(t))
      }
      assert.ok(reached > 0.4, `${JSON.stringify(budget)} is spent`)
    }
  })

  test('learns only the labels of the classes that were asked about', () => {
    const budget = { ratio: 0.2, horizon: 80 }
    const [one, other] = [0, 1].map(() => new MultiLabelClassifier({ classes, budget, seed: 5 }))
    let partly = 0
    for (let t = 1; t <= 80; t++) {
      const id = String(t)
      const labels = drawnLabels(new Random(t, 'labels'))
      const { asked } = one.observe(itemOf(id), id)
      other.observe(itemOf(id), id)
      if (asked.length === 0) continue
      if (asked.length < classes.length) partly++
      assert.deepEqual(Object.keys(one.answer(id, labels)), asked)
      other.answer(id, [...labels.filter((label) => asked.includes(label)), ...notIn(asked)])
    }
    assert.ok(partly > 5)
    assert.deepEqual(other.save(), one.save())
    assert.equal(one.counts.answers, one.counts.spent)
  })

  const notIn = (asked: readonly string[]): readonly string[] =>
    classes.filter((label) => !asked.includes(label))

  test('stores the row of an item once, however many parts need it', () => {
    const classifier = new MultiLabelClassifier({ classes, seed: 1 })
    const log = live(classifier, 30, new Random(1, 'life'))
    const observed = log.filter(({ type }) => type === 'observed')
    assert.equal(observed.length, 30)
    for (const { row, parts } of observed) {
      assert.equal(row?.index.length, 5)
      assert.ok(parts.every(({ event }) => event.type !== 'observed' || event.trace.row === undefined))
    }
  })

  test('rejects a call before any part has seen it', () => {
    const classifier = new MultiLabelClassifier({ classes, algorithm: 'MD' })
    classifier.observe(itemOf('1'), 'a')
    const before = classifier.save()
    assert.throws(() => classifier.observe(itemOf('1'), 'a'), { code: 'item/id' })
    assert.throws(() => classifier.observe({}, 'b'), { code: 'item/empty' })
    assert.throws(() => classifier.answer('b', []), { code: 'question/unknown' })
    assert.throws(() => classifier.answer('a', ['news']), { code: 'label/unknown' })
    assert.throws(() => classifier.forget('a'), { code: 'question/unanswered' })
    assert.throws(() => classifier.teach(itemOf('2'), ['news']), { code: 'label/unknown' })
    assert.deepEqual(classifier.save(), before)
    assert.throws(() => new MultiLabelClassifier({ classes: ['a', 'a'] }), { code: 'option/value' })
    assert.throws(() => new MultiLabelClassifier({ classes: [] }), { code: 'option/value' })
  })

  test('has a file of the same kind, which says what it is', () => {
    const bytes = new MultiLabelClassifier({ classes, seed: 7 }).save()
    assert.equal(inspectModel(bytes).multiLabel, true)
    assert.deepEqual(inspectModel(bytes).classes, classes)
    assert.throws(() => Classifier.load(bytes), { code: 'model/multi-label' })
    const single = new Classifier({ classes }).save()
    assert.throws(() => MultiLabelClassifier.load(single), { code: 'model/single-label' })
  })

  test('estimates its quality: exactly if it asks about everything, with an interval otherwise', () => {
    const labelsOf = (t: number): readonly string[] => {
      const { value = [] } = itemOf(String(t)).row ?? {}
      return classes.filter((_, k) => value[k] + 0.5 * value[k + 1] > 0.5)
    }
    for (const options of [
      { algorithm: 'MD' },
      { algorithm: 'PAA-I', budget: { ratio: 0.4 }, measure: 0.2 },
    ]) {
      const classifier = new MultiLabelClassifier({ classes, seed: 2, ...options })
      const metrics = new MultiLabelMetrics(classes.length)
      for (let t = 1; t <= 200; t++) {
        const { predicted, asked } = classifier.observe(itemOf(String(t)), String(t))
        const labels = labelsOf(t)
        classes.forEach((label, k) => {
          metrics.add(k, predicted.includes(label), labels.includes(label), asked.includes(label), false)
        })
        if (asked.length > 0) classifier.answer(String(t), labels)
      }
      const truth = metrics.values()
      const estimated = classifier.quality()
      for (const name of ['hammingLoss', 'macroF1'] as const) {
        const { value = Number.NaN, anyTime } = estimated[name]
        if (truth.queryRatio === 1) assert.ok(Math.abs(value - truth[name]) < 1e-12)
        assert.ok(anyTime.low <= truth[name] + 1e-12 && truth[name] <= anyTime.high + 1e-12, name)
        assert.ok(anyTime.high - anyTime.low < 0.9, `${name}: ${anyTime.low} to ${anyTime.high}`)
      }
    }
  })

  test('opens questions again and forgets answers class by class', () => {
    const classifier = new MultiLabelClassifier({ classes, algorithm: 'MD' })
    classifier.observe(itemOf('1'), 'a')
    assert.deepEqual(classifier.open, ['a'])
    classifier.answer('a', ['sport'])
    assert.deepEqual(classifier.question('a')?.classes, {
      sport: 'answered',
      politics: 'answered',
      music: 'answered',
    })
    classifier.reopen('a')
    assert.equal(classifier.counts.open, 3)
    classifier.answer('a', ['music'])
    classifier.forget('a')
    assert.equal(classifier.question('a')?.classes.sport, 'forgotten')
    assert.deepEqual(classifier.counts, { items: 1, open: 0, spent: 3, answers: 0, taught: 0 })
  })
})

describe('multi-label metrics', () => {
  test('agree with their definitions over sets', () => {
    const random = new Random(4, 'sets')
    const metrics = new MultiLabelMetrics(4)
    const sets = Array.from({ length: 50 }, () =>
      [0, 1].map(() => [0, 1, 2, 3].filter(() => random.uniform() < 0.3)),
    )
    for (const [predicted, truth] of sets)
      for (let c = 0; c < 4; c++) metrics.add(c, predicted.includes(c), truth.includes(c), c === 0, false)
    const f1 = (pairs: readonly (readonly [boolean, boolean])[]): number => {
      const hits = pairs.filter(([p, t]) => p && t).length
      const precision = hits / pairs.filter(([p]) => p).length
      const recall = hits / pairs.filter(([, t]) => t).length
      return (2 * precision * recall) / (precision + recall)
    }
    const pairsOf = (c: number) => sets.map(([p, t]) => [p.includes(c), t.includes(c)] as const)
    const all = [0, 1, 2, 3].map(pairsOf)
    const differing = sets.reduce((sum, [p, t]) => {
      const common = p.filter((c) => t.includes(c)).length
      return sum + p.length + t.length - 2 * common
    }, 0)
    const values = metrics.values()
    assert.ok(Math.abs(values.microF1 - f1(all.flat())) < 1e-12)
    assert.ok(Math.abs(values.macroF1 - all.map(f1).reduce((a, b) => a + b) / 4) < 1e-12)
    assert.equal(values.hammingLoss, differing / 200)
    assert.equal(values.queryRatio, 0.25)
    const copy = new MultiLabelMetrics(4)
    copy.load(metrics.save())
    assert.deepEqual(copy.values(), values)
  })
})
