// Signing in with OpenID Connect, at a real provider.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  askance,
  browserFor,
  readFrom,
  send,
  started,
  temporary,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'
import { freePort, startProvider } from './tools/provider.mjs'

const GROUPS = { ada: ['annotators'], eve: ['others'] }

test('people sign in at their provider, and nobody else gets in', withBrowser, async (t) => {
  const port = await freePort()
  const own = `http://127.0.0.1:${port}`
  const provider = await startProvider(t, `${own}/auth/callback`, (id) => GROUPS[id] ?? [])
  const service = await started(t, process.execPath, [
    ...[askance, 'serve', '--port', String(port), '--store', temporary(t)('sign-in.sqlite')],
    ...['--public-url', own, '--oidc-issuer', provider, '--oidc-client-id', 'askance'],
    ...['--oidc-client-secret', 'a secret', '--oidc-scopes', 'email,groups', '--oidc-label', 'Example'],
    ...['--oidc-roles', 'annotators=labeller'],
  ])
  const owner = await service.until(/^ask_[\w-]{40,}$/m)
  const by = { authorization: `Bearer ${owner}` }
  await send(own, '/v1/streams', { id: 'mail', classes: ['ham', 'spam'], budget: { ratio: 1 } }, 'POST', by)
  await send(own, '/v1/streams/mail/items', { items: [{ id: 'a', text: 'a letter' }] }, 'POST', by)

  const browser = await browserFor(t)
  // The pages of the provider ask for fonts and an icon.
  const allowed = [
    /status of (401|403|404)/,
    new RegExp(`asked ${provider}`),
    /fonts\.googleapis|net::ERR_FAILED/,
  ]
  const { page, context, problems } = await watchedPage(browser, own, {}, allowed)
  await context.route(/fonts\.googleapis/, (route) => route.abort())
  const signInAs = async (name) => {
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.locator('input[name=login]').fill(name)
    await page.locator('input[name=password]').fill('any')
    await page.getByRole('button', { name: /sign-in/i }).click()
    await page.getByRole('button', { name: /continue/i }).click()
  }

  await page.goto(`${own}/desk/mail`)
  await signInAs('eve')
  await page.getByText('You are eve@example.org, but you have no role in this service').waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
  assert.deepEqual(
    (await context.cookies(own)).filter(({ name }) => /^askance/.test(name)),
    [],
  )

  await context.clearCookies()
  await page.goto(`${own}/desk/mail`)
  let callback = ''
  page.on('request', (request) => {
    if (request.url().startsWith(`${own}/auth/callback`)) callback = request.url()
  })
  await signInAs('ada')
  await page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: 'ham' }).click()
  assert.equal(new URL(page.url()).pathname, '/desk/mail', 'the page that was wanted')
  const [cookie, ...others] = (await context.cookies(own)).filter(({ name }) => /^askance/.test(name))
  assert.deepEqual(
    [cookie.name, cookie.httpOnly, cookie.sameSite, others],
    ['askance-session', true, 'Lax', []],
  )
  assert.equal(await page.evaluate(() => document.cookie), '', 'no script can read it')
  const { items } = await readFrom(own, '/v1/streams/mail/items', { headers: by })
  assert.equal(items[0].by, 'ada@example.org', 'the answer has the name of the person')

  // Whoever gets hold of the address of the last step has no use for it.
  const replayed = await fetch(callback, { redirect: 'manual', headers: { accept: 'application/json' } })
  assert.deepEqual([replayed.status, (await replayed.json()).code], [400, 'sign-in/state'])

  // A page of another site can neither write with the cookie nor read.
  const elsewhere = await context.newPage()
  await elsewhere.goto(`${provider}/.well-known/openid-configuration`)
  const outcome = await elsewhere.evaluate(async (url) => {
    const call = (init) =>
      fetch(url, { credentials: 'include', ...init }).then(({ status }) => status, String)
    return [await call({}), await call({ method: 'POST', mode: 'no-cors', body: '{}' })]
  }, `${own}/v1/streams/mail/questions/undo`)
  assert.match(outcome[0], /Failed to fetch/)
  const status = (headers) =>
    fetch(`${own}/v1/streams/mail/questions/undo`, {
      method: 'POST',
      headers: { cookie: `${cookie.name}=${cookie.value}`, ...headers },
    }).then((response) => response.status)
  assert.equal(await status({ origin: provider }), 403)
  assert.equal((await readFrom(own, '/v1/streams/mail/items', { headers: by })).items[0].answer, 'ham')
  await elsewhere.close()

  await page.getByRole('button', { name: /ada@example.org/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  // The provider asks, because anybody could send people to this address, and returns.
  await page.getByRole('button', { name: /yes/i }).click()
  await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
  assert.equal(await status({ origin: own }), 401, 'the session has ended at the service too')
  assert.equal(page.url(), `${own}/`)
  await page.getByRole('link', { name: 'Sign in with Example' }).click()
  await page.locator('input[name=login]').waitFor()
  await page.goto(`${own}/`)

  await page.getByRole('textbox', { name: 'Token' }).fill(owner)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'New stream' }).waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})
