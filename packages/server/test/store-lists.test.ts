import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Database } from '../src/store/database.js'
import { ItemPacker } from '../src/store/item-packs.js'
import { itemMethods } from '../src/store/methods/items.js'
import { logMethods } from '../src/store/methods/log.js'
import { streamMethods } from '../src/store/methods/streams.js'
import { openSqlite } from '../src/store/sqlite/database.js'
import { config, item, page } from './support/store.js'

const createdId = (request: number, k: number): string =>
  `0190${request.toString(16).padStart(4, '0')}-0000-7${k.toString(16).padStart(3, '0')}-8000-00000000000a`

/** Appends a page before every read: two items in packs around one in a row. */
const withWrites = (database: Database): Database & { readonly items: () => number } => {
  const { append } = logMethods(database)
  let [t, seq] = [0, 0]
  const write = async () => {
    const packer = new ItemPacker()
    const [first, row, last] = [1, 2, 3].map((k) =>
      item(createdId(t, k), t + k, { seq: seq + k, time: 1, asked: k === 2 }),
    )
    packer.add(first!)
    packer.add(last!)
    await append(page('s', seq + 1, { count: 3, items: [row!], packs: packer.take() }))
    t += 3
    seq += 3
  }
  return {
    ...database,
    items: () => t,
    read: async (...args) => {
      await write()
      return database.read(...args)
    },
  }
}

test('lists skip nothing of what is written while they are read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-lists-'))
  const database = await openSqlite(join(folder, 'a.sqlite'))
  try {
    await streamMethods(database).createStream('s', config, 1)
    const busy = withWrites(database)
    const { listItems, scanItems } = itemMethods(busy)
    for (const list of [{}, { search: 'a' }, { asked: false }]) {
      const found: number[] = []
      for (let before: number | undefined; ; ) {
        const slice = await listItems('s', { limit: 4, ...list, ...(before !== undefined && { before }) })
        found.push(...slice.items.map(({ t }) => t))
        if (slice.next === undefined) break
        before = slice.next
      }
      const wanted = Array.from({ length: found[0] ?? 0 }, (_, k) => (found[0] ?? 0) - k)
      const isListed = (t: number) => !('asked' in list) || t % 3 !== 2
      assert.deepEqual(found, wanted.filter(isListed))
    }
    const risen: number[] = []
    while (risen.length < 60)
      risen.push(...(await listItems('s', { limit: 5, after: risen.at(-1) ?? 0 })).items.map(({ t }) => t))
    assert.deepEqual(
      risen,
      risen.map((_, k) => k + 1),
    )
    const scanned: number[] = []
    for (let after = ''; scanned.length < 60; ) {
      const items = await scanItems('s', { prefix: '', after, limit: 5 })
      scanned.push(...items.map(({ t }) => t))
      after = items.at(-1)?.id ?? after
    }
    assert.deepEqual(
      scanned,
      scanned.map((_, k) => k + 1),
    )
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})

test('a scan by id reads each pack about once, whatever the limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-scan-'))
  const database = await openSqlite(join(folder, 'a.sqlite'))
  try {
    await streamMethods(database).createStream('s', config, 1)
    const packer = new ItemPacker()
    const ids: string[] = []
    // Some packs are full, others have one item, because nobody else sent one in the same moment.
    for (let request = 0; request < 40; request++)
      for (let k = 0; k < (request % 8 === 0 ? 130 : 1); k++) ids.push(createdId(request, k))
    for (const [k, id] of ids.entries()) packer.add(item(id, k + 1, { time: 1 }))
    const packs = packer.take()
    await logMethods(database).append(page('s', 1, { count: ids.length, items: [], packs }))
    let unpacked = 0
    const counting: Database = {
      ...database,
      read: async (...args) => {
        const rows = await database.read(...args)
        unpacked += rows.filter(({ items }) => items !== undefined).length
        return rows
      },
    }
    for (const limit of [1, 10, 1000]) {
      unpacked = 0
      const found: string[] = []
      for (;;) {
        const items = await itemMethods(counting).scanItems('s', {
          prefix: '',
          after: found.at(-1) ?? '',
          limit,
        })
        if (items.length === 0) break
        found.push(...items.map(({ id }) => id))
      }
      assert.deepEqual(found, ids)
      assert.ok(unpacked <= packs.length + 3, `${unpacked} reads of ${packs.length} packs`)
    }
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
