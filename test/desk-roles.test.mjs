// Who may do what, with tokens.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  askance,
  browserFor,
  send,
  started,
  temporary,
  until,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'
import { violations } from './tools/violations.mjs'

test('shows the actions that the role of a token allows', withBrowser, async (t) => {
  const store = temporary(t)('roles.sqlite')
  const service = await started(t, process.execPath, [askance, 'serve', '--port', '0', '--store', store])
  const { url } = service
  const owner = await service.until(/^[\w-]{40,}$/m)
  const by = { authorization: `Bearer ${owner}` }
  await send(url, '/v1/streams', { id: 'mail', classes: ['ham', 'spam'], budget: { ratio: 1 } }, 'POST', by)
  const items = Array.from({ length: 30 }, (_, k) => ({ id: `m${k}`, text: `letter ${k}` }))
  await send(url, '/v1/streams/mail/items', { items }, 'POST', by)
  const tokens = { owner }
  for (const role of ['labeller', 'reader'])
    tokens[role] = (await send(url, '/v1/tokens', { name: role, role }, 'POST', by)).token

  const browser = await browserFor(t)
  for (const [role, token] of Object.entries(tokens)) {
    const { page, context, problems } = await watchedPage(browser, url, {}, [/status of 401/])
    await page.goto(`${url}/desk/mail`)
    await page.getByRole('textbox', { name: 'Token' }).fill('nobody’s'.repeat(6))
    await page.keyboard.press('Enter')
    await page.getByText('Invalid or expired token').waitFor()
    await page.getByRole('textbox', { name: 'Token' }).fill(token)
    await page.keyboard.press('Enter')
    const answers = page.getByRole('group', { name: 'Answers' })
    const addClass = page.getByRole('button', { name: 'Add a class' })
    if (role === 'reader') await page.getByText('Answering requires the labeller role').waitFor()
    else await answers.getByRole('button', { name: 'ham' }).click()
    assert.equal(await addClass.count(), role === 'owner' ? 1 : 0, role)

    await page.goto(`${url}/dashboard/mail`)
    await page.getByRole('heading', { name: 'Recent decisions' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Settings' }).count(), role === 'owner' ? 1 : 0, role)
    if (role === 'owner') await changePermissions(page, url, tokens.labeller)
    await page.goto(url)
    await page.getByRole('link', { name: 'mail', exact: true }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'New stream' }).count(), role === 'owner' ? 1 : 0, role)

    await page
      .getByRole('button', { name: `${role}`, exact: false })
      .last()
      .click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('textbox', { name: 'Token' }).waitFor()
    assert.deepEqual(problems, [], role)
    await context.close()
  }
})

/** Lets nobody but one labeller into the stream, in its settings, and takes that back. */
const changePermissions = async (page, url, token) => {
  const labeller = { authorization: `Bearer ${token}` }
  const may = async () => {
    const response = await fetch(`${url}/v1/streams/mail`, { headers: labeller })
    return response.ok ? (await response.json()).may.join() : response.status
  }
  assert.equal(await may(), 'read,answer,export')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByText('Permissions', { exact: true }).click()
  await page.getByText('No permissions set').waitFor()
  const add = page.getByRole('button', { name: 'Add permission' })
  await add.click()
  await page.getByText('Enter a name.').waitFor()

  await page.getByLabel('Who').selectOption('All labellers')
  const fresh = page.getByRole('group', { name: 'May' })
  await fresh.getByLabel('Read').uncheck()
  assert.equal(await fresh.getByLabel('Answer').isChecked(), false, 'who may not read may do nothing')
  await add.click()
  await page.getByText('Saved: All labellers.').waitFor()
  assert.equal(await may(), 404)

  await page.getByLabel('Who').selectOption('A person')
  await page.getByLabel('Name', { exact: true }).last().fill('labeller')
  await add.click()
  await page.getByText('Saved: labeller.').waitFor()
  assert.equal(await may(), 'read,answer')
  const given = page.getByRole('group', { name: 'labeller', exact: true })
  let onTicked
  const ticked = new Promise((resolve) => {
    onTicked = resolve
  })
  const held = (route) => ticked.then(() => route.continue())
  await page.route('**/grants/*', held)
  await given.getByLabel('Export').click()
  await given.getByLabel('Answer').click()
  onTicked()
  await until(async () => (await may()) === 'read,export')
  await page.unroute('**/grants/*', held)
  assert.deepEqual(await violations(page), [])
  for (const who of ['labeller', 'All labellers']) {
    await page.getByRole('button', { name: `Remove ${who}` }).click()
    await page.getByText(`Removed: ${who}.`).waitFor()
  }
  await page.getByText('No permissions set').waitFor()
  await addWebhook(page)
  await page.keyboard.press('Escape')
}

/** A double click adds one webhook; its secret is gone with it. */
const addWebhook = async (page) => {
  await page.getByText('Webhooks', { exact: true }).click()
  await page.getByLabel('URL').fill('https://example.org/hook')
  await page.getByLabel('Answer learned').check()
  await page.getByRole('button', { name: 'Add webhook' }).dblclick()
  await page.getByText('Signing secret').waitFor()
  const remove = page.getByRole('button', { name: 'Remove https://example.org/hook' })
  await remove.waitFor()
  assert.equal(await remove.count(), 1)
  await remove.click()
  await page.getByText('No webhooks.').waitFor()
  assert.equal(await page.getByText('Signing secret').count(), 0)
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Webhooks')
}
