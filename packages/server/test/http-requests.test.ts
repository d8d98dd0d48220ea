import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { trace } from '@opentelemetry/api'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { reportRequests } from '../src/http/requests.js'
import { startServer } from '../src/run/index.js'
import { checkSettings } from '../src/settings/read.js'
import { defaultSettings } from '../src/settings/table.js'
import { parentContext } from '../src/tracing/spans.js'
import { logged } from './run-tools.js'

/** A span as OTLP sends it in JSON. */
interface Sent {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}

/** A collector of traces on localhost. */
const collector = async (t: TestContext) => {
  const spans: Sent[] = []
  const server = createServer(async (message, response) => {
    let body = ''
    for await (const chunk of message) body += chunk
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans: some } of scopeSpans) spans.push(...some)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces` }
}

const attribute = ({ attributes }: Sent, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

describe('requests', () => {
  test('are traced with what they did, as part of the trace of the caller', async (t) => {
    const { spans, url: traceEndpoint } = await collector(t)
    const folder = mkdtempSync(join(tmpdir(), 'askance-trace-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const settings = { ...defaultSettings, port: 0, anonymous: true, threads: 0, traceEndpoint }
    const { logger } = logged('silent')
    const store = join(folder, 'a.sqlite')
    const service = await startServer({ ...settings, store }, { logger, stdout: { write: () => {} } })
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const spanId = '00f067aa0ba902b7'
    await post('/v1/streams', { id: 'mails', classes: ['ham', 'spam'], budget: { ratio: 1 } })
    const items = [{ id: 'private-id', text: 'buy now' }]
    await post('/v1/streams/mails/items', { items }, { traceparent: `00-${traceId}-${spanId}-01` })
    await post('/v1/streams/none/items', { items })
    // Closing sends what is left.
    await service.close()
    const [created] = spans
    assert.equal(created?.name, 'POST /v1/streams')
    assert.notEqual(created?.traceId, traceId)
    const own = spans.filter((span) => span.traceId === traceId)
    const request = own.find((span) => span.parentSpanId === spanId)
    assert.equal(request?.name, 'POST /v1/streams/{stream}/items')
    assert.equal(Number(attribute(request as Sent, 'http.response.status_code')), 200)
    const within = own.filter((span) => span.parentSpanId === request?.spanId)
    assert.deepEqual(
      within.map(({ name }) => name),
      ['operation receive', 'store append'],
    )
    for (const span of within) assert.equal(attribute(span, 'askance.stream'), 'mails')
    const failed = spans.filter((span) => attribute(span, 'http.response.status_code') === 404)
    assert.equal(failed.length, 1)
    assert.doesNotMatch(JSON.stringify(spans), /private-id|buy now/)
  })

  test('an invalid trace of the caller is ignored, and so is an address that is none', () => {
    const idOf = (header: unknown) => trace.getSpanContext(parentContext(header))?.traceId
    assert.equal(idOf(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`), 'a'.repeat(32))
    for (const header of [
      undefined,
      '',
      ['00'],
      `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      'x'.repeat(9999),
    ])
      assert.equal(idOf(header), undefined)
    for (const traceEndpoint of ['collector', 'file:///tmp/a', '4318'])
      assert.throws(() => checkSettings({ ...defaultSettings, traceEndpoint }), { code: 'setting/value' })
  })

  test('that are slow are logged as warnings, with the stream', async () => {
    const { logger, lines } = logged('info')
    const app = fastify({ loggerInstance: logger as FastifyBaseLogger })
    app.decorateRequest('identity', null)
    reportRequests(app, { settings: { slowMs: 5 } })
    app.get('/slow/:stream', async () => {
      const begin = performance.now()
      while (performance.now() - begin < 6);
      return 'done'
    })
    await app.inject('/slow/mails')
    const slow = lines().filter(({ msg }) => msg === 'slow request')
    assert.equal(slow.length, 1)
    assert.equal(slow[0]?.level, 'warn')
    assert.equal(slow[0]?.stream, 'mails')
    assert.ok(Number(slow[0]?.ms) >= 5)
    await app.close()
  })
})
