import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { backupStore, restoreStore } from '../src/store/backup.js'
import { openStore } from '../src/store/open.js'
import type { Store } from '../src/store/store.js'
import {
  config,
  failure,
  item,
  numbers,
  page,
  postgresKind,
  type StoreKind,
  sqliteKind,
  takeSnapshot,
} from './support/store.js'
import { makeFirstSchema } from './support/store-first.js'

/** Longer than a part of a snapshot, as the page below is longer than a piece of a backup: 4 MiB. */
const large = new Uint8Array(5 * 2 ** 20).map((_, index) => index % 251)

const fill = async (store: Store): Promise<void> => {
  await store.createStream('s\0', config, 10)
  await store.createHook({ id: 'h', stream: 's\0', url: 'u', secret: 'x', events: ['asked'], created: 1 })
  const items = numbers(1, 3000).map((t) => item(`i\ud800${t}`, t, { asked: t % 7 === 0, confidence: 1 / t }))
  const points = numbers(1, 50).map((t) => ({ t, time: t, point: `{"t":${t}}` }))
  const receipt = { key: 'k', fingerprint: 'f', status: 200, body: '{"a":"é"}', time: 5 }
  const deliveries = [{ hook: 'h', event: 'asked', body: '{}', due: 1 }]
  await store.append(page('s\0', 1, { items, points, receipt, deliveries }))
  await store.append(page('s\0', 2, { events: `"${'ü'.repeat(2_200_000)}"` }))
  await takeSnapshot(store, 's\0', 1, large)
  await store.createToken({ id: 't', kind: 'token', hash: 'aa', name: 'Ann', role: 'owner', created: 1 })
  for (const time of [1, 2, 3]) await store.note({ time, who: 'Ann', action: 'act' })
}

/** Everything that can be read. */
const contents = async (store: Store) => ({
  streams: await store.listStreams({ limit: 100 }),
  log: await store.readLog('s\0', 0, 1e9),
  items: (await store.listItems('s\0', { limit: 5000 })).items,
  points: await store.readPoints('s\0', 0, 1e6, 1e6),
  receipt: await store.readReceipt('s\0', 'k'),
  snapshot: await store.readSnapshot('s\0', 1),
  tokens: await store.listTokens(),
  audit: await store.listAudit({ limit: 100 }),
  hooks: await store.listHooks('s\0'),
  deliveries: await store.listDeliveries('h', { limit: 100 }),
})

describe('a backup', () => {
  const kinds: readonly StoreKind[] = [sqliteKind(), postgresKind()]
  let folder = ''
  let files = 0
  const freshFile = () => join(folder, `backup-${++files}`)
  const backups = new Map<StoreKind, ReturnType<typeof makeBackup>>()
  const makeBackup = async (kind: StoreKind) => {
    const source = await kind.freshUrl()
    const store = await openStore(source)
    await fill(store)
    const expected = await contents(store)
    const file = freshFile()
    await backupStore(source, file)
    await store.close()
    return { file, expected }
  }
  /** A backup of a full store; every test gets the same. */
  const fullBackup = (kind: StoreKind) => {
    const backup = backups.get(kind) ?? makeBackup(kind)
    backups.set(kind, backup)
    return backup
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'askance-backup-'))
    for (const kind of kinds) if (!kind.skip) await kind.begin()
  })
  after(async () => {
    for (const kind of kinds) if (!kind.skip) await kind.end()
    rmSync(folder, { recursive: true })
  })

  for (const from of kinds)
    for (const to of kinds)
      it(`copies everything from ${from.name} to ${to.name}`, { skip: from.skip || to.skip }, async () => {
        const { file, expected } = await fullBackup(from)
        const target = await to.freshUrl()
        await restoreStore(file, target)
        const restored = await openStore(target)
        assert.deepEqual(await contents(restored), expected)
        await restored.note({ time: 4, who: 'Ann', action: 'act' })
        const audit = await restored.listAudit({ limit: 2 })
        assert.ok(audit[0].number > audit[1].number)
        await restored.append(
          page('s\0', 3, { points: [{ t: 51, time: 51, point: '{}' }], items: [item('new', 51)] }),
        )
        await restored.close()
        assert.equal(await failure(restoreStore(file, target)), 'backup/exists')
      })

  for (const kind of kinds) {
    it(`of ${kind.name} is consistent while pages are written`, { skip: kind.skip }, async () => {
      const url = await kind.freshUrl()
      const store = await openStore(url)
      for (const id of ['a', 'b']) await store.createStream(id, config, 10)
      let going = true
      const write = async (id: string): Promise<void> => {
        for (let seq = 1; going; seq++) {
          const content = 'x'.repeat(20_000)
          await store.append(page(id, seq, { items: [item(`i${seq}`, seq, { content })] }))
          if (seq === 50 && id === 'a') begun()
        }
      }
      let begun = () => {}
      const ready = new Promise<void>((resolve) => {
        begun = resolve
      })
      const writing = Promise.all(['a', 'b'].map(write))
      await ready
      const file = freshFile()
      await backupStore(url, file)
      going = false
      await writing
      await store.close()
      const target = await sqliteTarget().freshUrl()
      await restoreStore(file, target)
      const restored = await openStore(target)
      for (const id of ['a', 'b']) {
        const { seq } = (await restored.readStream(id))!
        assert.equal((await restored.readLog(id, 0, 1e9)).length, seq)
        assert.equal((await restored.listItems(id, { limit: 1e6 })).items.length, seq)
        assert.ok(id === 'b' || seq >= 50)
      }
      await restored.close()
    })

    it(`of ${kind.name} overwrites nothing and needs a store`, { skip: kind.skip }, async () => {
      const url = await kind.freshUrl()
      const expected = kind.name.startsWith('SQLite') ? 'store/missing' : 'store/broken'
      assert.equal(await failure(backupStore(url, freshFile())), expected)
      await (await openStore(url)).close()
      const file = freshFile()
      writeFileSync(file, 'mine')
      assert.equal(await failure(backupStore(url, file)), 'backup/exists')
      assert.equal(readFileSync(file, 'utf8'), 'mine')
      assert.equal(await failure(backupStore(url, join(folder, 'none', 'file'))), 'backup/broken')
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('.part')),
        [],
      )
    })

    it(`of the first schema of ${kind.name} can be made and restored`, { skip: kind.skip }, async () => {
      const url = await kind.freshUrl()
      await makeFirstSchema(url)
      await kind.sql(url, "INSERT INTO tokens VALUES ('t', 'hash', 'Ann', 'owner', NULL, 4, NULL)")
      const file = freshFile()
      await backupStore(url, file)
      const bytes = readFileSync(file)
      const target = await kind.freshUrl()
      await restoreStore(file, target)
      assert.deepEqual(readFileSync(file), bytes)
      const restored = await openStore(target)
      assert.equal((await restored.findToken('hash'))?.name, 'Ann')
      await restored.close()
    })
  }

  it('that is damaged or invalid is not restored', async () => {
    const url = await sqliteTarget().freshUrl()
    const store = await openStore(url)
    await fill(store)
    await store.close()
    const file = freshFile()
    await backupStore(url, file)
    truncateSync(file, 300_000)
    const target = await sqliteTarget().freshUrl()
    assert.equal(await failure(restoreStore(file, target)), 'backup/broken')
    writeFileSync(file, 'no database at all')
    assert.equal(await failure(restoreStore(file, target)), 'backup/broken')
    assert.equal(await failure(restoreStore(join(folder, 'none'), target)), 'backup/broken')
    await backupStore(url, freshFile())
  })

  it('is not restored into a store that is in use', async () => {
    const url = await sqliteTarget().freshUrl()
    const store = await openStore(url)
    const file = freshFile()
    await backupStore(url, file)
    assert.equal(await failure(restoreStore(file, url)), 'store/used')
    await store.close()
    await restoreStore(file, url)
  })

  it('is not used as a store, so that it stays what it was', async () => {
    const { file } = await fullBackup(kinds[0])
    const bytes = readFileSync(file)
    assert.equal(await failure(openStore(file)), 'store/backup')
    assert.equal(await failure(restoreStore(file, file)), 'store/backup')
    assert.ok(readFileSync(file).equals(bytes))
    assert.ok(!readdirSync(folder).some((name) => name.endsWith('-wal')))
  })

  const sqliteTarget = () => kinds[0]
})
