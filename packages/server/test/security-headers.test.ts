import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSettings } from '../src/settings/read.js'
import { type FuzzBench, openBench } from './support/fuzz-bench.js'

const DESK = 'https://desk.example.org'

const asked = (
  bench: FuzzBench,
  method: string,
  url: string,
  headers: Record<string, string>,
  as = 'owner',
) => bench.send({ method, url, headers, as })

const corsOf = (headers: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('other sites', () => {
  test('get no CORS headers unless allowed', async (context) => {
    const bench = await openBench(context, { threads: 0 })
    for (const method of ['GET', 'OPTIONS'])
      for (const url of ['/v1/me', '/healthz', '/v1/none', '/openapi.json']) {
        const { headers } = await asked(bench, method, url, {
          origin: DESK,
          'access-control-request-method': 'GET',
        })
        assert.deepEqual(corsOf(headers), [], `${method} ${url}`)
      }
  })

  test('only allowed origins may call', async (context) => {
    const bench = await openBench(context, { threads: 0, corsOrigins: [DESK] })
    const preflight = { origin: DESK, 'access-control-request-method': 'PATCH' }
    const { status, headers } = await asked(bench, 'OPTIONS', '/v1/streams/mails', preflight, 'nobody')
    assert.equal(status, 204)
    assert.equal(headers['access-control-allow-origin'], DESK)
    assert.match(String(headers['access-control-allow-methods']), /PATCH/)
    assert.match(String(headers['access-control-allow-headers']), /Authorization.*Idempotency-Key.*If-Match/)
    assert.equal(headers['access-control-allow-credentials'], undefined)
    for (const url of ['/v1/me', '/v1/none', '/v1/streams/none']) {
      const reply = await asked(bench, 'GET', url, { origin: DESK })
      assert.equal(reply.headers['access-control-allow-origin'], DESK, url)
      assert.match(String(reply.headers.vary), /origin/i)
    }
    for (const origin of [
      'https://evil.example',
      `${DESK}.evil.example`,
      'null',
      `${DESK}:444`,
      'http://desk.example.org',
    ]) {
      const reply = await asked(bench, 'GET', '/v1/me', { origin })
      assert.notEqual(reply.headers['access-control-allow-origin'], origin)
      assert.notEqual(reply.headers['access-control-allow-origin'], '*')
    }
  })
})

test('every response has security headers', async (context) => {
  const bench = await openBench(context, { threads: 0 })
  const urls = [
    '/v1/me',
    '/v1/none',
    '/v1/streams/none',
    '/healthz',
    '/openapi.json',
    '/docs',
    '/docs/',
    '/metrics',
  ]
  for (const url of [...urls, '/docs/swagger-ui.css', '/docs/none', '/%zz'])
    for (const as of ['owner', 'nobody']) {
      const { headers } = await asked(bench, 'GET', url, {}, as)
      const what = `${url} as ${as}`
      assert.equal(headers['x-content-type-options'], 'nosniff', what)
      assert.equal(headers['x-frame-options'], 'DENY', what)
      assert.equal(headers['referrer-policy'], 'no-referrer', what)
      assert.match(
        String(headers['content-security-policy']),
        /default-src 'none'.*frame-ancestors 'none'/s,
        what,
      )
      assert.equal(headers['x-powered-by'], undefined)
      assert.equal(headers.server, undefined)
    }
  for (const url of ['/v1/me', '/v1/streams'])
    assert.equal((await asked(bench, 'GET', url, {})).headers['cache-control'], 'no-store')
})

test('the docs page loads nothing from other hosts', async (context) => {
  const bench = await openBench(context, { threads: 0 })
  const { text, headers } = await asked(bench, 'GET', '/docs', {}, 'nobody')
  assert.ok(!/(?:src|href)="(?:https?:)?\/\//.test(text))
  assert.ok(!/script-src[^;]*unsafe/.test(String(headers['content-security-policy'])))
})

describe('without tokens', () => {
  test('the service must listen on a loopback host', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.2', 'example.org', '127.0.0.1.example.org'])
      assert.throws(
        () => readSettings({ flags: { anonymous: true, host } }),
        { code: 'setting/anonymous' },
        host,
      )
    for (const host of ['127.0.0.1', 'localhost', '::1', '127.1.2.3'])
      assert.equal(readSettings({ flags: { anonymous: true, host } }).anonymous, true)
  })

  test('only requests to localhost from allowed origins', async (context) => {
    const bench = await openBench(context, { threads: 0, anonymous: true, corsOrigins: [DESK] })
    const status = async (headers: Record<string, string>, url = '/v1/me') =>
      (await asked(bench, 'GET', url, headers, 'nobody')).status
    for (const host of ['localhost', '127.0.0.1:8642', '[::1]:1'])
      assert.equal(await status({ host }), 200, host)
    const foreign = [
      'evil.example',
      'localhost.evil.example',
      'localhost:8642@evil.example',
      '127.0.0.1.nip.io',
    ]
    for (const host of foreign)
      for (const url of ['/v1/me', '/v1/streams', '/docs/', '/openapi.json', '/metrics', '/none'])
        assert.equal(await status({ host }, url), 421, `${host} ${url}`)
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'file://', 'x'])
      assert.equal(await status({ origin }), 421, origin)
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1'])
      assert.equal(await status({ origin }), 421, 'a page of another program on this machine')
    for (const origin of ['http://localhost:8642', DESK]) assert.equal(await status({ origin }), 200)
    const { json } = await bench.send({
      method: 'POST',
      url: '/v1/streams',
      as: 'nobody',
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
      body: '{"classes":["a","b"]}',
    })
    assert.equal(json.code, 'access/host')
  })
})
