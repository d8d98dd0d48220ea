// The same estimate on every page, in the interface and in the command.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  askance,
  browserFor,
  readFrom,
  send,
  served,
  temporary,
  until,
  watchedPage,
  withBrowser,
} from './tools/pages.mjs'

const COUNT = 70

/** Items of which one word says the class, except for every eighth. */
const items = Array.from({ length: COUNT }, (_, k) => {
  const isSpam = k % 3 === 0
  const word = isSpam !== (k % 8 === 5) ? 'offer' : 'minutes'
  return { id: `m${k}`, text: `${word} number ${k}`, label: isSpam ? 'spam' : 'ham' }
})

const plain = (text) => text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()

test('all pages, the interface and the command show the same estimate', withBrowser, async (t) => {
  const inFolder = temporary(t)
  const { url } = await served(t, inFolder('one.sqlite'))
  await send(url, '/v1/streams', { id: 'mail', classes: ['ham', 'spam'], budget: { ratio: 0.6 }, seed: 3 })
  for (const { id, text, label } of items) {
    const { asked } = await send(url, '/v1/streams/mail/items', { id, text })
    if (asked) await send(url, '/v1/streams/mail/answers', { answers: [{ id, label }] })
  }
  const { text, all } = await readFrom(url, '/v1/streams/mail/quality')
  assert.ok(all.answers >= 20 && all.answers < COUNT, `${all.answers} answers`)
  assert.match(text.accuracy, /^\d+ % \(\d+–\d+ %\)$/)
  const { page, problems } = await watchedPage(await browserFor(t), url)
  const shows = async (path, selector) => {
    await page.goto(`${url}${path}`)
    const found = page.locator(selector).first()
    await until(async () => plain((await found.textContent()) ?? '') === text.accuracy)
  }
  await t.test('on the dashboard', () => shows('/dashboard/mail', '.hero .figure'))
  await t.test('on the desk', () => shows('/desk/mail', '.stats dd:has-text("%")'))
  await t.test('in the list of streams', () => shows('/', '.of-accuracy'))
  assert.deepEqual(problems, [])

  await t.test('the command, of the exported model', async () => {
    const model = inFolder('mail.askance')
    const response = await fetch(`${url}/v1/streams/mail/model`)
    writeFileSync(model, Buffer.from(await response.arrayBuffer()))
    const shown = spawnSync(process.execPath, [askance, 'explain', model], { encoding: 'utf8' })
    assert.match(
      shown.stdout,
      new RegExp(`accuracy +${text.accuracy.replace(/[()]/g, '\\$&')}`),
      shown.stderr,
    )
    assert.ok(readFileSync(model).length > 0)
  })
})
