import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyOf, newBench } from './support/service.js'
import { failure } from './support/store.js'

const LIMIT = { timeout: 300_000 }

describe('an id', LIMIT, () => {
  test('sent twice, at once and after a restart, has one decision', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    const together = await Promise.all([1, 2, 3].map(() => bench.observe('s', ['a', 'b'])))
    const [decisions] = together
    for (const other of together) assert.deepEqual(other, decisions)
    assert.deepEqual(await bench.observe('s', ['b', 'a']), [...decisions].reverse())
    await bench.restart()
    assert.deepEqual(await bench.observe('s', ['a', 'b']), decisions)
    await bench.crash()
    const mixed = await bench.observe('s', ['b', 'c', 'a'])
    assert.deepEqual([mixed[0], mixed[2]], [decisions[1], decisions[0]])
    assert.equal((await bench.status()).counts.items, 3)
  })

  test('concurrent overlapping batches are each answered completely', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    const batches = [
      ['a', 'b', 'c'],
      ['c', 'd', 'a'],
      ['e', 'b'],
      ['d', 'e', 'f'],
    ]
    const found = await Promise.all(batches.map((ids) => bench.observe('s', ids)))
    const all = new Map<string, unknown>()
    for (const [k, decisions] of found.entries()) {
      assert.deepEqual(
        decisions.map(({ id }) => id),
        batches[k],
      )
      for (const decision of decisions) {
        assert.deepEqual(all.get(decision.id) ?? decision, decision)
        all.set(decision.id, decision)
      }
    }
    assert.equal((await bench.status()).counts.items, 6)
  })

  test('of an example cannot be observed, and vice versa', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    const teach = (...ids: string[]) =>
      bench.service.run(
        's',
        'teach',
        { items: ids.map((id) => ({ id, label: 'ham', row: { index: [1], value: [1] } })) },
        { by: 'owner' },
      )
    assert.deepEqual(await teach('a', 'b'), { taught: 2 })
    assert.deepEqual(await teach('a', 'b', 'c'), { taught: 3 })
    assert.equal((await bench.status()).counts.taught, 3)
    assert.equal(await failure(bench.observe('s', ['x', 'a'])), 'item/repeated')
    await bench.observe('s', ['y'])
    assert.equal(await failure(teach('z', 'y')), 'item/repeated')
    assert.equal((await bench.status()).counts.items, 1)
  })

  test('an invalid item among known ones is reported by its position', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a', 'b'])
    const items = [
      { id: 'a', row: { index: [1], value: [1] } },
      { id: 'c', row: { index: [1], value: [1] } },
      { id: 'b', row: { index: [1], value: [1] } },
      { id: 'd', text: 'words' },
    ]
    await assert.rejects(bench.service.run('s', 'observe', { items }, { by: 'sender' }), {
      code: 'item/shape',
      details: { number: 4, reason: 'expected a row, as in the other items of this stream' },
      message: /^item 4: /,
    })
    assert.equal((await bench.status()).counts.items, 2)
  })
})

describe('an idempotency key', LIMIT, () => {
  test('returns the same response concurrently, later and after a restart', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a', 'b'])
    const id = await bench.take()
    const answer = () =>
      bench.service.run('s', 'answer', { id, label: 'ham' }, { by: 'ann', key: keyOf('k', 'one') })
    const found = await Promise.all([answer(), answer()])
    assert.deepEqual(found, [
      { id, label: 'ham', outcome: 'learned' },
      { id, label: 'ham', outcome: 'learned' },
    ])
    await bench.crash()
    assert.equal((await answer()).outcome, 'learned')
    assert.equal((await bench.status()).counts.answers, 1)
  })

  test('is rejected for another request, and belongs to one stream', async (context) => {
    const bench = await newBench(context)
    await bench.create('s')
    await bench.create('t')
    const [first, second] = await Promise.all([
      failure(bench.observe('s', ['a'], 'k')),
      failure(bench.observe('s', ['b'], 'k')),
    ])
    assert.deepEqual([first, second].sort(), ['kept', 'request/key-reused'])
    assert.equal(await failure(bench.observe('t', ['b'], 'k')), 'kept')
    assert.equal((await bench.status('s')).counts.items, 1)
  })

  test('can be reused after a failed request', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a'])
    const skip = () => bench.service.run('s', 'skip', { id: 'a' }, { by: 'ann', key: keyOf('k', 'skip') })
    assert.equal(await failure(skip()), 'question/unleased')
    await bench.take()
    assert.deepEqual(await skip(), { id: 'a', state: 'skipped' })
    assert.deepEqual(await skip(), { id: 'a', state: 'skipped' })
  })

  test('returns the complete response if a part was known before', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a'])
    const first = await bench.observe('s', ['a', 'b'], 'k')
    assert.equal(first.length, 2)
    assert.deepEqual(await bench.observe('s', ['a', 'b'], 'k'), first)
  })
})
