import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Random } from '@askance/core/internals'
import { ItemPacker } from '../../src/store/item-packs.js'
import type { ItemRecord } from '../../src/store/records.js'
import type { ItemList, Store } from '../../src/store/store.js'
import { wholeLines } from '../../src/store/whole-events.js'
import { config, item, numbers, page } from './store.js'

const LABELS = ['ham', 'späm', '\na\nb\n', 'line "quoted", with commas', '\nab\n']

/** How many lists are compared with a slow one. */
const LISTS = process.env.ASKANCE_SOAK ? 100 : 15

/** An id as the service creates it, with the time of a request. */
const createdId = (request: number, k: number): string =>
  `0190${request.toString(16).padStart(4, '0')}-0000-7${k.toString(16).padStart(3, '0')}-8000-00000000000a`

/** A content is longer than what a list reads at a time. */
const contentOf = (t: number, random: Random): string => {
  const text = random.uniform() < 0.05 ? `The Needle, ${t} %` : `hay,${t},`
  return JSON.stringify({ text: t === 40 ? text + 'x'.repeat(1_100_000) : text })
}

/** What the items of some requests would be: some were asked about, and some requests send ids. */
const sentItems = (random: Random): readonly (readonly ItemRecord[])[] => {
  let t = 0
  return numbers(1, 9).map((request) =>
    numbers(1, 1 + Math.floor(random.uniform() * 90)).map((k) => {
      t++
      return item(request % 5 === 0 ? `given-${t}` : createdId(request, k), t, {
        seq: 2 * t,
        time: request,
        predicted: LABELS[Math.floor(LABELS.length * random.uniform() ** 2)],
        confidence: Math.floor(10 * random.uniform()) / 10,
        asked: random.uniform() < 0.15,
        content: contentOf(t, random),
      })
    }),
  )
}

const isPacked = ({ id, asked }: ItemRecord): boolean => !asked && !id.startsWith('given')

/** Stores items, in packs where the service would. */
const fill = async (store: Store, seed: number): Promise<readonly ItemRecord[]> => {
  const requests = sentItems(new Random(seed, 'packs'))
  await store.createStream('s', config, 10)
  let seq = 1
  for (const items of requests) {
    const packer = new ItemPacker()
    for (const one of items) if (isPacked(one)) packer.add(one)
    const events = items.flatMap(() => ['{"type":"voted"}', '{"type":"observed","item":true}'])
    const log = { count: events.length, events: events.join('\n'), contents: 9 }
    const rows = items.filter((one) => !isPacked(one))
    await store.append(page('s', seq, { ...log, items: rows, packs: packer.take() }))
    seq += events.length
  }
  return requests.flat()
}

/** The whole list, slowly. */
const slowList = (items: readonly ItemRecord[], list: Partial<ItemList>): readonly number[] => {
  const { before = Number.POSITIVE_INFINITY, after, minConfidence = 0, maxConfidence = 1, search } = list
  const { asked, predicted, predictedLabel } = list
  const text = search?.toLowerCase()
  const found = items.filter(
    (one) =>
      one.t < before &&
      one.t > (after ?? 0) &&
      (asked === undefined || one.asked === asked) &&
      (predicted === undefined || one.predicted === predicted) &&
      (predictedLabel === undefined || one.predicted.includes(`\n${predictedLabel}\n`)) &&
      one.confidence >= minConfidence &&
      one.confidence <= maxConfidence &&
      (text === undefined || one.id.includes(text) || one.content.toLowerCase().includes(text)),
  )
  const rounds = found.map(({ t }) => t)
  return after === undefined ? rounds.reverse() : rounds
}

const randomList = (random: Random, rounds: number): Partial<ItemList> => {
  const maybe = <Value>(share: number, value: Value) => (random.uniform() < share ? value : undefined)
  const round = () => Math.floor(random.uniform() * (rounds + 2))
  const list = {
    before: maybe(0.4, round()),
    after: maybe(0.3, round()),
    asked: maybe(0.3, random.uniform() < 0.5),
    predicted: maybe(0.3, LABELS[Math.floor(LABELS.length * random.uniform())]),
    predictedLabel: maybe(0.2, ['a', 'ab', 'b'][Math.floor(3 * random.uniform())]),
    minConfidence: maybe(0.2, random.uniform()),
    maxConfidence: maybe(0.2, random.uniform()),
    search: maybe(0.2, ['needle', '7 %', '-7', 'given-1', 'absent'][Math.floor(5 * random.uniform())]),
  }
  return Object.fromEntries(Object.entries(list).filter(([, value]) => value !== undefined))
}

/** Reads a list to its end, page by page. */
const readPages = async (store: Store, list: ItemList): Promise<readonly ItemRecord[]> => {
  const items: ItemRecord[] = []
  let [before, after] = [list.before, list.after]
  for (let pages = 0; pages < 2000; pages++) {
    const slice = await store.listItems('s', {
      ...list,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    })
    assert.ok(slice.items.length <= list.limit)
    items.push(...slice.items)
    if (slice.next === undefined) return items
    if (after === undefined) before = slice.next
    else after = slice.next
  }
  throw new Error(`the list never ends: ${JSON.stringify(list)}`)
}

/** Items in packs are the same to every reader as items in rows. */
export const packConformance = (open: () => Promise<Store>): void => {
  it('lists items in rows and packs to the end, in order, for any filter and page size', async () => {
    const store = await open()
    const items = await fill(store, 1)
    const byRound = new Map(items.map((one) => [one.t, one]))
    const random = new Random(2, 'packs')
    for (let k = 0; k < LISTS; k++) {
      const list = k === 0 ? { after: 0 } : k === 1 ? {} : randomList(random, items.length)
      const limit = [1, 16, 64, 1000][k < 2 ? 2 : Math.floor(4 * random.uniform())] ?? 1
      // Pages of one item only in short lists, which are read sooner.
      const shortest = limit === 1 && slowList(items, list).length > 20 ? 64 : limit
      const found = await readPages(store, { ...list, limit: shortest })
      const told = JSON.stringify({ ...list, limit: shortest })
      assert.deepEqual(
        found.map(({ t }) => t),
        slowList(items, list),
        told,
      )
      for (const one of found) assert.deepEqual(one, byRound.get(one.t), told)
    }
    await store.close()
  })

  it('finds items by id, in the order of ids and for a replay', async () => {
    const store = await open()
    const items = await fill(store, 3)
    const byT = (found: readonly ItemRecord[]) => [...found].sort((a, b) => a.t - b.t)
    const some = items.filter((_, k) => k % 11 === 0)
    const ids = [...some.map(({ id }) => id), createdId(1, 999), 'nothing']
    assert.deepEqual(byT(await store.findItems('s', ids)), some)
    const all = items.map(({ id }) => id).sort()
    for (const prefix of ['', '0190', '01900007-0000-70', 'given-1', 'h'])
      for (const limit of [40, 2000]) {
        const found: string[] = []
        for (let after = ''; ; ) {
          const scanned = (await store.scanItems('s', { prefix, after, limit })).map(({ id }) => id)
          found.push(...scanned)
          if (scanned.length === 0) break
          after = scanned.at(-1) ?? ''
        }
        assert.deepEqual(
          found,
          all.filter((id) => id.startsWith(prefix)),
        )
      }
    const lines: string[] = []
    for (let after = 0; ; ) {
      const pages = await store.readReplay('s', after, 1)
      const last = pages.at(-1)
      if (!last) break
      lines.push(...pages.flatMap((page) => [...wholeLines(page)]))
      after = last.seq + last.count - 1
    }
    const told = items.flatMap(({ content }) => ['{"type":"voted"}', `{"type":"observed","item":${content}}`])
    assert.deepEqual(lines, told)
    await store.close()
  })

  it('a list with filters stops after many packs and says where to continue', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const packer = new ItemPacker()
    const content = JSON.stringify('x'.repeat(10_000))
    for (const t of numbers(1, 1500))
      packer.add(item(createdId(1, t), t, { seq: t, time: 1, confidence: t === 3 ? 0.25 : 0.75, content }))
    await store.append(page('s', 1, { count: 1500, packs: packer.take() }))
    const list = { limit: 2, maxConfidence: 0.5 }
    const { items, next = 0 } = await store.listItems('s', list)
    assert.deepEqual(items, [])
    assert.ok(next > 3 && next < 1000, `${next}`)
    const rest = await store.listItems('s', { ...list, before: next })
    assert.deepEqual([rest.items.map(({ t }) => t), rest.next], [[3], undefined])
    await store.close()
  })

  it('erases the contents of items in packs, and leaves the rest', async () => {
    const store = await open()
    const items = await fill(store, 4)
    const erased = items.filter((one, k) => isPacked(one) && k % 50 === 9).map(({ id }) => id)
    const packs = await store.packsWithout('s', [...erased, createdId(2, 999), 'given-5'])
    const { seq } = (await store.readStream('s')) ?? { seq: 0 }
    await store.append(page('s', seq + 1, { redaction: { pages: [], packs, words: [] } }))
    const left = await store.findItems(
      's',
      items.map(({ id }) => id),
    )
    const expected = items.map((one) => (erased.includes(one.id) ? { ...one, content: '' } : one))
    assert.deepEqual(
      [...left].sort((a, b) => a.t - b.t),
      expected,
    )
    assert.deepEqual(await store.packsWithout('s', erased), [])
    await store.deleteStream('s')
    assert.deepEqual(await store.findItems('s', erased), [])
    await store.close()
  })
}
