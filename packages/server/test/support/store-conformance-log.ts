import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from '../../src/store/records.js'
import type { Store } from '../../src/store/store.js'
import { wholeEvents } from '../../src/store/whole-events.js'
import { config, counts, failure, item, numbers, page } from './store.js'

const readWholeLog = async (store: Store, stream: string): Promise<string[]> => {
  const events: string[] = []
  for (let after = 0; ; ) {
    const pages = await store.readLog(stream, after, 500)
    if (pages.length === 0) return events
    for (const { seq, count, events: text } of pages) {
      assert.equal(seq, after + 1)
      after = seq + count - 1
      events.push(text)
    }
  }
}

/** Pages: order, conflicts, groups, size. */
export const logConformance = (open: () => Promise<Store>): void => {
  it('appends pages and updates the stream record', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    await store.append(page('s', 1, { count: 3, events: '1\n2\n3' }))
    await store.append(page('s', 4, { time: 77, counts: { ...counts, items: 9 } }))
    const { seq, changed, counts: found, version } = (await store.readStream('s'))!
    assert.deepEqual([seq, changed, found.items, version], [4, 77, 9, 1])
    await store.close()
  })

  it('accepts a page only if it continues the log', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    assert.equal(await failure(store.append(page('s', 2))), 'log/conflict')
    await store.append(page('s', 1))
    assert.equal(await failure(store.append(page('s', 1))), 'log/conflict')
    assert.equal(await failure(store.append(page('s', 3))), 'log/conflict')
    assert.equal(await failure(store.append(page('nobody', 1))), 'log/conflict')
    assert.equal((await store.readStream('s'))!.seq, 1)
    await store.close()
  })

  it('writes nothing of a page with an existing item or receipt', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const receipt = { key: 'k', fingerprint: 'f', status: 200, body: '{}', time: 5 }
    await store.append(page('s', 1, { items: [item('a', 1)], receipt }))
    const repeated = page('s', 2, { items: [item('b', 2), item('a', 3)] })
    assert.equal(await failure(store.append(repeated)), 'log/conflict')
    assert.equal(
      await failure(store.append(page('s', 2, { items: [item('c', 2)], receipt }))),
      'log/conflict',
    )
    assert.deepEqual(await store.findItems('s', ['b', 'c']), [])
    assert.deepEqual(await store.readReceipt('s', 'k'), receipt)
    assert.equal(await store.readReceipt('s', 'other'), undefined)
    assert.equal((await store.readLog('s', 0, 1e9)).length, 1)
    await store.append(page('s', 2, { items: [item('b', 2)] }))
    await store.close()
  })

  it('rejects only the invalid page of a group', async () => {
    const store = await open()
    const streams = numbers(0, 20).map((n) => `s${n}`)
    for (const id of streams) await store.createStream(id, config, 10)
    await store.append(page('s3', 1, { items: [item('a', 1)] }))
    const pages: Page[] = streams.map((id) => page(id, id === 's3' ? 2 : 1, { items: [item('a', 1)] }))
    const outcomes = await Promise.all(pages.map((one) => failure(store.append(one))))
    const expected = streams.map((id) => (id === 's3' ? 'log/conflict' : 'kept'))
    assert.deepEqual(outcomes, expected)
    for (const id of streams) assert.equal((await store.readStream(id))!.seq, 1)
    await store.close()
  })

  it('writes concurrent pages of one stream in order', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    await store.createStream('other', config, 10)
    const sent = numbers(1, 40).flatMap((seq) => [page('s', seq), page('other', seq)])
    const gap = [page('s', 42), page('s', 41), page('other', 41)]
    const outcomes = await Promise.all([...sent, ...gap].map((one) => failure(store.append(one))))
    assert.deepEqual(outcomes.slice(80), ['log/conflict', 'kept', 'kept'])
    assert.ok(outcomes.slice(0, 80).every((outcome) => outcome === 'kept'))
    assert.equal((await readWholeLog(store, 's')).length, 41)
    await store.close()
  })

  it('writes hundreds of concurrent pages of many streams', async () => {
    const store = await open()
    const streams = numbers(0, 50).map((n) => `stream-${n}`)
    await Promise.all(streams.map((id) => store.createStream(id, config, 10)))
    const write = async (id: string): Promise<void> => {
      for (const seq of numbers(1, 8)) {
        await store.append(
          page(id, seq, { items: [item(`i${seq}`, seq)], points: [{ t: seq, time: 1, point: '{}' }] }),
        )
        if (seq % 4 === 0) await store.note({ time: 1, who: id, action: 'wrote' })
        assert.equal((await store.findItems(id, [`i${seq}`])).length, 1)
      }
    }
    await Promise.all(streams.map(write))
    const logs = await Promise.all(streams.map((id) => readWholeLog(store, id)))
    const expected = numbers(1, 8).map((seq) => `{"event":${seq}}`)
    for (const log of logs) assert.deepEqual(log, expected)
    assert.equal((await store.listAudit({ limit: 1000 })).length, 100)
    await store.close()
  })

  it('reads the log in pieces of at least one page', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    for (const n of numbers(0, 30))
      await store.append(page('s', 1 + n * 2, { count: 2, events: `${'x'.repeat(99)}${n % 10}`, time: n }))
    const seqs = async (after: number, bytes: number) =>
      (await store.readLog('s', after, bytes)).map(({ seq }) => seq)
    assert.deepEqual(await seqs(0, 1), [1])
    assert.deepEqual(await seqs(0, 200), [1, 3])
    assert.deepEqual(await seqs(0, 299), [1, 3])
    assert.deepEqual(await seqs(1, 200), [1, 3])
    assert.deepEqual(await seqs(2, 200), [3, 5])
    assert.deepEqual(await seqs(57, 1e9), [57, 59])
    assert.deepEqual(await seqs(59, 1e9), [59])
    assert.deepEqual(await seqs(60, 1e9), [])
    assert.deepEqual(await seqs(1000, 1e9), [])
    assert.equal((await seqs(0, 1e9)).length, 30)
    assert.deepEqual(await store.readLog('nobody', 0, 1e9), [])
    assert.deepEqual(await store.readPage('s', 4), {
      seq: 3,
      count: 2,
      events: `${'x'.repeat(99)}1`,
      time: 1,
    })
    assert.equal((await store.readPage('s', 3))!.seq, 3)
    assert.equal(await store.readPage('s', 61), undefined)
    assert.equal(await store.readPage('s', 0), undefined)
    await store.close()
  })

  it('reads more pages than one batch of sizes', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    await Promise.all(numbers(1, 2300).map((seq) => store.append(page('s', seq, { events: 'x' }))))
    assert.equal((await store.readLog('s', 0, 1e9)).length, 2300)
    assert.equal((await store.readLog('s', 0, 1000)).length, 1000)
    assert.equal((await store.readLog('s', 0, 2001)).length, 2001)
    await store.close()
  })

  it('stores pages of several megabytes and any character', async () => {
    const store = await open()
    const strange = 'a\0b\u0001c\u0001\u0001\ud800d\udc00 é 漢字 😀 \\ " \' % _ \u2028 {} , NULL'
    await store.createStream(strange, config, 10)
    const events = `${JSON.stringify({ text: strange })}\n${'é😀'.repeat(400_000)}`
    const big = item(strange, 1, { predicted: strange, content: 'ü'.repeat(1_500_000) })
    const receipt = { key: strange, fingerprint: strange, status: 200, body: strange, time: 5 }
    const point = { t: 1, time: 2, point: JSON.stringify([strange]) }
    const other = item(strange.replace('\ud800', '\ud801'), 2)
    await store.append(page(strange, 1, { events, items: [big, other], receipt, points: [point] }))
    assert.equal((await store.readLog(strange, 0, 10))[0]!.events, events)
    assert.deepEqual(await store.findItems(strange, [strange]), [big])
    assert.deepEqual((await store.listItems(strange, { limit: 5, predicted: strange })).items, [big])
    assert.deepEqual(await store.readReceipt(strange, strange), receipt)
    assert.deepEqual(await store.readPoints(strange, 0, 9, 9), [point])
    assert.deepEqual(
      (await store.listStreams({ limit: 5 })).map(({ id }) => id),
      [strange],
    )
    await store.append(page(strange, 2, { erased: [strange] }))
    assert.equal((await store.findItems(strange, [strange]))[0]!.content, '')
    await store.close()
  })

  it('returns the items that events refer to, and finds events by item', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const first = '{"type":"observed","id":"a","item":true}\n{"type":"observed","id":"b"}'
    const items = [item('a', 1, { content: '{"id":"a"}' }), item('b', 2, { content: '{"id":"b"}' })]
    await store.append(page('s', 1, { count: 2, events: first, items, contents: 10 }))
    const answers = ['a', 'b'].map((id) => `{"type":"answered","id":"${id}"}`)
    const itemEvents = [
      { id: 'a', seq: 3 },
      { id: 'b', seq: 4 },
    ]
    await store.append(page('s', 3, { count: 2, events: answers.join('\n'), itemEvents }))
    const whole = async () => (await store.readReplay('s', 0, 1e9)).map(wholeEvents)
    const [, observed] = first.split('\n')
    assert.deepEqual(await whole(), [
      `{"type":"observed","id":"a","item":{"id":"a"}}\n${observed}`,
      answers.join('\n'),
    ])
    // The items of a page count in its size.
    assert.equal((await store.readLog('s', 0, first.length + answers.join('\n').length)).length, 1)
    assert.deepEqual(await store.readItemEvents('s', ['b']), { seqs: [4], unindexed: 0 })
    assert.deepEqual(await store.readItemEvents('s', ['c']), { seqs: [], unindexed: 0 })
    const generation = (await store.readFence('s'))?.generation
    const redaction = { pages: [{ seq: 3, events: 'x\ny' }], words: ['a'], from: 1 }
    await store.append(page('s', 5, { erased: ['a'], redaction }))
    assert.equal((await whole())[1], 'x\ny')
    assert.equal((await whole())[0], `{"type":"observed","id":"a"}\n${observed}`)
    assert.notEqual((await store.readFence('s'))?.generation, generation)
    await store.deleteStream('s')
    await store.createStream('s', config, 10)
    assert.deepEqual(await store.readItemEvents('s', ['b']), { seqs: [], unindexed: 0 })
    await store.close()
  })

  it('refuses a page, a change and a deletion of another epoch', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    await store.createStream('t', config, 10)
    const { epoch } = (await store.readFence('s'))!
    const other = (await store.readFence('t'))!.epoch
    await store.append(page('s', 1, { epoch }))
    const outcomes = await Promise.all([
      failure(store.append(page('s', 2, { epoch: epoch + 1 }))),
      failure(store.append(page('t', 1, { epoch: other }))),
      failure(store.append(page('t', 2, { epoch: other - 1 }))),
    ])
    assert.deepEqual(outcomes, ['log/conflict', 'kept', 'log/conflict'])
    assert.equal(await failure(store.changeStream('s', 1, config, epoch + 1)), 'stream/unowned')
    assert.equal(await failure(store.deleteStream('s', epoch - 1)), 'stream/unowned')
    assert.equal((await store.changeStream('s', 1, config, epoch)).version, 2)
    await store.deleteStream('s', epoch)
    await store.createStream('s', config, 10)
    assert.equal(await failure(store.append(page('s', 1, { epoch }))), 'log/conflict', 'of a deleted stream')
    await store.close()
  })

  it('accepts a page without events', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const receipt = { key: 'k', fingerprint: 'f', status: 200, body: '{}', time: 5 }
    await store.append(page('s', 1, { count: 0, events: '', receipt }))
    await store.append(page('s', 1))
    assert.deepEqual(
      (await store.readLog('s', 0, 100)).map(({ seq }) => seq),
      [1],
    )
    await store.close()
  })
}
