// What people who cannot see, or use no mouse, would stumble over, as axe finds it.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import {
  askance,
  browserFor,
  loaded,
  send,
  started,
  temporary,
  until,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is wrong, as lines: which rule, and where. */
const violations = async (page) => {
  await page.evaluate(axe)
  const { violations: found } = await page.evaluate(() =>
    window.axe.run(document, {
      // Rules that hold are not listed: that takes half the time.
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  )
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${target.join(' ')}: ${failureSummary}`),
  )
}

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** Each view, and what can be opened in it. */
const views = [
  ['/', 'Streams'],
  ['/desk/mail', 'a question'],
  ['/desk/mail', 'help', (page) => page.keyboard.press('?')],
  ['/dashboard/mail', 'the dashboard'],
  ['/dashboard/mail', 'settings', (page) => page.getByRole('button', { name: 'Settings' }).first().click()],
  ['/dashboard/mail', 'a decision', (page) => page.locator('table tbody button').first().click()],
  ['/new', 'the form'],
  ['/new', 'the form with problems', (page) => page.getByRole('button', { name: 'Create' }).click()],
  ['/lab', 'the lab'],
]

/** Sizes and colours meet in pairs; every combination is tried in the long run. */
const appearances = [
  ['desktop', 'light'],
  ['phone', 'dark'],
  ...(process.env.ASKANCE_SOAK
    ? [
        ['desktop', 'dark'],
        ['phone', 'light'],
      ]
    : []),
]

test('axe reports no violation in any view', withBrowser, async (t) => {
  const state = temporary(t)('state')
  const flags = ['--simulate', '--delay', '0', '--pace', '0', '--mails', '400', '--budget', '0.1']
  const { url } = await started(t, process.execPath, [
    askance,
    'demo',
    '--state',
    state,
    '--port',
    '0',
    ...flags,
  ])
  const arrived = async () => (await (await fetch(`${url}/v1/demo`)).json()).arrived
  await until(async () => (await arrived()) >= 300)
  // From now on questions stay open.
  await send(url, '/v1/demo', { labeller: { on: false } }, 'PATCH')
  const browser = await browserFor(t)
  const found = []
  for (const [size, colorScheme] of appearances) {
    const { page, context } = await watchedPage(browser, url, { viewport: sizes[size], colorScheme })
    for (const [path, name, open] of views) {
      if (size === 'phone' && name === 'settings') continue
      await page.goto(`${url}${path}`)
      await loaded[path](page).first().waitFor()
      await open?.(page)
      for (const problem of await violations(page)) found.push(`${name}, ${size}, ${colorScheme}: ${problem}`)
    }
    await context.close()
  }
  assert.deepEqual(found, [])
})
