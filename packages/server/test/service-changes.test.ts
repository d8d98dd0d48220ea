import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serverError } from '../src/errors.js'
import type { Page } from '../src/store/records.js'
import { gate, newBench } from './support/service.js'
import { failure } from './support/store.js'
import { askingConfig } from './support/stream-life.js'
import { until } from './support/until.js'

const LIMIT = { timeout: 300_000 }
const budget = { ratio: 0.5, credit: 2 }

describe('changing a stream', LIMIT, () => {
  test('checks the version and the changeable settings', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a'])
    const { version, config } = await bench.service.changeStream('s', 1, { budget, paused: true }, 'owner')
    assert.deepEqual([version, config.budget, config.paused], [2, budget, true])
    assert.deepEqual((await bench.status()).budget, budget)
    assert.equal(
      await failure(bench.service.changeStream('s', 1, { paused: false }, 'owner')),
      'stream/changed',
    )
    assert.equal(
      await failure(bench.service.changeStream('s', 2, { seed: 8 } as object, 'owner')),
      'request/invalid',
    )
    assert.equal(
      await failure(bench.service.changeStream('s', 2, { classes: ['x', 'y'] }, 'owner')),
      'stream/classes',
    )
    assert.equal(await failure(bench.service.changeStream('x', 1, {}, 'owner')), 'stream/unknown')
    assert.equal(await failure(bench.service.createStream('s', askingConfig)), 'stream/exists')
    assert.equal(await failure(bench.create('bad', { classes: ['one'] })), 'option/value')
    assert.equal(await bench.store.readStream('bad'), undefined)
  })

  test('of more than streamBytes is possible unless it adds a class', async (context) => {
    const bench = await newBench(context, { streamBytes: 1000 })
    const index = { kind: 'hash', bits: 10, names: 0 } as const
    const classes = ['a', 'b', 'c']
    // As if it had been created before there was a limit.
    await bench.store.createStream('s', { ...askingConfig, classes, vectorizer: { index } }, bench.now)
    const { version } = await bench.service.changeStream('s', 1, { title: 'new', classes }, 'owner')
    const change = bench.service.changeStream('s', version, { classes: [...classes, 'd'] }, 'owner')
    assert.equal(await failure(change), 'stream/too-large')
  })

  test('one of two concurrent changes fails', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    const change = (title: string) => failure(bench.service.changeStream('s', 1, { title }, 'owner'))
    assert.deepEqual((await Promise.all([change('one'), change('two')])).sort(), ['kept', 'stream/changed'])
  })

  test('that reached only the log is ignored', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a'])
    bench.faults.changeStream = () => Promise.reject(serverError('store/lost', { reason: 'gone' }))
    const change = bench.service.changeStream('s', 1, { budget, leaseSeconds: 5 }, 'owner')
    assert.equal(await failure(change), 'store/lost')
    bench.faults = {}
    assert.deepEqual((await bench.status()).budget, askingConfig.budget, 'in the same process')
    const [question] = await bench.service.run('s', 'lease', { count: 1 }, { by: 'ann' })
    assert.equal(question.leaseExpires, bench.now + 60_000)
    await bench.crash()
    assert.deepEqual((await bench.status()).budget, askingConfig.budget, 'after a crash')
    assert.ok(await bench.isAsOnDisk())
  })

  test('that reached only the record is logged when the stream is loaded', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a'])
    await bench.store.changeStream('s', 1, { ...askingConfig, budget })
    await bench.crash()
    assert.deepEqual((await bench.status()).budget, budget)
    const log = await bench.store.readLog('s', 0, 1e9)
    assert.match(log.at(-1)?.events ?? '', /"rebudgeted"/)
    assert.equal((await bench.observe('s', ['b']))[0].t, 2)
    assert.ok(await bench.isAsOnDisk())
  })
})

describe('deleting a stream', LIMIT, () => {
  test('rejects pending requests, and a new stream of that name starts empty', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    await bench.observe('s', ['a'])
    const { opened, open } = gate()
    let appended = 0
    bench.faults.append = (page) => {
      appended++
      return opened.then(() => bench.store.append(page))
    }
    const slow = failure(bench.observe('s', ['b']))
    await until(() => appended === 1)
    await bench.service.deleteStream('s')
    open()
    assert.match(await slow, /^(log\/conflict|stream\/unknown)$/)
    assert.equal(await failure(bench.status()), 'stream/unknown')
    assert.equal(await failure(bench.service.deleteStream('s')), 'stream/unknown')
    bench.faults = {}
    await bench.create('s', { classes: ['x', 'y', 'z'], algorithm: 'auto' })
    assert.deepEqual((await bench.status()).classes, ['x', 'y', 'z'])
    assert.equal((await bench.observe('s', ['b']))[0].t, 1)
    assert.ok(await bench.isAsOnDisk())
  })

  test('while it is being loaded leaves nothing of it in memory', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    const { opened, open } = gate()
    let isLoading = false
    bench.faults.listSnapshots = async (stream) => {
      isLoading = true
      await opened
      return bench.store.listSnapshots(stream)
    }
    const status = failure(bench.status())
    await until(() => isLoading)
    const deleted = bench.service.deleteStream('s')
    open()
    await Promise.all([status, deleted])
    bench.faults = {}
    await bench.create('s', { classes: ['x', 'y'] })
    assert.deepEqual((await bench.status()).classes, ['x', 'y'])
  })
})

test('a stream loaded just before its deletion is discarded', LIMIT, async (context) => {
  const bench = await newBench(context)
  await bench.create()
  bench.faults.deleteStream = async (stream) => {
    await bench.status()
    return bench.store.deleteStream(stream)
  }
  await bench.service.deleteStream('s')
  assert.equal(bench.service.loaded, 0)
  assert.equal(await failure(bench.status()), 'stream/unknown')
})

describe('closing', LIMIT, () => {
  test('finishes running requests, rejects others, and takes snapshots', async (context) => {
    const bench = await newBench(context, { threads: 2 })
    await Promise.all(['a', 'b', 'c'].map((name) => bench.create(name)))
    const begun = ['a', 'b', 'c'].flatMap((stream) => [1, 2, 3].map((k) => bench.observe(stream, [`i${k}`])))
    const changed = bench.service.changeStream('a', 1, { title: 'last' }, 'owner')
    const closed = bench.service.close()
    assert.equal(await failure(bench.observe('a', ['late'])), 'service/stopping')
    assert.equal(await failure(bench.service.deleteStream('a')), 'service/stopping')
    assert.equal(await failure(bench.service.ready()), 'service/stopping')
    assert.equal((await Promise.all(begun)).flat().length, 9)
    assert.equal((await changed).version, 2)
    await closed
    await bench.service.close()
    await bench.start()
    for (const stream of ['a', 'b', 'c']) {
      assert.equal((await bench.status(stream)).counts.items, 3)
      assert.equal((await bench.store.listSnapshots(stream)).length, 1)
      assert.ok(await bench.isAsOnDisk(stream))
    }
    await bench.service.ready()
  })
})

describe('limits and webhooks', LIMIT, () => {
  test('rejects requests beyond the queue limit', async (context) => {
    const bench = await newBench(context, { queueLimit: 2 })
    await bench.create()
    await bench.status()
    const { opened, open } = gate()
    let appended = 0
    bench.faults.append = (page) => {
      appended++
      return opened.then(() => bench.store.append(page))
    }
    const slow = ['a', 'b'].map((id) => bench.observe('s', [id]))
    await until(() => appended === 2)
    assert.equal(await failure(bench.status()), 'stream/busy')
    open()
    assert.equal((await Promise.all(slow)).length, 2)
    assert.equal((await bench.status()).counts.items, 2)
  })

  test('changed webhooks apply from the next page on', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    const pages: Page[] = []
    bench.service.follow(undefined, (page) => pages.push(page))
    const hook = (id: string) => ({
      id,
      stream: 's',
      url: 'https://example.org',
      secret: 'x',
      events: ['*'],
      created: 1,
    })
    await bench.observe('s', ['a'])
    assert.equal(pages[0].deliveries, undefined)
    await bench.store.createHook(hook('one'))
    await bench.service.hooksChanged('s')
    await bench.observe('s', ['b'])
    assert.deepEqual(new Set(pages[1].deliveries?.map((one) => one.hook)), new Set(['one']))

    await bench.crash()
    bench.service.follow(undefined, (page) => pages.push(page))
    const { opened, open } = gate()
    let isRead = false
    bench.faults.listHooks = async (stream) => {
      const hooks = await bench.store.listHooks(stream)
      isRead = true
      await opened
      return hooks
    }
    const status = bench.status()
    await until(() => isRead)
    bench.faults = {}
    await bench.store.createHook(hook('two'))
    const changed = bench.service.hooksChanged('s')
    open()
    await Promise.all([status, changed])
    await bench.observe('s', ['c'])
    assert.deepEqual(new Set(pages.at(-1)?.deliveries?.map((one) => one.hook)), new Set(['one', 'two']))
  })
})
