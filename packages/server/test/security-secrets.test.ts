import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import { allRoutes } from '../src/http/routes/index.js'
import { createLogger } from '../src/logs/logger.js'
import { startServer } from '../src/run/start.js'
import { defaultSettings } from '../src/settings/table.js'
import { type FuzzBench, openBench } from './support/fuzz-bench.js'

const MAILS = '/v1/streams/mails'

const withStream = async (bench: FuzzBench): Promise<FuzzBench> => {
  const asking = { budget: { ratio: 1 }, measure: 0.5, seed: 7 }
  await bench.json('POST', '/v1/streams', { id: 'mails', classes: ['ham', 'spam'], ...asking })
  await bench.json('POST', `${MAILS}/items`, {
    items: [
      { id: 'a', text: 'a' },
      { id: 'b', text: 'b' },
    ],
  })
  return bench
}

describe('secrets', () => {
  test('the store password is neither logged nor shown in errors', async () => {
    let log = ''
    const output = new Writable({
      write(chunk, _, done) {
        log += chunk
        done()
      },
    })
    const stores = [
      'postgres://ada:hunter2@127.0.0.1:1/none',
      'postgres://127.0.0.1:1/none?user=ada&password=hunter2',
    ]
    for (const store of stores) {
      const settings = { ...defaultSettings, store, port: 0, logLevel: 'trace' }
      const started = startServer(settings, { logger: createLogger(settings, output) })
      const error = await started.then(
        () => assert.fail('it cannot start'),
        (reason: Error) => reason,
      )
      assert.ok(!String(error.message).includes('hunter2'), error.message)
    }
    assert.match(log, /starting/)
    assert.ok(!log.includes('hunter2'), log)
  })

  test('the secret of a webhook is shown once', async (context) => {
    const bench = await withStream(await openBench(context, { threads: 0 }))
    const { json } = await bench.json('POST', `${MAILS}/hooks`, { url: 'https://hooks.invalid/a' })
    assert.ok(json.secret.length >= 32)
    const responses = [await bench.json('GET', `${MAILS}/hooks`), await bench.json('GET', '/v1/audit')]
    for (const { text } of responses) assert.ok(!text.includes(json.secret))
    assert.ok(!bench.log.includes(json.secret))
  })

  test('secrets of a request are not logged, however it fails', async (context) => {
    const bench = await withStream(await openBench(context, { threads: 0 }))
    const secret = 'c0nfidential'
    const headers = { cookie: `session=${secret}`, 'x-request-id': secret.repeat(9) }
    const hook = { url: `https://ada:${secret}@hooks.invalid/` }
    const { json } = await bench.json('POST', `${MAILS}/hooks`, hook, 'owner', headers)
    assert.equal(json.code, 'hook/url')
    assert.ok(!json.detail.includes(secret))
    for (const url of [
      `/v1/me?token=${secret}`,
      `/v1/none?access_token=${secret}`,
      `${MAILS}/items?search=${secret}`,
    ])
      await bench.json('GET', url, undefined, 'owner', headers)
    await bench.json('GET', '/v1/me', undefined, secret)
    await bench.json('POST', `${MAILS}/items`, { text: secret })
    await bench.json('POST', `${MAILS}/items`, { text: secret, extra: secret })
    assert.match(bench.log, /"request"/)
    assert.ok(
      !bench.log.includes(secret),
      bench.log.split('\n').find((line) => line.includes(secret)),
    )
  })
})

test('webhooks to loopback and private networks are rejected', async (context) => {
  const bench = await withStream(await openBench(context, { threads: 0 }))
  const hosts = [
    '127.0.0.1',
    'localhost',
    'a.localhost',
    'LOCALHOST.',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '0',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::a00:1]',
    '[2002:7f00:1::]',
  ]
  for (const host of hosts) {
    const { status, json } = await bench.json('POST', `${MAILS}/hooks`, { url: `http://${host}/x` })
    assert.deepEqual([status, json.code], [422, 'hook/url'], host)
  }
  for (const url of ['file:///etc/passwd', 'gopher://a/', 'javascript:1', 'http://', 'x', 'ftp://a.example/'])
    assert.equal((await bench.json('POST', `${MAILS}/hooks`, { url })).status, 422, url)
  assert.deepEqual((await bench.json('GET', `${MAILS}/hooks`)).json.items, [])
})

/** What is in the log of the stream with the name of who did it. */
const IN_LOG = ['observeItems', 'addExamples', 'sendAnswers']
/** An invitation is a token, and is recorded as one; a grant is recorded with its stream. */
const RECORDED_AS: Readonly<Record<string, string>> = {
  createInvite: 'createToken',
  deleteInvite: 'deleteToken',
  putStreamGrant: 'putGrant',
  deleteStreamGrant: 'deleteGrant',
}

test('every action of an owner is recorded', async (context) => {
  const bench = await withStream(await openBench(context, { threads: 0 }))
  const owned = allRoutes.filter(({ access, method }) => access === 'owner' && method !== 'GET')
  const expected = owned.map(({ operation }) => operation).filter((name) => !IN_LOG.includes(name))
  const done = async (method: string, url: string, body?: object) => {
    const reply = await bench.json(method, url, body, 'owner', { 'if-match': '*' })
    assert.ok(reply.status < 300, `${method} ${url}: ${reply.text}`)
    return reply.json
  }
  await done('PATCH', MAILS, { title: 'Mails' })
  const hook = await done('POST', `${MAILS}/hooks`, {
    url: 'https://hooks.invalid/a',
    events: ['question.opened'],
  })
  await done('POST', `${MAILS}/items`, { id: 'c', text: 'c' })
  await done('POST', `${MAILS}/answers`, { answers: [{ id: 'a', label: 'ham' }] })
  await done('DELETE', `${MAILS}/answers/a`)
  await done('DELETE', `${MAILS}/items/b`)
  await done('POST', `${MAILS}/erase`, { ids: ['c'] })
  const { items } = await done('GET', `${MAILS}/hooks/${hook.id}/deliveries`)
  await done('POST', `${MAILS}/hooks/${hook.id}/deliveries/${items[0].number}/retry`)
  await done('DELETE', `${MAILS}/hooks/${hook.id}`)
  const token = await done('POST', '/v1/tokens', { name: 'x', role: 'reader' })
  await done('POST', `/v1/tokens/${token.id}/rotate`, {})
  await done('DELETE', `/v1/tokens/${token.id}`)
  const invite = await done('POST', `${MAILS}/invites`, { name: 'ada' })
  await done('DELETE', `${MAILS}/invites/${invite.id}`)
  await done('PUT', `${MAILS}/grants/name:ada`, { actions: ['read'] })
  await done('DELETE', `${MAILS}/grants/name:ada`)
  const model = await bench.app.inject({
    url: `${MAILS}/model`,
    headers: { authorization: `Bearer ${bench.tokens.owner}` },
  })
  const { status } = await done('GET', MAILS)
  await done('POST', '/v1/streams', { id: 'copy', classes: ['ham', 'spam'], vectorizer: status.vectorizer })
  const imported = await bench.send({
    method: 'PUT',
    url: '/v1/streams/copy/model',
    body: model.rawPayload,
    headers: { 'content-type': 'application/octet-stream' },
  })
  assert.equal(imported.status, 200, imported.text)
  await done('DELETE', '/v1/streams/copy')
  const audit = await done('GET', '/v1/audit?limit=200')
  const found = new Set(audit.items.map(({ action }: { action: string }) => action))
  for (const action of expected)
    assert.ok(found.has(RECORDED_AS[action] ?? action), `${action} is not recorded`)
  const tokens = audit.items.filter(({ action }: { action: string }) => /Token$/.test(action))
  assert.ok(tokens.length >= 4, 'a token and an invitation, each created and deleted')
  assert.ok(!JSON.stringify(audit).includes(invite.token))
  for (const { who, time } of audit.items) assert.ok(who !== '' && time > 0)
  assert.ok(!JSON.stringify(audit).includes(token.token))
})

/** Sends an address over the network as it is spelled. */
const fetched = async (bench: FuzzBench, path: string): Promise<{ status: number; text: string }> => {
  const headers = { authorization: `Bearer ${bench.tokens.owner}` }
  const [response] = await once(get(bench.url, { path, headers, agent: false }), 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
}

test('path traversal fails', async (context) => {
  const bench = await withStream(await openBench(context, { threads: 0 }))
  const parts = [
    '..',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e',
    '....//',
    '..%5c..',
    '%00',
    '.%2e',
  ]
  const places = [`${MAILS}/items/`, '/v1/streams/', '/docs/', '/', '/docs/../../../../']
  for (const place of places)
    for (const part of parts) {
      const { status, text } = await fetched(bench, `${place}${part}`)
      assert.ok([400, 403, 404].includes(status), `${place}${part}: ${status} ${text.slice(0, 200)}`)
      assert.ok(!text.includes('root:'))
    }
  const climbing = { id: '../../x', text: 'a' }
  assert.equal((await bench.json('POST', `${MAILS}/items`, climbing)).status, 200)
  const { json } = await bench.json('GET', `${MAILS}/items/${encodeURIComponent(climbing.id)}`)
  assert.equal(json.id, climbing.id)
  assert.equal((await bench.json('POST', '/v1/streams', { id: '../x', classes: ['a', 'b'] })).status, 400)
  const halved = { id: 'a\ud800', text: 'a' }
  assert.equal((await bench.json('POST', `${MAILS}/items`, halved)).status, 400, 'no address could name it')
})
