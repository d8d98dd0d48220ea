// Large label sets: search for a class.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  browserFor,
  readFrom,
  send,
  served,
  temporary,
  until,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'

const topics =
  'card top_up transfer cash_withdrawal refund pin exchange identity account directDebit fee'.split(' ')
const troubles = 'arrival not_working pending declined limit wrong_amount cancelled'.split(' ')
/** 77 classes, named like those of a bank. */
const classes = topics.flatMap((topic) => troubles.map((trouble) => `${topic}_${trouble}`))

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const createStream = async (url, id, given, count, options = {}) => {
  await send(url, '/v1/streams', {
    id,
    classes: given,
    budget: { ratio: 1 },
    measure: 0,
    seed: 1,
    ...options,
  })
  const items = Array.from({ length: count }, (_, k) => ({
    id: `${id}-${k}`,
    text: `My ${given[k % given.length].replaceAll('_', ' ')} case number ${k}.`,
  }))
  await send(url, `/v1/streams/${id}/items`, { items })
}

/** The labels of a stream, by item. */
const labelsOf = async (url, stream) => {
  const { items } = await readFrom(url, `/v1/streams/${stream}/items?limit=100`)
  return Object.fromEntries(items.flatMap(({ id, answer }) => (answer === undefined ? [] : [[id, answer]])))
}

test('label sets of any size on the desk', withBrowser, async (t) => {
  const { url } = await served(t, temporary(t)('labels.sqlite'))
  const browser = await browserFor(t)
  const opened = async (path, options) => {
    const watched = await watchedPage(browser, url, options)
    await watched.page.goto(`${url}${path}`)
    return watched
  }
  const answers = async (stream) => (await readFrom(url, `/v1/streams/${stream}`)).counts.answers

  await t.test('with 77 classes, letters search and Enter answers', async () => {
    await createStream(url, 'bank', classes, 40)
    const { page, context, problems } = await opened('/desk/bank')
    const options = page.getByRole('option')
    const search = page.getByRole('combobox')
    await options.first().waitFor()
    assert.equal(await options.count(), 77)
    const item = () => page.locator('.card-body').textContent()

    const shown = await item()
    await page.keyboard.type('card')
    assert.equal(await search.inputValue(), 'card')
    assert.deepEqual(new Set(await options.allTextContents()), new Set(classes.slice(0, 7)))
    await page.keyboard.press('Escape')
    assert.equal(await search.inputValue(), '')
    assert.equal(await options.count(), 77)
    assert.equal(await item(), shown)

    // Enter alone chooses nothing.
    await search.focus()
    await page.keyboard.press('Enter')
    assert.equal(await item(), shown)
    await page.keyboard.type('refund wrong')
    await page.keyboard.press('Enter')
    await until(async () => (await answers('bank')) === 1)
    assert.deepEqual(Object.values(await labelsOf(url, 'bank')), ['refund_wrong_amount'])

    // The letters with an action of their own search, too; the arrows choose among the matches.
    await page.keyboard.type('urg')
    assert.equal(await search.inputValue(), 'urg')
    await page.keyboard.press('Escape')
    await page.keyboard.type('pin')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    const active = page.locator('.class-option[aria-selected="true"]')
    const chosen = await active.textContent()
    assert.notEqual(chosen, 'pin_arrival')
    await page.keyboard.press('Enter')
    await until(async () => (await answers('bank')) === 2)
    assert.ok(Object.values(await labelsOf(url, 'bank')).includes(chosen))
    await page.keyboard.press('Backspace')
    await until(async () => (await answers('bank')) === 1)
    await page.keyboard.press(',')
    await page.keyboard.press('.')
    await page.getByText('Suggestion:').waitFor()
    assert.deepEqual(problems, [])
    await context.close()
  })

  await t.test(
    'accept or reject: a rejection leads to the next class, the list or the other class',
    async () => {
      await createStream(url, 'news', ['sport', 'business', 'science', 'world', 'arts'], 12)
      const { page, context, problems } = await opened('/desk/news')
      await page.getByRole('button', { name: 'Yes or no' }).click()
      const question = page.locator('#confirm-question')
      const asked = async () => /^Is this (.*)\?$/.exec(await question.textContent())[1]
      const first = await asked()
      await page.keyboard.press('y')
      await until(async () => (await answers('news')) === 1)
      assert.deepEqual(Object.values(await labelsOf(url, 'news')), [first])

      // No keys of classes here, so they cannot be hit by mistake.
      await page.keyboard.press('1')
      const seen = [await asked()]
      await page.keyboard.press('n')
      seen.push(await asked())
      await page.keyboard.press('n')
      seen.push(await asked())
      assert.equal(new Set(seen).size, 3)
      await page.keyboard.press('Backspace')
      assert.equal(await asked(), seen[1])
      await page.keyboard.press('n')
      await page.keyboard.press('n')
      await page.locator('.answer.of-class').nth(4).waitFor()
      await page.keyboard.press('5')
      await until(async () => (await answers('news')) === 2)
      assert.ok(Object.values(await labelsOf(url, 'news')).includes('arts'))

      // The mode is remembered, and with two classes a rejection is an answer.
      await createStream(url, 'mail', ['ham', 'spam'], 6)
      await page.goto(`${url}/desk/mail`)
      const rejected = await asked()
      await page.keyboard.press('n')
      await until(async () => (await answers('mail')) === 1)
      assert.deepEqual(
        Object.values(await labelsOf(url, 'mail')),
        ['ham', 'spam'].filter((label) => label !== rejected),
      )
      assert.deepEqual(problems, [])
      await context.close()
    },
  )

  await t.test('on a phone, the search box opens over the page', async () => {
    const { page, context, problems } = await opened('/desk/bank', phone)
    const search = page.getByRole('combobox')
    await page.getByRole('option').first().waitFor()
    await search.tap()
    assert.equal((await page.locator('.class-picker').boundingBox()).y, 0)
    await search.pressSequentially('debit lim')
    const before = await answers('bank')
    await page.getByRole('option').first().tap()
    await until(async () => (await answers('bank')) === before + 1)
    assert.ok(Object.values(await labelsOf(url, 'bank')).includes('directDebit_limit'))
    await page.waitForFunction(() => document.querySelector('.class-picker').getBoundingClientRect().y > 0)
    assert.deepEqual(problems, [])
    await context.close()
  })
})
