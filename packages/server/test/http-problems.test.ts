import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { AskanceError } from '@askance/core'
import { pino } from 'pino'
import { serverError, serverErrorTable } from '../src/errors.js'
import { createApp } from '../src/http/app.js'
import { statuses, statusOf } from '../src/http/problems.js'
import { type Desk, openDesk } from './support/http-app.js'
import { FakeService } from './support/http-fake-service.js'

const base = '/v1/streams/mails'

describe('problems', () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk({ bodyLimit: 2048, modelLimit: 4096 })
  })
  after(() => desk.app.close())

  test('every error of the service has a status', () => {
    assert.deepEqual(Object.keys(statuses).sort(), Object.keys(serverErrorTable).sort())
    for (const status of Object.values(statuses)) assert.ok(status >= 400 && status < 600)
    assert.equal(statusOf('parameter/value'), 422)
  })

  test('unknown paths and unsupported methods', async () => {
    const unknown = await desk.call('GET', '/v1/tea')
    assert.equal(unknown.status, 404)
    assert.equal(unknown.json.code, 'route/unknown')
    const wrong = await desk.call('DELETE', '/v1/streams')
    assert.equal(wrong.status, 405)
    assert.equal(wrong.headers.allow, 'POST, GET')
    assert.equal((await desk.call('OPTIONS', base)).headers.allow, 'GET, PATCH, DELETE')
    assert.equal((await desk.call('GET', '/v1/streams/%zz')).status, 400)
    assert.equal((await desk.call('GET', '/v1/streams/No%20Stream')).status, 400)
  })

  test('bodies that are too large, of another media type, or malformed', async () => {
    const large = await desk.call('POST', `${base}/items`, { body: { text: 'x'.repeat(3000) } })
    assert.equal(large.status, 413)
    assert.match(large.json.detail, /2048/)
    const type = 'application/octet-stream'
    const model = await desk.call('PUT', `${base}/model`, { body: Buffer.alloc(5000), type })
    assert.match(model.json.detail, /4096/)
    for (const other of ['text/plain', 'application/xml', 'application/x-ndjson']) {
      const { status, json } = await desk.call('POST', `${base}/predict`, { body: '<a/>', type: other })
      assert.equal(status, 415)
      assert.equal(json.code, 'request/media-type')
    }
    const broken = await desk.call('POST', `${base}/items`, { body: '{\n  "text": "a",\n}' })
    assert.equal(broken.status, 400)
    assert.deepEqual(broken.json.position, { line: 3, column: 1 })
    const token = await desk.call('POST', `${base}/items`, { body: '{"text": oops}' })
    assert.match(token.json.detail, /invalid JSON.*oops/)
    assert.deepEqual(token.json.position, { line: 1, column: 10 })
    const cut = await desk.call('POST', `${base}/items`, { body: '{"text": "a' })
    assert.deepEqual(cut.json.position, { line: 1, column: 12 })
    const bytes = await desk.call('POST', `${base}/items`, { body: Buffer.from([0x22, 0xff, 0x22]) })
    assert.match(bytes.json.detail, /UTF-8/)
    assert.equal((await desk.call('POST', `${base}/items`, { body: '' })).status, 400)
    assert.equal((await desk.call('POST', `${base}/items`)).status, 400)
  })

  test('errors of the core, of a busy stream and of a full disk', async () => {
    const failing = async (error: unknown) => {
      desk.service.fault = { name: 'observe', error }
      const reply = await desk.call('POST', `${base}/items`, { body: { text: 'a' } })
      desk.service.fault = undefined
      return reply
    }
    const core = await failing(new AskanceError('row/order', 'indices must rise', {}, { line: 3 }))
    assert.equal(core.status, 422)
    assert.deepEqual(core.json.position, { line: 3 })
    const busy = await failing(serverError('stream/busy', { stream: 'mails', waiting: 9 }))
    assert.equal(busy.status, 503)
    assert.equal(busy.headers['retry-after'], '1')
    assert.equal((await failing(serverError('store/full'))).status, 507)
  })

  test('requests keep their own id if it is safe', async () => {
    const given = await desk.call('GET', '/v1/me', { headers: { 'x-request-id': 'abc-1.2' } })
    assert.equal(given.headers['x-request-id'], 'abc-1.2')
    const strange = await desk.call('GET', '/v1/me', { headers: { 'x-request-id': 'a b"c' } })
    assert.match(String(strange.headers['x-request-id']), /^[0-9a-f-]{36}$/)
  })

  test('responses have security headers', async () => {
    const { headers } = await desk.call('GET', '/v1/me')
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['access-control-allow-origin'], undefined)
  })

  test('other origins may call only if allowed', async () => {
    const open = await openDesk({ corsOrigins: ['https://desk.example'] })
    const from = (origin: string) => open.call('GET', '/v1/me', { headers: { origin } })
    assert.equal(
      (await from('https://desk.example')).headers['access-control-allow-origin'],
      'https://desk.example',
    )
    assert.notEqual(
      (await from('https://evil.example')).headers['access-control-allow-origin'],
      'https://evil.example',
    )
    await open.app.close()
  })
})

test('unexpected errors are logged but not revealed; tokens are never logged', async () => {
  let log = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      log += chunk
      done()
    },
  })
  const service = new FakeService({ anonymous: true })
  await service.createStream('mails', { classes: ['a', 'b'] } as never)
  const app = await createApp({ service, settings: service.settings, version: '1', logger: pino(stream) })
  service.fault = { name: 'quality', error: new Error('the inner secret') }
  const headers = { host: 'localhost', authorization: 'Bearer ask_very-secret' }
  const { statusCode, body } = await app.inject({ url: `${base}/quality`, headers })
  assert.equal(statusCode, 500)
  const problem = JSON.parse(body)
  assert.ok(!body.includes('inner secret'))
  assert.ok(log.includes('the inner secret') && log.includes(problem.instance))
  assert.ok(!log.includes('very-secret'))
  await app.close()
})
