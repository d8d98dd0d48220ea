// How much comes down the line before there is something to see.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserFor, send, served, temporary, watchedPage, withBrowser } from './tools/pages.mjs'

const MOST = 200_000

test('the first load of every view is below 200 kB compressed', withBrowser, async (t) => {
  const { url } = await served(t, temporary(t)('load.sqlite'))
  await send(url, '/v1/streams', { id: 'mail', classes: ['ham', 'spam'] })
  const browser = await browserFor(t)
  for (const view of ['/', '/desk/mail', '/dashboard/mail', '/items/mail', '/new', '/lab']) {
    const { page, context } = await watchedPage(browser, url)
    await page.goto(`${url}${view}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    const bytes = await page.evaluate(() =>
      ['navigation', 'resource']
        .flatMap((type) => performance.getEntriesByType(type))
        .filter(({ name }) => !name.includes('/v1/'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    )
    const fonts = await page.evaluate(() => [...document.fonts].map(({ status }) => status))
    assert.deepEqual(fonts, ['loaded', 'unloaded'], view)
    assert.ok(bytes > 10_000 && bytes < MOST, `${view}: ${bytes} bytes`)
    await context.close()
  }
})
