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
    await page.waitForURL('**/desk/mail')
    const strip = page.getByRole('region', { name: 'Demo' })
    await strip
      .getByText(/^Read the mail, then press 1 or 2.* it learned 24 examples before you came\.$/)
      .waitFor()
    const subject = page.getByRole('main').getByRole('heading', { level: 1 })
    const answersOf = async () => (await readFrom(first.url, '/v1/streams/mail')).counts.answers
    for (let n = 0; n < LABELS; n++) {
      await page.locator('.answer:not([disabled])').first().waitFor()
      assert.notEqual(await subject.textContent(), '')
      await page.keyboard.press(n % 2 ? '1' : '2')
      // Without this, a key could be pressed after the last open question and before the page shows that there is none.
      await until(async () => (await answersOf()) > n)
    }
    assert.equal(await answersOf(), LABELS)
    // Mails do not wait for each answer.
    assert.ok((await readFrom(first.url, '/v1/demo')).arrived > 3 * LABELS)
    await strip
      .getByText(new RegExp(`^You answered ${LABELS} questions; accuracy is now estimated at .*True: `))
      .waitFor()
    for (const view of ['Lab', 'Streams', 'Items']) {
      await page.getByRole('link', { name: view, exact: true }).click()
      await strip.getByLabel('Simulated labeller').waitFor()
    }

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
    await again.page.getByText('More', { exact: true }).click()
    await again.page.getByRole('button', { name: 'A table of pumps' }).click()
    await again.page.waitForURL('**/desk/pumps')
    const other = await again.context.newPage()
    await other.goto(second.url)
    await other.waitForURL('**/desk/pumps')
    await until(async () => (await readFrom(second.url, '/v1/streams/pumps')).counts.answers > 0)
    const { data, classes, taught } = await readFrom(second.url, '/v1/demo')
    assert.deepEqual([data, classes, taught], ['table', 3, 24])
    assert.deepEqual([...problems, ...again.problems], [])
    await second.stop()
  },
)
