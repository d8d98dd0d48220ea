// What people who cannot see, or use no mouse, would stumble over, as axe finds it.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  askance,
  browserFor,
  loaded,
  readFrom,
  send,
  started,
  temporary,
  until,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'
import { violations } from './tools/violations.mjs'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** Enough for the dashboard to show estimates. */
const ANSWERS = 25

const rows = Array.from(
  { length: 60 },
  (_, k) => `T-${k},${k % 2 ? 'the app crashes' : 'the invoice is wrong'} ${k}`,
)

/** Opens a file to label, and the examples. */
const openFile = async (page) => {
  const buffer = Buffer.from(`id,text\n${rows.join('\n')}\n`)
  await page
    .locator('.file-zone input[type="file"]')
    .setInputFiles({ name: 'tickets.csv', mimeType: 'text/csv', buffer })
  await page.getByText('60 items').waitFor()
  await page.getByLabel('Classes').fill('bug,billing,')
  await page.getByText('Examples').click()
  await page.getByLabel('Find items').fill('app')
  await page.locator('.found li').first().waitFor()
  // Otherwise the bar covers a part of a field.
  await page.evaluate(() => scrollTo(0, 0))
}

/** A pool with some answers. */
const makePool = async (url) => {
  await send(url, '/v1/streams', { id: 'tickets', classes: ['bug', 'billing', 'other'], protocol: 'pool' })
  const items = rows.map((row, k) => ({ id: `T-${k}`, text: row }))
  await send(url, '/v1/streams/tickets/items', { items })
  const { questions } = await send(url, '/v1/streams/tickets/questions/lease', { count: 5 })
  const answers = questions.map(({ id }) => ({ id, label: 'bug' }))
  await send(url, '/v1/streams/tickets/answers', { answers })
}

const isLoaded = { ...loaded, '/dashboard/tickets': (page) => page.getByText('Questions by reason') }

/** Each view, and what can be opened in it, one after the other. */
const views = {
  '/': { Streams: undefined },
  '/desk/mail': { 'a question': undefined, help: (page) => page.keyboard.press('?') },
  '/dashboard/mail': {
    'the dashboard': undefined,
    'a decision': (page) => page.locator('table tbody button').first().click(),
    settings: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Settings' }).first().click()
      await page.getByText('Webhooks').click()
      await page.getByLabel('Predictions').check()
      await page.getByLabel('Only predictions of').waitFor()
    },
  },
  '/items/mail': { 'a selected item': (page) => page.locator('tbody [type=checkbox]').first().check() },
  '/review/mail': { 'the review': undefined },
  '/new': {
    'the form': undefined,
    'the form with problems': (page) => page.getByRole('button', { name: 'Create' }).click(),
    'a file': (page) => openFile(page),
  },
  '/dashboard/tickets': { 'a pool': (page) => page.getByText('Export', { exact: true }).click() },
  '/lab': { 'the lab': undefined },
}

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

/** Answers questions of the demo. Its mails pause while many questions are open, so that some always are. */
const answerSome = async (url) => {
  for (let answers = 0; answers < ANSWERS; ) {
    const { questions } = await send(url, '/v1/streams/mail/questions/lease', { count: 5 })
    const given = questions.map(({ id }, k) => ({ id, label: k % 2 ? 'spam' : 'ham' }))
    if (given.length > 0) await send(url, '/v1/streams/mail/answers', { answers: given })
    answers += given.length
  }
  await until(async () => (await readFrom(url, '/v1/demo')).state === 'waiting')
}

test('axe reports no violation in any view', withBrowser, async (t) => {
  const state = temporary(t)('state')
  const flags = ['--state', state, '--port', '0', '--pace', '0', '--items', '600', '--budget', '0.2']
  const { url } = await started(t, process.execPath, [askance, 'demo', ...flags])
  await answerSome(url)
  await makePool(url)
  const browser = await browserFor(t)
  const found = []
  for (const [size, colorScheme] of appearances) {
    const { page, context } = await watchedPage(browser, url, { viewport: sizes[size], colorScheme })
    // A tab opens on the desk at first, whatever the address.
    await page.goto(`${url}/desk/mail`)
    await page.waitForFunction(() => sessionStorage.getItem('askance-demo') !== null)
    for (const [path, opened] of Object.entries(views)) {
      await page.goto(`${url}${path}`)
      await isLoaded[path](page).first().waitFor()
      for (const [name, open] of Object.entries(opened)) {
        if (size === 'phone' && name === 'settings') continue
        await open?.(page)
        for (const problem of await violations(page))
          found.push(`${name}, ${size}, ${colorScheme}: ${problem}`)
      }
    }
    await context.close()
  }
  assert.deepEqual(found, [])
})
