import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { localPath } from '../src/http/routes/sign-in.js'
import type { Desk } from './support/http-app.js'
import type { Issuer } from './support/issuer.js'
import { type Jar, OWN, openSignIns, type SignIns } from './support/sign-ins.js'

const HOUR = 3_600_000

describe('sign-in with OpenID Connect', () => {
  let opened: SignIns
  let issuer: Issuer
  let desk: Desk
  before(async () => {
    opened = await openSignIns()
    issuer = opened.issuer
    desk = opened.desk
  })
  beforeEach(() => opened.reset())
  after(() => opened.close())

  const visit: SignIns['visit'] = (...given) => opened.visit(...given)
  const begin: SignIns['begin'] = (...given) => opened.begin(...given)

  const signedIn = async (): Promise<Jar> => {
    const jar: Jar = new Map()
    const { status, headers, text } = await visit(`/auth/callback${await begin(jar)}`, jar)
    assert.deepEqual([status, headers.location], [302, '/desk/mails'], text)
    return jar
  }

  const failsWith = async (code: string, jar: Jar = new Map()) => {
    const refused = await visit(`/auth/callback${await begin(jar)}`, jar)
    assert.equal(refused.json?.code, code, refused.text)
    assert.ok(!jar.has('__Host-askance-session'))
    return refused
  }

  test('opens a session with an opaque cookie, of which the store has the hash', async () => {
    const jar: Jar = new Map()
    const begun = await visit('/auth/sign-in', jar)
    const asked = new URL(String(begun.headers.location))
    assert.equal(`${asked.origin}${asked.pathname}`, `${issuer.url}/authorize`)
    const { redirect_uri, scope, code_challenge_method, response_type } = Object.fromEntries(
      asked.searchParams,
    )
    assert.deepEqual(
      [redirect_uri, scope, code_challenge_method, response_type],
      [`${OWN}/auth/callback`, 'openid profile email', 'S256', 'code'],
    )
    const { headers } = await visit(`/auth/callback${issuer.authorize(asked.href)}`, jar)
    assert.equal(headers.location, '/')
    const cookies = [headers['set-cookie']].flat().map(String)
    assert.match(
      cookies.join('\n'),
      /^__Host-askance-sign-in=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/m,
    )
    const shape =
      /^__Host-askance-session=ses_[\w-]{43}; Path=\/; Max-Age=7200; HttpOnly; SameSite=Lax; Secure$/m
    assert.match(cookies.join('\n'), shape)
    const me = await visit('/v1/me', jar)
    assert.deepEqual(me.json, {
      name: 'ada@example.org',
      role: 'labeller',
      via: 'session',
      expires: desk.service.time + 2 * HOUR,
    })
    const secret = jar.get('__Host-askance-session') ?? ''
    assert.ok(!JSON.stringify(desk.service.fake.tokens).includes(secret))
    assert.equal(
      (await desk.call('GET', '/v1/me', { as: secret })).status,
      401,
      'a session is no bearer token',
    )
    const asSession = new Map([['__Host-askance-session', desk.tokens.owner ?? '']])
    assert.equal((await visit('/v1/me', asSession)).status, 401, 'a token is no session')
    const listed = (await desk.call('GET', '/v1/tokens')).json.items
    assert.equal(listed.filter(({ kind }: { kind: string }) => kind === 'session').length, 1)
    const { json } = await desk.call('GET', '/v1/audit?limit=1&action=signIn')
    assert.deepEqual([json.items[0].action, json.items[0].who], ['signIn', 'ada@example.org'])
    assert.equal(issuer.exchanged.at(-1)?.get('client_secret'), null, 'it is in the header')
  })

  test('a session ends by sign-out, revocation and time', async () => {
    const jar = await signedIn()
    const copy = new Map(jar)
    const out = await visit('/auth/sign-out', jar, { origin: OWN }, 'POST')
    const hint = new URL(out.json.url).searchParams.get('id_token_hint')
    assert.equal(hint, copy.get('__Secure-askance-id-token'))
    assert.equal(jar.size, 0)
    assert.equal((await visit('/v1/me', copy)).status, 401, 'also for whoever has copied the cookie')
    const revoked = await signedIn()
    const { id } = desk.service.fake.tokens.at(-1) ?? {}
    await desk.call('DELETE', `/v1/tokens/${id}`)
    assert.equal((await visit('/v1/me', revoked)).status, 401)
    const expired = await signedIn()
    desk.service.time += 2 * HOUR - 1
    assert.equal((await visit('/v1/me', expired)).status, 200)
    desk.service.time += 1
    assert.equal((await visit('/v1/me', expired)).json.code, 'access/token')
    const again = await signedIn()
    const before = new Map(again)
    await visit(`/auth/callback${await begin(again)}`, again)
    assert.equal((await visit('/v1/me', before)).status, 401, 'a new sign-in replaces the session')
  })

  test('a session cookie is of no use to other sites', async () => {
    const jar = await signedIn()
    const headers = { 'content-type': 'application/json' }
    const write = (more: Record<string, string>) =>
      visit('/v1/streams/mails/questions/release', jar, { ...headers, ...more }, 'POST')
    for (const more of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://askance.example' },
      { origin: 'https://askance.example.evil.example' },
      { origin: OWN, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      assert.equal((await write(more)).json.code, 'access/origin', JSON.stringify(more))
    for (const more of [{ origin: OWN }, { 'sec-fetch-site': 'same-origin' }])
      assert.equal((await write(more)).json.code, 'request/invalid', 'the empty body')
    assert.equal((await visit('/v1/me', jar, { 'sec-fetch-site': 'cross-site' })).json.code, 'access/origin')
    assert.equal((await visit('/v1/me', jar, { 'sec-fetch-site': 'same-origin' })).status, 200)
    assert.equal((await visit('/auth/sign-out', jar, { origin: 'https://evil.example' }, 'POST')).status, 403)
    assert.equal((await visit('/v1/me', jar)).status, 200)
  })

  test('refuses another state, a lost cookie, an old one, and a code that was used', async () => {
    const jar: Jar = new Map()
    const query = await begin(jar)
    const kept = new Map(jar)
    const wrong = await visit(`/auth/callback${query.replace(/state=.*/, 'state=other')}`, jar)
    assert.deepEqual([wrong.status, wrong.json.code], [400, 'sign-in/state'])
    assert.deepEqual(jar, kept, 'another page may have sent the browser here: the sign-in goes on')
    for (const [place, browser] of [
      [query, new Map()],
      [query.replace(/&state=.*/, ''), kept],
      [`${query}&state=x`, kept],
      ['', kept],
      [query, new Map([['__Host-askance-sign-in', 'e30']])],
      [query, new Map([['__Host-askance-sign-in', 'x'.repeat(4000)]])],
    ] as const)
      assert.equal(
        (await visit(`/auth/callback${place}`, new Map(browser))).json.code,
        'sign-in/state',
        place,
      )
    const first = new Map(kept)
    assert.equal((await visit(`/auth/callback${query}`, first)).status, 302)
    const replayed = await visit(`/auth/callback${query}`, new Map(kept))
    assert.deepEqual([replayed.status, replayed.json.code], [403, 'sign-in/refused'])
    const stolen = await begin(new Map())
    const mine: Jar = new Map()
    const own = await begin(mine)
    const injected = stolen.replace(/state=.*/, own.slice(own.indexOf('state=')))
    assert.equal((await visit(`/auth/callback${injected}`, mine)).json.code, 'sign-in/refused', 'PKCE')
    const late: Jar = new Map()
    const waiting = await begin(late)
    desk.service.time += 600_000
    assert.equal((await visit(`/auth/callback${waiting}`, late)).json.code, 'sign-in/state')
  })

  test('refuses ID tokens for others, forged, expired, without or with another nonce', async () => {
    const honest = issuer.claims
    const now = Math.floor(Date.now() / 1000)
    for (const wrong of [
      { aud: 'another-client' },
      { aud: ['askance', 'other'], azp: 'other' },
      { iss: 'https://evil.example' },
      { nonce: 'other' },
      { nonce: undefined },
      { exp: now - 120 },
      { sub: undefined },
    ]) {
      issuer.claims = { ...honest, ...wrong }
      await failsWith('sign-in/refused')
    }
    issuer.claims = honest
    issuer.isForged = true
    await failsWith('sign-in/refused')
    issuer.isForged = false
    issuer.isDown = true
    await failsWith('sign-in/refused')
    const denied = await visit(
      `/auth/callback?error=access_denied${(await begin(new Map())).replace('?', '&')}`,
      new Map(),
    )
    assert.equal(denied.json.code, 'sign-in/state')
    const jar: Jar = new Map()
    const state = /state=.*/.exec(await begin(jar))?.[0]
    const refused = await visit(`/auth/callback?error=access_denied&${state}`, jar)
    assert.match(refused.json.detail, /access_denied/)
  })

  test('without a mapped role nobody gets in, and the page says so', async () => {
    issuer.claims = { ...issuer.claims, email: 'eve<b>@example.org', groups: ['others'] }
    await failsWith('sign-in/role')
    const jar: Jar = new Map()
    const page = await visit(`/auth/callback${await begin(jar)}`, jar, { accept: 'text/html' })
    assert.equal(page.status, 403)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none';style-src 'sha256-/)
    assert.match(
      page.text,
      /You are eve&lt;b&gt;@example\.org, but you have no role .* your claim groups to a role/,
    )
    issuer.claims = { email: 'ada@example.org', email_verified: true }
    await failsWith('sign-in/role')
    issuer.userInfo = { groups: ['admins'] }
    assert.equal((await visit('/v1/me', await signedIn())).json.role, 'owner', 'from the userinfo endpoint')
    issuer.userInfo = { sub: 'another', groups: ['admins'] }
    await failsWith('sign-in/refused')
    issuer.userInfo = {}
    for (const claims of [
      { email: 'a@b.c' },
      { email: 'a@b.c', email_verified: false },
      { email_verified: true },
    ]) {
      issuer.claims = { groups: ['admins'], ...claims }
      await failsWith('sign-in/name')
    }
  })

  test('returns to pages of this service only', async () => {
    for (const [given, expected] of [
      ['/items/mails?status=open#x', '/items/mails?status=open#x'],
      ['https://evil.example/', '/'],
      ['//evil.example/', '/'],
      ['/\\evil.example', '/'],
      ['/\t/evil.example', '/'],
      ['/./\\/evil.example', '/'],
      ['/.//evil.example', '/'],
      ['/a/..//evil.example', '/'],
      ['javascript:alert(1)', '/'],
      ['desk', '/'],
      ['', '/'],
    ] as const) {
      assert.equal(localPath(given), expected, given)
      const jar: Jar = new Map()
      const { headers } = await visit(`/auth/callback${await begin(jar, given)}`, jar)
      assert.equal(headers.location, expected, given)
    }
  })

  test('grants and the stream list apply to sessions', async () => {
    const jar = await signedIn()
    await desk.call('PUT', '/v1/streams/mails/grants/name:ada@example.org', { body: { actions: [] } })
    assert.deepEqual((await visit('/v1/streams', jar)).json.items, [])
    await desk.call('DELETE', '/v1/streams/mails/grants/name:ada@example.org')
    assert.equal((await visit('/v1/streams', jar)).json.items.length, 1)
  })
})
