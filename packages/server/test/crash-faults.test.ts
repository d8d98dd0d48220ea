// Own process: it kills services and databases.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openStore } from '../src/store/open.js'
import { logOf, replayed } from './support/crash-check.js'
import { Acknowledged, load, STREAM, untilOrEnded } from './support/crash-load.js'
import { endProcesses, type ServiceProcess, startProcess } from './support/crash-process.js'
import { checkRestarted, checkStore, createStream } from './support/crash-rounds.js'
import { postgresKind, sqliteKind } from './support/store.js'

/** Load until this many more items are acknowledged. */
const loadItems = (service: ServiceProcess, known: Acknowledged, items: number): Promise<void> => {
  const enough = known.decisions.size + items
  return load(service.url, known, { senders: 3, labellers: 2, seed: 3 }, () => known.decisions.size >= enough)
}

const post = async (service: ServiceProcess, path: string, body: object): Promise<Response> =>
  fetch(`${service.url}/v1/streams/${STREAM}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('a damaged snapshot', () => {
  const kind = sqliteKind()
  before(() => kind.begin())
  after(endProcesses)
  after(() => kind.end())

  test('is skipped: an older one or the log alone restores the same model', async () => {
    const store = await kind.freshUrl()
    const known = new Acknowledged()
    let service = await startProcess({ store, snapshotEvery: 50 })
    await createStream(service.url, process.env.ASKANCE_SOAK ? 'auto' : 'D-AMD')
    await loadItems(service, known, 110)
    assert.equal(await service.stop(), 0)
    const snapshots = await kind.sql(store, 'SELECT seq FROM snapshots ORDER BY seq DESC')
    assert.ok(snapshots.length > 1, `there are ${snapshots.length} snapshots`)
    for (const damage of [
      'UPDATE snapshot_parts SET bytes = zeroblob(length(bytes)) WHERE seq = (SELECT max(seq) FROM snapshots)',
      "UPDATE snapshot_parts SET bytes = x'00112233'",
      // Without any snapshot, as in the first rounds of "kill −9 under load".
      ...(process.env.ASKANCE_SOAK ? ['DELETE FROM snapshots'] : []),
    ]) {
      await kind.sql(store, damage)
      service = await startProcess({ store, snapshotEvery: 1e9 })
      await checkRestarted(service.url)
      await service.kill()
    }
    await checkStore(store, known)
  })
})

describe('a truncated write-ahead log', () => {
  const kind = sqliteKind()
  before(() => kind.begin())
  after(endProcesses)
  after(() => kind.end())

  for (const lost of process.env.ASKANCE_SOAK ? [1, 4000, 40_000] : [40_000])
    test(`leaves a sound beginning: ${lost} bytes lost`, async () => {
      const store = await kind.freshUrl()
      const known = new Acknowledged()
      let service = await startProcess({ store, snapshotEvery: 100 })
      await createStream(service.url, 'D-AMD')
      await loadItems(service, known, 110)
      await service.kill()
      const wal = `${store}-wal`
      truncateSync(wal, Math.max(0, statSync(wal).size - lost))
      const opened = await openStore(store)
      const pages = await logOf(opened)
      await replayed(opened, pages)
      await opened.close()
      service = await startProcess({ store })
      await checkRestarted(service.url)
      await loadItems(service, new Acknowledged(), 30)
      assert.equal(await service.stop(), 0)
    })
})

describe('a full disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-full-'))
  const mount = (options: string): boolean =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
  const isMounted = mount('size=6m')
  after(endProcesses)
  after(() => {
    if (isMounted) execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })

  test('rejects writes, loses nothing, keeps reading, and recovers', {
    skip: !isMounted && 'mounting a small disk needs root',
  }, async () => {
    const store = join(folder, 'small.sqlite')
    const known = new Acknowledged()
    const service = await startProcess({ store, snapshotEvery: 100 })
    await createStream(service.url, 'D-AMD')
    await loadItems(service, known, 100)
    const index = Array.from({ length: 5000 }, (_, k) => k + 1)
    const row = { index, value: index.map((k) => 1 / k) }
    let status = 200
    for (let k = 0; status === 200 && k < 200; k++) {
      const answer = await post(service, 'items', { items: [{ id: `large ${k}`, row }] })
      status = answer.status
      if (answer.ok) {
        const { decisions } = (await answer.json()) as { decisions: never[] }
        known.decisions.set(`large ${k}`, decisions[0] as never)
      }
    }
    assert.equal(status, 507)
    assert.equal((await post(service, 'predict', { items: [{ row }] })).status, 200)
    assert.equal((await fetch(`${service.url}/v1/streams/${STREAM}`)).status, 200)
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
    mount('remount,size=64m')
    await loadItems(service, known, 100)
    assert.equal((await post(service, 'items', { items: [{ row }] })).status, 200)
    await service.kill()
    await checkStore(store, known)
  })
})

const kind = postgresKind({ own: true })

describe('PostgreSQL that is restarted under load', { skip: kind.skip }, () => {
  before(() => kind.begin())
  after(endProcesses)
  after(() => kind.end())

  for (const mode of process.env.ASKANCE_SOAK ? (['fast', 'immediate'] as const) : (['immediate'] as const))
    test(`loses nothing, and the service recovers by itself: ${mode}`, async () => {
      const store = await kind.freshUrl()
      const known = new Acknowledged()
      const service = await startProcess({ store, snapshotEvery: 200, logLevel: 'silent' })
      await createStream(service.url, 'D-AMD')
      let isOver = false
      const loaded = load(service.url, known, { senders: 3, labellers: 2, seed: 5 }, () => isOver)
      await untilOrEnded(() => known.answers.size > 0, loaded)
      await kind.server().restart(mode)
      const before = known.decisions.size
      await untilOrEnded(() => known.decisions.size > before + 10, loaded)
      isOver = true
      await loaded
      await checkRestarted(service.url)
      await service.kill()
      await checkStore(store, known)
    })
})
