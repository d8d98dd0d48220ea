import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { makeToken } from '../../src/access/tokens.js'
import { createApp } from '../../src/http/app.js'
import type { HttpMetrics, Method, Route } from '../../src/http/route.js'
import { allRoutes } from '../../src/http/routes/index.js'
import { ProblemBody } from '../../src/schema/common.js'
import type { Settings } from '../../src/settings/table.js'
import type { Role } from '../../src/store/records.js'
import { FakeService } from './http-fake-service.js'

export interface Call {
  readonly as?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly type?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any
}

export interface Desk {
  readonly app: FastifyInstance
  readonly service: FakeService
  readonly tokens: Readonly<Record<string, string>>
  call(method: Method | 'HEAD' | 'OPTIONS', url: string, call?: Call): Promise<Reply>
}

/** An app on a fake service, with a token for each role and a stream `mails` with the items a, b and c. */
export const openDesk = async (settings: Partial<Settings> = {}, metrics?: HttpMetrics): Promise<Desk> => {
  const service = new FakeService(settings)
  const tokens: Record<string, string> = {}
  const give = async (name: string, role: Role, stream?: string) => {
    const made = makeToken({ name, role, ...(stream && { stream }) }, service.now())
    await service.store.createToken(made.record)
    tokens[name] = made.token
  }
  for (const role of ['owner', 'labeller', 'reader'] as const) {
    await give(role, role)
    await give(`${role}-mails`, role, 'mails')
    await give(`${role}-other`, role, 'other')
  }
  const app = await createApp({
    service,
    settings: service.settings,
    version: '1.2.3',
    ...(metrics && { metrics }),
  })
  const call: Desk['call'] = async (method, url, { as = 'owner', body, headers = {}, type } = {}) => {
    const given = typeof body === 'string' || Buffer.isBuffer(body)
    const response = await app.inject({
      method,
      url,
      headers: {
        host: 'localhost:8642',
        ...(as !== 'nobody' && { authorization: `Bearer ${tokens[as] ?? as}` }),
        ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: given ? (body as string) : JSON.stringify(body) }),
    })
    const isJson = String(response.headers['content-type']).includes('json') && method !== 'HEAD'
    const isOne = isJson && !String(response.headers['content-type']).includes('ndjson')
    const reply = {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      json: isOne ? JSON.parse(response.body) : undefined,
    }
    if (method !== 'HEAD') checkShape(method, url, reply)
    return reply
  }
  const desk = { app, service, tokens, call }
  await fill(desk)
  return desk
}

const fill = async ({ service, call }: Desk): Promise<void> => {
  if (service.settings.anonymous) return
  await call('POST', '/v1/streams', { body: { id: 'mails', classes: ['ham', 'spam'], seed: 1 } })
  const items = ['a', 'b', 'c'].map((id) => ({ id, text: `text of ${id}` }))
  await call('POST', '/v1/streams/mails/items', { body: { items } })
}

export const matching = (method: string, url: string): Route | undefined => {
  const path = url.split('?')[0]
  return allRoutes.find(
    (route) =>
      route.method === method && new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
}

/** Every answer must be as its route declares it, every fault a problem. */
export const checkShape = (method: string, url: string, reply: Reply): void => {
  const type = String(reply.headers['content-type'] ?? '').split(';')[0]
  if (reply.status >= 400) {
    assert.equal(type, 'application/problem+json', `${method} ${url}: ${reply.text}`)
    assertFits(ProblemBody, reply.json, `problem of ${method} ${url}`)
    assert.equal(reply.json.status, reply.status)
    assert.equal(reply.json.type, `urn:askance:problem:${reply.json.code}`)
    assert.equal(reply.json.instance, reply.headers['x-request-id'])
    return
  }
  const route = matching(method, url)
  if (!route) return
  assert.equal(reply.status, route.response.status, `${method} ${url}`)
  const schema = route.response.content?.[type]
  if (route.response.content) assert.ok(schema, `${method} ${url} answers ${type}, which it does not declare`)
  if (schema && reply.json !== undefined) assertFits(schema, reply.json, `${method} ${url}`)
}

export const assertFits = (schema: TSchema, value: unknown, what: string): void => {
  if (Value.Check(schema, value)) return
  assert.fail(
    `${what}: ${JSON.stringify(Value.Errors(schema, value).slice(0, 4))} in ${JSON.stringify(value)}`,
  )
}
