import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Classifier } from '@askance/core'
import { decodeModel, encodeModel } from '@askance/core/internals'
import Sqlite from 'better-sqlite3'
import { Readiness } from '../src/service/readiness.js'
import { ThreadMemory } from '../src/service/thread-memory.js'
import { backupStore, restoreStore } from '../src/store/backup.js'
import { openStore } from '../src/store/open.js'
import { openBench } from './support/fuzz-bench.js'
import { openDesk } from './support/http-app.js'
import { newBench } from './support/service.js'
import { failure, postgresKind } from './support/store.js'
import { Life } from './support/stream-life.js'
import { until } from './support/until.js'

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('the files of a store', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'askance-private-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  test('are private, locked under every name, and restored only if they are a store', async () => {
    const path = join(folder, 'store.sqlite')
    const store = await openStore(path)
    await store.createStream('s', { classes: ['a', 'b'] } as never, 1)
    for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-lock`])
      assert.equal(mode(file), '600', file)
    const other = join(folder, 'other.sqlite')
    symlinkSync(path, other)
    assert.equal(await failure(openStore(other)), 'store/used')
    const backup = join(folder, 'a.backup')
    await backupStore(path, backup)
    assert.equal(mode(backup), '600')
    await store.close()

    const hostile = new Sqlite(backup)
    hostile.exec(`DROP TABLE audit; CREATE VIEW audit AS WITH RECURSIVE n(number) AS
      (SELECT 1 UNION ALL SELECT number + 1 FROM n) SELECT number, 1 AS time, '' AS who, '' AS action,
      NULL AS stream, NULL AS detail FROM n`)
    hostile.close()
    assert.equal(await failure(restoreStore(backup, join(folder, 'fresh.sqlite'))), 'backup/broken')
  })
})

const postgres = postgresKind()
describe('a PostgreSQL database', { skip: postgres.skip }, () => {
  before(() => postgres.begin())
  after(() => postgres.end())

  test('is used by one service, but other commands may open it', async () => {
    const url = await postgres.freshUrl()
    const first = await openStore(url, { isService: true })
    assert.equal(await failure(openStore(url, { isService: true, patience: 0 })), 'store/used')
    await (await openStore(url)).close()
    await first.close()
    await (await openStore(url, { isService: true })).close()
  })
})

describe('a clock that was ahead and is set back', () => {
  test('stops neither the budget per hour nor the leases', () => {
    const life = new Life({ budget: { perHour: 3600, burst: 2 }, measure: 0 })
    const DAY = 86_400_000
    life.now += DAY
    life.observe('a', 'b', 'c')
    const [held] = life.run('lease', { count: 1 })
    life.now -= DAY
    life.observe('d')
    life.now += 60_000
    assert.ok(
      life.observe('e', 'f').some(({ asked }) => asked),
      'the bucket refills from the new time',
    )
    const { lost } = life.run('heartbeat', { ids: [held.id] })
    assert.deepEqual(lost, [held.id], 'the lease was for 60 s')
  })
})

describe('proxies and origins', () => {
  test('only the last of so many proxies is believed, and /metrics is for direct connections', async () => {
    const metrics = {
      contentType: 'text/plain; version=0.0.4',
      render: async () => 'askance 1\n',
      observeRequest: () => undefined,
      follower: () => undefined,
      forwarded: () => undefined,
    }
    const desk = await openDesk({ trustProxy: '1', loginLimit: 2 }, metrics)
    const local = { 'x-forwarded-for': '127.0.0.1' }
    assert.equal((await desk.call('GET', '/metrics', { as: 'nobody', headers: local })).status, 401)
    assert.equal((await desk.call('GET', '/metrics', { as: 'nobody' })).status, 200)
    const wrong = (forged: string) =>
      desk.call('GET', '/v1/me', {
        as: `ask_${'x'.repeat(43)}`,
        headers: { 'x-forwarded-for': `${forged}, 198.51.100.7` },
      })
    for (const forged of ['1.1.1.1', '2.2.2.2']) assert.equal((await wrong(forged)).status, 401)
    assert.equal((await wrong('3.3.3.3')).status, 429, 'whatever was before the last address')
    await desk.app.close()
  })

  test('without tokens, only pages of this very service may call it', async () => {
    const desk = await openDesk({ anonymous: true, corsOrigins: ['http://localhost:5173'] })
    const post = (origin: string) =>
      desk.call('POST', '/v1/streams/s/questions/undo', { as: 'nobody', headers: { origin } })
    for (const other of ['http://localhost:3000', 'http://127.0.0.1:8642', 'null', 'https://evil.example'])
      assert.equal((await post(other)).status, 421, other)
    for (const own of ['http://localhost:8642', 'http://localhost:5173'])
      assert.equal((await post(own)).status, 404, own)
    await desk.app.close()
  })
})

test('readiness asks the store now and then, and remembers a page that was not written', async () => {
  let now = 0
  let checks = 0
  const check = async (): Promise<void> => void checks++
  const readiness = new Readiness({ check }, () => now)
  for (let k = 0; k < 50; k++) await readiness.check()
  assert.equal(checks, 1)
  readiness.written(new Error('full'))
  await assert.rejects(readiness.check(), /full/)
  now += 1000
  readiness.written()
  await readiness.check()
  readiness.written(new Error('full'))
  now += 60_000
  await readiness.check()
  assert.equal(checks, 2, 'without any write it is tried again')
})

test('connections that send nothing give way to others', async (context) => {
  const bench = await openBench(context, { threads: 0, connectionLimit: 5 })
  const { port } = bench.app.server.address() as AddressInfo
  const sockets: Socket[] = []
  for (let k = 0; k < 20; k++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\n')
    sockets.push(socket)
  }
  const response = await fetch(`${bench.url}/healthz`)
  assert.equal(response.status, 200)
  await until(() => sockets.filter(({ closed }) => closed).length >= 15)
  for (const socket of sockets) socket.destroy()
})

test('connections that do not send the rest of a request, or do not read, give way to others', async (context) => {
  const bench = await openBench(context, { threads: 0, connectionLimit: 5, rateLimit: 0 })
  const { port } = bench.app.server.address() as AddressInfo
  const head = `Host: x\r\nAuthorization: Bearer ${bench.tokens.ada}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n`
  const half = `POST /v1/streams/s/predict HTTP/1.1\r\n${head}\r\n{`
  const unread = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100)
  for (const text of [half, unread]) {
    const sockets: Socket[] = []
    for (let k = 0; k < 5; k++) {
      const socket = connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .pause()
      await once(socket, 'connect')
      socket.write(text)
      sockets.push(socket)
    }
    let refused = 0
    await until(async () => {
      assert.ok(refused++ < 50, 'nobody else gets in')
      return (await fetch(`${bench.url}/healthz`).catch(() => undefined))?.status === 200
    })
    for (const socket of sockets) socket.destroy()
  }
})

test('a request to an unknown address is refused before its body', async (context) => {
  const bench = await openBench(context, { threads: 0 })
  const { port } = bench.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 404 /)
  socket.destroy()
})

test('a model is imported only with the classes and algorithm of the stream, and finite weights', () => {
  const model = (classes: string[], algorithm = 'D-AMD') => {
    const made = new Classifier({ classes, algorithm, seed: 1 })
    made.teach({ features: { x: 1 } }, classes[0] ?? '')
    return made.save()
  }
  const refusal = (bytes: Uint8Array) => new Life().refusal('imported', { model: bytes })
  assert.equal(refusal(model(['ham', 'spam'])), 'done')
  assert.equal(refusal(model(['ham', 'eggs'])), 'model/classes')
  assert.equal(refusal(model(['ham', 'spam', 'eggs'])), 'model/classes')
  assert.equal(refusal(model(['ham', 'spam'], 'PA-I')), 'model/algorithm')
  const { config, state } = decodeModel(model(['ham', 'spam']))
  const spoilt = (part: object): void => {
    for (const value of Object.values(part))
      if (value instanceof Float64Array && value.length === 4) value.fill(Number.NaN)
      else if (typeof value === 'object' && !ArrayBuffer.isView(value)) spoilt(value as object)
  }
  spoilt(state)
  assert.equal(refusal(encodeModel({ config, state }, 'test')), 'model/state')
})

describe('votes on an open question', () => {
  test('are shown to owners and to those who gave them', async (context) => {
    const bench = await openBench(context, { threads: 0 })
    const stream = '/v1/streams/mails'
    // Asks with probability 1, so that no question is withdrawn.
    const asking = { algorithm: 'D-AMD', budget: { ratio: 1 }, measure: 0.5, seed: 7 }
    const config = { id: 'mails', classes: ['ham', 'spam'], answersPerItem: 3, ...asking }
    await bench.json('POST', '/v1/streams', config)
    await bench.json('POST', `${stream}/items`, { id: 'a', text: 'a' })
    const answers = (as: string, label: string) =>
      bench.json('POST', `${stream}/answers`, { answers: [{ id: 'a', label }] }, as)
    assert.equal((await answers('ada', 'ham')).json.answers[0].outcome, 'voted')
    assert.equal((await answers('bo', 'spam')).json.answers[0].outcome, 'voted')
    const seen = async (as: string) => {
      const paths = [
        'items/a',
        'items',
        'items?status=open',
        'review?kind=disagreements',
        'log',
        'log?items=true',
      ]
      const replies = await Promise.all(
        paths.map((path) => bench.json('GET', `${stream}/${path}`, undefined, as)),
      )
      const votes = replies.map(({ text }) =>
        [...text.matchAll(/"by":"(\w+)"[^{}]*?"label":"(\w+)"|"label":"(\w+)"[^{}]*?"by":"(\w+)"/g)].map(
          ([, by, label, other, whose]) => `${by ?? whose} ${label ?? other}`,
        ),
      )
      return new Set(votes.flat())
    }
    assert.deepEqual(await seen('rita'), new Set())
    assert.deepEqual(await seen('ada'), new Set(['ada ham']))
    assert.deepEqual(await seen('owner'), new Set(['ada ham', 'bo spam']))
    await bench.give({ name: 'cy', role: 'labeller' })
    assert.equal((await answers('cy', 'ham')).json.answers[0].outcome, 'learned')
    assert.equal((await seen('rita')).size, 3)
  })
})

test('streams are unloaded when they need more memory than allowed', async (context) => {
  const unloads: number[] = []
  const memory = new ThreadMemory(100)
  let bytes = 180
  const engine = { memory: async () => bytes } as never
  memory.used(engine, 500)
  assert.ok(memory.isOver)
  await memory.free(async (share) => {
    unloads.push(share)
    bytes = 90
  })
  assert.deepEqual([unloads, memory.isOver], [[80 / 180], false], 'garbage does not count')
  const bench = await newBench(context, { loadedBytes: 1 }, 1e6)
  for (const id of ['a', 'b', 'c']) {
    await bench.create(id)
    await bench.observe(id, ['x'])
  }
  await until(() => bench.service.loaded <= 1)
  assert.equal((await bench.observe('a', ['y']))[0]?.t, 2)
})
