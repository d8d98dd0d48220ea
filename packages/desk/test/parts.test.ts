import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Budget } from '@askance/core/internals'
import { allowedAfter, budgetUse, itemBudget, spentMessage, spentText } from '../src/parts/budget.js'
import { classifyDifference, formatPoints } from '../src/parts/numbers.js'
import { accuracyIn, answersIn, shownEstimate } from '../src/parts/quality.js'
import { estimate, quality } from './dashboard-support.js'

const HOUR = 3_600_000

test('an estimate is shown by the rules of the core, without a break before the percent sign', () => {
  const one = quality()
  assert.equal(shownEstimate(accuracyIn(one), { answers: answersIn(one) }), '90\u00a0% (85–95\u00a0%)')
  assert.equal(shownEstimate(estimate(0.6, 0.25), { answers: 30 }), '35–85\u00a0%')
  assert.equal(shownEstimate(estimate(0.6, 0.25), { answers: 19 }), 'too early')
  assert.equal(formatPoints(-0.0231), '−2.3')
})

test('a difference needs the whole interval on one side of 0', () => {
  assert.equal(classifyDifference({ low: 0.001, high: 0.5 }), 'ahead')
  assert.equal(classifyDifference({ low: -0.5, high: -0.001 }), 'behind')
  assert.equal(classifyDifference({ low: 0, high: 0.04 }), 'none')
  assert.equal(classifyDifference({ low: -0.03, high: 0.03 }), 'unclear')
})

test('a budget allows the minimum of its limits', () => {
  assert.equal(allowedAfter({ ratio: 0.1 }, 1000, 0), 120)
  assert.equal(allowedAfter({ ratio: 0.1, credit: 0 }, 1000, 0), 100)
  assert.equal(allowedAfter({ ratio: 0.1, horizon: 500 }, 1000, 0), 50)
  assert.equal(allowedAfter({ ratio: 0.29, credit: 0 }, 100, 0), 29)
  assert.equal(allowedAfter({ total: 40, perHour: 10, burst: 5 }, 1000, 2 * HOUR), 25)
  assert.equal(allowedAfter({ total: 40, perHour: 10, burst: 5 }, 1000, 9 * HOUR), 40)
  assert.equal(allowedAfter({}, 1000, 0), undefined)
})

test('matches the budget of the core', () => {
  const items = 100
  for (const spec of [
    { ratio: 0.29 },
    { ratio: 0.1, horizon: 777 },
    { total: 40 },
    { ratio: 0.5, credit: 0 },
    { ratio: 0.1, total: 200 },
    { perHour: 60 },
    { perHour: 600, total: 40 },
  ]) {
    const allowed = allowedAfter(spec, items, 0) ?? Number.NaN
    if (!('perHour' in spec)) assert.equal(budgetUse(spec, { items, spent: 0 }).allowed, allowed)
    const budget = new Budget(spec)
    assert.equal(budget.allows({ items, spent: allowed - 1, time: 0 }), true, JSON.stringify(spec))
    assert.equal(budget.allows({ items, spent: allowed, time: 0 }), false, JSON.stringify(spec))
  }
})

test('with several labels, every class can have a question at once', () => {
  const several = { config: { classes: ['a', 'b', 'c', 'd'], multiLabel: true } }
  assert.equal(allowedAfter(itemBudget(several, { perHour: 6 }), 0, 0), 4)
  assert.deepEqual(itemBudget(several, { ratio: 0.1, total: 9 }), { ratio: 0.4, total: 9 })
})

test('a budget is spent when no further question is possible', () => {
  assert.equal(budgetUse({ total: 10 }, { spent: 10, items: 50 }).isSpent, true)
  assert.equal(budgetUse({ ratio: 0.1 }, { spent: 30, items: 100 }).share, 1)
  assert.equal(budgetUse({ ratio: 0.1 }, { spent: 30, items: 100 }).isSpent, false)
  assert.equal(budgetUse({ ratio: 0.1, total: 40 }, { spent: 30, items: 100 }).isSpent, false)
  assert.equal(budgetUse({ ratio: 0.05, horizon: 3000 }, { spent: 56, items: 156 }).allowed, 150)
  assert.equal(budgetUse({ ratio: 0.05, horizon: 3000, total: 20 }, { spent: 1, items: 156 }).allowed, 20)
  assert.deepEqual(budgetUse({ perHour: 5 }, { spent: 3, items: 9 }), { by: 'perHour', isSpent: false })
  assert.equal(budgetUse({ ratio: 0.1 }, { spent: 0, items: 0 }).share, 0)
  assert.equal(budgetUse({ total: 0 }, { spent: 0, items: 5 }).share, 1)
})

test('shows labels spent against the budget', () => {
  const counts = { items: 1000, spent: 120 }
  assert.equal(spentText({ total: 120 }, counts), '120 of 120, all spent')
  assert.equal(spentText({ ratio: 0.22 }, counts), '120 of 240 so far')
  assert.equal(spentText({ ratio: 0.22, total: 900 }, counts), '120 of 240 so far')
  assert.equal(spentText({ ratio: 0.22, horizon: 5000 }, counts), '120 of 1,100 total')
  assert.equal(spentText({ perHour: 60 }, counts), '120, at most 60 per hour')
  assert.equal(spentText({}, counts), '120, no limit')
  assert.equal(spentMessage({ total: 0 }, { items: 5, spent: 0 }).key, 'common.budget.allSpent')
})
