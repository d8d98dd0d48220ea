import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { BucketLimit } from '../src/budget/bucket.js'
import { Budget, type BudgetSpec } from '../src/budget/budget.js'
import { Steering } from '../src/budget/steering.js'
import { Classifier } from '../src/classifier/classifier.js'
import type { Observed } from '../src/classifier/events.js'
import type { ClassifierOptions } from '../src/classifier/options.js'
import { Reading, Tally } from '../src/parts.js'
import { near } from '../src/queries/near.js'
import { drawnItem, drawnOptions, lived } from './support/live.js'

const [SEEDS, ITEMS] = process.env.ASKANCE_SOAK ? [60, 3000] : [3, 1000]

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
    const options = { classes: ['a', 'b'], algorithm: 'MD', budget: { perHour: 30, burst: 4 }, measure: 0 }
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

  test('with few labels for each class is spent earlier, but never on more than six of ten items', () => {
    const rates = (classes: number | undefined, spec: BudgetSpec = {}): number[] => {
      const budget = new Budget({ total: 600, horizon: 10_000, ...spec }, classes)
      let spent = 0
      return Array.from({ length: 10_000 }, (_, t) => {
        const rate = budget.rate({ items: t + 1, spent, time: 0 })
        spent += rate
        return rate
      })
    }
    const first = (all: number[]): number => all.slice(0, 1000).reduce((sum, rate) => sum + rate, 0)
    const usual = rates(undefined)
    assert.deepEqual(rates(2), usual)
    assert.deepEqual(rates(10), usual)
    assert.deepEqual(rates(100, { exponent: 0.4 }), rates(undefined, { exponent: 0.4 }))
    const [some, few] = [rates(20), rates(40)]
    assert.ok(first(usual) + 50 < first(some) && first(some) + 50 < first(few))
    for (const all of [some, few]) {
      assert.equal(all[19], 1)
      assert.ok(all.slice(20).every((rate) => rate <= 0.6 && rate > 0))
      assert.ok(all.reduce((sum, rate) => sum + rate, 0) <= 600)
    }
  })

  test('catches up with questions that are overdue where the curve turns flat', () => {
    const [total, horizon] = [31, 1560]
    const budget = new Budget({ total, horizon }, 26)
    let spent = 0
    for (let items = 1; items <= 60; items++) {
      spent += budget.rate({ items, spent, time: 0 })
      if (items >= 30) assert.ok(spent > total * (items / horizon) ** 0.1 - 2.5, `${spent} by item ${items}`)
    }
    assert.equal(budget.rate({ items: horizon, spent: 5, time: 0 }), 1)
  })

  test('with few labels for each class follows (t/T)^0.4 again after a change', () => {
    const at = { items: 1000, spent: 300, time: 0 }
    const rateAfter = (classes: number): number => {
      const budget = new Budget({ total: 600, horizon: 10_000 }, classes)
      budget.restart(at, 0.5)
      const stored = new Budget({ total: 600, horizon: 10_000 }, classes)
      stored.load(budget.save())
      return stored.rate({ ...at, items: 1500, spent: 350 })
    }
    assert.equal(rateAfter(40), rateAfter(2))
  })

  test('can be spent where more than six of ten items may be asked about', () => {
    const budget = new Budget({ ratio: 0.9, horizon: 500 }, 100)
    let spent = 0
    for (let items = 1; items <= 500; items++) spent += budget.rate({ items, spent, time: 0 })
    assert.ok(spent > 440, `${spent}`)
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
    const algorithms = ['D-AMD', 'PAA-II', 'SOAL-diag', 'BBQ', 'RandomizedBBQ', 'R-AMD', 'MD', 'SEL-ada']
    const ratios = [0.02, 0.05, 0.2]
    for (const [place, algorithm] of algorithms.entries())
      for (const ratio of process.env.ASKANCE_SOAK ? ratios : [ratios[place % ratios.length]]) {
        const options = { classes: ['a', 'b'], algorithm, budget: { ratio, horizon: ITEMS }, seed: 3 }
        const random = new Random(9, 'test/budget/use')
        const { classifier } = lived(options, ITEMS, random)
        const { spent } = classifier.counts
        assert.ok(spent >= 0.93 * ratio * ITEMS, `${algorithm} at ${ratio}: ${spent}`)
      }
  })

  for (const [budget, rate] of [
    [{ total: 100, horizon: ITEMS }, 100 / ITEMS],
    [{ ratio: 0.1, horizon: ITEMS }, 0.1],
    [{ ratio: 0.1 }, 0.1],
  ] as const)
    test(`asks about every item with a probability of at least 0.3·φ·r̄, and is used: ${JSON.stringify(budget)}`, () => {
      for (const algorithm of ['D-AMD', 'PAA-II', 'auto']) {
        const items = algorithm === 'auto' ? ITEMS / 2 : ITEMS
        const spec = 'horizon' in budget ? { ...budget, horizon: items } : budget
        const random = new Random(3, `test/budget/${algorithm}`)
        const classifier = new Classifier({ classes: ['a', 'b'], algorithm, budget: spec, seed: 3 })
        const mean = 'total' in spec ? spec.total / items : rate
        let none = 0
        let drift = 1
        classifier.log = ({ type }) => {
          if (type === 'drifted') drift = 0.5
        }
        for (let t = 1; t <= items; t++) {
          const least = 0.3 * 0.2 * drift * mean
          const item = drawnItem(random)
          const { asked, id, probability } = classifier.observe(item)
          const { spent } = classifier.counts
          assert.ok(spent <= most(spec, t) + 1e-9, `${algorithm}: ${spent} spent after ${t}`)
          if (probability === 0) none++
          else
            assert.ok(
              probability >= least - 1e-12 || t > 0.98 * items,
              `${algorithm}: ${probability} at ${t}`,
            )
          if (asked) classifier.answer(id, item.row.value[0] + 0.5 * random.normal() > 0 ? 'b' : 'a')
        }
        assert.ok(none <= 0.06 * items, `${algorithm}: P was 0 for ${none} items`)
        const { spent } = classifier.counts
        assert.ok(spent >= 0.97 * mean * items, `${algorithm}: ${spent} spent`)
      }
    })

  test('measures uncertain predictions more often, and half as much after drift', () => {
    const options = { classes: ['a', 'b'], budget: { ratio: 0.1 }, algorithm: 'PAA-II', seed: 4 }
    const classifier = new Classifier(options)
    const random = new Random(4, 'test/budget/measure')
    const share = (event: Observed): number => event.trace.measure ?? 0
    const seen: Observed[] = []
    for (let t = 0; t < 400; t++) {
      const item = drawnItem(random)
      const event = classifier.observe(item)
      if (event.asked) classifier.answer(event.id, item.row.value[0] > 0 ? 'b' : 'a')
      if (t > 200) seen.push(event)
    }
    const sure = seen.filter(({ confidence }) => confidence > 0.95)
    const unsure = seen.filter(({ confidence }) => confidence < 0.7)
    const meanOf = (events: readonly Observed[]): number =>
      events.reduce((sum, event) => sum + share(event), 0) / events.length
    assert.ok(sure.length > 10 && unsure.length > 10, `${sure.length}, ${unsure.length}`)
    assert.ok(meanOf(unsure) > 1.5 * meanOf(sure))
    assert.ok(Math.abs(meanOf(seen) - 0.02) < 0.004, `${meanOf(seen)}`)
    classifier.apply({ type: 'drifted', time: 0, kind: 'errors', strength: 1, since: 0 })
    assert.ok(Math.abs(classifier.observe(drawnItem(random)).trace.audit - 0.3 * 0.01) < 1e-12)
  })

  test('replays decisions of a log without a share that measures as they were recorded', () => {
    const { classifier, log } = lived(
      { classes: ['a', 'b'], budget: { ratio: 0.3 }, seed: 2 },
      200,
      new Random(8, 'old'),
    )
    const old = log.map((event) => {
      if (event.type !== 'observed') return event
      const { measure: _, ...trace } = event.trace
      return { ...event, trace }
    })
    const replayed = new Classifier({ classes: ['a', 'b'], budget: { ratio: 0.3 }, seed: 2 })
    for (const event of old) replayed.apply(event)
    assert.deepEqual(replayed.counts, classifier.counts)
    const item = drawnItem(new Random(1, 'next'))
    assert.deepEqual(replayed.predictProba(item), classifier.predictProba(item))
  })
})

describe('a budget per hour', () => {
  test('earns the time between two clocks once', () => {
    const bucket = new BucketLimit(60, 10)
    const minute = 60_000
    let spent = 0
    // Two machines, five minutes apart, each with an item a second.
    for (let second = 0; second < 600; second++)
      for (const ahead of [0, 5 * minute]) {
        const status = { items: 0, time: 1000 * second + ahead, spent }
        if (bucket.allows(status)) spent++
        bucket.observed({ ...status, spent })
      }
    assert.ok(spent <= 10 + 10 + 5, `${spent} questions in ten minutes`)
  })
})

describe('a dial', () => {
  test('is turned as if all probabilities were added up one by one', () => {
    const random = new Random(9, 'test/dial')
    const tally = new Tally()
    const { sum: _, ...slow } = near
    const both = [near, slow].map((rule) => new Steering(rule, { smoothing: 1 }))
    const reading = new Reading(1)
    let turned = 0
    for (let n = 0; n < 3000; n++) {
      const rate = n % 1000 < 900 ? 0.02 + 0.2 * random.uniform() : random.uniform() ** 8
      const [value] = both.map((steering) => {
        steering.turn(rate, tally)
        return { dial: steering.value, thinning: steering.thinning }
      })
      assert.deepEqual({ dial: both[1].value, thinning: both[1].thinning }, value)
      if (value.dial !== 1) turned++
      // Equal margins, none, and immense ones too.
      const scale = [1, 1, 1, 0, 1e-30, 1e90][random.below(n < 2000 ? 3 : 6)]
      reading.margin =
        scale * (random.below(4) === 0 ? 1 : Math.abs(random.normal()) + random.uniform() ** 9 * 40)
      for (const steering of both) steering.rememberReading(reading)
    }
    assert.ok(turned > 2000)
  })
})
