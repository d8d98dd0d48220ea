import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyHook, hookBody, shareOf } from '../src/dashboard/hook-draft.js'

test('the filter of a webhook is sent with predictions only', () => {
  const url = ' https://example.org/x '
  const draft = { ...emptyHook, url, label: 'spam', percent: '92,5' }
  assert.deepEqual(hookBody(draft), { url: 'https://example.org/x', events: ['question.opened'] })
  assert.deepEqual(hookBody({ ...draft, events: ['item.predicted'] }), {
    url: 'https://example.org/x',
    events: ['item.predicted'],
    filter: { classes: ['spam'], minConfidence: 0.925 },
  })
  const all = { ...draft, events: ['item.predicted'] as const, label: '', percent: ' ' }
  assert.equal(hookBody(all).filter, undefined)
})

test('a confidence is a percentage or nothing', () => {
  assert.deepEqual(['', '0', '100', '101', '-1', 'high'].map(shareOf), [undefined, 0, 1, null, null, null])
})
