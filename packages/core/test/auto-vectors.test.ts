import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Classifier, type ClassifierEvent, type FeatureItem, MultiLabelClassifier, Pool } from '@askance/core'
import { createRounds, Random, type Row, sparseRow, unitVector, withVector } from '@askance/core/internals'
import { VectorCentre, Vectors } from '../src/auto/vectors.js'
import { drawnThing, LABELS, livedThrough, lives } from './support/auto-live.js'
import { assertSameFile } from './support/auto-states.js'
import { withSeeds } from './support/auto-streams.js'
import { bitsOf } from './support/pools.js'

const drawn = (random: Random, length: number): number[] => Array.from({ length }, () => random.normal())

const rowOf = (vector: readonly number[]): Row =>
  withVector(sparseRow([], []), unitVector(vector) ?? new Float64Array(0))

/** The view as it is written in docs/auto.md. */
const slowView = (all: readonly (readonly number[])[], vector: readonly number[]): number[] => {
  const unit = (v: readonly number[]): number[] => v.map((one) => one / Math.hypot(...v))
  const mean = vector.map((_, k) => all.reduce((sum, v) => sum + unit(v)[k], 0) / (all.length + 1))
  const left = Math.sqrt(Math.max(0.05, 1 - Math.hypot(...mean) ** 2))
  return unit([0.3, ...unit(vector).map((one, k) => (one - mean[k]) / left)])
}

describe('the view of a vector', () => {
  it('is that of the formula', () => {
    withSeeds([1, 2, 3], (random) => {
      const lean = drawn(random, 5).map((one) => 2 * one)
      const all = Array.from({ length: 30 }, () => drawn(random, 5).map((one, k) => one + lean[k]))
      const vectors = new Vectors()
      for (const [k, vector] of all.entries()) vectors.observe(rowOf(vector), k + 1)
      const out = new Float32Array(6)
      for (const vector of all) {
        vectors.centre()?.view(rowOf(vector), 0, out)
        slowView(all, vector).forEach((one, k) => {
          assert.ok(Math.abs(out[k] - one) < 1e-6, `${k}: ${out[k]}, expected ${one}`)
        })
      }
    })
  })

  it('does not enlarge noise where all vectors are the same', () => {
    const out = new Float32Array(3)
    new VectorCentre(Float32Array.of(1, 0)).view(rowOf([1, 1e-9]), 0, out)
    assert.ok(out[0] === 1 && Math.abs(out[2]) < 1e-7, `${out}`)
  })
})

describe('a vector', () => {
  it('counts by its direction alone, whatever its length', () => {
    const play = (scale: number): boolean[] => {
      const random = new Random(4, 'vectors')
      const classifier = new Classifier({ classes: ['a', 'b'], budget: { ratio: 0.3, horizon: 80 } })
      return Array.from({ length: 80 }, () => {
        const { item, label } = drawnThing(random, 2, undefined, true)
        const { asked, id } = classifier.observe({
          ...item,
          ...(item.vector && { vector: Array.from(item.vector, (one) => one * scale) }),
        })
        if (asked) classifier.answer(id, label)
        return asked
      })
    }
    assert.deepEqual(play(1024), play(1))
    assert.deepEqual(unitVector([1e-200, 0]), Float64Array.of(1, 0))
    assert.deepEqual(unitVector([1e100, -1e100])?.length, 2)
  })

  it('alone is enough to learn, and its exchanged classes are noticed', () => {
    const random = new Random(5, 'vectors')
    const rounds = createRounds({ algorithm: 'auto', classes: 2, parameters: { ratio: 0.3, horizon: 900 } })
    let [before, after] = [0, 0]
    for (let t = 0; t < 900; t++) {
      const own = random.below(2)
      const row = rowOf(drawn(random, 6).map((one, k) => one + (k === own ? 3 : 0)))
      const label = t < 450 ? own : 1 - own
      const { predicted, asked } = rounds.observe(row)
      if (asked) rounds.learn(label)
      if (t >= 300 && t < 450 && predicted === label) before++
      if (t >= 750 && predicted === label) after++
    }
    assert.ok(before > 135 && after > 130, `${before} and ${after} of 150`)
  })

  it('is rejected if it cannot be used, and nothing is learned from its item', () => {
    const classifier = new Classifier({ classes: ['a', 'b'] })
    classifier.teach({ features: { x: 1 }, vector: [1, 2, 3] }, 'a')
    const before = classifier.save()
    const item = (vector: unknown): FeatureItem => ({ features: { y: 1 }, vector: vector as number[] })
    for (const [vector, code] of [
      [[1, 2], 'vector/length'],
      [[1, 2, Number.NaN], 'vector/value'],
      [[1, 2, Number.POSITIVE_INFINITY], 'vector/value'],
      [[1, 2, 1e101], 'vector/value'],
      [[1, 2, '3'], 'vector/value'],
      [[1, 2, null], 'vector/value'],
      [[1], 'vector/size'],
      [[], 'vector/size'],
      [new Float32Array(4097), 'vector/size'],
      ['1,2,3', 'vector/form'],
      [{ length: 3 }, 'vector/form'],
    ] as const)
      for (const act of [
        () => classifier.observe(item(vector)),
        () => classifier.teach(item(vector), 'b'),
        () => classifier.predict(item(vector)),
        () => classifier.explainItem(item(vector)),
      ])
        assert.throws(act, { code }, JSON.stringify(vector))
    assertSameFile(classifier.save(), before, 'after errors')
    const again = Classifier.load(before)
    assert.throws(() => again.predict(item([1, 2])), { code: 'vector/length' })
    assert.equal(
      again.predict({ vector: new Float32Array([1, 2, 3]) }),
      classifier.predict({ vector: [1, 2, 3] }),
    )
    assert.throws(() => new Classifier({ classes: ['a', 'b'] }).observe({}), { code: 'item/empty' })
  })

  it('is refused by other algorithms', () => {
    for (const algorithm of ['PAA-II', 'BBQ', 'D-AMD']) {
      const classifier = new Classifier({ classes: ['a', 'b'], algorithm })
      assert.throws(() => classifier.observe({ features: { x: 1 }, vector: [1, 2] }), {
        code: 'vector/algorithm',
      })
      assert.throws(() => classifier.predict({ vector: [1, 2] }), { code: 'vector/algorithm' })
      assert.throws(() => createRounds({ algorithm, classes: 2 }).observe(rowOf([1, 2])), {
        code: 'vector/algorithm',
      })
    }
  })

  it('explains no single feature', () => {
    const classifier = new Classifier({ classes: ['a', 'b'] })
    classifier.teach({ features: { x: 1 }, vector: [1, 0] }, 'a')
    classifier.teach({ features: { y: 1 }, vector: [0, 1] }, 'b')
    const { features, unknownFeatures, nonlinear } = classifier.explainItem({
      features: { x: 1 },
      vector: [1, 0],
    })
    assert.deepEqual(
      features.map(({ feature }) => feature),
      ['x'],
    )
    assert.deepEqual(unknownFeatures, [])
    const without = classifier.explainItem({ features: { x: 1 } })
    assert.ok((nonlinear ?? 0) > (without.nonlinear ?? 0))
  })
})

describe('an answer about an item with a vector', () => {
  it('is forgotten and corrected as if it had always been so, to the bit', () => {
    const { classifier, log } = livedThrough({ ...lives[5], items: 95 })
    const answers = log.filter(({ type }) => type === 'answered') as (ClassifierEvent & { id: string })[]
    const random = new Random(8, 'vectors')
    const probes = Array.from({ length: 20 }, () => drawnThing(random, 3, undefined, true).item)
    const chancesOf = (one: Classifier): unknown => probes.map((probe) => one.predictProba(probe))
    for (const place of [2, answers.length - 5]) {
      const { id } = answers[place]
      const other = LABELS.find((label) => label !== (answers[place] as { label?: string }).label) ?? 'a'
      for (const change of ['forget', 'correct']) {
        const changed = Classifier.load(classifier.save())
        if (change === 'forget') changed.forget(id)
        else changed.answer(id, other)
        const never = new Classifier(lives[5].options)
        for (const event of log)
          if (event !== answers[place]) never.apply(event)
          else if (change === 'correct') never.apply({ ...event, label: other } as ClassifierEvent)
        assert.deepEqual(chancesOf(changed), chancesOf(never), `${change} ${id}`)
      }
    }
  })
})

describe('vectors', () => {
  it('in a pool survive its log and its file', () => {
    const random = new Random(6, 'vectors')
    const pool = new Pool({ classes: ['a', 'b'], budget: { total: 40 }, seed: 2 })
    const log: ClassifierEvent[] = []
    pool.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
    const truth = new Map<string, string>()
    const add = (k: number, hasVectors: boolean): void => {
      const { item, label } = drawnThing(random, 2, undefined, hasVectors)
      truth.set(`${k}`, label)
      pool.add(item, `${k}`)
    }
    const answer = (one: Pool, most: number): void => {
      for (let question = one.next(); question && one.counts.answers < most; question = one.next())
        one.answer(question.id, truth.get(question.id) ?? '')
    }
    for (let k = 0; k < 60; k++) add(k, false)
    answer(pool, 15)
    for (let k = 60; k < 120; k++) add(k, true)
    answer(pool, 30)
    assert.deepEqual(pool.report()?.members, ['presence', 'values', 'kernel', 'vector'])
    const loaded = Pool.load(pool.save())
    for (const one of [pool, loaded]) answer(one, 40)
    assert.deepEqual(bitsOf(loaded), bitsOf(pool))
    const replayed = new Pool(pool.config)
    for (const event of log) replayed.apply(event)
    assert.deepEqual(bitsOf(replayed), bitsOf(pool))
    const right = [...pool.labelled()].filter(({ id, label }) => truth.get(id) === label).length
    assert.ok(right > 100, `${right} of 120`)
  })

  it('are shared by the parts of a multi-label classifier', () => {
    const random = new Random(7, 'vectors')
    const options = { classes: ['a', 'b'], budget: { ratio: 0.5, horizon: 30 }, seed: 3 }
    const classifier = new MultiLabelClassifier(options)
    const replayed = new MultiLabelClassifier(options)
    classifier.log = (event) => replayed.apply(JSON.parse(JSON.stringify(event)))
    for (let t = 0; t < 30; t++) {
      const { item, label } = drawnThing(random, 2, undefined, true)
      const { asked, id } = classifier.observe(item)
      if (asked.length > 0) classifier.answer(id, [label])
    }
    assertSameFile(replayed.save(), classifier.save(), 'replayed')
    const loaded = MultiLabelClassifier.load(classifier.save())
    assert.throws(() => loaded.observe({ vector: [1, 2] }), { code: 'vector/length' })
    assertSameFile(loaded.save(), classifier.save(), 'loaded')
  })
})
