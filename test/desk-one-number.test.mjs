// The same estimate on every page, in the interface and in the command.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  askance,
  browserFor,
  readFrom,
  send,
  served,
  started,
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

/** Checks that the pages of a stream show its accuracy as the service says it. */
const checkPages = async (t, browser, url, stream) => {
  const { text } = await readFrom(url, `/v1/streams/${stream}/quality`)
  assert.match(text.accuracy, /^[\d.]+ % \([\d.]+–[\d.]+ %\)$/)
  const { page, context, problems } = await watchedPage(browser, url)
  const shows = async (path, selector) => {
    await page.goto(`${url}${path}`)
    const found = page.locator(selector).first()
    await until(async () => plain((await found.textContent()) ?? '') === text.accuracy)
  }
  await t.test('on the dashboard', () => shows(`/dashboard/${stream}`, '.hero .figure'))
  await t.test('on the desk', () => shows(`/desk/${stream}`, '.stats dd:has-text("%")'))
  await t.test('in the list of streams', () =>
    shows('/', `article:has(a[href="/dashboard/${stream}"]) .of-accuracy`),
  )
  assert.deepEqual(problems, [])
  await context.close()
  return text
}

/** Asserts that the output of a command has a line with these words and the estimate. */
const assertShown = (output, words, text) =>
  assert.match(output, new RegExp(`${words} +${text.replace(/[()]/g, '\\$&')}`))

/** Checks that the command shows the estimate of an exported model. */
const checkModel = async (inFolder, url, stream, text) => {
  const model = inFolder(`${stream}.askance`)
  const response = await fetch(`${url}/v1/streams/${stream}/model`)
  writeFileSync(model, Buffer.from(await response.arrayBuffer()))
  const shown = spawnSync(process.execPath, [askance, 'explain', model], { encoding: 'utf8' })
  assertShown(shown.stdout, 'accuracy', text.accuracy)
}

test('all pages, the interface and the command show the same estimate', withBrowser, async (t) => {
  const inFolder = temporary(t)
  const { url } = await served(t, inFolder('one.sqlite'))
  const browser = await browserFor(t)

  await t.test('of a stream', async (t) => {
    await send(url, '/v1/streams', { id: 'mail', classes: ['ham', 'spam'], budget: { ratio: 0.6 }, seed: 3 })
    for (const { id, text, label } of items) {
      const { asked } = await send(url, '/v1/streams/mail/items', { id, text })
      if (asked) await send(url, '/v1/streams/mail/answers', { answers: [{ id, label }] })
    }
    const { all } = await readFrom(url, '/v1/streams/mail/quality')
    assert.ok(all.answers >= 20 && all.answers < COUNT, `${all.answers} answers`)
    const text = await checkPages(t, browser, url, 'mail')
    await t.test('the command, of the exported model', () => checkModel(inFolder, url, 'mail', text))
  })

  await t.test('of a multi-label stream', async (t) => {
    const classes = ['offer', 'even', 'late']
    await send(url, '/v1/streams', { id: 'tags', classes, multiLabel: true, budget: { ratio: 0.6 }, seed: 3 })
    for (const [k, { id, text, label }] of items.entries()) {
      const labels = [label === 'spam' && 'offer', k % 2 === 0 && 'even', k > 40 && 'late'].filter(Boolean)
      const { asked } = await send(url, '/v1/streams/tags/items', { id, text })
      if (asked) await send(url, '/v1/streams/tags/answers', { answers: [{ id, labels }] })
    }
    await checkPages(t, browser, url, 'tags')
  })

  await t.test('of a file, also when `askance label` ends', async (t) => {
    const file = inFolder('mails.jsonl')
    writeFileSync(file, items.map(({ id, text }) => `${JSON.stringify({ id, text })}\n`).join(''))
    const argv = ['label', file, '--classes', 'ham,spam', '--measure', '0.5', '--port', '0', '--no-open']
    const labelling = await started(t, process.execPath, [askance, ...argv])
    await labelling.until(/Ctrl-C/)
    for (let k = 0; k < 40; k++) {
      const { questions } = await send(labelling.url, '/v1/streams/file/questions/lease', { count: 1 })
      const { id } = questions[0]
      const { label } = items.find((item) => item.id === id)
      await send(labelling.url, '/v1/streams/file/answers', { answers: [{ id, label }] })
    }
    const text = await checkPages(t, browser, labelling.url, 'file')
    await t.test('the command, of the exported model', () =>
      checkModel(inFolder, labelling.url, 'file', text),
    )
    await labelling.stop()
    const output = await labelling.until(/accuracy[\s\S]*written/)
    assertShown(output, 'accuracy', text.accuracy)
    assertShown(output, 'F1 of spam', text.f1)
  })
})
