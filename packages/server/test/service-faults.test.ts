import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serverError } from '../src/errors.js'
import { operations } from '../src/operations/index.js'
import type { Page } from '../src/store/records.js'
import type { Stream } from '../src/stream/stream.js'
import { itemColumns } from './support/item-columns.js'
import { gate, newBench, turns } from './support/service.js'
import { failure } from './support/store.js'
import { until } from './support/until.js'

const LIMIT = { timeout: 300_000 }

const full = async (): Promise<never> => {
  throw serverError('store/full')
}

describe('a page that cannot be written', LIMIT, () => {
  test('fails the request, and the stream matches the disk', async (context) => {
    const bench = await newBench(context)
    await bench.create('s')
    await bench.create('other')
    await bench.observe('s', ['a'])
    await bench.observe('other', ['a'])
    const id = await bench.take('ann', 'other')
    bench.faults.append = (page) => (page.stream === 's' ? full() : bench.store.append(page))
    assert.equal(await failure(bench.observe('s', ['b', 'c'])), 'store/full')
    assert.equal((await bench.status()).counts.items, 1)
    assert.ok(await bench.isAsOnDisk())
    const answer = bench.service.run('other', 'answer', { id, label: 'ham' }, { by: 'ann' })
    assert.equal((await answer).outcome, 'learned', 'leases of other streams are as they were')
    bench.faults = {}
    assert.equal((await bench.observe('s', ['b']))[0].t, 2)
    assert.ok(await bench.isAsOnDisk())
  })

  test('fails all pending requests', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a', 'b'])
    const { opened, open } = gate()
    let appended = 0
    bench.faults.append = () => {
      appended++
      return opened.then(full)
    }
    const first = failure(bench.observe('s', ['c']))
    const second = failure(bench.observe('s', ['d']))
    await until(() => appended === 2)
    const lease = failure(bench.take())
    const predicted = await bench.service.run(
      's',
      'predict',
      { items: [{ row: { index: [1], value: [1] } }] },
      { by: 'reader' },
    )
    assert.equal(predicted.length, 1, 'predictions do not wait')
    open()
    assert.deepEqual(await Promise.all([first, second, lease]), ['store/full', 'store/full', 'store/full'])
    bench.faults = {}
    const { counts, leased } = await bench.status()
    assert.deepEqual([counts.items, leased], [2, 0])
    assert.ok(await bench.isAsOnDisk())
  })

  test('that was written despite a lost connection is found again', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    bench.faults.append = async (page) => {
      await bench.store.append(page)
      throw serverError('store/lost', { reason: 'the line is dead' })
    }
    assert.equal(await failure(bench.observe('s', ['a'])), 'store/lost')
    bench.faults = {}
    assert.equal((await bench.observe('s', ['a']))[0].t, 1)
    assert.equal((await bench.status()).counts.items, 1)
    assert.ok(await bench.isAsOnDisk())
  })

  test('because another process wrote is a conflict, and both writes are kept', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    const pages: Page[] = []
    bench.service.follow('s', (page) => pages.push(page))
    await bench.observe('s', ['a'])
    const [first] = pages
    const event = { type: 'erased', id: 'a', time: bench.now, by: 'another' }
    const { counts } = first
    await bench.store.append({
      stream: 's',
      seq: first.count + 1,
      count: 1,
      events: JSON.stringify(event),
      time: bench.now,
      counts,
      items: itemColumns([]),
      points: [],
      erased: [],
    })
    assert.equal(await failure(bench.observe('s', ['b'])), 'log/conflict')
    assert.equal((await bench.observe('s', ['b']))[0].t, 2)
    assert.equal((await bench.status()).seq, first.count + 2)
    assert.ok(await bench.isAsOnDisk())
  })
})

describe('pages in flight', LIMIT, () => {
  test('are awaited before the stream is reloaded', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a'])
    const { opened, open } = gate()
    bench.faults.append = (page) => opened.then(() => bench.store.append(page))
    const slow = bench.observe('s', ['b'])
    const failing = context.mock.method(
      operations.erase as unknown as { handle: (stream: Stream) => never },
      'handle',
      (stream: Stream) => {
        stream.happens({ type: 'erased', id: 'x', time: 1, by: 'ann' })
        throw serverError('stream/busy', { stream: stream.id })
      },
    )
    await until(() => bench.service.loaded === 1)
    const forget = bench.service.run('s', 'erase', { ids: ['a'] }, { by: 'owner' })
    assert.equal(await failure(forget), 'stream/busy')
    failing.mock.restore()
    const next = bench.observe('s', ['c'])
    await until(() => bench.service.loaded === 0)
    open()
    assert.deepEqual([(await slow)[0].t, (await next)[0].t], [2, 3])
    assert.ok(await bench.isAsOnDisk())
  })

  test('are published in order after they are on disk', async (context) => {
    const bench = await newBench(context)
    await bench.create('s')
    await bench.create('t')
    const published: string[] = []
    context.mock.method(process, 'emitWarning', () => undefined)
    bench.service.follow('s', () => {
      throw new Error('a bad follower')
    })
    const unfollow = bench.service.follow('s', ({ stream, seq }) => published.push(`${stream}${seq}`))
    const everything: string[] = []
    bench.service.follow(undefined, ({ stream, seq }) => everything.push(`${stream}${seq}`))
    const gates = [gate(), gate()]
    let appended = 0
    bench.faults.append = async (page) => {
      const { opened } = gates[appended++]
      await bench.store.append(page)
      await opened
    }
    const first = bench.observe('s', ['a'])
    const second = bench.observe('s', ['b'])
    await until(() => appended === 2)
    gates[1].open()
    await turns()
    assert.deepEqual(published, [], 'the first is not there yet')
    gates[0].open()
    await Promise.all([first, second])
    assert.deepEqual(published, ['s1', 's4'])
    bench.faults = {}
    await bench.observe('t', ['a'])
    unfollow()
    await bench.observe('s', ['c'])
    assert.deepEqual(published, ['s1', 's4'])
    assert.deepEqual(everything, ['s1', 's4', 't1', 's5'])
  })

  test('that failed are not published', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    let published = 0
    bench.service.follow(undefined, () => published++)
    bench.faults.append = full
    assert.equal(await failure(bench.observe('s', ['a'])), 'store/full')
    assert.equal(published, 0)
  })
})
