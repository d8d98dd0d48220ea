import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serverError } from '../src/errors.js'
import { wholeEvents } from '../src/store/whole-events.js'
import { Stream } from '../src/stream/stream.js'
import { type Bench, gate, newBench, turns } from './support/service.js'
import { failure, takeSnapshot } from './support/store.js'
import { askingConfig, Life } from './support/stream-life.js'
import { until } from './support/until.js'

const LIMIT = { timeout: 300_000 }

/** A stream with three snapshots and a log that goes on after the last. */
const snapshotted = async (bench: Bench): Promise<readonly number[]> => {
  await bench.create()
  for (let k = 0; k < 9; k++) {
    await bench.observe('s', [`i${k}`])
    if (k % 3 === 1) await bench.restart()
  }
  return bench.store.listSnapshots('s')
}

describe('loading a stream', LIMIT, () => {
  test('starts from the latest snapshot', async (context) => {
    const bench = await newBench(context)
    const taken = await snapshotted(bench)
    assert.equal(taken.length, 3)
    await bench.crash()
    const read: number[] = []
    const logged: number[] = []
    bench.faults.readSnapshot = (stream, seq) => {
      read.push(seq)
      return bench.store.readSnapshot(stream, seq)
    }
    bench.faults.readReplay = (stream, after, bytes) => {
      logged.push(after)
      return bench.store.readReplay(stream, after, bytes)
    }
    assert.equal((await bench.status()).counts.items, 9)
    assert.deepEqual([read, logged[0]], [[taken[0]], taken[0]])
    assert.ok(await bench.isAsOnDisk())
  })

  for (const [what, spoiled] of [
    ['whose checksum is wrong', undefined],
    ['that cannot be read', new Uint8Array([9, 0, 0, 0, 1])],
    ['that is cut off', new Uint8Array(2)],
  ] as const)
    test(`skips a snapshot ${what}: uses an older one or the log`, async (context) => {
      const bench = await newBench(context)
      const taken = await snapshotted(bench)
      for (const sound of [taken[1], 0]) {
        await bench.crash()
        bench.warnings.length = 0
        bench.faults.readSnapshot = async (stream, seq) =>
          seq === sound ? bench.store.readSnapshot(stream, seq) : spoiled
        assert.equal((await bench.status()).counts.items, 9)
        assert.equal(bench.warnings.length, sound ? 1 : 3)
        assert.ok(await bench.isAsOnDisk())
      }
    })

  test('skips a snapshot ahead of the log or of another event', async (context) => {
    const bench = await newBench(context)
    const [latest] = await snapshotted(bench)
    const bytes = await bench.store.readSnapshot('s', latest)
    assert.ok(bytes)
    const ahead = new Stream('s', askingConfig)
    for (const page of await bench.store.readReplay('s', 0, 1e9)) ahead.replay(wholeEvents(page))
    new Life({}, ahead).observe('never stored')
    await takeSnapshot(bench.store, 's', ahead.seq, ahead.save())
    await takeSnapshot(bench.store, 's', latest + 1, bytes)
    await bench.crash()
    bench.warnings.length = 0
    assert.equal((await bench.status()).counts.items, 9)
    assert.equal(bench.warnings.length, 2)
    assert.ok(await bench.isAsOnDisk())
  })

  test('that fails rejects pending requests, and the next retries', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    bench.faults.readReplay = () => Promise.reject(serverError('store/lost', { reason: 'gone' }))
    const both = await Promise.all([failure(bench.status()), failure(bench.status())])
    assert.deepEqual(both, ['store/lost', 'store/lost'])
    bench.faults = {}
    assert.equal((await bench.status()).seq, 0)
    assert.equal(await failure(bench.status('nothing')), 'stream/unknown')
    assert.equal(bench.service.loaded, 1)
  })

  test('that is interrupted goes on where it was', async (context) => {
    const bench = await newBench(context, { snapshotEvery: 5 })
    await bench.create()
    bench.faults.writeSnapshot = async () => false
    for (let k = 0; k < 40; k++) await bench.observe('s', [`i${k}`])
    await bench.crash()
    const { seq: end } = (await bench.store.readStream('s')) ?? {}
    assert.ok(end !== undefined && end >= 40)
    let first: number | undefined
    const readUntil = (last: number) => {
      bench.faults.readReplay = async (stream, after) => {
        first ??= after
        if (after > last) throw serverError('store/lost', { reason: 'gone' })
        // A page at a time.
        return bench.store.readReplay(stream, after, 1)
      }
    }
    bench.faults.writeSnapshot = (...given) => bench.store.writeSnapshot(...given)
    readUntil(Math.floor(end / 2))
    assert.equal(await failure(bench.status()), 'store/lost')
    assert.equal(first, 0)
    first = undefined
    readUntil(end)
    assert.equal((await bench.status()).counts.items, 40)
    assert.ok(first !== undefined && first > end / 2 - Math.max(5, end / 8) - 2, `it began at ${first}`)
    assert.ok(await bench.isAsOnDisk())
  })

  test('does not need the snapshots that it takes', async (context) => {
    const bench = await newBench(context, { snapshotEvery: 2 })
    await bench.create()
    for (let k = 0; k < 9; k++) await bench.observe('s', [`i${k}`])
    await bench.crash()
    for (const seq of await bench.store.listSnapshots('s'))
      await takeSnapshot(bench.store, 's', seq, new Uint8Array(2))
    bench.warnings.length = 0
    bench.faults.writeSnapshot = () => Promise.reject(serverError('store/full'))
    assert.equal((await bench.status()).counts.items, 9)
    assert.ok(bench.warnings.includes('snapshot skipped'))
  })

  test('takes snapshots regularly', async (context) => {
    const bench = await newBench(context, { snapshotEvery: 3 })
    await bench.create()
    let written = 0
    bench.faults.writeSnapshot = async (...given) => {
      const isWritten = await bench.store.writeSnapshot(...given)
      written++
      return isWritten
    }
    for (let k = 0; k < 10; k++) await bench.observe('s', [`i${k}`])
    await until(() => written > 0)
    await bench.crash()
    assert.equal((await bench.status()).counts.items, 10)
    assert.ok(await bench.isAsOnDisk())
  })
})

describe('streams that are not used', LIMIT, () => {
  test('are unloaded with a snapshot and reloaded', async (context) => {
    const bench = await newBench(context, { idleMinutes: 15 })
    await bench.create()
    await bench.observe('s', ['a', 'b'])
    bench.now += 15 * 60_000
    await turns()
    assert.equal(bench.service.loaded, 1, 'not yet')
    bench.now += 1
    await until(() => bench.service.loaded === 0)
    assert.deepEqual(await bench.store.listSnapshots('s'), [(await bench.store.readStream('s'))?.seq])
    assert.equal((await bench.observe('s', ['c']))[0].t, 3)
    assert.ok(await bench.isAsOnDisk())
  })

  test('are not unloaded while requests are pending', async (context) => {
    const bench = await newBench(context, { idleMinutes: 1 })
    await bench.create()
    await bench.observe('s', ['a'])
    const { opened, open } = gate()
    let isWriting = false
    bench.faults.writeSnapshot = async (...given) => {
      isWriting = true
      await opened
      return bench.store.writeSnapshot(...given)
    }
    bench.now += 61_000
    await until(() => isWriting)
    const served = bench.observe('s', ['b'])
    open()
    assert.equal((await served)[0].t, 2)
    assert.ok(await bench.isAsOnDisk())
  })

  test('stay if their snapshot cannot be written', async (context) => {
    const bench = await newBench(context, { idleMinutes: 1 })
    await bench.create()
    await bench.observe('s', ['a'])
    const id = await bench.take()
    bench.faults.writeSnapshot = () => Promise.reject(serverError('store/full'))
    bench.now += 61_000
    await until(() => bench.warnings.includes('unloading a stream failed'))
    assert.equal(bench.service.loaded, 1)
    bench.now -= 61_000
    const answer = bench.service.run('s', 'answer', { id, label: 'ham' }, { by: 'ann' })
    assert.equal((await answer).outcome, 'learned')
  })

  test('are waited for where twice the limit is in memory', async (context) => {
    const bench = await newBench(context, { loadedStreams: 1 }, 1e8)
    for (const name of ['first', 'second', 'third']) await bench.create(name)
    const { opened, open } = gate()
    bench.faults.writeSnapshot = async (...given) => {
      await opened
      return bench.store.writeSnapshot(...given)
    }
    for (const name of ['first', 'second']) await bench.observe(name, ['a'])
    const third = bench.observe('third', ['a'])
    await turns()
    assert.equal(bench.service.loaded, 2)
    open()
    assert.equal((await third)[0].t, 1)
    await until(() => bench.service.loaded === 1)
  })

  const [streams, limit] = process.env.ASKANCE_SOAK ? [300, 20] : [30, 10]
  test(`${streams} streams work with a limit of ${limit} in memory`, async (context) => {
    const bench = await newBench(context, { loadedStreams: limit }, 1e8)
    const names = Array.from({ length: streams }, (_, k) => `s${k}`)
    const use = async (stream: string, round: number): Promise<void> => {
      const [first, second] = await bench.observe(stream, [`${round} a`, `${round} b`])
      assert.deepEqual([first.t, second.t], [2 * round + 1, 2 * round + 2])
      const id = await bench.take('ann', stream)
      const answer = { id, label: 'ham' }
      assert.equal((await bench.service.run(stream, 'answer', answer, { by: 'ann' })).outcome, 'learned')
    }
    await Promise.all(names.map((name) => bench.create(name)))
    let most = 0
    for (let round = 0; round < 2; round++)
      for (let start = 0; start < names.length; start += 10) {
        bench.now++
        await Promise.all(names.slice(start, start + 10).map((name) => use(name, round)))
        most = Math.max(most, bench.service.loaded)
      }
    assert.ok(most <= 2 * limit, `${most} were loaded at a time`)
    for (const name of names.filter((_, k) => k % 29 === 0)) {
      const { counts } = await bench.status(name)
      assert.deepEqual([counts.items, counts.answers, counts.open], [4, 2, 2])
      assert.ok(await bench.isAsOnDisk(name))
    }
  })
})
