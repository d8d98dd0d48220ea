import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { Labellings } from '../src/pool/enough.js'
import { type Audit, accuracyEstimate, f1Estimate, mergedStrata, type Stratum } from '../src/pool/estimate.js'
import { answerUntil, madePool } from './support/pools.js'

interface Person extends Audit {}

/** An item with its prediction; the model is too sure of itself by `bias`. */
const drawnItem = (random: Random, bias: number): Person => {
  const positive = random.uniform() ** 2
  const isPositive = random.uniform() < Math.min(1, Math.max(0, positive + bias * (random.uniform() - 0.3)))
  const isPredicted = positive >= 0.4
  return {
    positive,
    isPositive,
    isPredicted,
    isRight: isPredicted === isPositive,
    confidence: isPredicted ? positive : 1 - positive,
  }
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0)

const stratumOf = (items: readonly Person[], audits: readonly Audit[]): Stratum => ({
  audits,
  unlabelled: {
    items: items.length,
    confidence: sum(items, ({ confidence }) => confidence),
    positive: sum(items, ({ positive }) => positive),
    positivePredicted: sum(items, ({ positive, isPredicted }) => (isPredicted ? positive : 0)),
    predicted: items.filter(({ isPredicted }) => isPredicted).length,
  },
})

const drawn = (seed: number, items: number, audits: number, bias = 0.3) => {
  const random = new Random(seed, 'test/estimate')
  const all = Array.from({ length: items }, () => drawnItem(random, bias))
  const known = { items: 50, positives: 20 }
  const strata = [stratumOf(all.slice(audits), all.slice(0, audits))]
  return { all: all.slice(audits), input: { known, strata, classes: 2 } }
}

/** The formulas of docs/pool.md, one after the other. */
const slow = (
  all: readonly Person[],
  audits: readonly Audit[],
  known: { items: number; positives: number },
) => {
  const a = audits.length
  const mean = (values: readonly number[]): number => sum(values, (value) => value) / values.length
  const variance = (values: readonly number[]): number => {
    const middle = mean(values)
    return sum(values, (value) => (value - middle) ** 2) / (values.length - 1)
  }
  const o = audits.map(({ isRight }) => Number(isRight))
  const c = audits.map(({ confidence }) => confidence)
  const products = o.map((own, i) => (own - mean(o)) * (c[i] - mean(c)))
  const lambda = Math.min(1, Math.max(0, sum(products, (x) => x) / (a - 1) / variance(c)))
  const theta = mean(o) + lambda * (mean(all.map(({ confidence }) => confidence)) - mean(c))
  const v = variance(o.map((own, i) => own - lambda * c[i])) / a + 1.3058 / a ** 2
  const U = all.length
  const N = known.items + U
  const L = known.positives
  const r = audits.map(({ isPositive, positive }) => Number(isPositive) - positive)
  const hat = audits.map(({ isPredicted }) => Number(isPredicted))
  const TP =
    sum(all, ({ isPredicted, positive }) => Number(isPredicted) * positive) +
    (U / a) *
      sum(
        r.map((x, i) => x * hat[i]),
        (x) => x,
      )
  const AP = sum(all, ({ positive }) => positive) + (U / a) * sum(r, (x) => x)
  const PP = L + all.filter(({ isPredicted }) => isPredicted).length
  const D = PP + AP + L
  const F = (2 * (TP + L)) / D
  const e = r.map((x, i) => x * (2 * hat[i] - F))
  const vF = (variance(e) / a + 1.3058 / a ** 2) * (U / D) ** 2
  return {
    accuracy: (known.items + U * theta) / N,
    accuracyHalf: (1.959964 * Math.sqrt(v) * U) / N,
    f1: F,
    f1Half: 1.959964 * Math.sqrt(vF),
  }
}

describe('estimates of a pool', () => {
  for (let seed = 1; seed <= 5; seed++)
    test(`follow the formulas, seed ${seed}`, () => {
      const { all, input } = drawn(seed, 500, 60)
      const expected = slow(all, input.strata[0].audits, input.known)
      const [accuracy, f1] = [accuracyEstimate(input, 0.95), f1Estimate(input, 0.95)]
      const close = (a: number | undefined, b: number): void =>
        assert.ok(a !== undefined && Math.abs(a - b) < 1e-4, `${a} and ${b}`)
      close(accuracy.value, expected.accuracy)
      close(f1.value, expected.f1)
      const half = (low: number, value: number | undefined): number => (value ?? 0) - low
      close(half(accuracy.fixedTime.low, accuracy.value), expected.accuracyHalf)
      close(half(f1.fixedTime.low, f1.value), expected.f1Half)
      assert.ok(accuracy.anyTime.low < accuracy.fixedTime.low)
    })

  test('cover the truth of all items about as often as they claim', () => {
    const runs = 300
    const covered = { accuracy: 0, f1: 0 }
    for (let seed = 1; seed <= runs; seed++) {
      const { all, input } = drawn(seed, 400, 50, 0.5)
      const { known } = input
      const rights = known.items + all.filter(({ isRight }) => isRight).length
      const hits =
        known.positives + all.filter(({ isPredicted, isPositive }) => isPredicted && isPositive).length
      const predicted = known.positives + all.filter(({ isPredicted }) => isPredicted).length
      const positives = known.positives + all.filter(({ isPositive }) => isPositive).length
      const truth = {
        accuracy: rights / (known.items + all.length),
        f1: (2 * hits) / (predicted + positives),
      }
      const estimates = { accuracy: accuracyEstimate(input, 0.95), f1: f1Estimate(input, 0.95) }
      for (const name of ['accuracy', 'f1'] as const) {
        const { low, high } = estimates[name].fixedTime
        if (truth[name] >= low && truth[name] <= high) covered[name]++
      }
    }
    for (const count of Object.values(covered)) assert.ok(count / runs > 0.92, String(count / runs))
  })

  test('say nothing but the range with few audits, and everything when all is known', () => {
    const { input } = drawn(1, 200, 9)
    const { value, fixedTime } = accuracyEstimate(input, 0.95)
    assert.deepEqual([value, fixedTime], [undefined, { low: 50 / (50 + 191), high: 1 }])
    const nothing = { ...input, strata: [stratumOf([], [])] }
    assert.deepEqual(f1Estimate(nothing, 0.95).fixedTime, { low: 1, high: 1 })
  })

  test('take items added later as a part of their own once it has enough audits', () => {
    const random = new Random(1, 'test/strata')
    const items = (count: number) => Array.from({ length: count }, () => drawnItem(random, 0))
    const part = (audits: number) => stratumOf(items(50), items(audits))
    const sizes = (...audits: number[]) => mergedStrata(audits.map(part)).map((one) => one.audits.length)
    assert.deepEqual(sizes(20, 15), [20, 15])
    assert.deepEqual(sizes(20, 5), [25])
    assert.deepEqual(sizes(4, 5, 6, 30, 2), [15, 32])
    assert.deepEqual(sizes(3), [3])
  })
})

describe('quality of a pool', () => {
  test('is estimated from audits, and also for skipped audits as wrong ones', () => {
    const made = madePool({ items: 300, budget: { total: 80 } })
    const { pool } = made
    answerUntil(made, 74)
    const audit = pool.next()
    assert.equal(audit?.reason, 'audit')
    pool.unsure(audit?.id ?? '')
    const { accuracy, audits, known, ifUnansweredWrong, items } = pool.poolQuality()
    assert.deepEqual([audits.answered, audits.unanswered, items], [14, 1, 300])
    assert.ok(known >= 74)
    assert.ok(accuracy.value !== undefined && accuracy.value > 0.8)
    assert.ok((ifUnansweredWrong?.accuracy.fixedTime.low ?? 1) < accuracy.fixedTime.low)
    const finishes = made.log.filter(({ type }) => type === 'finished').length
    pool.poolQuality()
    assert.equal(made.log.filter(({ type }) => type === 'finished').length, finishes)
  })

  test('has no value without audits', () => {
    const made = madePool({ items: 100, measure: 0, budget: { total: 20 } })
    answerUntil(made, 20)
    const { accuracy, f1, expectedAccuracy } = made.pool.poolQuality()
    assert.deepEqual([accuracy.value, f1.value], [undefined, undefined])
    assert.ok(expectedAccuracy > 0.5)
  })

  test('works with a learner that has no re-fit', () => {
    const made = madePool({ algorithm: 'PAA-II', items: 200, budget: { total: 60 } })
    answerUntil(made, 60)
    assert.equal(made.pool.poolQuality().audits.answered, 12)
  })
})

describe('disagreement', () => {
  test('is that of the labellings 50 answers apart, over unlabelled items', () => {
    const random = new Random(1, 'test/disagreement')
    const labellings = new Labellings()
    const all = [0, 25, 50, 75].map((n) => ({
      answers: 100 + n,
      stride: 2,
      predicted: Array.from({ length: 100 }, () => random.below(2)),
    }))
    for (const one of all) labellings.add(one)
    const isOpen = (place: number): boolean => place % 3 !== 0
    const pairs = all[1].predicted.flatMap((then, k) => (isOpen(2 * k) ? [[then, all[3].predicted[k]]] : []))
    const share = pairs.filter(([then, now]) => then !== now).length / pairs.length
    const both = pairs.filter(([then, now]) => then + now === 2).length
    const f1 = (2 * both) / sum(pairs, ([then, now]) => then + now)
    assert.equal(labellings.disagreement(undefined, isOpen), share)
    assert.equal(labellings.disagreement(1, isOpen), 1 - f1)
    const copy = new Labellings()
    copy.load(labellings.save())
    assert.equal(copy.disagreement(1, isOpen), 1 - f1)
    assert.equal(new Labellings().disagreement(1, isOpen), undefined)
  })

  test('says that more answers would change little', () => {
    const made = madePool({ items: 500, share: 0.5, budget: { total: 200 } })
    answerUntil(made, 100)
    assert.deepEqual([made.pool.progress().why, made.pool.progress().enough], ['early', false])
    answerUntil(made, 200)
    const { why, disagreement, enough } = made.pool.progress()
    assert.ok(disagreement !== undefined && disagreement < 0.05)
    assert.equal(enough, why === 'stable')
  })
})
