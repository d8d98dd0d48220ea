import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { serverError } from '../src/errors.js'
import { type Bench, gate, newBench, turns } from './support/service.js'
import { failure } from './support/store.js'

const by = { by: 'owner' }
const STREAM = 's'
const ITEMS = Array.from({ length: 14 }, (_, k) => `item ${k}`)
/** How many of them are asked about. */
const ASKED = 7

/** A stream with questions and labels in all states, the same at every call. */
const played = async (context: TestContext): Promise<Bench> => {
  const bench = await newBench(context, { snapshotEvery: 1e9 })
  await bench.create(STREAM, { algorithm: 'auto', budget: { ratio: 1 } })
  await bench.observe(STREAM, ITEMS.slice(0, ASKED))
  await bench.service.changeStream(STREAM, 1, { paused: true }, 'owner')
  await bench.observe(STREAM, ITEMS.slice(ASKED))
  await bench.service.changeStream(STREAM, 2, { paused: false }, 'owner')
  const answer = (id: string, label: string | null) =>
    bench.service.run(STREAM, 'answers', { answers: [{ id, label }] }, by)
  // Items that were not asked about become examples.
  for (const k of [0, 1, 2, 3, 9, 10, 11]) await answer(`item ${k}`, k % 2 ? 'a' : 'b')
  await answer('item 1', 'b')
  await answer('item 2', null)
  await answer('item 10', null)
  await answer('item 11', null)
  await answer('item 11', 'a')
  const leased = await bench.service.run(STREAM, 'lease', { count: 9 }, by)
  assert.ok(leased.some(({ id }) => id === 'item 4') && leased.some(({ id }) => id === 'item 5'))
  await bench.service.run(STREAM, 'skip', { id: 'item 4' }, by)
  await bench.service.run(STREAM, 'unsure', { id: 'item 5' }, by)
  bench.now += 1000
  return bench
}

const eventsOf = async ({ store }: Bench): Promise<readonly string[]> =>
  (await store.readLog(STREAM, 0, 1e9)).flatMap(({ events }) => events.split('\n'))

/** Makes the log unreadable until it is opened; `reads` counts the attempts. */
const unread = (bench: Bench) => {
  const { opened, open } = gate()
  const seen = { reads: 0, open }
  bench.faults.readReplay = async (...given) => {
    seen.reads++
    await opened
    return bench.store.readReplay(...given)
  }
  return seen
}

describe('erasing items of a stream that is not in memory', () => {
  test('logs the same, and gives the same result, without loading it', async (context) => {
    const one = await played(context)
    const other = await played(context)
    const results: unknown[][] = [[], []]
    await one.status()
    await other.crash()
    const seen = unread(other)
    for (const ids of [...ITEMS.map((id) => [id]), ['item 0', 'item 13']])
      for (const [k, bench] of [one, other].entries())
        results[k]?.push(await bench.service.run(STREAM, 'erase', { ids }, by))
    assert.equal(seen.reads, 0)
    assert.deepEqual(results[1], results[0])
    assert.equal(results[0]?.filter((done) => (done as { forgotten: [] }).forgotten.length > 0).length, 5)
    assert.deepEqual(await eventsOf(other), await eventsOf(one))
    seen.open()
    assert.deepEqual((await other.store.readStream(STREAM))?.counts, (await one.status()).counts)
    assert.deepEqual((await other.status()).counts, (await one.status()).counts)
    for (const { content } of await other.store.findItems(STREAM, ITEMS)) assert.equal(content, '')
    assert.ok(await other.isAsOnDisk())
    assert.ok(await one.isAsOnDisk())
  })

  test('does not wait while its log is replayed, and what was replayed is rebuilt', async (context) => {
    const bench = await played(context)
    await bench.crash()
    const seen = unread(bench)
    const status = bench.status()
    while (seen.reads === 0) await turns()
    const done = await bench.service.run(STREAM, 'erase', { ids: ['item 1', 'item 6'] }, by)
    assert.deepEqual(done, { erased: 2, forgotten: ['item 1'] })
    const again = await bench.service.run(STREAM, 'erase', { ids: ['item 3'] }, by)
    assert.deepEqual(again.forgotten, ['item 3'])
    seen.open()
    const { counts, seq } = await status
    assert.equal(counts.open, 1)
    assert.equal(seq, (await eventsOf(bench)).length)
    await bench.observe(STREAM, ['later'])
    assert.ok(await bench.isAsOnDisk())
    assert.deepEqual(bench.warnings, [])
  })

  test('waits for the end of loading, once everything else is replayed', async (context) => {
    const bench = await played(context)
    await bench.crash()
    const { opened, open } = gate()
    let hooks = 0
    // The last thing that loading reads.
    bench.faults.listHooks = async (id) => {
      hooks++
      await opened
      return bench.store.listHooks(id)
    }
    const status = bench.status()
    while (hooks === 0) await turns()
    let isErased = false
    const erasing = bench.service.run(STREAM, 'erase', { ids: ['item 0'] }, by).then(() => {
      isErased = true
    })
    await turns()
    assert.ok(!isErased)
    open()
    await Promise.all([status, erasing])
    assert.ok(await bench.isAsOnDisk())
    assert.deepEqual(bench.warnings, [])
  })

  test('changes nothing if the store fails, and can be repeated', async (context) => {
    const bench = await played(context)
    await bench.crash()
    const before = await eventsOf(bench)
    bench.faults.append = () => Promise.reject(serverError('store/full'))
    assert.equal(await failure(bench.service.run(STREAM, 'erase', { ids: ['item 0'] }, by)), 'store/full')
    assert.deepEqual(await eventsOf(bench), before)
    bench.faults = {}
    await bench.service.run(STREAM, 'erase', { ids: ['item 0'] }, by)
    assert.ok(await bench.isAsOnDisk())
  })

  test('loads a pool, whose questions depend on more than the log of an item', async (context) => {
    const bench = await newBench(context)
    await bench.create(STREAM, { protocol: 'pool', algorithm: 'auto', budget: { total: 5 } })
    const items = ITEMS.map((id, k) => ({ id, row: { index: [1 + (k % 3)], value: [1] } }))
    await bench.service.run(STREAM, 'observe', { items }, by)
    await bench.crash()
    const seen = unread(bench)
    seen.open()
    await bench.service.run(STREAM, 'erase', { ids: ['item 0'] }, by)
    assert.ok(seen.reads > 0)
  })

  test('has no point of the curve; the next page has it, with what the log says', async (context) => {
    const many = Array.from({ length: 45 }, (_, k) => `item ${k}`)
    const benches = await Promise.all([0, 1].map(() => newBench(context, { snapshotEvery: 1e9 })))
    const points: unknown[] = []
    for (const [k, bench] of benches.entries()) {
      await bench.create(STREAM, { algorithm: 'auto', budget: { ratio: 1 } })
      await bench.observe(STREAM, many)
      const answers = many.map((id, n) => ({ id, label: n % 2 ? 'a' : 'b' }))
      await bench.service.run(STREAM, 'answers', { answers }, by)
      bench.now += 1000
      if (k === 1) await bench.crash()
      const before = await bench.store.readPoints(STREAM, 0, 1e9, 1e9)
      await bench.service.run(STREAM, 'erase', { ids: many.slice(0, 30) }, by)
      assert.deepEqual(await bench.store.readPoints(STREAM, 0, 1e9, 1e9), before)
      bench.now += 1000
      await bench.observe(STREAM, ['later'])
      const after = await bench.store.readPoints(STREAM, 0, 1e9, 1e9)
      assert.equal(after.length, before.length + 1)
      points.push(after)
      assert.ok(await bench.isAsOnDisk())
    }
    assert.deepEqual(points[1], points[0])
    assert.deepEqual(await eventsOf(benches[1]!), await eventsOf(benches[0]!))
  })

  test('loads a stream whose log does not have the beginning of an item any more', async (context) => {
    const benches = await Promise.all([0, 1].map(() => played(context)))
    const results: unknown[] = []
    for (const [k, bench] of benches.entries()) {
      for (const id of ['more', 'most']) {
        await bench.restart()
        await bench.observe(STREAM, [id])
      }
      await bench.restart()
      await bench.store.pruneLog(STREAM, bench.now)
      const [first] = await bench.store.readLog(STREAM, 0, 1)
      assert.ok((first?.seq ?? 0) > ITEMS.length, 'the first items are removed')
      if (k === 0) await bench.status()
      // Item 0 was answered, item 6 is open, item 4 was skipped and item 9 is an example.
      const ids = ['item 0', 'item 6', 'item 4', 'item 9', 'more']
      results.push(await bench.service.run(STREAM, 'erase', { ids }, by))
      results.push((await bench.status()).counts)
    }
    assert.deepEqual(results.slice(2), results.slice(0, 2))
    assert.deepEqual((results[2] as { forgotten: string[] }).forgotten, ['item 0', 'item 9'])
  })

  test('an erased item cannot be answered any more, and its question does not come back', async (context) => {
    for (const isLoaded of [true, false]) {
      const bench = await played(context)
      if (!isLoaded) await bench.crash()
      const ids = ['item 0', 'item 6', 'item 12']
      await bench.service.run(STREAM, 'erase', { ids }, by)
      const { counts } = await bench.status()
      const label = (isLabeller: boolean, name: string) =>
        bench.service.run(
          STREAM,
          'answers',
          { answers: ids.map((id) => ({ id, label: 'a' })), isLabeller },
          { by: name },
        )
      for (const answered of [await label(false, 'owner'), await label(true, 'eve')])
        assert.deepEqual(
          answered.map((one) => [one.outcome, 'code' in one && one.code]),
          ids.map(() => ['refused', 'item/erased']),
        )
      const taken = await bench.service.run(
        STREAM,
        'answers',
        { answers: [{ id: 'item 6', label: null }] },
        by,
      )
      assert.equal(taken[0]?.outcome, 'removed')
      assert.equal(await failure(bench.service.run(STREAM, 'undo', {}, { by: 'eve' })), 'undo/nothing')
      assert.deepEqual((await bench.status()).counts, counts)
      assert.ok(await bench.isAsOnDisk())
    }
  })
})
