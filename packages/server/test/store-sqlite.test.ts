import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import Sqlite from 'better-sqlite3'
import { itemQuery } from '../src/store/methods/items.js'
import { openStore } from '../src/store/open.js'
import { openThread } from '../src/store/sqlite/database.js'
import { SqliteConnection } from '../src/store/sqlite/sqlite-worker.js'
import type { ItemList } from '../src/store/store.js'
import { config, failure, numbers } from './support/store.js'

const support = (name: string) => fileURLToPath(new URL(`./support/${name}.js`, import.meta.url))

describe('a store in an SQLite file', () => {
  let folder = ''
  let files = 0
  const fresh = () => join(folder, `${++files}.sqlite`)
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'askance-store-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('accepts a path or a file URL', async () => {
    const path = fresh()
    await (await openStore(pathToFileURL(path).href)).close()
    const store = await openStore(path)
    await store.close()
    for (const url of ['', ':memory:', 'mysql://root:secret@host/db', 'http://host', 'file://host/x', 'a\0b'])
      assert.equal(await failure(openStore(url)), 'store/url', url)
    await assert.rejects(openStore('mysql://root:secret@host/db'), (error: Error) => {
      assert.ok(!error.message.includes('secret'))
      return true
    })
  })

  it('rejects a foreign file and leaves it unchanged', async () => {
    const text = fresh()
    writeFileSync(text, 'this is no database, but a text that is longer than a header '.repeat(20))
    assert.equal(await failure(openStore(text)), 'store/broken')
    const other = fresh()
    new Sqlite(other).exec('CREATE TABLE mine (a)').close()
    const bytes = readFileSync(other)
    assert.equal(await failure(openStore(other)), 'store/broken')
    assert.deepEqual(readFileSync(other), bytes)
    const directory = fresh()
    mkdirSync(directory)
    assert.equal(await failure(openStore(directory)), 'store/broken')
    assert.equal(await failure(openStore(join(folder, 'none', 'file'))), 'store/broken')
  })

  it('empties its log later if that fails', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const path = fresh()
    const connection = new SqliteConnection()
    connection.open('writer', path)
    const logBytes = () => statSync(`${path}-wal`).size
    assert.ok(logBytes() > 0)
    connection.read('BEGIN IMMEDIATE', [])
    assert.throws(() => connection.emptyLog(), /locked/)
    context.mock.timers.tick(2000)
    assert.ok(logBytes() > 0)
    connection.read('ROLLBACK', [])
    context.mock.timers.tick(2000)
    assert.equal(logBytes(), 0)
    connection.shut()
  })

  it('gathers writes while several come at a time, and writes for one at once', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const connection = new SqliteConnection()
    connection.open('writer', fresh())
    const write = () =>
      connection.write([
        { sql: 'INSERT INTO audit (time, who, action) VALUES (1, $1, $2)', parameters: ['x', 'y'] },
      ])
    await Promise.all([write(), write()])
    let written = 0
    const next = [write(), write()].map((one) => one.then(() => written++))
    for (let turn = 0; turn < 9; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(written, 0)
    context.mock.timers.tick(1)
    await Promise.all(next)
    const alone = write()
    context.mock.timers.tick(1)
    await alone
    await write()
    connection.shut()
  })

  it('lists items by an index for every filter', async () => {
    const path = fresh()
    await (await openStore(path)).close()
    const connection = new Sqlite(path)
    const planOf = (list: Partial<ItemList>): string => {
      const { sql, parameters } = itemQuery('s', 1, 100, 10, { limit: 10, ...list })
      const named = Object.fromEntries(parameters.map((value, index) => [index + 1, value]))
      const rows = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(named) as { detail: string }[]
      return rows.map(({ detail }) => detail).join('; ')
    }
    const range = 't>? AND t<?)'
    assert.equal(planOf({}), `SEARCH items USING INDEX items_by_round (stream=? AND ${range}`)
    assert.equal(planOf({ asked: true }), `SEARCH items USING INDEX items_asked (stream=? AND ${range}`)
    const byPrediction = `SEARCH items USING INDEX items_by_prediction (stream=? AND predicted=? AND ${range}`
    assert.equal(planOf({ predicted: 'ham' }), byPrediction)
    connection.close()
  })

  it('is open once in a process', async () => {
    const path = fresh()
    const store = await openStore(path)
    assert.equal(await failure(openStore(path)), 'store/used')
    await store.check()
    await store.close()
    await (await openStore(path)).close()
  })

  it('is open in one process only, and free after that is killed', async (t) => {
    const path = fresh()
    const store = await openStore(path)
    for (const id of ['a', 'b']) await store.createStream(id, config, 1)
    await store.close()
    const child = spawn(process.execPath, [support('store-writer'), path, '1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    const gone = new Promise((resolve) => child.once('close', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    assert.equal(await failure(openStore(path)), 'store/used')
    child.kill('SIGKILL')
    child.stdout.resume()
    await gone
    await (await openStore(path)).close()
  })

  it('reports a full disk and recovers', async (t) => {
    const path = fresh()
    const command = `ulimit -S -f 8192; exec "$0" "$1" "$2"`
    const child = spawn('sh', ['-c', command, process.execPath, support('store-filler'), path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value)
    const { outcome, seq, large, small, readable } = await next()
    const full = 'store/full'
    assert.deepEqual([outcome, ...large, readable], [full, full, full, true])
    // In a group with a large page it fails too; alone it fits.
    assert.ok(small === 'kept' || small === full, small)
    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited'])
    child.stdin.end('go on\n')
    assert.deepEqual((await next()).again, ['kept', 'kept'])
    const store = await openStore(path)
    assert.equal((await store.readLog('s', 0, 1e9)).length, seq)
    assert.equal((await store.readStream('small'))!.seq, small === 'kept' ? 1 : 0)
    await store.close()
  })

  it('is lost when its thread dies', async () => {
    const path = fresh()
    const thread = await openThread('writer', path)
    const note = {
      sql: 'INSERT INTO audit (time, who, action) VALUES ($1, $2, $3)',
      parameters: [1, 'x'.repeat(100_000), 'act'],
    }
    const outcomes = numbers(0, 200).map(() => failure(thread.write([note])))
    await thread.kill()
    const found = await Promise.all(outcomes)
    assert.ok(found.includes('store/lost'))
    assert.ok(found.every((outcome) => outcome === 'kept' || outcome === 'store/lost'))
    assert.equal(await failure(thread.write([note])), 'store/lost')
    await thread.close()
    const store = await openStore(path)
    const kept = found.filter((outcome) => outcome === 'kept').length
    assert.ok((await store.listAudit({ limit: 1000 })).length >= kept)
    await store.close()
  })
})
