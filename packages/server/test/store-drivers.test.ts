import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { shownSettings } from '../src/run/shown-settings.js'
import { defaultSettings } from '../src/settings/table.js'
import { openStore } from '../src/store/open.js'
import { openWriter } from '../src/store/sqlite/connect.js'
import { availableDrivers, rowsOf, sqliteDriver, valuesOf } from '../src/store/sqlite/driver.js'
import { config, failure, item, page } from './support/store.js'

const drivers = availableDrivers()

describe('the builds of SQLite', () => {
  let folder = ''
  let files = 0
  const fresh = () => join(folder, `${++files}.sqlite`)
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'askance-drivers-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('include WebAssembly everywhere, and that of Node from 22.16 on', () => {
    assert.ok(drivers.includes('wasm'))
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    assert.equal(drivers.includes('node'), major >= 24 || (major === 22 && minor >= 16))
  })

  it('are chosen by a setting, which is shown', async () => {
    assert.equal(shownSettings({ ...defaultSettings, sqliteDriver: 'wasm' }).sqliteDriver, 'wasm')
    assert.equal(shownSettings(defaultSettings).sqliteDriver, `auto (${drivers[0]})`)
    assert.equal(shownSettings({ ...defaultSettings, store: 'postgres://h/d' }).sqliteDriver, 'auto')
    assert.equal(await failure(openStore(fresh(), { sqliteDriver: 'none' })), 'store/broken')
  })

  for (const name of drivers)
    it(`${name}: a transaction that a crash has cut off is rolled back`, () => {
      const path = fresh()
      const connection = openWriter(path, name)
      connection.exec('CREATE TABLE t (k INTEGER, v TEXT)')
      connection.exec('PRAGMA cache_size = 5')
      connection.exec(`WITH RECURSIVE c(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM c WHERE k < 2000)
        INSERT INTO t SELECT k, '${'old'.repeat(60)}' FROM c`)
      connection.exec(`BEGIN; UPDATE t SET v = '${'new'.repeat(60)}'`)
      // What is on the disk if the process is killed now, in the middle of the transaction.
      const killed = fresh()
      for (const ending of ['', '-wal', '-journal'])
        if (existsSync(path + ending)) copyFileSync(path + ending, killed + ending)
      connection.exec('ROLLBACK')
      connection.close()
      const again = openWriter(killed, name)
      assert.deepEqual(valuesOf(again, "SELECT COUNT(*) AS n FROM t WHERE v LIKE 'old%'"), [2000])
      again.close()
    })

  for (const name of drivers)
    it(`${name}: commits are on disk when they return, and errors have the codes of SQLite`, () => {
      const path = fresh()
      const connection = openWriter(path, name)
      const { journal } = sqliteDriver(name)
      assert.deepEqual(valuesOf(connection, 'PRAGMA journal_mode'), [journal.toLowerCase()])
      assert.deepEqual(valuesOf(connection, 'PRAGMA synchronous'), [2])
      assert.deepEqual(valuesOf(connection, 'PRAGMA secure_delete'), [1])
      const codeOf = (sql: string) => {
        try {
          rowsOf(connection, sql)
          return undefined
        } catch (error) {
          return (error as { code?: string }).code
        }
      }
      connection.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE, c NOT NULL DEFAULT 1)')
      connection.exec("INSERT INTO t VALUES (1, 'x', 1)")
      assert.match(String(codeOf("INSERT INTO t VALUES (2, 'x', 1)")), /^SQLITE_CONSTRAINT_UNIQUE$/)
      assert.match(
        String(codeOf("INSERT INTO t VALUES (1, 'y', 1)")),
        /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/,
      )
      assert.match(String(codeOf('INSERT INTO t (a, c) VALUES (3, NULL)')), /^SQLITE_CONSTRAINT/)
      assert.equal(codeOf('SELECT * FROM nothing'), 'SQLITE_ERROR')
      const statement = connection.prepare('INSERT INTO t VALUES ($2, $1, $3) RETURNING b')
      assert.deepEqual(
        statement.all({ 1: 'b', 2: 7, 3: Uint8Array.of(1) }).map((row) => ({ ...row })),
        [{ b: 'b' }],
      )
      assert.throws(() => statement.all({ 1: 'b', 2: 8, 3: 1 }), { code: 'SQLITE_CONSTRAINT_UNIQUE' })
      assert.equal(statement.all({ 1: 'c', 2: 8, 3: 0.5, 4: 'not used' }).length, 1)
      assert.equal(connection.inTransaction, false)
      connection.close()
    })

  it('read what the others wrote', async () => {
    const url = fresh()
    const order = [...drivers, ...drivers.toReversed()]
    for (const [k, name] of order.entries()) {
      const store = await openStore(url, { sqliteDriver: name })
      if (k === 0) await store.createStream('s', config, 10)
      await store.append(page('s', k + 1, { items: [item(`i${k}`, k + 1)] }))
      assert.equal((await store.findItems('s', [`i0`, `i${k}`])).length, k === 0 ? 1 : 2, name)
      await store.close()
    }
  })

  it('do not use a store at the same time', async () => {
    for (const [first, second] of [
      [drivers[0]!, 'wasm'],
      ['wasm', drivers[0]!],
      ['wasm', 'wasm'],
    ] as const) {
      const url = fresh()
      const store = await openStore(url, { sqliteDriver: first })
      assert.equal(
        await failure(openStore(url, { sqliteDriver: second })),
        'store/used',
        `${first} ${second}`,
      )
      await store.check()
      await store.close()
      assert.equal(existsSync(`${url}-owner`), false)
      await (await openStore(url, { sqliteDriver: second })).close()
    }
  })

  it('take a store from a process that is gone, with its locks', async () => {
    const url = fresh()
    await (await openStore(url, { sqliteDriver: 'wasm' })).close()
    // No process has this number: it is beyond the limit of every system.
    const gone = { pid: 2 ** 30, host: hostname(), started: '', hasSystemLock: false }
    for (const sqliteDriver of drivers) {
      writeFileSync(`${url}-owner`, JSON.stringify(gone))
      mkdirSync(`${url}.lock`)
      const store = await openStore(url, { sqliteDriver })
      await store.check()
      assert.equal(JSON.parse(readFileSync(`${url}-owner`, 'utf8')).pid, process.pid)
      await store.close()
    }
    writeFileSync(`${url}-owner`, JSON.stringify({ ...gone, host: 'another machine' }))
    assert.equal(await failure(openStore(url, { sqliteDriver: 'wasm' })), 'store/elsewhere')
    // A number that is used again by another process.
    writeFileSync(`${url}-owner`, JSON.stringify({ ...gone, pid: process.pid, started: 'long ago' }))
    await (await openStore(url, { sqliteDriver: 'wasm' })).close()
  })
})
