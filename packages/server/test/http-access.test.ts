import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Route } from '../src/http/route.js'
import { allRoutes } from '../src/http/routes/index.js'
import { openDesk } from './support/http-app.js'

/** An address of the route; what it names need not be there. */
const addressOf = ({ path }: Route, stream: string): string =>
  path
    .replace('{stream}', stream)
    .replace('{number}', '1')
    .replace(/\{\w+\}/g, 'a')

test('without a token only public routes respond', async () => {
  const desk = await openDesk()
  for (const route of allRoutes.filter(({ access }) => access !== 'public' && access !== 'local')) {
    const { status, headers, json } = await desk.call(route.method, addressOf(route, 'mails'), {
      as: 'nobody',
    })
    assert.equal(status, 401, route.operation)
    assert.match(String(headers['www-authenticate']), /^Bearer/)
    assert.equal(json.code, 'access/token')
  }
  for (const authorization of ['Basic abc', 'Bearer', 'Bearer ask_short', `Bearer ask_${'x'.repeat(43)}`])
    assert.equal((await desk.call('GET', '/v1/me', { as: 'nobody', headers: { authorization } })).status, 401)
  await desk.app.close()
})

describe('tokens', () => {
  test('are shown once, stored as a hash, and rejected after deletion', async () => {
    const desk = await openDesk()
    const { json } = await desk.call('POST', '/v1/tokens', {
      body: { name: 'Ada', role: 'labeller', stream: 'mails' },
    })
    assert.match(json.token, /^ask_[A-Za-z0-9_-]{43}$/)
    assert.ok(!JSON.stringify(desk.service.fake.tokens).includes(json.token))
    const listed = await desk.call('GET', '/v1/tokens')
    assert.ok(!listed.text.includes('ask_') && !listed.text.includes('hash'))
    assert.equal((await desk.call('GET', '/v1/me', { as: json.token })).json.name, 'Ada')
    assert.equal((await desk.call('DELETE', `/v1/tokens/${json.id}`)).status, 204)
    assert.equal((await desk.call('GET', '/v1/me', { as: json.token })).status, 401)
    assert.equal((await desk.call('DELETE', `/v1/tokens/${json.id}`)).json.code, 'token/unknown')
    const nowhere = { name: 'Ada', role: 'reader', stream: 'none' }
    assert.equal((await desk.call('POST', '/v1/tokens', { body: nowhere })).status, 404)
    await desk.app.close()
  })

  test('are cached for 30 seconds, and expire', async () => {
    const desk = await openDesk()
    const { service } = desk
    const body = { name: 'Bo', role: 'reader', expires: service.time + 60_000 }
    const { json } = await desk.call('POST', '/v1/tokens', { body })
    const me = () => desk.call('GET', '/v1/me', { as: json.token })
    await me()
    const lookups = service.fake.tokenLookups
    await me()
    assert.equal(service.fake.tokenLookups, lookups)
    service.time += 31_000
    await me()
    assert.equal(service.fake.tokenLookups, lookups + 1)
    service.time += 29_500
    assert.equal((await me()).status, 401)
    await desk.app.close()
  })

  test('expire by default, unless another time or never is given', async () => {
    const desk = await openDesk({ tokenDays: 2 })
    const created = async (expires?: number | null) => {
      const body = { name: 'Bo', role: 'reader', ...(expires !== undefined && { expires }) }
      return (await desk.call('POST', '/v1/tokens', { body })).json
    }
    const byDefault = await created()
    assert.equal(byDefault.expires, byDefault.created + 2 * 86_400_000)
    assert.equal((await created(9e12)).expires, 9e12)
    assert.equal((await created(null)).expires, undefined)
    await desk.app.close()
    const lasting = await openDesk({ tokenDays: 0 })
    const { json } = await lasting.call('POST', '/v1/tokens', { body: { name: 'Bo', role: 'reader' } })
    assert.equal(json.expires, undefined)
    await lasting.app.close()
  })

  test('have a new secret after rotation, while the old one is valid for the grace time', async () => {
    const desk = await openDesk()
    const me = (as: string) => desk.call('GET', '/v1/me', { as })
    const first = (await desk.call('POST', '/v1/tokens', { body: { name: 'Bo', role: 'reader' } })).json
    const rotate = async (graceHours: number) =>
      (await desk.call('POST', `/v1/tokens/${first.id}/rotate`, { body: { graceHours } })).json
    assert.equal((await me(first.token)).status, 200)
    const second = await rotate(1)
    assert.equal(second.id, first.id)
    assert.equal(second.previousUntil, desk.service.time + 3_600_000)
    for (const { token } of [first, second]) assert.equal((await me(token)).json.name, 'Bo')
    desk.service.time += 3_600_000 - 1
    assert.equal((await me(first.token)).status, 200)
    desk.service.time += 1
    assert.equal((await me(first.token)).status, 401, 'also from the cache')
    assert.equal((await me(second.token)).status, 200)
    const third = await rotate(0)
    assert.deepEqual([(await me(second.token)).status, (await me(third.token)).status], [401, 200])
    assert.equal((await me(first.token)).status, 401)
    const listed = await desk.call('GET', '/v1/tokens')
    for (const secret of ['"hash"', '"previous"', 'ask_']) assert.ok(!listed.text.includes(secret), secret)
    const gone = await desk.call('POST', '/v1/tokens/none/rotate', { body: {} })
    assert.equal(gone.json.code, 'token/unknown')
    await desk.app.close()
  })

  test('show their last use, written at most once a minute for all of them', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const desk = await openDesk()
    const { service } = desk
    const used = async (name: string) =>
      (await service.store.listTokens()).find((token) => token.name === name)?.used
    for (const as of ['reader', 'labeller', 'reader']) await desk.call('GET', '/v1/me', { as })
    assert.deepEqual([service.fake.useWrites, await used('reader')], [0, undefined])
    t.mock.timers.tick(60_000)
    assert.deepEqual([service.fake.useWrites, await used('reader')], [1, service.time])
    t.mock.timers.tick(60_000)
    assert.equal(service.fake.useWrites, 1, 'nobody used a token')
    service.time += 5000
    const { json } = await desk.call('GET', '/v1/tokens')
    const owner = json.items.find(({ name }: { name: string }) => name === 'owner')
    assert.equal(owner.used, service.time, 'the list is exact')
    service.store.markUsed = async () => {
      throw new Error('gone')
    }
    await desk.call('GET', '/v1/me', { as: 'reader' })
    t.mock.timers.tick(60_000)
    assert.equal((await desk.call('GET', '/v1/me', { as: 'reader' })).status, 200)
    await desk.app.close()
  })

  test('too many invalid ones from an address are rejected for a minute, valid tokens never', async () => {
    const desk = await openDesk({ loginLimit: 3 })
    const wrong = () => desk.call('GET', '/v1/me', { as: `ask_${'x'.repeat(43)}` })
    await desk.call('GET', '/v1/me', { as: 'reader' })
    for (let k = 0; k < 3; k++) assert.equal((await wrong()).status, 401)
    const { status, headers } = await wrong()
    assert.equal(status, 429)
    assert.equal(headers['retry-after'], '60')
    assert.equal((await desk.call('GET', '/v1/me', { as: 'reader' })).status, 200)
    assert.equal(
      (await desk.call('GET', '/v1/me', { as: 'labeller' })).status,
      200,
      'it was not known before',
    )
    desk.service.time += 61_000
    assert.equal((await wrong()).status, 401)
    await desk.app.close()
  })
})

describe('limits and hosts', () => {
  test('limits requests per minute and token', async () => {
    const desk = await openDesk({ rateLimit: 5 })
    const me = (as: string) => desk.call('GET', '/v1/me', { as })
    for (let k = 0; k < 5; k++) assert.equal((await me('reader')).status, 200)
    const { status, headers, json } = await me('reader')
    assert.equal(status, 429)
    assert.equal(json.code, 'request/too-many')
    assert.ok(Number(headers['retry-after']) >= 1)
    assert.equal((await me('labeller')).status, 200)
    await desk.app.close()
  })

  test('without tokens every local caller is an owner with their name', async () => {
    const { call, app } = await openDesk({ anonymous: true })
    const me = (headers: Record<string, string>) => call('GET', '/v1/me', { as: 'nobody', headers })
    assert.deepEqual((await me({})).json, { name: 'anonymous', role: 'owner', via: 'anonymous' })
    assert.equal((await me({ 'x-askance-name': 'Zo%C3%AB' })).json.name, 'Zoë')
    for (const name of ['a%0Ab', '%', 'x'.repeat(81)])
      assert.equal((await me({ 'x-askance-name': name })).status, 400)
    for (const host of ['127.0.0.1:1', '[::1]:8642', 'LOCALHOST'])
      assert.equal((await me({ host })).status, 200)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '10.0.0.1']) {
      const { status, json } = await me({ host })
      assert.equal(status, 421)
      assert.equal(json.code, 'access/host')
    }
    assert.equal((await me({ origin: 'https://evil.example' })).status, 421)
    assert.equal(
      (await me({ origin: 'http://localhost:5173' })).status,
      421,
      'another program on this machine',
    )
    assert.equal((await me({ origin: 'http://localhost:8642' })).status, 200)
    await app.close()
  })

  test('metrics are for localhost and readers', async () => {
    const metrics = {
      contentType: 'text/plain; version=0.0.4',
      render: async () => 'askance 1\n',
      observeRequest: () => undefined,
      follower: () => undefined,
      forwarded: () => undefined,
    }
    const desk = await openDesk({}, metrics)
    assert.equal((await desk.call('GET', '/metrics', { as: 'nobody' })).text, 'askance 1\n')
    const headers = { 'x-forwarded-for': '9.9.9.9' }
    assert.equal((await desk.call('GET', '/metrics', { as: 'nobody', headers })).status, 401)
    assert.equal((await desk.call('GET', '/metrics', { as: 'reader', headers })).status, 200)
    await desk.app.close()
  })
})
