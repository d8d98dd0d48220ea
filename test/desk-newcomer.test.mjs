// A newcomer's path, with the first command of the README.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserFor, readFrom, started, temporary, until, watchedPage, withBrowser } from './tools/pages.mjs'

const LABELS = 20

test(
  'npm start, twenty answers by keyboard, the dashboard, a restart, the simulated labeller',
  withBrowser,
  async (t) => {
    const state = temporary(t)('state')
    const flags = ['--state', state, '--port', '0']
    const browser = await browserFor(t)

    const first = await started(t, 'npm', ['start', '--', ...flags])
    const { page, context, problems } = await watchedPage(browser, first.url)
    await page.goto(first.url)
    await page.getByRole('link', { name: 'Desk', exact: false }).first().click()
    const subject = page.getByRole('main').getByRole('heading', { level: 1 })
    const answersOf = async () => (await readFrom(first.url, '/v1/streams/mail')).counts.answers
    for (let n = 0; n < LABELS; n++) {
      await page.locator('.answer:not([disabled])').first().waitFor()
      assert.notEqual(await subject.textContent(), '')
      const done = page.getByRole('button', { name: 'Undo' })
      await page.keyboard.press(n % 2 ? '1' : '2')
      await done.isEnabled()
    }
    await until(async () => (await answersOf()) >= LABELS)
    assert.equal(await answersOf(), LABELS)

    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    const shows = async (view) => {
      await view.getByText(new RegExp(`From ${LABELS} labels`)).waitFor()
      await view
        .getByText(/\d\d?\.\d\s*%/)
        .first()
        .waitFor()
    }
    await shows(page)
    await context.close()
    await first.stop()

    // Without npm, which looks for changes of the sources again.
    const second = await started(t, process.execPath, ['packages/cli/bin/askance.mjs', 'demo', ...flags])
    const again = await watchedPage(browser, second.url)
    await again.page.goto(`${second.url}/dashboard/mail`)
    await shows(again.page)

    await again.page.getByLabel('Simulated labeller').check()
    await until(async () => (await readFrom(second.url, '/v1/streams/mail')).counts.answers > LABELS)
    assert.equal((await readFrom(second.url, '/v1/demo')).labeller.on, true)
    assert.deepEqual([...problems, ...again.problems], [])
    await second.stop()
  },
)
