// Several labels for an item: choose with keys and buttons, send, undo, change.
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

const classes = ['sport', 'politics', 'music', 'science']
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const createStream = async (url, id, options = {}) => {
  const all = options.classes ?? classes
  await send(url, '/v1/streams', {
    ...{ id, classes: all, multiLabel: true, budget: { ratio: 1 }, seed: 1 },
    ...options,
  })
  const items = Array.from({ length: 12 }, (_, k) => ({
    id: `${id}-${k}`,
    text: `The news about ${all[k % all.length]} and ${all[(k + 1) % all.length]}, number ${k}.`,
  }))
  await send(url, `/v1/streams/${id}/items`, { items })
}

test('several labels for an item on the desk', withBrowser, async (t) => {
  const { url } = await served(t, temporary(t)('several.sqlite'))
  const browser = await browserFor(t)
  const opened = async (path, options) => {
    const watched = await watchedPage(browser, url, options)
    await watched.page.goto(`${url}${path}`)
    return watched
  }
  const answerTo = async (stream, id) => {
    const { items } = await readFrom(url, `/v1/streams/${stream}/items?limit=100`)
    const { state, answer } = items.find((item) => item.id === id)
    return { state, answer }
  }
  const current = (page) => page.locator('.card-body').textContent()
  const idOf = async (stream, page) => `${stream}-${/number (\d+)/.exec(await current(page))[1]}`

  await t.test('keys choose and take back, Enter sends, 0 is none of these', async () => {
    await createStream(url, 'news')
    const { page, context, problems } = await opened('/desk/news')
    const pressed = () => page.locator('.answer[aria-pressed="true"]').allTextContents()
    await page.locator('.answer').first().waitFor()
    // Nothing is chosen beforehand, and Enter alone sends nothing.
    assert.deepEqual(await pressed(), [])
    const first = await idOf('news', page)
    await page.keyboard.press('Enter')
    assert.equal(await idOf('news', page), first)

    await page.keyboard.press('1')
    await page.keyboard.press('2')
    await page.keyboard.press('3')
    await page.keyboard.press('2')
    assert.deepEqual(await pressed(), ['1sport', '3music'])
    await page.keyboard.press('Enter')
    await until(async () => (await answerTo('news', first)).state === 'answered')
    assert.deepEqual((await answerTo('news', first)).answer, ['sport', 'music'])

    assert.deepEqual(await pressed(), [])
    const second = await idOf('news', page)
    await page.keyboard.press('4')
    await page.keyboard.press('0')
    assert.deepEqual(await pressed(), [])
    await page.keyboard.press('Enter')
    await until(async () => (await answerTo('news', second)).state === 'answered')
    assert.deepEqual((await answerTo('news', second)).answer, [])
    await page.getByRole('status').getByText('Saved as none.').waitFor()

    await page.keyboard.press('Backspace')
    await until(async () => (await answerTo('news', second)).state === 'open')
    assert.equal(await idOf('news', page), second)
    await page.getByRole('button', { name: 'science' }).first().click()
    await page.getByRole('button', { name: 'Send' }).click()
    await until(async () => (await answerTo('news', second)).state === 'answered')
    assert.deepEqual((await answerTo('news', second)).answer, ['science'])

    // The suggestion is shown on request, and chooses nothing.
    await page.keyboard.press('r')
    await page.getByText('Suggestion:').waitFor()
    assert.equal(await page.locator('.answer small').count(), 4)
    assert.deepEqual(await pressed(), [])

    // An answer in the list of the last ten can be changed.
    await page.locator('.last-ten .row').first().click()
    await page.locator('.choice').getByRole('button', { name: 'politics' }).click()
    await page.locator('.choice').getByRole('button', { name: 'Send' }).click()
    await until(async () => (await answerTo('news', second)).answer?.length === 2)
    assert.deepEqual((await answerTo('news', second)).answer, ['politics', 'science'])
    assert.deepEqual(problems, [])
    await context.close()
  })

  await t.test('only the classes asked about can be chosen', async () => {
    const options = { budget: { ratio: 0.3, horizon: 200 }, seed: 5 }
    await createStream(url, 'partly', options)
    const items = Array.from({ length: 100 }, (_, k) => ({
      id: `partly-${100 + k}`,
      text: `The news about ${classes[k % 4]}, number ${100 + k}.`,
    }))
    await send(url, '/v1/streams/partly/items', { items })
    const { page, context, problems } = await opened('/desk/partly')
    await page.locator('.answer').first().waitFor()
    const { items: questions } = await readFrom(url, '/v1/streams/partly/questions?limit=100')
    const asked = new Map(questions.map(({ id, classes: about }) => [id, about]))
    assert.ok([...asked.values()].some((about) => about.length < 4))
    while (asked.get(await idOf('partly', page)).length === 4) {
      const before = await idOf('partly', page)
      await page.keyboard.press('0')
      await page.keyboard.press('Enter')
      await until(async () => (await idOf('partly', page)) !== before)
    }
    const about = asked.get(await idOf('partly', page))
    const enabled = await page.locator('.answer:enabled span').allTextContents()
    assert.deepEqual(enabled, about)
    const other = classes.findIndex((label) => !about.includes(label))
    await page.keyboard.press(String(other + 1))
    assert.equal(await page.locator('.answer[aria-pressed="true"]').count(), 0)
    assert.deepEqual(problems, [])
    await context.close()
  })

  await t.test('on a phone, and with many classes, only those asked about are listed', async () => {
    const many = Array.from({ length: 30 }, (_, k) => `topic ${k}`)
    await createStream(url, 'topics', { classes: many })
    const { page, context, problems } = await opened('/desk/topics', phone)
    await page.getByRole('combobox').fill('topic 29')
    await page.getByRole('option').first().tap()
    await page.getByRole('combobox').fill('topic 7')
    await page.getByRole('option').first().tap()
    const id = await idOf('topics', page)
    await page.getByRole('button', { name: 'Remove topic 7' }).waitFor()
    await page.getByRole('button', { name: 'Send' }).tap()
    await until(async () => (await answerTo('topics', id)).state === 'answered')
    assert.deepEqual((await answerTo('topics', id)).answer, ['topic 7', 'topic 29'])
    assert.deepEqual(problems, [])
    await context.close()
  })

  await t.test('a stream with several labels is created in the form, and has a dashboard', async () => {
    const { page, context, problems } = await opened('/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('Articles')
    const field = page.getByRole('textbox', { name: 'Classes' })
    for (const label of ['sport', 'music']) {
      await field.fill(label)
      await page.keyboard.press('Enter')
    }
    await page.getByLabel('Several labels per item').check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Articles is ready').waitFor()
    assert.equal((await readFrom(url, '/v1/streams/articles')).config.multiLabel, true)

    const answers = Array.from({ length: 8 }, (_, k) => ({
      id: `news-${k + 2}`,
      labels: [classes[(k + 2) % 4], classes[(k + 3) % 4]],
    }))
    await send(url, '/v1/streams/news/answers', { answers })
    await page.goto(`${url}/dashboard/news`)
    await page.getByRole('heading', { name: 'Classes predicted correctly' }).waitFor()
    await page.getByRole('heading', { name: 'Quality by class' }).waitFor()
    assert.equal(await page.locator('.class-qualities tbody tr').count(), 4)
    await page.locator('.row-open').first().click()
    await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor()
    assert.deepEqual(problems, [])
    await context.close()
  })
})
