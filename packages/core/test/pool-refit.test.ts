import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '@askance/core'
import { denseRow, Random, type Row } from '@askance/core/internals'
import { CrossFit, type CrossFitInput, foldsOf, type Scratch } from '../src/auto/cross-fit.js'
import { DESIGN, POOL_DESIGN } from '../src/auto/design.js'
import { Featurizer } from '../src/auto/featurizer.js'
import { Relevance } from '../src/auto/relevance.js'
import { ones, Represented, represent } from '../src/auto/represented.js'
import { recalibration } from '../src/auto/stack/recalibration.js'
import { Stack } from '../src/auto/stack/stack.js'
import { AutoStreamStatistics } from '../src/auto/stream-statistics.js'
import { ViewScaling } from '../src/auto/view-scaling.js'
import { answerUntil, bitsOf, lived, madePool } from './support/pools.js'

const design = { ...DESIGN, ...POOL_DESIGN }
const costs = [design.presenceCost, design.valueCost, design.kernelCost]

/** Rows of two classes, with the steps that members might have taken on them. */
const made = (seed: number, count: number) => {
  const random = new Random(seed, 'test/cross-fit')
  const statistics = new AutoStreamStatistics(design, { measure: 'f1' })
  const rows: { row: Row; label: number; answer: number }[] = []
  for (let answer = 0; answer < count; answer++) {
    const label = random.below(2)
    const row = denseRow([random.normal() + label, random.normal(), random.uniform() < 0.3 ? 1 : 0])
    statistics.observe(row)
    rows.push({ row, label, answer })
  }
  statistics.measure()
  const steps = costs.map(() => Float64Array.from(rows, () => Math.max(0, random.normal())))
  const featurizer = new Featurizer(statistics.features, statistics.topics)
  const scales = statistics.scales[1]
  const uses = { usesKernel: true, usesTopics: true, hasVector: false }
  const input: CrossFitInput = { rows, steps, classes: 2, scales, ...uses }
  return {
    statistics,
    featurizer,
    input,
    newFit: () => new CrossFit(design, statistics.features, featurizer, input),
  }
}

const kernelOf = (a: number[], b: number[]): number => {
  const e = Math.exp(-2 * a.reduce((sum, x, k) => sum + (x - b[k]) ** 2, 0))
  return e / 2 + e ** 5 / 2 + 0.09
}

/** The scores of the second class, by fold and member, with plain vectors. */
const slowScores = ({ statistics, featurizer, input }: ReturnType<typeof made>): number[][] => {
  const { rows, steps, scales } = input
  const { features } = statistics
  const out = rows.map(() => [0, 0, 0])
  const folds = foldsOf(rows)
  for (let fold = 0; fold < 5; fold++) {
    const others = rows.flatMap((_, i) => (folds[i] === fold ? [] : [i]))
    const scaling = Object.assign(new ViewScaling(), { scales })
    if (rows.length >= design.relevanceFrom) {
      const relevance = new Relevance(design, 2)
      const slots = Array.from({ length: scales.seen }, (_, k) => k + 1)
      for (const i of others) {
        const plain = new Represented()
        represent(rows[i].row, features, scales, ones(100), plain, false)
        relevance.add(plain, rows[i].label, scales.seen)
      }
      for (const slot of slots) relevance.test(slot)
      relevance.rank()
      for (const slot of slots) relevance.judge(slot)
      scaling.newcomer = relevance.of(Number.POSITIVE_INFINITY)
      scaling.relevance = Float64Array.from([1, ...slots.map((slot) => relevance.of(slot))])
    }
    scaling.reserve(features.seen)
    const squares = others.map((i) => {
      const plain = new Represented()
      represent(rows[i].row, features, scales, scaling.relevance, plain, false)
      return plain.values.subarray(0, plain.length).reduce((sum, x) => sum + x * x, 0)
    })
    scaling.meanSquare = squares.reduce((sum, square) => sum + square, 0) / squares.length
    const dense = rows.map(({ row }) => {
      featurizer.featurize(row, scaling, true)
      return featurizer.copies().map(({ slots, values, start, from, length, square }) => {
        const vector = new Array<number>(64).fill(0)
        for (let k = 0; k < length; k++) vector[slots[start + k]] += values[from + k] * Math.sqrt(square)
        return vector
      })
    })
    for (let m = 0; m < 3; m++) {
      const dot = (a: number[], b: number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0)
      const sign = (i: number): number => (rows[i].label === 1 ? 1 : -1)
      const alpha = [...steps[m]]
      const kernel = m === 2 ? kernelOf : dot
      const score = (u: number[]): number =>
        others.reduce((sum, j) => sum + alpha[j] * sign(j) * kernel(dense[j][m], u), 0)
      for (let epoch = 0; epoch < 3; epoch++)
        for (const i of others) {
          const u = dense[i][m]
          const slack = 1 / (2 * costs[m])
          const wanted = (1 - sign(i) * score(u) - alpha[i] * slack) / (kernel(u, u) + slack)
          alpha[i] += Math.max(wanted, -alpha[i])
        }
      rows.forEach((_, i) => {
        if (folds[i] === fold) out[i][m] = score(dense[i][m]) / 2
      })
    }
  }
  return out
}

describe('cross-fit', () => {
  for (const count of [12, 45])
    test(`scores ${count} rows as an obvious version does`, () => {
      const all = made(count, count)
      const fit = all.newFit()
      fit.finish()
      slowScores(all).forEach((scores, i) => {
        scores.forEach((score, m) => {
          const fast = fit.scores[i * fit.width + 2 * m + 1]
          assert.ok(Math.abs(fast - score) < 1e-5, `row ${i}, member ${m}: ${fast} and ${score}`)
        })
      })
    })

  test('gives the same scores in slices as at once', () => {
    const all = made(3, 60)
    const [sliced, whole] = [all.newFit(), all.newFit()]
    whole.finish()
    for (let left = true; left; ) {
      left = sliced.step()
      // A row read in between must not matter.
      all.featurizer.featurize(all.input.rows[0].row, new ViewScaling(), false)
    }
    assert.deepEqual(sliced.scores, whole.scores)
  })

  test('gives the same scores with the arrays of an earlier one', () => {
    const [small, large] = [made(5, 30), made(6, 45)]
    const scratches: Scratch[] = []
    for (const { statistics, featurizer, input, newFit } of [large, small, large]) {
      const fit = new CrossFit(design, statistics.features, featurizer, input, { scratches })
      const fresh = newFit()
      for (const one of [fit, fresh]) one.finish()
      assert.deepEqual(fit.scores, fresh.scores)
      assert.equal(scratches.length, 1)
    }
  })

  test('divides every class evenly among the folds', () => {
    const random = new Random(1, 'test/folds')
    const rows = Array.from({ length: 203 }, (_, answer) => ({ answer, label: random.below(3) }))
    const folds = foldsOf(rows)
    for (let label = 0; label < 3; label++) {
      const sizes = [0, 1, 2, 3, 4].map(
        (f) => rows.filter((row, i) => row.label === label && folds[i] === f).length,
      )
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
    }
  })
})

describe('recalibration', () => {
  for (const classes of [2, 3])
    test(`is the most probable scale and offset, ${classes} classes`, () => {
      const random = new Random(classes, 'test/recalibration')
      const labels = Array.from({ length: 150 }, () => random.below(classes))
      const sums = Float64Array.from({ length: 150 * classes }, (_, k) => {
        const isOwn = labels[Math.floor(k / classes)] === k % classes
        return random.normal() + (isOwn ? 1.5 : 0)
      })
      /** The negative log posterior. */
      const loss = (scale: number, offset: number): number => {
        let sum = (scale - 1) ** 2 / 0.5 + offset ** 2 / 2
        labels.forEach((label, i) => {
          const z = [...sums.subarray(i * classes, (i + 1) * classes)].map((own) => scale * own)
          if (classes === 2) z[1] += offset
          sum += Math.log(z.reduce((total, own) => total + Math.exp(own), 0)) - z[label]
        })
        return sum
      }
      const { scale, offset } = recalibration(sums, labels, classes)
      assert.notEqual(scale, 1)
      for (const change of [-0.01, 0.01]) {
        assert.ok(loss(scale + change, offset) > loss(scale, offset))
        if (classes === 2) assert.ok(loss(scale, offset + change) > loss(scale, offset))
        else assert.equal(offset, 0)
      }
    })
})

describe('replaced scores of a stack', () => {
  for (const classes of [2, 3])
    test(`fit like scores that were added, ${classes} classes`, () => {
      const random = new Random(classes, 'test/replace')
      const width = 4 * classes
      const drawn = Array.from({ length: 160 }, () => ({
        scores: Float64Array.from({ length: width }, () => random.normal()),
        label: random.below(classes),
      }))
      const small = { ...design, stackWindow: 150, priorFrom: Number.POSITIVE_INFINITY, newtonSteps: 20 }
      const [replaced, added] = [new Stack(small, 3, classes), new Stack(small, 3, classes)]
      for (const { scores, label } of drawn) {
        replaced.complete(scores)
        replaced.add(
          scores.map((score) => -score),
          label,
        )
      }
      // The first 155 are replaced, and the last five stay; ten no longer fit.
      for (let k = 155; k < 160; k++)
        drawn[k] = { ...drawn[k], scores: drawn[k].scores.map((score) => -score) }
      replaced.replace(
        drawn.slice(0, 155).map(({ scores }) => scores),
        drawn.slice(0, 155).map(({ label }) => label),
        5,
        30,
      )
      for (const { scores, label } of drawn.slice(10)) added.add(scores, label)
      added.fit(30)
      assert.equal(replaced.held, 150)
      const held = drawn.slice(10)
      const sums = held.flatMap(({ scores }) => {
        const out = new Float64Array(classes)
        added.combine(scores, out)
        return [...out]
      })
      const labels = held.map(({ label }) => label)
      const { scale, offset } = recalibration(Float64Array.from(sums), labels, classes)
      const expected = added.slopes.map((slope, m) => scale * slope + (m === 3 ? offset : 0))
      for (let m = 0; m < 4; m++) assert.ok(Math.abs(replaced.slopes[m] - expected[m]) < 0.03)
    })
})

describe('re-fits in the background', () => {
  for (let seed = 1; seed <= 2; seed++)
    test(`replay to the same bits whenever they finish, seed ${seed}`, () => {
      const all = madePool({ items: 70, budget: { total: 50 }, seed })
      const { pool, log } = all
      pool.defersRefits = true
      const random = new Random(seed, 'test/background')
      lived(all, 90, random, () => {
        if (random.uniform() < 0.2) pool.work()
      })
      const begun = log.filter(({ type }) => type === 'refit-begun').length
      assert.ok(begun > 2, `${begun} re-fits`)
      const replayed = new Pool(pool.config)
      for (const event of log) replayed.apply(event)
      assert.deepEqual(bitsOf(replayed), bitsOf(pool))
    })

  test('continue after loading as if nothing had happened', () => {
    const all = madePool({ items: 120, budget: { total: 60 } })
    all.pool.defersRefits = true
    answerUntil(all, 30)
    assert.equal(all.pool.work(), true)
    const loaded = Pool.load(all.pool.save())
    loaded.defersRefits = true
    for (const pool of [all.pool, loaded]) while (pool.work());
    assert.deepEqual(bitsOf(loaded), bitsOf(all.pool))
    assert.equal(loaded.next()?.id, all.pool.next()?.id)
  })

  test('take effect at their event, not before', () => {
    const all = madePool({ items: 120, budget: { total: 60 } })
    all.pool.defersRefits = true
    answerUntil(all, 10)
    const probe = { features: {} }
    const types: string[] = []
    all.pool.log = ({ type }) => types.push(type)
    all.pool.work()
    assert.deepEqual(types, ['refit-begun'])
    const before = all.pool.predictProba(probe)
    while (all.pool.work()) if (types.length === 1) assert.deepEqual(all.pool.predictProba(probe), before)
    assert.deepEqual(types, ['refit-begun', 'refit-finished'])
    assert.notDeepEqual(all.pool.predictProba(probe), before)
  })
})
