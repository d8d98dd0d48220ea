// The dashboard of a wide stream: who works on it, while NATS is there and while it is away.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNats, withoutNats } from '../packages/server/dist/test/support/nats.js'
import { askance, browserFor, send, started, temporary, watchedPage, withBrowser } from './tools/pages.mjs'
import { violations } from './tools/violations.mjs'

const skip = withoutNats ?? withBrowser.skip
const row = (k) => ({ index: [1, 2], value: [k % 2, (k % 7) / 7] })

test('the dashboard of a wide stream shows its workers', { skip }, async (t) => {
  const nats = await startNats()
  t.after(() => nats.stop())
  const argv = [
    'serve',
    '--anonymous',
    '--port',
    '0',
    '--store',
    temporary(t)('wide.sqlite'),
    '--cluster',
    nats.url,
  ]
  const { url } = await started(t, process.execPath, [askance, ...argv])
  const budget = { total: 40, horizon: 400 }
  await send(url, '/v1/streams', { id: 'mail', classes: ['ham', 'spam'], partitions: 4, budget })
  const items = Array.from({ length: 200 }, (_, k) => ({ id: `item ${k}`, row: row(k) }))
  await send(url, '/v1/streams/mail/items', { items })
  const browser = await browserFor(t)
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ]) {
    const { page, context, problems } = await watchedPage(browser, url, {
      viewport: { width, height: 900 },
      colorScheme,
    })
    await page.goto(`${url}/dashboard/mail`)
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Workers' }) })
    const cells = panel.locator('tbody tr td')
    await cells.first().waitFor()
    assert.equal(await panel.locator('tbody tr').count(), 1)
    assert.equal(await cells.first().textContent(), '1')
    assert.equal(await cells.nth(1).textContent(), '4')
    assert.match(
      (await panel.locator('.note').textContent()) ?? '',
      /^version \d+, .+ waiting · \d+ questions? granted/,
    )
    assert.deepEqual(await violations(page), [], colorScheme)
    assert.deepEqual(problems, [])
    await context.close()
  }
  const { page } = await watchedPage(browser, url)
  await nats.stop()
  await page.goto(`${url}/dashboard/mail`)
  await page.getByText('NATS cannot be reached').waitFor()
})
