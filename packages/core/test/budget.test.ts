import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { Budget, type BudgetSpec } from '../src/budget/budget.js'
import type { ClassifierOptions } from '../src/classifier/options.js'
import { drawnOptions, lived } from './support/live.js'

const [SEEDS, ITEMS] = process.env.ASKANCE_SOAK ? [60, 3000] : [6, 1000]

/** An independent statement of the maximum spent so far. */
const most = ({ ratio, credit = 20, total, horizon }: BudgetSpec, items: number): number =>
  Math.min(
    total ?? Number.POSITIVE_INFINITY,
    ratio === undefined
      ? Number.POSITIVE_INFINITY
      : horizon === undefined
        ? ratio * items + credit
        : Math.floor(ratio * horizon),
  )

describe('a budget', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const options: ClassifierOptions = drawnOptions(new Random(seed, 'test/budget'))
    const budget = options.budget ?? {}
    test(`is never exceeded: ${options.algorithm}, ${JSON.stringify(budget)}, seed ${seed}`, () => {
      lived(options, 400, new Random(seed, 'test/budget/life'), (classifier) => {
        const { items, spent } = classifier.counts
        assert.ok(spent <= most(budget, items), `${spent} spent after ${items} items`)
      })
    })
  }

  test('an hourly budget asks at most the bucket and what time brings, in any span', () => {
    const random = new Random(5, 'test/budget/hour')
    const asked: number[] = []
    const options = { classes: ['a', 'b'], algorithm: 'MD', budget: { perHour: 30, burst: 4 }, audit: 0 }
    const { log } = lived(options, 2000, random)
    for (const event of log) if (event.type === 'observed' && event.asked) asked.push(event.time)
    const given = log.filter(
      ({ type }) => type === 'skipped' || type === 'withdrawn' || type === 'expired',
    ).length
    for (let from = 0; from < asked.length; from++)
      for (let to = from; to < asked.length; to++) {
        const hours = (asked[to] - asked[from]) / 3_600_000
        assert.ok(to - from + 1 <= 4 + 30 * hours + given + 1e-9)
      }
    assert.ok(asked.length > 10)
  })

  test('with a horizon is spent early, but evenly after a change and where what was learned does not last', () => {
    const at = { items: 1000, spent: 100, time: 0 }
    const rateAfter = (restarted: number | undefined, lasting: number): number => {
      const budget = new Budget({ total: 1000, horizon: 10_000 })
      if (restarted !== undefined) budget.restart({ ...at, items: 999 }, restarted)
      const stored = new Budget({ total: 1000, horizon: 10_000 })
      stored.load(budget.save())
      return stored.rate({ ...at, lasting })
    }
    const even = 900 / 9001
    assert.ok(rateAfter(undefined, 1) > 2 * even)
    assert.ok(rateAfter(0, 1) > 2 * even)
    assert.ok(Math.abs(rateAfter(1, 1) - even) < 0.1 * even)
    assert.ok(Math.abs(rateAfter(undefined, 0) - even) < 1e-12)
    assert.equal(rateAfter(undefined, 0.5), rateAfter(undefined, 1))
  })

  test('says what is wrong with it', () => {
    for (const [spec, name] of [
      [{ ratio: 0 }, 'ratio'],
      [{ ratio: 1.1 }, 'ratio'],
      [{ total: 1.5 }, 'total'],
      [{ total: -1 }, 'total'],
      [{ horizon: 0 }, 'horizon'],
      [{ perHour: Number.NaN }, 'perHour'],
      [{ perHour: 5, burst: 0.5 }, 'burst'],
    ] as const)
      assert.throws(() => new Budget(spec), { code: 'budget/value' }, name)
  })

  test('is used where the rule wants it', () => {
    for (const algorithm of [
      'D-AMD',
      'PAA-II',
      'SOAL-diag',
      'BBQ',
      'RandomizedBBQ',
      'R-AMD',
      'MD',
      'SEL-ada',
    ])
      for (const ratio of [0.02, 0.05, 0.2]) {
        const options = { classes: ['a', 'b'], algorithm, budget: { ratio, horizon: ITEMS }, seed: 3 }
        const random = new Random(9, 'test/budget/use')
        const { classifier } = lived(options, ITEMS, random)
        const { spent } = classifier.counts
        assert.ok(spent >= 0.93 * ratio * ITEMS, `${algorithm} at ${ratio}: ${spent}`)
      }
  })
})
