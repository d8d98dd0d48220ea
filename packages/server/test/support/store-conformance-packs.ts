import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ItemPacker } from '../../src/store/item-packs.js'
import type { ItemRecord } from '../../src/store/records.js'
import type { ItemList, Store } from '../../src/store/store.js'
import { wholeEvents } from '../../src/store/whole-events.js'
import { config, item, numbers, page } from './store.js'

const LABELS = ['ham', 'späm', '\na\nb\n', 'line "quoted", with commas']

/** An id as the service creates it, with the time of a request. */
const createdId = (request: number, k: number): string =>
  `0190${request.toString(16).padStart(4, '0')}-0000-7${k.toString(16).padStart(3, '0')}-8000-00000000000a`

/** What the items of 90 requests would be: every seventh was asked about, and every fifth request sends ids. */
const sentItems = (): readonly (readonly ItemRecord[])[] => {
  let t = 0
  return numbers(1, 90).map((request) =>
    numbers(1, 1 + ((request * 37) % 100)).map((k) => {
      t++
      const id = request % 5 === 0 ? `given-${t}` : createdId(request, k)
      return item(id, t, {
        seq: 2 * t,
        time: request,
        predicted: LABELS[t % 4],
        confidence: 1 / (1 + (t % 10)),
        asked: t % 7 === 0,
        content: JSON.stringify({ text: t % 900 === 5 ? 'The Needle, 50%' : `hay,${t},` }),
      })
    }),
  )
}

const isPacked = ({ id, asked }: ItemRecord): boolean => !asked && !id.startsWith('given')

/** Stores the same items in two streams: all in rows, and in packs where the service would. */
const fill = async (store: Store): Promise<readonly ItemRecord[]> => {
  const requests = sentItems()
  for (const stream of ['rows', 'packs']) {
    await store.createStream(stream, config, 10)
    let seq = 1
    for (const items of requests) {
      const packer = new ItemPacker()
      const isRow = (one: ItemRecord) => stream === 'rows' || !isPacked(one)
      for (const one of items) if (!isRow(one)) packer.add(one)
      const events = items.flatMap(() => ['{"type":"voted"}', '{"type":"observed","item":true}'])
      const log = { count: events.length, events: events.join('\n'), contents: 9 }
      await store.append(page(stream, seq, { ...log, items: items.filter(isRow), packs: packer.take() }))
      seq += events.length
    }
  }
  return requests.flat()
}

/** Items in packs are the same to every reader as items in rows. */
export const packConformance = (open: () => Promise<Store>): void => {
  it('lists, finds and replays items in packs like those in rows', async () => {
    const store = await open()
    const items = await fill(store)
    const middle = Math.floor(items.length / 2)
    const lists: Partial<ItemList>[] = [
      {},
      { limit: 1000 },
      { before: middle },
      { asked: true },
      { asked: false },
      { predicted: 'ham', before: middle },
      { predicted: LABELS[3] as string, limit: 300 },
      { predictedLabel: 'b' },
      { minConfidence: 0.3, maxConfidence: 0.6 },
      { search: 'needle' },
      { search: '50%', before: middle },
      { search: '-000a', limit: 20 },
      { after: 0, limit: 700 },
      { after: middle, predicted: 'ham' },
      { after: items.length },
    ]
    for (const list of lists) {
      const [rows, packs] = await Promise.all(
        ['rows', 'packs'].map((stream) => store.listItems(stream, { limit: 40, ...list })),
      )
      assert.deepEqual(packs, rows, JSON.stringify(list))
    }
    const ids = [...items.filter((_, k) => k % 11 === 0).map(({ id }) => id), createdId(1, 999), 'nothing']
    const byRound = (found: readonly ItemRecord[]) => [...found].sort((a, b) => a.t - b.t)
    const found = byRound(await store.findItems('packs', ids))
    assert.deepEqual(found, byRound(await store.findItems('rows', ids)))
    assert.equal(found.length, ids.length - 2)
    for (const prefix of ['', '0190', '01900007-0000-70', 'given-1', 'h'])
      for (let after = ''; ; ) {
        const [rows, packs] = await Promise.all(
          ['rows', 'packs'].map((stream) => store.scanItems(stream, { prefix, after, limit: 2000 })),
        )
        // A list of packs may end earlier, but not before its end.
        assert.deepEqual(packs, rows?.slice(0, packs?.length))
        if (packs?.length === 0) {
          assert.equal(rows?.length, 0)
          break
        }
        after = packs?.at(-1)?.id ?? ''
      }
    const [rows, packs] = await Promise.all(
      ['rows', 'packs'].map(async (stream) => (await store.readReplay(stream, 100, 1e6)).map(wholeEvents)),
    )
    assert.deepEqual(packs, rows)
    assert.ok(packs?.join().includes('"item":{"text":"hay,'))
    await store.close()
  })

  it('a list with filters stops after many packs and says where to continue', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const packer = new ItemPacker()
    const content = JSON.stringify('x'.repeat(10_000))
    for (const t of numbers(1, 1500)) {
      const predicted = t === 3 ? 'rare' : 'ham'
      packer.add(item(createdId(1, t), t, { seq: t, time: 1, predicted, content }))
    }
    await store.append(page('s', 1, { count: 1500, packs: packer.take() }))
    const list = { limit: 2, predicted: 'rare' }
    const { items, next = 0 } = await store.listItems('s', list)
    assert.deepEqual(items, [])
    assert.ok(next > 3 && next < 1000, `${next}`)
    const rest = await store.listItems('s', { ...list, before: next })
    assert.deepEqual([rest.items.map(({ t }) => t), rest.next], [[3], undefined])
    await store.close()
  })

  it('erases the contents of items in packs, and leaves the rest', async () => {
    const store = await open()
    const items = await fill(store)
    const erased = items.filter((one, k) => isPacked(one) && k % 50 === 9).map(({ id }) => id)
    const packs = await store.packsWithout('packs', [...erased, createdId(2, 999), 'given-5'])
    const { seq } = (await store.readStream('packs')) ?? { seq: 0 }
    await store.append(page('packs', seq + 1, { redaction: { pages: [], packs, words: [] } }))
    const left = await store.findItems(
      'packs',
      items.map(({ id }) => id),
    )
    const expected = items.map((one) => (erased.includes(one.id) ? { ...one, content: '' } : one))
    assert.deepEqual(
      [...left].sort((a, b) => a.t - b.t),
      expected,
    )
    assert.deepEqual(await store.packsWithout('packs', erased), [])
    await store.deleteStream('packs')
    assert.deepEqual(await store.findItems('packs', erased), [])
    await store.close()
  })
}
