import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterQuery, mergeNewest } from '../src/dashboard/decisions.js'
import { draftChanges, hasFurtherLimits, toDraft, validateDraft } from '../src/dashboard/settings.js'
import { spendingCurve } from '../src/dashboard/spending.js'
import { delayCounts, mergeWindows, quantileBin } from '../src/dashboard/windows.js'
import type { Unit } from '../src/parts/budget-draft.js'
import { isReason } from '../src/parts/question-words.js'
import { window } from './dashboard-support.js'

test('the spending curve starts at 0 and ends now', () => {
  const windows = [window({ to: 100, asked: 20 }), window({ to: 200, asked: 10 })]
  const now = { items: 230, spent: 34, time: 1000 }
  assert.deepEqual(spendingCurve(windows, { ratio: 0.1, credit: 0 }, 0, now), {
    rounds: [0, 100, 200, 230],
    spent: [0, 20, 30, 34],
    allowed: [0, 10, 20, 23],
  })
  assert.deepEqual(spendingCurve(windows, {}, 0, { ...now, items: 200, spent: 30 }).rounds, [0, 100, 200])
  assert.deepEqual(spendingCurve([], { total: 9 }, 0, { items: 0, spent: 0, time: 0 }), {
    rounds: [0],
    spent: [0],
    allowed: [9],
  })
})

test('a window without items has no bar of its own', () => {
  const windows = [window({ to: 50, items: 50, asked: 5 }), window({ to: 50, items: 0, asked: 0 })]
  assert.deepEqual(
    mergeWindows(windows, 12).map(({ items, asked }) => [items, asked]),
    [[50, 5]],
  )
})

test('merged windows keep all counts and reasons', () => {
  const windows = Array.from({ length: 100 }, (_, k) =>
    window({
      to: 10 * (k + 1),
      items: 10,
      asked: 2,
      reasons: { audit: 1, constructor: 1 },
      ...(k === 50 && { drift: [{ t: 505, time: 0, kind: 'errors', strength: 1 }] }),
    }),
  )
  const groups = mergeWindows(windows, 12)
  assert.ok(groups.length <= 12)
  assert.equal(
    groups.reduce((sum, { items }) => sum + items, 0),
    1000,
  )
  assert.equal(
    groups.reduce((sum, { reasons }) => sum + (reasons.audit ?? 0), 0),
    100,
  )
  assert.equal(groups.at(-1)?.to, 1000)
  assert.equal(groups.filter(({ hasDrift }) => hasDrift).length, 1)
  assert.equal(mergeWindows([], 12).length, 0)
  assert.ok(isReason('audit'))
  assert.ok(!isReason('constructor'))
})

test('sums delay bins and finds quantiles', () => {
  const counts = delayCounts([
    window({ delays: [1, 0, 0, 0, 0, 0, 2] }),
    window({ delays: [4, 1, 0, 0, 0, 0, 0] }),
  ])
  assert.deepEqual(counts, [5, 1, 0, 0, 0, 0, 2])
  assert.equal(quantileBin(counts, 0.5), 0)
  assert.equal(quantileBin(counts, 0.7), 1)
  assert.equal(quantileBin(counts, 0.9), 6)
  assert.equal(quantileBin([0, 0], 0.5), -1)
})

test('a filter becomes a supported API query', () => {
  assert.deepEqual(filterQuery({ show: 'all', predicted: '', search: '  ' }), {})
  assert.deepEqual(filterQuery({ show: 'asked', predicted: 'spam', search: ' free ' }), {
    asked: true,
    predicted: 'spam',
    search: 'free',
  })
  assert.deepEqual(filterQuery({ show: 'wrong', predicted: '', search: 'free' }), {
    wrong: true,
    search: 'free',
  })
})

test('new decisions are prepended, or replace the list if there is a gap', () => {
  const at = (...rounds: number[]) => rounds.map((t) => ({ t }))
  assert.deepEqual(mergeNewest(at(5, 4), at(4, 3)), at(5, 4, 3))
  assert.deepEqual(mergeNewest(at(9, 8), at(4, 3)), at(9, 8))
  assert.deepEqual(mergeNewest(at(), at(4, 3)), [])
  const many = Array.from({ length: 600 }, (_, k) => ({ t: 600 - k }))
  assert.equal(mergeNewest(at(601, 600), many).length, 500)
})

const config = {
  title: 'Mails',
  classes: ['ham', 'spam'],
  budget: { ratio: 0.07, credit: 5 },
  answersPerItem: 1,
  paused: false,
}

const budgeted = (amount: string, unit: Unit = 'ratio') => ({
  ...toDraft(config),
  budget: { amount, unit, horizon: '' },
})

test('validates the settings form', () => {
  const draft = toDraft(config)
  assert.equal(draft.budget.amount, '7')
  assert.deepEqual(validateDraft(draft), {})
  assert.deepEqual(Object.keys(validateDraft({ ...budgeted('101'), answers: '1.5' })), ['budget', 'answers'])
  assert.deepEqual(Object.keys(validateDraft(budgeted('10.5', 'total'))), ['budget'])
  assert.deepEqual(Object.keys(validateDraft(budgeted(''))), ['budget'])
})

test('sends only changed settings', () => {
  const draft = toDraft(config)
  assert.deepEqual(draftChanges(draft, config), {})
  assert.deepEqual(draftChanges(budgeted('10'), config), { budget: { ratio: 0.1, credit: 5 } })
  assert.deepEqual(draftChanges(budgeted('40', 'total'), config), { budget: { total: 40 } })
  assert.deepEqual(
    draftChanges(
      { ...draft, title: ' Post ', guidelines: 'x', answers: '3', paused: true, added: ['odd'] },
      config,
    ),
    { title: 'Post', guidelines: 'x', answersPerItem: 3, paused: true, classes: ['ham', 'spam', 'odd'] },
  )
  assert.deepEqual(draftChanges({ ...draft, title: '' }, config), {}, 'a title cannot be taken away')
  assert.ok(hasFurtherLimits(config.budget))
  assert.ok(!hasFurtherLimits({ ratio: 0.1 }))
})
