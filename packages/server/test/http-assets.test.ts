import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { createApp } from '../src/http/app.js'
import type { Asset } from '../src/http/assets.js'
import { jsonResponse, route } from '../src/http/route.js'
import { strictObject } from '../src/schema/common.js'
import { FakeService } from './support/http-fake-service.js'

const asset = (path: string, type: string, text: string, more: Partial<Asset> = {}): Asset => ({
  path,
  type,
  body: Buffer.from(text),
  lasting: false,
  ...more,
})

const script = 'export const a = 1\n'
const assets = [
  asset('/', 'text/html', '<!doctype html><title>a</title>'),
  asset('/desk/:stream', 'text/html', '<!doctype html><title>a</title>'),
  asset('/assets/main-1.js', 'text/javascript', script, { lasting: true, packed: gzipSync(script) }),
  asset('/assets/worker-1.js', 'text/javascript', script, { lasting: true, wasm: true }),
]

const extra = route({
  method: 'GET',
  path: '/v1/extra',
  operation: 'readExtra',
  summary: 'Something more',
  tag: 'Service',
  access: 'reader',
  response: jsonResponse(strictObject({ more: Type.Boolean() }, 'Extra'), 'More'),
  handle: async () => ({ more: true }),
})

const opened = (anonymous: boolean): Promise<FastifyInstance> => {
  const service = new FakeService({ anonymous })
  return createApp({ service, settings: service.settings, version: '1.2.3', assets, routes: [extra] })
}

describe('the web pages', () => {
  let app: FastifyInstance
  before(async () => {
    app = await opened(false)
  })
  after(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers })
  const policyOf = async (url: string): Promise<readonly string[]> =>
    String((await get(url)).headers['content-security-policy']).split(';')

  test('are served without a token at each of their paths', async () => {
    for (const url of ['/', '/desk/mails', '/desk/m%20x?later=1']) {
      const { statusCode, headers, body } = await get(url)
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html'], url)
      assert.match(body, /<title>a<\/title>/)
    }
  })

  test('say that an address is unknown, to browsers only', async () => {
    const html = { accept: 'text/html,*/*', 'if-none-match': '*' }
    const page = await get('/nowhere/at/all', html)
    assert.deepEqual([page.statusCode, page.headers['content-type']], [404, 'text/html'])
    assert.match(page.body, /<title>a<\/title>/)
    for (const [url, headers] of [
      ['/nowhere', { accept: 'application/json' }],
      ['/v1/nowhere', html],
      ['/assets/gone.js', html],
    ] as const)
      assert.equal(
        (await get(url, headers)).headers['content-type'],
        'application/problem+json; charset=utf-8',
      )
  })

  test('forbid foreign scripts, markup from text, other hosts and frames', async () => {
    const policy = await policyOf('/')
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ])
      assert.ok(policy.includes(rule), rule)
    assert.ok(!policy.some((rule) => /unsafe|https?:|\*/.test(rule)), policy.join(';'))
  })

  test('only a worker that runs WebAssembly may', async () => {
    assert.ok((await policyOf('/assets/worker-1.js')).includes("script-src 'self' 'wasm-unsafe-eval'"))
    assert.ok((await policyOf('/assets/main-1.js')).includes("script-src 'self'"))
  })

  test('are cached forever if their name has a hash, and revalidated otherwise', async () => {
    const lasting = await get('/assets/main-1.js')
    assert.equal(lasting.headers['cache-control'], 'public, max-age=31536000, immutable')
    const page = await get('/')
    assert.equal(page.headers['cache-control'], 'no-cache')
    const again = await get('/', { 'if-none-match': String(page.headers.etag) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    assert.notEqual(page.headers.etag, lasting.headers.etag)
    const tag = String(page.headers.etag)
    for (const known of [`"other", ${tag}`, tag.replace('W/', ''), '*'])
      assert.equal((await get('/', { 'if-none-match': known })).statusCode, 304, known)
    assert.equal((await get('/', { 'if-none-match': '"other"' })).statusCode, 200)
  })

  test('are gzipped for clients that accept it', async () => {
    const packed = await get('/assets/main-1.js', { 'accept-encoding': 'br, gzip' })
    assert.equal(packed.headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(packed.rawPayload).toString(), script)
    const weighed = await get('/assets/main-1.js', { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' })
    assert.equal(weighed.headers['content-encoding'], 'gzip')
    for (const refused of ['identity', 'gzip;q=0', 'gzip; q=0.00, br', 'x-gzipped']) {
      const plain = await get('/assets/main-1.js', { 'accept-encoding': refused })
      assert.deepEqual([plain.headers['content-encoding'], plain.body], [undefined, script], refused)
    }
  })

  test('do not affect the API', async () => {
    assert.equal((await get('/v1/me')).statusCode, 401)
    assert.equal((await get('/assets/none.js')).statusCode, 404)
    assert.equal((await app.inject({ method: 'POST', url: '/' })).statusCode, 404)
    assert.equal((await app.inject({ method: 'HEAD', url: '/' })).statusCode, 200)
  })

  test('additional routes are protected and documented like the others', async () => {
    assert.equal((await get('/v1/extra')).statusCode, 401)
    assert.ok('/v1/extra' in (await get('/openapi.json')).json().paths)
    assert.equal((await app.inject({ method: 'PUT', url: '/v1/extra' })).statusCode, 405)
  })
})

test('without tokens, pages are served to localhost names only', async (t) => {
  const app = await opened(true)
  t.after(() => app.close())
  const asked = (host: string) => app.inject({ method: 'GET', url: '/', headers: { host } })
  assert.equal((await asked('127.0.0.1:8642')).statusCode, 200)
  assert.equal((await asked('evil.example')).statusCode, 421)
})
