import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameFrom, roleFrom } from '../src/access/claims.js'
import { OidcProvider } from '../src/access/oidc.js'
import { defaultSettings } from '../src/settings/table.js'
import { openDesk } from './support/http-app.js'
import { startIssuer } from './support/issuer.js'

test('without an issuer there is no sign-in, and cookies mean nothing', async () => {
  const desk = await openDesk()
  assert.deepEqual((await desk.call('GET', '/v1/sign-in', { as: 'nobody' })).json, {})
  assert.equal((await desk.call('GET', '/auth/sign-in', { as: 'nobody' })).json.code, 'sign-in/off')
  assert.equal((await desk.call('GET', '/auth/callback?code=a', { as: 'nobody' })).json.code, 'sign-in/off')
  const headers = { cookie: `askance-session=${desk.tokens.owner}` }
  assert.equal((await desk.call('GET', '/v1/me', { as: 'nobody', headers })).json.code, 'access/token')
  assert.equal((await desk.call('POST', '/auth/sign-out', { as: 'reader' })).status, 200)
  assert.equal((await desk.call('GET', '/v1/me', { as: 'reader' })).json.via, 'token')
  await desk.app.close()
})

test('a provider that cannot be reached is asked again later', async () => {
  const desk = await openDesk({
    publicUrl: 'https://askance.example',
    oidcIssuer: 'http://127.0.0.1:1',
    oidcClientId: 'a',
  })
  for (let k = 0; k < 2; k++) {
    const { status, json } = await desk.call('GET', '/auth/sign-in', { as: 'nobody' })
    assert.deepEqual([status, json.code], [502, 'sign-in/provider'])
  }
  await desk.app.close()
})

test('roles and names come from claims', () => {
  const settings = { oidcRoleClaim: 'realm_access.roles', oidcRoles: ['a=reader', 'b=owner', '*=reader'] }
  assert.equal(roleFrom({ realm_access: { roles: ['a', 'b'] } }, settings), 'owner')
  assert.equal(roleFrom({ 'realm_access.roles': 'b' }, settings), 'owner')
  assert.equal(roleFrom({}, settings), 'reader')
  assert.equal(roleFrom({ realm_access: { roles: [{ b: 1 }, 7] } }, settings), 'reader')
  const inherited = { oidcRoleClaim: 'constructor.name', oidcRoles: ['Object=owner'] }
  assert.equal(roleFrom({}, inherited), undefined)
  assert.equal(nameFrom({ upn: 'Zoë' }, { oidcNameClaim: 'upn' }), 'Zoë')
  for (const upn of ['', 'a\nb', 'a\u202eb', 'a\u200bb', 'x'.repeat(81), 7, undefined])
    assert.throws(() => nameFrom({ upn }, { oidcNameClaim: 'upn' }), { code: 'sign-in/name' })
})

test('people sign out at a provider that announces how, and otherwise only here', async (t) => {
  const issuer = await startIssuer('askance')
  t.after(() => issuer.close())
  const urlFrom = (settings: object, idToken?: string) =>
    new OidcProvider({
      ...defaultSettings,
      ...{ publicUrl: 'http://127.0.0.1:8750', oidcIssuer: issuer.url, oidcClientId: 'askance' },
      ...settings,
    }).signOutUrl(idToken)
  const url = new URL((await urlFrom({}, 'an ID token')) ?? '')
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    client_id: 'askance',
    id_token_hint: 'an ID token',
    post_logout_redirect_uri: 'http://127.0.0.1:8750/',
  })
  assert.equal(new URL((await urlFrom({})) ?? '').searchParams.get('id_token_hint'), null)
  assert.equal(await urlFrom({ oidcSignOut: 'local' }), undefined)
  assert.equal(await urlFrom({ oidcIssuer: 'http://127.0.0.1:1' }), undefined, 'it cannot be reached')
  issuer.canSignOut = false
  assert.equal(await urlFrom({}), undefined)
})

test('a large response of the provider, or a subject that breaks the audit log, is refused', async (t) => {
  const issuer = await startIssuer('askance')
  t.after(() => issuer.close())
  const provider = () =>
    new OidcProvider({
      ...defaultSettings,
      publicUrl: 'https://askance.example',
      oidcIssuer: issuer.url,
      oidcClientId: 'askance',
    })
  const signIn = async (): Promise<string> => {
    const one = provider()
    try {
      const { url, pending } = await one.begin('/', 0)
      return (await one.finish(issuer.authorize(url.href), pending)).claims.sub
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.equal(await signIn(), 'ada')
  for (const path of ['/.well-known/openid-configuration', '/token', '/jwks', '/userinfo']) {
    issuer.large = path
    assert.match(await signIn(), /a response has more than 1048576 bytes/, path)
  }
  issuer.large = undefined
  for (const sub of ['ada\nroot', 'a'.repeat(256)]) {
    issuer.claims = { sub }
    issuer.userInfo = { sub }
    assert.match(await signIn(), /the subject is not a line of 1 to 255 characters/)
  }
})
