import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { hashToken } from '../src/access/tokens.js'
import type { Route } from '../src/http/route.js'
import { allRoutes } from '../src/http/routes/index.js'
import { type FuzzBench, openBench } from './support/fuzz-bench.js'

const WRONG = `ask_${'x'.repeat(43)}`
const ROLES = ['reader', 'labeller', 'owner'] as const

const addressOf = ({ path, operation }: Route, stream: string): string => {
  const filled = path.replace('{stream}', stream).replace('{number}', '1')
  return `${filled.replace(/\{\w+\}/g, 'none')}${operation === 'followStream' ? '?sample=none' : ''}`
}

/** Calls a route so that nothing can come of it: what it names is not there, and its body cannot be read. */
const knock = (bench: FuzzBench, route: Route, as: string, stream: string) =>
  bench.send({
    method: route.method,
    url: addressOf(route, stream),
    as,
    headers: { 'x-forwarded-for': '1.2.3.4', ...(route.body && { 'content-type': 'application/json' }) },
    ...(route.body && { body: '{' }),
  })

/** Whether the declaration of a route admits a caller. */
const isFor = (
  route: Route,
  role: (typeof ROLES)[number],
  own: string | undefined,
  stream: string,
): boolean => {
  const { access } = route
  if (access === 'public') return true
  const needed = access === 'local' ? 'reader' : access
  if (ROLES.indexOf(role) < ROLES.indexOf(needed)) return false
  return own === undefined || (!route.serviceWide && (own === stream || !route.path.includes('{stream}')))
}

describe('access control', () => {
  test('each route by role and stream restriction', async (context) => {
    const bench = await openBench(context, { threads: 0 })
    await bench.json('POST', '/v1/streams', { id: 'there', classes: ['a', 'b'] })
    for (const role of ROLES) {
      await bench.give({ name: `${role} of all`, role })
      for (const stream of ['there', 'gone']) await bench.give({ name: `${role} of ${stream}`, role, stream })
    }
    let asked = 0
    for (const route of allRoutes)
      for (const role of ROLES)
        for (const own of [undefined, 'there', 'gone'])
          for (const stream of ['there', 'gone']) {
            const as = `${role} of ${own ?? 'all'}`
            const expected = isFor(route, role, own, stream)
            if (route.operation === 'deleteStream' && expected && stream === 'there') continue
            const { status, json } = await knock(bench, route, as, stream)
            const what = `${route.operation} of ${stream} as ${as}: ${status}`
            if (!expected) assert.deepEqual([status, json.code], [403, 'access/role'], what)
            else assert.ok(status !== 401 && status !== 403, what)
            asked++
          }
    assert.ok(asked > 700)
    assert.equal((await bench.json('GET', '/v1/streams/there')).status, 200)
    const listed = await bench.json('GET', '/v1/streams', undefined, 'reader of gone')
    assert.deepEqual(listed.json.items, [])
  })

  test('an owner of one stream gets no access to others', async (context) => {
    const bench = await openBench(context, { threads: 0 })
    for (const id of ['there', 'other']) await bench.json('POST', '/v1/streams', { id, classes: ['a', 'b'] })
    await bench.give({ name: 'Zoë', role: 'owner', stream: 'there' })
    const call = (method: string, url: string, body?: unknown) => bench.json(method, url, body, 'Zoë')
    for (const [method, url, body] of [
      ['POST', '/v1/tokens', { name: 'Zoë', role: 'owner' }],
      ['POST', '/v1/tokens', { name: 'Zoë', role: 'reader', stream: 'other' }],
      ['GET', '/v1/tokens', undefined],
      ['GET', '/v1/audit', undefined],
      ['POST', '/v1/streams', { classes: ['a', 'b'] }],
      ['POST', '/v1/streams/other/invites', { name: 'Zoë' }],
      ['GET', '/v1/streams/other/invites', undefined],
    ] as const)
      assert.equal((await call(method, url, body)).status, 403, `${method} ${url}`)

    const invite = await call('POST', '/v1/streams/there/invites', { name: 'Dan', days: 3 })
    assert.equal(invite.status, 201)
    const days = (invite.json.expires - invite.json.created) / 86_400_000
    assert.equal(days, 3)
    const me = await bench.json('GET', '/v1/me', undefined, invite.json.token)
    const { expires } = invite.json
    assert.deepEqual(me.json, { name: 'Dan', role: 'labeller', stream: 'there', via: 'token', expires })
    const listed = await call('GET', '/v1/streams/there/invites')
    assert.deepEqual(
      listed.json.items.map(({ name }: { name: string }) => name),
      ['Dan'],
    )
    assert.ok(!listed.text.includes('ask_'))
    // Only invitations of the stream can be revoked here, not the tokens of owners or of other streams.
    const others = (await bench.json('GET', '/v1/tokens')).json.items as { id: string; role: string }[]
    for (const { id, role } of others)
      if (role !== 'labeller')
        assert.equal((await call('DELETE', `/v1/streams/there/invites/${id}`)).status, 404)
    assert.equal((await call('DELETE', `/v1/streams/there/invites/${invite.json.id}`)).status, 204)
    assert.equal((await bench.json('GET', '/v1/me', undefined, invite.json.token)).status, 401)
  })

  test('an owner of one stream cannot create more than it may have, also at once', async (context) => {
    const quotas = { hooksPerStream: 2, invitesPerStream: 3, grantsPerStream: 4 }
    const bench = await openBench(context, { threads: 0, ...quotas })
    for (const id of ['there', 'other']) await bench.json('POST', '/v1/streams', { id, classes: ['a', 'b'] })
    await bench.give({ name: 'Zoë', role: 'owner', stream: 'there' })
    const create = (what: string, k: number, stream = 'there', as = 'Zoë') => {
      const url = `/v1/streams/${stream}/${what}`
      if (what === 'hooks') return bench.json('POST', url, { url: 'https://example.org' }, as)
      if (what === 'invites') return bench.json('POST', url, { name: `p${k}` }, as)
      return bench.json('PUT', `${url}/name:p${k}`, { actions: ['read'] }, as)
    }
    for (const [what, most] of [
      ['hooks', 2],
      ['invites', 3],
      ['grants', 4],
    ] as const) {
      const replies = await Promise.all(Array.from({ length: 20 }, (_, k) => create(what, k)))
      const refused = replies.filter(({ json }) => json.code === 'stream/full')
      assert.deepEqual([refused.length, refused[0]?.status], [20 - most, 409], what)
      assert.equal((await bench.json('GET', `/v1/streams/there/${what}`)).json.items.length, most, what)
      assert.ok((await create(what, 0, 'other', 'owner')).status < 300, 'other streams have their own limit')
    }
    assert.equal((await create('grants', 0)).status, 200, 'a grant that is there is replaced')
    const { json: other } = await bench.json('GET', '/v1/streams/there/invites')
    await bench.json('DELETE', `/v1/streams/there/invites/${other.items[0].id}`)
    const limited = { name: 'Ada', actions: ['read'] }
    const refused = await bench.json('POST', '/v1/streams/there/invites', limited, 'Zoë')
    assert.equal(refused.json.code, 'stream/full')
    const { items } = (await bench.json('GET', '/v1/streams/there/invites')).json
    assert.equal(items.length, 2, 'nobody is invited without the grant')
  })

  test('rejects missing, invalid, expired and deleted tokens', async (context) => {
    const bench = await openBench(context, { threads: 0, loginLimit: 1e6 })
    const expired = await bench.give({ name: 'late', role: 'owner', expires: Date.now() - 1 })
    const { json } = await bench.json('POST', '/v1/tokens', { name: 'gone', role: 'owner' })
    assert.equal((await bench.json('GET', '/v1/me', undefined, json.token)).status, 200)
    assert.equal((await bench.json('DELETE', `/v1/tokens/${json.id}`)).status, 204)
    const closed = allRoutes.filter(({ access }) => access !== 'public')
    for (const route of closed)
      for (const as of ['nobody', WRONG, expired, json.token, 'ask_', 'ä']) {
        const { status, headers, text } = await knock(bench, route, as, 'mails')
        assert.equal(status, 401, `${route.operation} as ${as}`)
        assert.match(String(headers['www-authenticate']), /^Bearer/)
        assert.ok(as.length < 40 || !text.includes(as), 'a token is not echoed')
      }
    for (const authorization of [
      'Basic YTpi',
      'Bearer',
      `Token ${bench.tokens.owner}`,
      `${bench.tokens.owner}`,
    ]) {
      const sent = { method: 'GET', url: '/v1/me', as: 'nobody', headers: { authorization } }
      assert.equal((await bench.send(sent)).status, 401, authorization)
    }
    const inAddress = await bench.json('GET', `/v1/me?token=${bench.tokens.owner}`, undefined, 'nobody')
    assert.equal(inAddress.status, 401)
  })
})

describe('too many', () => {
  test('invalid tokens from an address are rejected, valid ones never', async (context) => {
    const bench = await openBench(context, { threads: 0, loginLimit: 5 })
    const me = (as: string) => bench.json('GET', '/v1/me', undefined, as)
    assert.equal((await me('rita')).status, 200)
    for (let k = 0; k < 5; k++) assert.equal((await me(WRONG)).status, 401)
    const { status, headers, json } = await me(WRONG)
    assert.deepEqual([status, json.code], [429, 'request/too-many'])
    const seconds = Number(headers['retry-after'])
    assert.ok(seconds >= 1 && seconds <= 60)
    assert.equal((await me('rita')).status, 200)
    assert.equal((await me('ada')).status, 200, 'it was not known before')
  })

  test('requests per minute and token', async (context) => {
    const bench = await openBench(context, { threads: 0, rateLimit: 4 })
    const me = (as: string) => bench.json('GET', '/v1/me', undefined, as)
    for (let k = 0; k < 4; k++) assert.equal((await me('rita')).status, 200)
    const { status, headers, json } = await me('rita')
    assert.deepEqual([status, json.code], [429, 'request/too-many'])
    assert.ok(Number(headers['retry-after']) >= 1)
    assert.equal((await me('ada')).status, 200)
  })
})

test('tokens are stored as hashes only', async (context) => {
  const bench = await openBench(context, { threads: 0 })
  const { json } = await bench.json('POST', '/v1/tokens', { name: 'Zoë', role: 'reader' })
  const first = bench.shown.trim().split('\n').at(-1) ?? ''
  assert.match(first, /^ask_/)
  const folder = dirname(bench.path)
  const onDisk = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
  const look = (bytes: Buffer): void => {
    for (const token of [json.token, first, bench.tokens.owner ?? '']) {
      assert.ok(!bytes.includes(token), 'the token itself is not there')
      assert.ok(!bytes.includes(token.slice(4)))
      assert.ok(!bytes.includes(Buffer.from(token.slice(4), 'base64url')))
      assert.ok(bytes.includes(hashToken(token)), 'its hash is')
    }
  }
  look(onDisk())
  await bench.restart()
  look(onDisk())
  const listed = await bench.json('GET', '/v1/tokens')
  assert.ok(!listed.text.includes(hashToken(json.token)) && !listed.text.includes('ask_'))
})
