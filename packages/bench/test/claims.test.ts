import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import type { Evidence, Point } from '../src/reproduce/claims/evidence.js'
import * as claims from '../src/reproduce/claims/index.js'
import type { Check, Finding } from '../src/reproduce/claims/verdict.js'
import { judged } from '../src/reproduce/claims/verdict.js'

const RUNS = 8

/** Values around a mean, the same noise in every run for all algorithms, and a little of their own. */
const around = (mean: number, seed: number): number[] => {
  const random = new Random(seed, 'claims')
  return Array.from({ length: RUNS }, (_, k) => mean + 0.01 * Math.sin(k) + 0.002 * (random.uniform() - 0.5))
}

type Levels = Readonly<Record<string, Readonly<Record<number, number | undefined>>>>

let seed = 0

/** The means of each algorithm at each ratio; undefined where it asks at least 15 %. */
const points = (set: string, levels: Levels, metric = 'f1'): Point[] =>
  Object.entries(levels).flatMap(([algorithm, at]) =>
    Object.entries(at).map(([ratio, mean]): Point => {
      const place = { set, algorithm, ratio: Number(ratio) }
      return mean === undefined
        ? { ...place, closest: 0.15, values: {} }
        : { ...place, values: { [metric]: around(mean, ++seed) } }
    }),
  )

const evidence = (...all: readonly Point[][]): Evidence => ({
  format: 1,
  id: 'unknown-2000/table-1',
  date: '2000-01-01',
  version: '0',
  runs: RUNS,
  metric: 'f1',
  missing: [],
  points: all.flat(),
})

const verdictOf = (check: Check, given: Evidence): string => check(given).verdict

const clear = evidence(
  points('a', { A: { 0.1: 0.8, 0.2: 0.9 }, B: { 0.1: 0.7, 0.2: 0.7 }, S: { 1: 0.905 } }),
  points('b', { A: { 0.1: 0.6, 0.2: 0.6 }, B: { 0.1: 0.5, 0.2: 0.65 }, C: { 0.1: undefined, 0.2: 0.4 } }),
)

describe('a claim that one algorithm is above another', () => {
  test('holds where every comparison is significant, and fails where one contradicts', () => {
    assert.equal(verdictOf(claims.above('A', 'B', { sets: ['a'] }), clear), 'holds')
    const { verdict, numbers, test } = claims.above('A', 'B')(clear)
    assert.equal(verdict, 'fails')
    assert.match(
      numbers,
      /^3 of 4 agree; contradict: b 20 %: A 60\.\d\d, B 65\.\d\d \(−\d\.\d\d, p < 0\.0001\)$/,
    )
    assert.match(test, /paired t-test/)
    assert.equal(verdictOf(claims.above('A', 'B', { ratios: [0.1, 0.1] }), clear), 'holds')
    assert.equal(verdictOf(claims.above('A', 'B', { of: 'most' }), clear), 'holds')
    assert.equal(verdictOf(claims.above('B', 'A', { of: 'most' }), clear), 'fails')
    assert.equal(verdictOf(claims.above('A', 'B', { sets: ['c'] }), clear), 'undecided')
  })

  test('is undecided where the difference is not significant, or with one run', () => {
    const equal = evidence(points('a', { A: { 0.1: 0.8 }, B: { 0.1: 0.8 } }))
    assert.equal(verdictOf(claims.above('A', 'B'), equal), 'undecided')
    const single = clear.points.map((point) => ({
      ...point,
      values: Object.fromEntries(Object.entries(point.values).map(([name, [first]]) => [name, [first]])),
    }))
    assert.equal(verdictOf(claims.above('A', 'B'), { ...clear, points: single }), 'undecided')
  })

  test('one that always asks is compared at every ratio, from both sides', () => {
    assert.equal(claims.above('S', 'B')(clear).numbers.slice(0, 11), '2 of 2 agre')
    assert.equal(verdictOf(claims.above('B', 'S'), clear), 'fails')
  })

  test('less is better where the metric says so', () => {
    const costs = evidence(points('a', { A: { 0.1: 5 }, B: { 0.1: 7 } }, 'cost'))
    assert.equal(verdictOf(claims.above('A', 'B', { metric: 'cost' }), costs), 'holds')
  })

  test('pairs, the best of all, and the variant that reaches a ratio', () => {
    assert.equal(
      verdictOf(
        claims.abovePairs(
          [
            ['A', 'B'],
            ['S', 'A'],
          ],
          { sets: ['a'], ratios: [0.1, 0.1] },
        ),
        clear,
      ),
      'holds',
    )
    assert.equal(verdictOf(claims.best('A', 'S', { sets: ['a'] }), clear), 'holds')
    assert.equal(verdictOf(claims.best('B', 'S', { sets: ['a'] }), clear), 'fails')
    const variants = evidence(
      points('a', { C: { 0.1: undefined, 0.2: 0.9 }, A: { 0.1: 0.8, 0.2: 0.5 }, B: { 0.1: 0.7, 0.2: 0.7 } }),
    )
    // At 10 % A stands in for C; at 20 % C counts and A, which is worse than B, does not.
    assert.equal(claims.bestVariant('C A', '')(variants).numbers.slice(0, 12), '2 of 2 agree')
    assert.equal(verdictOf(claims.bestVariant('A C', ''), variants), 'fails')
  })
})

describe('claims of other kinds', () => {
  test('at least as good: equal is enough', () => {
    const equal = evidence(points('a', { A: { 0.1: 0.8 }, B: { 0.1: 0.8 } }))
    assert.equal(verdictOf(claims.notBelow('A', 'B'), equal), 'holds')
    assert.equal(verdictOf(claims.notBelow('B', 'A'), clear), 'fails')
  })

  test('level within a distance', () => {
    assert.equal(verdictOf(claims.level('A', 'S', 0.02, { ratios: [0.2, 0.2] }), clear), 'holds')
    assert.equal(verdictOf(claims.level('A', 'S', 0.001, { ratios: [0.2, 0.2] }), clear), 'fails')
    const wide = {
      ...clear,
      points: clear.points.map((point) => ({ ...point, values: { f1: point.values.f1?.slice(0, 2) ?? [] } })),
    }
    assert.equal(verdictOf(claims.level('A', 'S', 0.005, { ratios: [0.2, 0.2] }), wide), 'undecided')
  })

  test('rises, falls, stays and levels off with the ratio', () => {
    assert.equal(verdictOf(claims.changes('rises', 'A', { sets: ['a'] }), clear), 'holds')
    assert.equal(verdictOf(claims.changes('falls', 'A', { sets: ['a'] }), clear), 'fails')
    assert.equal(verdictOf(claims.steady('A', 0.01, { sets: ['b'] }), clear), 'holds')
    assert.equal(verdictOf(claims.steady('A', 0.01, { sets: ['a'] }), clear), 'fails')
    const bent = evidence(
      points('a', { A: { 0.01: 0.5, 0.1: 0.8, 1: 0.82 }, B: { 0.01: 0.5, 0.1: 0.52, 1: 0.8 } }),
    )
    assert.equal(verdictOf(claims.levelsOff('A', 0.1), bent), 'holds')
    assert.equal(verdictOf(claims.levelsOff('B', 0.1), bent), 'fails')
  })

  test('neither is always better', () => {
    assert.equal(verdictOf(claims.neitherAlways([['A', 'B']]), clear), 'holds')
    assert.equal(verdictOf(claims.neitherAlways([['A', 'B']], { sets: ['a'] }), clear), 'fails')
    assert.equal(verdictOf(claims.neitherAlways([['A', 'X']]), clear), 'undecided')
  })

  test('a ratio that cannot be reached', () => {
    assert.equal(verdictOf(claims.unreachable('C'), clear), 'holds')
    assert.match(claims.unreachable('C')(clear).numbers, /b: C asks at least 15 %/)
    assert.equal(verdictOf(claims.unreachable('A'), clear), 'fails')
  })

  test('time', () => {
    const times = evidence(points('a', { A: { 0.1: 9 }, B: { 0.1: 4 }, C: { 0.1: 4.5 } }, 'time'))
    assert.equal(verdictOf(claims.slower('A', 'B C'), times), 'holds')
    assert.equal(verdictOf(claims.slower('A', 'B', 2), times), 'holds')
    assert.equal(verdictOf(claims.slower('A', 'B', 3), times), 'fails')
    assert.equal(verdictOf(claims.similarTime('C', 'B', 1.5), times), 'holds')
    assert.equal(verdictOf(claims.similarTime('A', 'B', 1.5), times), 'fails')
    assert.equal(verdictOf(claims.slower('A', 'B'), clear), 'undecided')
  })

  test('stretches of a stream', () => {
    const course = (early: number, late: number) => {
      const [a, b] = [around(early, ++seed), around(late, ++seed)]
      return { items: [500, 1000], values: a.map((value, k) => [value, (value + b[k]) / 2]) }
    }
    const at = { set: 'a', values: {} }
    const stream = evidence([
      { ...at, algorithm: 'A', course: course(0.9, 0.5) },
      { ...at, algorithm: 'B', course: course(0.8, 0.6) },
    ])
    assert.equal(verdictOf(claims.aboveBetween('A', 'B', 0, 500), stream), 'holds')
    assert.equal(verdictOf(claims.aboveBetween('A', 'B', 500, 1000), stream), 'fails')
    assert.equal(verdictOf(claims.aboveBetween('A', 'B', 0, 700), stream), 'undecided')
    assert.equal(verdictOf(claims.recovers('A', [500, 1000], [0, 500]), stream), 'holds')
    assert.equal(verdictOf(claims.recovers('A', [0, 500], [500, 1000]), stream), 'fails')
  })

  test('several parts: those without data are left out', () => {
    const [yes, no, none] = [
      claims.above('A', 'B', { sets: ['a'] }),
      claims.above('B', 'A', { sets: ['a'] }),
      claims.above('A', 'X'),
    ]
    assert.equal(verdictOf(claims.both(yes, none), clear), 'holds')
    assert.equal(verdictOf(claims.both(yes, no), clear), 'fails')
    assert.equal(verdictOf(claims.both(none, none), clear), 'undecided')
    assert.equal(verdictOf(claims.untestable('why'), clear), 'undecided')
  })
})

/** The rule of `judged` by its words, one comparison at a time. */
const slowVerdict = (findings: readonly Finding[], of: 'all' | 'most'): string => {
  const known = findings.filter(({ agrees }) => agrees !== undefined)
  const ps = known.map(({ p = 0 }) => p)
  // Holm: reject the smallest p at α/m, the next at α/(m − 1), until one is not rejected.
  const rejected = new Set<number>()
  for (const k of ps.map((_, j) => j).sort((i, j) => ps[i] - ps[j])) {
    if (ps[k] > 0.05 / (ps.length - rejected.size)) break
    rejected.add(k)
  }
  let [agree, contradict] = [0, 0]
  known.forEach(({ agrees }, k) => {
    if (agrees && ps[k] <= 0.05) agree++
    if (!agrees && rejected.has(k)) contradict++
  })
  if (known.length === 0) return 'undecided'
  if (of === 'all') return agree === known.length ? 'holds' : contradict > 0 ? 'fails' : 'undecided'
  return agree * 2 > known.length ? 'holds' : contradict * 2 >= known.length ? 'fails' : 'undecided'
}

test('the verdict of random comparisons equals the slow one', () => {
  const random = new Random(5, 'verdicts')
  const seen = new Set<string>()
  for (let k = 0; k < 3000; k++) {
    const wrong = random.uniform()
    const findings = Array.from({ length: random.below(6) }, (): Finding => {
      const p = random.uniform() < 0.6 ? 0.05 * random.uniform() : random.uniform()
      const agrees = random.uniform() < 0.1 ? undefined : random.uniform() > wrong
      return { agrees, p, text: 't' }
    })
    for (const of of ['all', 'most'] as const) {
      const { verdict } = judged(findings, 't', of)
      assert.equal(verdict, slowVerdict(findings, of))
      seen.add(`${of} ${verdict}`)
    }
  }
  assert.equal(seen.size, 6)
})
