import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ItemList, Store } from '../../src/store/store.js'
import { config, item, numbers, page } from './store.js'

/** Items, points: lists with cursors, search, thinning, erasing. */
export const itemConformance = (open: () => Promise<Store>): void => {
  it('finds items by their ids', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    await store.createStream('r', config, 10)
    const items = numbers(1, 500).map((t) => item(`item-${t}`, t, { asked: t % 10 === 0, confidence: 1 / t }))
    await store.append(page('s', 1, { items }))
    await store.append(page('r', 1, { items: [item('item-1', 1, { predicted: 'other' })] }))
    const ids = ['item-7', 'item-70', 'nothing', 'item-500']
    const found = [...(await store.findItems('s', ids))].sort((a, b) => a.t - b.t)
    assert.deepEqual(found, [items[6], items[69], items[499]])
    assert.deepEqual(await store.findItems('s', []), [])
    assert.equal(
      (
        await store.findItems(
          's',
          items.map(({ id }) => id),
        )
      ).length,
      500,
    )
    await store.close()
  })

  it('lists items, latest first, with cursors and filters', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const predictions = ['ham', 'späm', 'SPAM']
    const items = numbers(1, 30).map((t) =>
      item(`i${t}`, t, {
        asked: t % 5 === 0,
        predicted: predictions[t % 3],
        confidence: t % 2 === 0 ? 0.75 : 0.5,
      }),
    )
    await store.append(page('s', 1, { items: [item('taught', 0), ...items] }))
    const rounds = async (list: Omit<ItemList, 'limit'>, limit = 4) =>
      (await store.listItems('s', { ...list, limit })).items.map(({ t }) => t)
    assert.deepEqual(await rounds({}), [30, 29, 28, 27])
    assert.deepEqual(await rounds({ before: 27 }), [26, 25, 24, 23])
    assert.deepEqual(await rounds({ before: 3 }), [2, 1])
    assert.deepEqual(await rounds({ before: 1 }), [])
    assert.deepEqual(await rounds({ asked: true }), [30, 25, 20, 15])
    assert.deepEqual(await rounds({ asked: false, before: 26 }), [24, 23, 22, 21])
    assert.deepEqual(await rounds({ predicted: 'späm' }, 3), [28, 25, 22])
    assert.deepEqual(await rounds({ predicted: 'SPAM', asked: true }), [20, 5])
    assert.deepEqual(await rounds({ predicted: 'none' }), [])
    assert.deepEqual(await rounds({ minConfidence: 0.75 }), [30, 28, 26, 24])
    assert.deepEqual(await rounds({ maxConfidence: 0.6, predicted: 'SPAM', before: 20 }), [17, 11, 5])
    assert.deepEqual(await rounds({ after: 0 }), [1, 2, 3, 4])
    assert.deepEqual(await rounds({ after: 28 }), [29, 30])
    assert.deepEqual(await rounds({ after: 30 }), [])
    await store.append(page('s', 2, { asked: ['i1', 'i2', 'nothing'] }))
    assert.deepEqual(await rounds({ asked: true, before: 10 }), [5, 2, 1])
    assert.equal((await store.listItems('s', { limit: 4 })).next, 27)
    assert.equal('next' in (await store.listItems('s', { limit: 4, before: 3 })), false)
    assert.equal((await store.listItems('nobody', { limit: 9 })).items.length, 0)
    await store.close()
  })

  it('lists the items that have a label among their predicted ones', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const predictions = ['\na\n', '\nA%\nab\n', '\n', '\nab\na\n', '\nab\n']
    const items = predictions.map((predicted, k) => item(`i${k}`, k + 1, { predicted }))
    await store.append(page('s', 1, { items }))
    const rounds = async (predictedLabel: string, before = 9) =>
      (await store.listItems('s', { predictedLabel, before, limit: 9 })).items.map(({ t }) => t)
    assert.deepEqual(await rounds('a'), [4, 1])
    assert.deepEqual(await rounds('ab', 5), [4, 2])
    assert.deepEqual(await rounds('A%'), [2])
    assert.deepEqual(await rounds('A'), [])
    await store.close()
  })

  it('searches ids and contents literally, ignoring case', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const contents = [
      '{"text":"50% off"}',
      '{"text":"50 off"}',
      '{"a_b":"Ärger"}',
      '{"aXb":"ÄRGER"}',
      '"back\\\\slash"',
    ]
    const items = contents.map((content, index) => item(`Id-${index}`, index + 1, { content }))
    await store.append(page('s', 1, { items }))
    const rounds = async (search: string, more: Partial<ItemList> = {}) =>
      (await store.listItems('s', { limit: 10, search, ...more })).items.map(({ t }) => t)
    assert.deepEqual(await rounds('50%'), [1])
    assert.deepEqual(await rounds('OFF'), [2, 1])
    assert.deepEqual(await rounds('A_B'), [3])
    assert.deepEqual(await rounds('ÄrG'), [4, 3])
    assert.deepEqual(await rounds('är'), [])
    assert.deepEqual(await rounds('\\SLASH'), [5])
    assert.deepEqual(await rounds('id-3'), [4])
    assert.deepEqual(await rounds('id-', { limit: 2 }), [5, 4])
    assert.deepEqual(await rounds('id-', { before: 3 }), [2, 1])
    assert.deepEqual(await rounds('absent'), [])
    await store.close()
  })

  it('searches beyond the first batch of items', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const items = numbers(1, 4500).map((t) =>
      item(`i${t}`, t, { content: t % 1500 === 1 ? 'needle' : 'hay', asked: t < 2000 }),
    )
    await store.append(page('s', 1, { items }))
    const rounds = async (more: Partial<ItemList>) =>
      (await store.listItems('s', { limit: 10, search: 'NEEDLE', ...more })).items.map(({ t }) => t)
    assert.deepEqual(await rounds({}), [3001, 1501, 1])
    assert.deepEqual(await rounds({ limit: 2 }), [3001, 1501])
    assert.deepEqual(await rounds({ before: 1501 }), [1])
    assert.deepEqual(await rounds({ asked: true }), [1501, 1])
    await store.close()
  })

  it('a search stops after many items and says where to continue', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const items = numbers(1, 21_000).map((t) => item(`i${t}`, t, { content: t === 500 ? 'needle' : 'hay' }))
    await store.append(page('s', 1, { items }))
    const first = await store.listItems('s', { limit: 10, search: 'needle' })
    assert.deepEqual(first, { items: [], next: 1001 })
    const second = await store.listItems('s', { limit: 10, search: 'needle', before: first.next ?? 0 })
    assert.deepEqual([second.items.map(({ t }) => t), second.next], [[500], undefined])
    await store.close()
  })

  it('erases contents, and leaves the rest', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    await store.append(page('s', 1, { items: [item('a', 1), item('b', 2), item('c', 3)] }))
    await store.append(page('s', 2, { erased: ['a', 'c', 'unknown'] }))
    const { items: found } = await store.listItems('s', { limit: 9 })
    const kept = item('b', 2).content
    assert.deepEqual(
      found.map(({ content }) => content),
      ['', kept, ''],
    )
    assert.deepEqual(found[2], { ...item('a', 1), content: '' })
    await store.close()
  })

  it('thins points evenly, and always keeps the last', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const points = numbers(1, 1000).map((n) => ({ t: n * 3, time: n, point: `{"n":${n}}` }))
    await store.append(page('s', 1, { points }))
    assert.deepEqual(await store.readPoints('s', 0, Number.POSITIVE_INFINITY, 5000), points)
    assert.deepEqual(await store.readPoints('s', 3, 3000, 1000), points)
    assert.deepEqual(await store.readPoints('s', 4, 9, 1000), points.slice(1, 3))
    assert.deepEqual(await store.readPoints('s', 0, 3000, 1), points.slice(-1))
    assert.deepEqual(await store.readPoints('s', 3001, 9000, 10), [])
    for (const most of [2, 7, 333, 999]) {
      const ranks = (await store.readPoints('s', 0, 3000, most)).map(({ time }) => time)
      assert.equal(ranks.length, most)
      assert.equal(ranks.at(-1), 1000)
      const steps = ranks.slice(1).map((rank, index) => rank - ranks[index])
      assert.ok(Math.max(...steps) - Math.min(...steps) <= 1, `uneven: ${steps}`)
    }
    await store.close()
  })

  it('keeps points of the same round in their order', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const point = (t: number, n: number) => ({ t, time: n, point: `${n}` })
    await store.append(page('s', 1, { points: [point(5, 1), point(7, 2)] }))
    await store.append(page('s', 2, { points: [point(5, 3)] }))
    assert.deepEqual(
      (await store.readPoints('s', 0, 9, 9)).map(({ time }) => time),
      [1, 3, 2],
    )
    await store.close()
  })
}
