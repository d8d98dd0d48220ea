import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestBatches, uniqueIds } from '@askance/data'

test('a request has at most 500 items and 2 million characters, in order', async () => {
  const small = Array.from({ length: 1203 }, (_, k) => ({ id: String(k) }))
  const large = Array.from({ length: 5 }, (_, k) => ({ id: `large ${k}`, text: 'x'.repeat(900_000) }))
  const huge = { id: 'huge', text: 'x'.repeat(3_000_000) }
  const all = [...small, ...large, huge, { id: 'last' }]
  const batches = []
  for await (const batch of requestBatches(all)) batches.push(batch)
  assert.deepEqual(batches.flat(), all)
  assert.deepEqual(
    batches.map(({ length }) => length),
    [500, 500, 205, 2, 1, 1, 1],
  )
  for await (const _ of requestBatches([])) assert.fail('an empty list has no batch')
})

test('ids stay unique if one looks like the replacement of another', () => {
  const idOf = uniqueIds()
  const ids = ['T-1', 'T-1 (3)', 'T-1', 'T-1', 'T-1 (4)'].map((id, k) => idOf({ id, line: k + 1 }))
  assert.equal(new Set(ids).size, ids.length, ids.join())
  assert.deepEqual(ids.slice(0, 2), ['T-1', 'T-1 (3)'])
})
