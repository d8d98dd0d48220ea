// Own process: it stops and kills nodes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { openStore } from '../src/store/open.js'
import { Acknowledged, load, STREAM, untilOrEnded } from './support/crash-load.js'
import { endProcesses, type ServiceProcess } from './support/crash-process.js'
import { checkRestarted, checkStore, createStream } from './support/crash-rounds.js'
import { call, LEASE_SECONDS, metric, startNode } from './support/nodes.js'
import { failure, postgresKind } from './support/store.js'
import { until } from './support/until.js'

const kind = postgresKind()
const item = (id: string) => ({ id, row: { index: [1, 2], value: [1, id.length] } })
const PATH = `/v1/streams/${STREAM}`

describe('several nodes over one PostgreSQL', { skip: kind.skip }, () => {
  let store = ''
  const nodes = new Map<string, ServiceProcess>()
  const urlOf = (name: string): string => nodes.get(name)!.url
  const known = new Acknowledged()

  const start = async (name: string): Promise<void> => {
    nodes.set(name, await startNode(store, name, { privateHooks: true }))
  }

  const ownerOf = async (stream: string): Promise<{ owner: string; epoch: string }> => {
    const [row] = await kind.sql(store, `SELECT owner, epoch FROM streams WHERE id = '${stream}'`)
    return row as { owner: string; epoch: string }
  }

  /** Repeats a request while its node is lost or refuses it with 503. */
  const repeated = async (url: string, body: object): Promise<void> => {
    await until(async () => {
      const { status, headers, text } = await call(url, 'POST', `${PATH}/items`, body)
      if (status === 503) assert.equal(headers['retry-after'], '1')
      else if (status !== 502) assert.equal(status, 200, text)
      return status === 200
    })
  }

  before(async () => {
    await kind.begin()
    store = await kind.freshUrl()
    await start('a')
    await Promise.all([start('b'), start('c')])
    await createStream(urlOf('b'), 'PA-I')
    await call(urlOf('a'), 'POST', `${PATH}/items`, item('first'))
  })
  after(async () => {
    await endProcesses()
    await kind.end()
  })

  /** Sends an empty body of unknown length. */
  const statusOfPieces = async (url: string, method: string, path: string): Promise<number> => {
    const sent = request(new URL(path, url), { method, headers: { 'transfer-encoding': 'chunked' } })
    sent.end()
    const [response] = await once(sent, 'response')
    response.resume()
    return response.statusCode
  }

  it('lets no service that is not a node use the database, and no node of the same name', async () => {
    assert.equal(await failure(openStore(store, { isService: true, patience: 0 })), 'store/used')
    const other = await openStore(store, { isService: true, isNode: true })
    const node = { name: 'a', session: 'another', lease: 1000 * LEASE_SECONDS }
    assert.equal(await other.nodes?.register(node, 'http://127.0.0.1:1'), false)
    assert.equal(await other.nodes?.beat(node), undefined)
    assert.equal(await other.nodes?.claim(node, STREAM, Number((await ownerOf(STREAM)).epoch)), undefined)
    await other.close()
  })

  it('serves every kind of request at a node that does not own the stream', async () => {
    const b = urlOf('b')
    assert.equal((await ownerOf(STREAM)).owner, 'a')
    const batch = await call(b, 'POST', `${PATH}/items`, { items: [item('one'), item('two')] })
    assert.equal(batch.json.decisions.length, 2)
    assert.equal((await call(b, 'GET', PATH)).json.counts.items, 3)
    assert.ok((await call(b, 'GET', `${PATH}/log`)).text.split('\n').length > 3)
    assert.equal((await call(b, 'POST', `${PATH}/questions/lease`, { count: 1 })).status, 200)
    assert.equal((await call(b, 'DELETE', `${PATH}/items/one`)).status, 200)
    for (const [method, path, body] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/questions/lease', { count: 1 }],
    ] as const)
      assert.equal((await call(b, method, `/v1/streams/none${path}`, body)).json.code, 'stream/unknown')
    const unread = `${PATH}/items/nothing`
    assert.equal(
      await statusOfPieces(b, 'DELETE', unread),
      await statusOfPieces(urlOf('a'), 'DELETE', unread),
    )
    assert.equal((await call(b, 'POST', `${PATH}/items`, '{')).json.code, 'request/invalid')
    assert.equal((await call(b, 'GET', '/v1/streams')).json.items.length, 1)
    const model = await call(b, 'GET', `${PATH}/model`)
    assert.equal(model.headers['content-type'], 'application/octet-stream')
    const given = { 'idempotency-key': 'k' }
    const [first, again] = [await call(b, 'POST', `${PATH}/items`, item('key'), given)].concat(
      await call(urlOf('c'), 'POST', `${PATH}/items`, item('key'), given),
    )
    assert.equal(again.text, first.text)
    assert.ok((await metric(b, 'node_requests_forwarded_total{outcome="answered"}')) >= 8)
    assert.equal(await metric(urlOf('a'), 'node_streams_owned'), 1)
    await until(async () => (await metric(b, 'nodes_alive')) === 3)
  })

  it('streams lines, and cancels at the owner when the client leaves', async () => {
    const lines = request(new URL(`${PATH}/items`, urlOf('c')), {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      agent: false,
    })
    lines.write(`${JSON.stringify(item('line 1'))}\n`)
    const [response] = await once(lines, 'response')
    assert.equal(JSON.parse(String((await once(response, 'data'))[0])).id, 'line 1')
    lines.end(`${JSON.stringify(item('line 2'))}\n`)
    assert.equal(JSON.parse(String((await once(response, 'data'))[0])).id, 'line 2')

    const events = request(new URL(`${PATH}/events`, urlOf('b')), { agent: false })
    events.end()
    const [followed] = await once(events, 'response')
    let text = ''
    followed.on('data', (piece: Buffer) => {
      text += piece
    })
    followed.on('error', () => undefined)
    events.on('error', () => undefined)
    await until(() => text.includes('retry:'))
    assert.equal(await metric(urlOf('a'), 'sse_clients'), 1)
    await call(urlOf('c'), 'POST', `${PATH}/items`, item('event'))
    await until(() => text.includes('event: decision'))
    events.destroy()
    await until(async () => (await metric(urlOf('a'), 'sse_clients')) === 0)
  })

  it('believes no forged header', async () => {
    const forged = { 'x-askance-forwarded': `10.9.9.9 ${'0'.repeat(64)}` }
    const reply = await call(urlOf('b'), 'GET', PATH, undefined, forged)
    assert.equal(reply.status, 200, 'it is passed on like any other')
  })

  it('passes a request on to the owner, whatever address its first line names', async () => {
    let called = 0
    const stranger = createServer((_, response) => {
      called++
      response.end()
    })
    await once(stranger.listen(0, '127.0.0.1'), 'listening')
    const { port } = stranger.address() as AddressInfo
    const sent = request(urlOf('b'), { path: `http://127.0.0.1:${port}${PATH}`, agent: false })
    sent.end()
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    assert.deepEqual([called, [200, 404].includes(response.statusCode)], [0, true])
    stranger.close()
  })

  it('sends each webhook message once', async () => {
    const received: string[] = []
    const receiver = createServer((message, response) => {
      received.push(String(message.headers['webhook-id']))
      response.end()
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const { port } = receiver.address() as AddressInfo
    const hook = { url: `http://127.0.0.1:${port}/`, events: ['question.opened'] }
    const made = await call(urlOf('b'), 'POST', `${PATH}/hooks`, hook)
    assert.equal(made.status, 201, made.text)
    const items = Array.from({ length: 40 }, (_, k) => item(`hook ${k}`))
    const { json } = await call(urlOf('c'), 'POST', `${PATH}/items`, { items })
    const asked = json.decisions.filter((one: { asked: boolean }) => one.asked).length
    assert.ok(asked > 0)
    await until(() => received.length >= asked)
    const waiting = "SELECT 1 FROM deliveries WHERE state <> 'delivered'"
    await until(async () => (await kind.sql(store, waiting)).length === 0)
    assert.equal(new Set(received).size, asked)
    assert.equal(received.length, asked)
    await call(urlOf('b'), 'DELETE', `${PATH}/hooks/${made.json.id}`)
    receiver.close()
  })

  it('refuses the page of a node whose stream another has claimed', async () => {
    await kind.sql(store, `UPDATE streams SET owner = 'b', epoch = epoch + 1 WHERE id = '${STREAM}'`)
    const refused = await call(urlOf('a'), 'POST', `${PATH}/items`, item('old'))
    assert.deepEqual([refused.status, refused.json.code], [503, 'log/conflict'])
    assert.equal(await metric(urlOf('a'), 'node_pages_refused_total'), 1)
    await repeated(urlOf('a'), item('old'))
    assert.equal((await ownerOf(STREAM)).owner, 'b')
  })

  it('loses nothing when the owner is killed under load', async () => {
    let isOver = false
    const loaded = load(urlOf('c'), known, { senders: 2, labellers: 2, seed: 1 }, () => isOver)
    const answers = (more: number) => {
      const enough = known.answers.size + more
      return untilOrEnded(() => known.answers.size >= enough, loaded)
    }
    await answers(10)
    await nodes.get('b')!.kill()
    await answers(10)
    isOver = true
    await loaded
    assert.equal((await ownerOf(STREAM)).owner, 'c')
    assert.equal(await metric(urlOf('c'), 'node_failovers_total'), 1)
    await checkRestarted(urlOf('a'))
  })

  it('acknowledges nothing after it was stopped for longer than its lease', async () => {
    const lock = new pg.Client({ connectionString: store })
    await lock.connect()
    await lock.query(`BEGIN; SELECT 1 FROM askance.streams WHERE id = '${STREAM}' FOR UPDATE`)
    const held = call(urlOf('c'), 'POST', `${PATH}/items`, item('held'))
    const isWaiting =
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE streams SET seq%'"
    await until(async () => (await kind.sql(store, isWaiting)).length > 0)
    nodes.get('c')!.child.kill('SIGSTOP')
    await lock.end()
    const { epoch } = await ownerOf(STREAM)
    await repeated(urlOf('a'), item('after'))
    const now = await ownerOf(STREAM)
    assert.deepEqual([now.owner, now.epoch > epoch], ['a', true])
    nodes.get('c')!.child.kill('SIGCONT')
    assert.equal((await held).status, 503)
    await repeated(urlOf('c'), item('woken'))
    assert.equal((await ownerOf(STREAM)).owner, 'a')
    const log = (await call(urlOf('c'), 'GET', `${PATH}/log`)).text
    assert.ok(!log.includes('"held"') && log.includes('"after"'))
  })

  it('fails no request in a rolling restart', async () => {
    await start('b')
    let isOver = false
    let serving = ['a', 'b', 'c']
    const statuses = new Map<number, number>()
    const send = async (): Promise<void> => {
      for (let k = 0; !isOver; k++) {
        const reply = await call(
          urlOf(serving[k % serving.length]!),
          'POST',
          `${PATH}/items`,
          item(`rolling ${k}`),
        )
        if (reply.status === 503) assert.ok(reply.headers['retry-after'], reply.text)
        else assert.equal(reply.status, 200, reply.text)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      }
    }
    const sending = send()
    for (const name of ['a', 'b']) {
      // A load balancer is told before a node is stopped.
      serving = ['a', 'b', 'c'].filter((one) => one !== name)
      assert.equal(await nodes.get(name)!.stop(), 0)
      await Promise.race([start(name), sending])
      serving = ['a', 'b', 'c']
    }
    isOver = true
    await sending
    assert.ok(statuses.get(200)! > 0)
    await checkRestarted(urlOf('b'))
    await checkStore(store, known)
  })
})
