import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Filter, filterFrom, filterQuery, filterSearch, noFilter } from '../src/items/filter.js'
import { relabel, type SentAnswer, undoingAnswers, undoRelabelling } from '../src/items/relabelling.js'
import { reviewAction, reviewChoices } from '../src/items/reviewing.js'
import { toggleItem } from '../src/items/selection.js'
import { parseRoute, routePath } from '../src/shell/routes.js'

test('a filter becomes a query and an address, and comes back from it', () => {
  const filter: Filter = {
    search: ' 50 % & more ',
    status: 'answered',
    label: 'a/b',
    predicted: 'ä',
    by: 'Ada L.',
    min: '2,5',
    max: '140',
  }
  assert.deepEqual(filterQuery(filter), {
    search: '50 % & more',
    status: 'answered',
    label: 'a/b',
    predicted: 'ä',
    by: 'Ada L.',
    minConfidence: 0.025,
    maxConfidence: 1,
  })
  assert.deepEqual(filterFrom(filterSearch(filter)), filter)
  assert.deepEqual(filterFrom('?status=odd&other=1'), noFilter)
  assert.deepEqual(filterQuery({ ...noFilter, min: 'x', max: ' ' }), {})
  assert.equal(filterSearch(noFilter), '')
})

test('items are selected one by one and in ranges, in both directions', () => {
  const ids = [...'abcdef']
  const one = toggleItem(new Set(), ids, 'b', { last: undefined, isRange: true })
  assert.deepEqual(one, new Set(['b']))
  const range = toggleItem(one, ids, 'e', { last: 'b', isRange: true })
  assert.deepEqual(range, new Set([...'bcde']))
  assert.deepEqual(toggleItem(range, ids, 'c', { last: 'e', isRange: true }), new Set(['b']))
  assert.deepEqual(toggleItem(range, ids, 'c', { last: 'gone', isRange: true }), new Set([...'bde']))
})

test('labels many items in several requests, and undoes them as one', async () => {
  const sent: (readonly SentAnswer[])[] = []
  const send = async (answers: readonly SentAnswer[]) => {
    sent.push(answers)
    return answers.map((one) => {
      const { id } = one
      const label = 'label' in one ? one.label : null
      if (id === 'item-3')
        return { id, outcome: 'refused' as const, code: 'answer/other', detail: 'not yours' }
      if (label === null) return { id, outcome: 'removed' as const }
      if (id === 'item-4') return { id, label, outcome: 'duplicate' as const }
      const before = id === 'item-5' ? { before: { label: 'old', by: 'Ada' } } : {}
      return { id, label, outcome: 'learned' as const, ...before }
    })
  }
  const ids = Array.from({ length: 120 }, (_, k) => `item-${k}`)
  const progress: number[] = []
  const done = await relabel(send, ids, 'new', (count) => progress.push(count))
  assert.deepEqual(progress, [50, 100, 120])
  assert.deepEqual([done.changed.length, done.refused, done.reason], [118, 1, 'not yours'])

  const undoing = undoingAnswers(done, true)
  assert.equal(undoing.length, 118)
  assert.deepEqual(
    undoing.find(({ id }) => id === 'item-5'),
    { id: 'item-5', label: 'old', by: 'Ada' },
  )
  assert.deepEqual(undoing[0], { id: 'item-0', label: null })
  assert.deepEqual(
    undoingAnswers(done, false).find(({ id }) => id === 'item-5'),
    { id: 'item-5', label: 'old' },
    'a labeller cannot answer for another',
  )
  assert.equal(await undoRelabelling(send, done, true), 0)
  assert.equal(sent.length, 6)
})

test('the choices of a review are the current label, the votes and the suggestion', () => {
  const votes = [{ by: 'Ada', label: 'x' }, { by: 'Ben', label: 'y' }, { by: 'Cy', label: 'y' }, { by: 'Di' }]
  assert.deepEqual(
    reviewChoices({ votes, suggested: 'y' }, 'disagreements').map(({ label, voters }) => [label, voters]),
    [
      ['y', ['Ben', 'Cy']],
      ['x', ['Ada']],
    ],
  )
  assert.deepEqual(reviewChoices({ answer: 'a', by: 'Ada', suggested: 'b' }, 'mistakes'), [
    { label: 'a', voters: ['Ada'], isCurrent: true, isSuggested: false },
    { label: 'b', voters: [], isCurrent: false, isSuggested: true },
  ])
  const several = [
    { by: 'Ada', label: ['x', 'y'] },
    { by: 'Ben', label: ['y', 'x'] },
    { by: 'Cy', label: [] },
  ]
  assert.deepEqual(
    reviewChoices({ votes: several, suggested: ['x', 'y'] }, 'disagreements').map(({ voters }) => voters),
    [['Ada', 'Ben'], ['Cy']],
  )
  assert.deepEqual(undoingAnswers({ changed: [{ id: 'a', before: { labels: ['x'], by: 'Ada' } }] }, true), [
    { id: 'a', labels: ['x'], by: 'Ada' },
  ])
  assert.deepEqual(reviewAction('1', ['a']), { does: 'settle', label: 'a' })
  assert.deepEqual(reviewAction('O', ['a']), { does: 'other' })
  assert.deepEqual(reviewAction('Backspace', []), { does: 'undo' })
  for (const key of ['2', '0', 'a', 'Enter']) assert.equal(reviewAction(key, ['a']), undefined)
})

test('the lists of a stream have addresses', () => {
  for (const view of ['items', 'review', 'people'] as const) {
    assert.deepEqual(parseRoute(`/${view}/a%20b`), { view, stream: 'a b' })
    assert.equal(routePath({ view, stream: 'a b' }), `/${view}/a%20b`)
  }
  assert.deepEqual(parseRoute('/join'), { view: 'join' })
  assert.deepEqual(parseRoute('/join/x'), { view: 'unknown' })
})
