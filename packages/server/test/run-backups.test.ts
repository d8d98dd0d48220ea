import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import type { BackupResult } from '../src/run/backup-worker.js'
import { backupStore, startServer, verifyBackup } from '../src/run/index.js'
import { backupName, ScheduledBackups } from '../src/run/scheduled-backups.js'
import { defaultSettings } from '../src/settings/index.js'
import { writeDigest } from '../src/store/backup/digest.js'
import { logged } from './run-tools.js'
import { until } from './support/until.js'

const HOUR = 3_600_000
const quiet = { stdout: { write: () => undefined } }
const settings = { ...defaultSettings, port: 0, anonymous: true, threads: 0 }

/** Sends JSON to a service. */
const post = async (url: string, body: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.ok(response.ok, await response.text())
}

describe('a backup', () => {
  let folder = ''
  let store = ''
  let files = 0
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'askance-verify-'))
    store = join(folder, 'a.sqlite')
    const { logger } = logged('error')
    const running = await startServer({ ...settings, store, snapshotEvery: 20 }, { ...quiet, logger })
    for (const id of ['a', 'b']) {
      await post(`${running.url}/v1/streams`, { id, classes: ['ham', 'spam'], budget: { ratio: 1 } })
      for (const start of [0, 10, 20]) {
        const items = Array.from({ length: 10 }, (_, k) => ({
          id: `i${start + k}`,
          text: `letter ${start + k}`,
        }))
        await post(`${running.url}/v1/streams/${id}/items`, { items })
      }
      await post(`${running.url}/v1/streams/${id}/answers`, { answers: [{ id: 'i1', label: 'spam' }] })
    }
    await fetch(`${running.url}/v1/streams/a/items/i2`, { method: 'DELETE' })
    await running.close()
  })
  after(() => rmSync(folder, { recursive: true }))

  /** A backup whose database was changed behind the back of the service; `isDeceived` if its digest was changed too. */
  const changed = async (sql: string, isDeceived = true): Promise<string> => {
    const path = join(folder, `${++files}.backup`)
    await backupStore(store, path)
    const file = new Sqlite(path)
    file.exec(sql)
    file.close()
    if (isDeceived) await writeDigest(path)
    return path
  }

  test('is verified: its digest, its logs, its snapshots and every stream', async () => {
    const path = await changed('', false)
    const seen: number[] = []
    const report = await verifyBackup(path, (streams) => seen.push(streams))
    assert.deepEqual([report.streams, report.items, report.hasDigest], [2, 60, true])
    assert.ok(report.events > 60 && report.snapshots >= 2, JSON.stringify(report))
    assert.deepEqual(seen, [1, 2])
    const old = await changed("DELETE FROM meta WHERE name = 'backup'", false)
    assert.equal((await verifyBackup(old)).hasDigest, false)
  })

  test('that was changed is found out, whatever was changed', async () => {
    const lastPage = "SELECT max(seq) FROM log WHERE stream = 'b'"
    for (const [sql, isDeceived, reason] of [
      [
        "UPDATE items SET content = replace(content, 'letter', 'lettre') WHERE id = 'i7'",
        false,
        /its content is not/,
      ],
      [
        "UPDATE tokens SET role = 'owner'; INSERT INTO audit (time, who, action) VALUES (1, 'x', 'y')",
        false,
        /its content is not/,
      ],
      [
        "DELETE FROM log WHERE stream = 'b' AND seq = (SELECT min(seq) FROM log WHERE stream = 'b' AND seq > 1)",
        true,
        /stream b: event \d+ is missing/,
      ],
      [
        `DELETE FROM log WHERE stream = 'b' AND seq = (${lastPage})`,
        true,
        /stream b: its log ends at event \d+, expected \d+/,
      ],
      [
        `UPDATE log SET count = count + 1 WHERE stream = 'b' AND seq = (${lastPage})`,
        true,
        /stream b: page \d+ has \d+ events?, expected/,
      ],
      [
        "UPDATE log SET packed = x'0100ff' WHERE stream = 'b' AND seq = 1",
        true,
        /stream b: .*page 1 of a log is damaged/,
      ],
      [
        "UPDATE snapshots SET checksum = 'x' WHERE stream = 'b'",
        true,
        /stream b: snapshot \d+: its checksum is wrong/,
      ],
      ["UPDATE streams SET config = '{' WHERE id = 'a'", true, /is not a valid backup: .*JSON/],
    ] as const)
      await assert.rejects(verifyBackup(await changed(sql, isDeceived)), reason, sql)
    const junk = join(folder, 'junk')
    writeFileSync(junk, 'junk')
    await assert.rejects(verifyBackup(junk), { code: 'backup/broken' })
    await assert.rejects(verifyBackup(join(folder, 'none')), { code: 'backup/broken' })
  })

  test('may lack the beginning of a log, if a snapshot covers it', async () => {
    const pruned = "DELETE FROM log WHERE stream = 'b' AND seq = 1"
    assert.equal((await verifyBackup(await changed(pruned))).streams, 2)
    const uncovered = `${pruned}; DELETE FROM snapshots WHERE stream = 'b'`
    await assert.rejects(verifyBackup(await changed(uncovered)), /stream b: .*begins at/)
  })

  test('is made by the service itself, and shows in the readiness and the metrics', async (t) => {
    const { logger, lines } = logged('info')
    const backupFolder = join(folder, 'made', 'here')
    const running = await startServer({ ...settings, store, backupFolder }, { ...quiet, logger })
    t.after(() => running.close())
    const status = async () =>
      ((await (await fetch(`${running.url}/readyz`)).json()) as { backup: { status: string } }).backup
    await until(async () => (await status()).status === 'ok')
    const [name = '', ...others] = readdirSync(backupFolder)
    assert.match(name, /^askance-[\dT-]+Z\.backup$/)
    assert.deepEqual(others, [])
    assert.equal((await verifyBackup(join(backupFolder, name))).streams, 2)
    const metrics = await (await fetch(`${running.url}/metrics`)).text()
    assert.match(metrics, /askance_backups_total\{outcome="ok"\} 1/)
    assert.match(metrics, /askance_backup_last_success_seconds 1\d{9}/)
    const line = lines().find(({ msg }) => msg === 'backup made and verified')
    assert.equal(line?.streams, 2)
  })
})

describe('the schedule', () => {
  const begun = Date.parse('2026-01-01T00:00:00Z')
  const planned = (t: TestContext, make: (path: string) => Promise<BackupResult>, hours = 24) => {
    const backupFolder = mkdtempSync(join(tmpdir(), 'askance-schedule-'))
    t.after(() => rmSync(backupFolder, { recursive: true }))
    const clock = { time: begun }
    const outcomes: [string, number | undefined][] = []
    const { logger, lines } = logged('error')
    const create = () =>
      new ScheduledBackups({
        settings: {
          store: 'a.sqlite',
          backupFolder,
          backupHours: hours,
          backupsKept: 3,
          sqliteDriver: 'auto',
        },
        logger,
        metrics: { backup: (outcome, last) => void outcomes.push([outcome, last]) },
        now: () => clock.time,
        make: ({ path }) => make(path),
      })
    return { create, clock, outcomes, lines, files: () => readdirSync(backupFolder).sort(), backupFolder }
  }
  const write = async (path: string): Promise<BackupResult> => {
    writeFileSync(path, '')
    return { bytes: 1, streams: 1, events: 1 }
  }

  test('makes a backup when one is due, keeps the latest, and goes on after a restart', async (t) => {
    const { create, clock, outcomes, files, backupFolder } = planned(t, write)
    writeFileSync(join(backupFolder, 'mine.backup'), '')
    writeFileSync(join(backupFolder, `${backupName(5)}.0123456789ab.part`), '')
    const backups = create()
    assert.deepEqual(backups.status, { status: 'pending' })
    for (let hour = 0; hour < 24 * 5; hour += 6) {
      clock.time = begun + hour * HOUR
      await backups.runIfDue()
    }
    const names = [2, 3, 4].map((day) => backupName(begun + day * 24 * HOUR))
    assert.deepEqual(files(), [...names, 'mine.backup'])
    assert.equal(outcomes.length, 5)
    assert.deepEqual(backups.status, { status: 'ok', last: begun + 4 * 24 * HOUR })
    await backups.stop()
    clock.time = begun + 4 * 24 * HOUR + 23 * HOUR
    const later = create()
    await later.start()
    await later.runIfDue()
    assert.deepEqual(outcomes.slice(5), [['found', begun + 4 * 24 * HOUR]])
    clock.time += HOUR
    await later.runIfDue()
    assert.equal(files()[2], backupName(clock.time))
    await later.stop()
    clock.time += 48 * HOUR
    await later.runIfDue()
    assert.equal(outcomes.length, 7, 'it was stopped')
  })

  test('a failure is logged, counted and tried again, and a broken file does not count', async (t) => {
    let fails: BackupResult | Error = { reason: 'the content is not what was written', isWritten: true }
    const make = async (path: string) => {
      const written = await write(path)
      if (fails instanceof Error) throw fails
      return fails ?? written
    }
    const { create, clock, outcomes, lines, files } = planned(t, make, 1)
    const backups = create()
    await backups.runIfDue()
    assert.deepEqual(backups.status, { status: 'failed' })
    assert.deepEqual(files(), [`${backupName(begun)}.broken`])
    assert.match(JSON.stringify(lines()), /backup failed.*|.*the content is not what was written/)
    clock.time += 14 * 60_000
    await backups.runIfDue()
    assert.equal(outcomes.length, 1)
    clock.time += 60_000
    fails = new Error('the thread has ended')
    await backups.runIfDue()
    assert.deepEqual(outcomes, [
      ['failed', undefined],
      ['failed', undefined],
    ])
    clock.time += 15 * 60_000
    fails = undefined as never
    await Promise.all([backups.runIfDue(), backups.runIfDue()])
    assert.deepEqual(outcomes.slice(2), [['ok', clock.time]])
    assert.deepEqual(backups.status, { status: 'ok', last: clock.time })
  })

  test('a folder that cannot be made stops the start', (t) => {
    const { backupFolder } = planned(t, write)
    const file = join(backupFolder, 'file')
    writeFileSync(file, '')
    const { logger } = logged()
    const options = {
      store: 'a',
      backupFolder: join(file, 'x'),
      backupHours: 1,
      backupsKept: 1,
      sqliteDriver: 'auto',
    }
    assert.throws(
      () =>
        new ScheduledBackups({
          settings: options,
          logger,
          metrics: { backup: () => undefined },
          now: Date.now,
        }),
      { code: 'setting/value' },
    )
  })
})
