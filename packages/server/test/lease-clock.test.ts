import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ClockBench, LEASE, openClock } from './support/fuzz-clock.js'

const ids = (count: number): string[] => Array.from({ length: count }, (_, k) => `i${k + 1}`)

const kept = (bench: ClockBench, by: string, wanted: readonly string[]) =>
  bench.done(by, 'POST', '/s/questions/heartbeat', { ids: wanted })

describe('leases by the clock', () => {
  test('a lease holds up to its last millisecond', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(1))
    assert.deepEqual(await bench.lease('ada'), ['i1'])
    bench.pass(LEASE - 1)
    assert.deepEqual(await bench.lease('bo'), [])
    assert.equal(await bench.answer('bo', 'i1'), 'question/leased')
    assert.equal(await bench.leased(), 1)
    bench.pass(1)
    assert.equal(await bench.leased(), 0)
    assert.deepEqual(await bench.lease('bo'), ['i1'])
  })

  test('an answer in the last millisecond counts', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(1))
    await bench.lease('ada')
    bench.pass(LEASE - 1)
    assert.equal(await bench.answer('ada', 'i1'), 'learned')
  })

  test('a heartbeat renews from now and lists lost leases', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(2))
    const held = await bench.lease('ada', 2)
    bench.pass(LEASE - 1)
    assert.deepEqual(await kept(bench, 'ada', ['i1', 'none']), {
      leaseExpires: bench.now + LEASE,
      lost: ['none'],
    })
    bench.pass(1)
    assert.deepEqual((await kept(bench, 'ada', held)).lost, ['i2'])
    bench.pass(LEASE - 2)
    assert.deepEqual(await bench.lease('bo', 5), ['i2'])
    bench.pass(1)
    assert.deepEqual((await kept(bench, 'ada', ['i1'])).lost, [])
    bench.pass(LEASE)
    assert.deepEqual((await kept(bench, 'ada', ['i1'])).lost, ['i1'])
  })

  test('after expiry another labeller gets it, and the previous one is rejected', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(1))
    await bench.lease('ada')
    bench.pass(LEASE)
    assert.equal(await bench.answer('ada', 'i1'), 'question/unleased')
    assert.deepEqual(await bench.lease('bo'), ['i1'])
    assert.equal(await bench.answer('ada', 'i1'), 'question/leased')
    bench.pass(LEASE)
    assert.deepEqual(await bench.lease('ada'), ['i1'])
    assert.equal(await bench.answer('ada', 'i1'), 'learned')
    assert.equal(await bench.answer('bo', 'i1', 'ham'), 'question/closed')
    assert.equal(await bench.answer('ada', 'i1'), 'duplicate')
  })

  test('all questions of an absent labeller return', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(30))
    assert.equal((await bench.lease('ada', 30)).length, 30)
    assert.deepEqual(await bench.lease('bo', 50), [])
    bench.pass(LEASE)
    assert.deepEqual((await bench.lease('bo', 50)).sort(), ids(30).sort())
    assert.equal(await bench.leased(), 30)
  })

  test('leasing again returns held questions first, renewed', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(6))
    const first = await bench.lease('ada', 3)
    bench.pass(LEASE / 2)
    const again = await bench.lease('ada', 5)
    assert.deepEqual(again.slice(0, 3), first)
    assert.equal(new Set(again).size, 5)
    bench.pass(LEASE / 2)
    assert.equal((await bench.lease('bo', 6)).length, 1)
  })

  test('a released question is available at once, to others first', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(3))
    const [first = '', second = ''] = await bench.lease('ada', 2)
    const release = (by: string) => bench.done(by, 'POST', '/s/questions/release', { ids: [first] })
    assert.deepEqual(await release('bo'), { released: 0 })
    assert.deepEqual(await release('ada'), { released: 1 })
    assert.deepEqual(await release('ada'), { released: 0 })
    const third = ids(3).find((id) => id !== first && id !== second)
    assert.deepEqual(await bench.lease('ada', 2), [second, third])
    assert.deepEqual(await bench.lease('bo', 3), [first])
  })

  test('no question is ever leased to two labellers', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(12))
    const held = new Map<string, { by: string; until: number }>()
    for (let turn = 0; turn < 60; turn++) {
      const by = `labeller ${turn % 4}`
      for (const id of await bench.lease(by, 1 + (turn % 5))) {
        const before = held.get(id)
        assert.ok(!before || before.by === by || before.until <= bench.now, `${id} is with ${before?.by}`)
        held.set(id, { by, until: bench.now + LEASE })
      }
      bench.pass(7919 * (turn % 7))
    }
  })
})

describe('several answers by the clock', () => {
  test('a vote stays if a voter leaves, and a third finishes', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(1), { answersPerItem: 2 })
    await bench.lease('ada')
    assert.equal(await bench.answer('ada', 'i1'), 'voted')
    assert.deepEqual(await bench.lease('bo'), ['i1'])
    bench.pass(LEASE)
    assert.equal(await bench.answer('bo', 'i1'), 'question/unleased')
    assert.deepEqual(await bench.lease('ada'), [], 'nobody answers twice')
    assert.equal(await bench.answer('ada', 'i1', 'ham'), 'question/own')
    const { questions } = await bench.done('cleo', 'POST', '/s/questions/lease', {})
    assert.equal(questions[0].votes, 1)
    assert.equal(await bench.answer('bo', 'i1'), 'question/leased')
    assert.equal(await bench.answer('cleo', 'i1'), 'learned')
    assert.equal((await bench.counts()).answers, 1)
  })

  test('an absent voter may return and finish', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(1), { answersPerItem: 2 })
    await bench.lease('ada')
    bench.pass(LEASE)
    await bench.lease('bo')
    assert.equal(await bench.answer('bo', 'i1'), 'voted')
    assert.deepEqual(await bench.lease('ada'), ['i1'])
    assert.equal(await bench.answer('ada', 'i1'), 'learned')
  })
})

describe('undo by the clock', () => {
  test('works ten times and leases each question again', async (context) => {
    const bench = await openClock(context)
    await bench.open(ids(12))
    const held = await bench.lease('ada', 12)
    for (const id of held) assert.equal(await bench.answer('ada', id), 'learned')
    for (const id of held.slice(2).reverse()) {
      bench.pass(10)
      const undone = await bench.done('ada', 'POST', '/s/questions/undo')
      assert.deepEqual([undone.id, undone.leaseExpires], [id, bench.now + LEASE])
    }
    const { status, json } = await bench.call('ada', 'POST', '/s/questions/undo')
    assert.deepEqual([status, json.code], [409, 'undo/nothing'])
    assert.deepEqual(await bench.lease('bo', 12), [])
    const { answers, open } = await bench.counts()
    assert.deepEqual([answers, open], [2, 10])
    bench.pass(LEASE)
    assert.equal((await bench.lease('bo', 12)).length, 10)
  })
})
