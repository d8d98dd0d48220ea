// Takes screenshots of the pages for docs/pictures: npm run pictures [VIEW …]
// The demo runs with its simulated labeller until most mails have arrived; then each view is opened in two sizes and both
// themes. With --at 30,100,302 it does so after each of these numbers of labels instead, prints the estimates and the true values,
// and writes to the folder --to. With --film FOLDER it takes pictures of the first minute of the demo instead: a visitor comes to the
// desk and answers with one key every two seconds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { spamassassinMails } from '../packages/data/dist/src/index.js'
import { chromiumFlags, chromiumPath } from '../test/tools/chromium.mjs'
import { askance, readFrom, send, started } from '../test/tools/pages.mjs'
import { root } from './tools/files.mjs'

const ARRIVED = 4500
const FILE_ROWS = 3000
const PATIENCE = 10 * 60_000

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const themes = ['light', 'dark']

const folder = mkdtempSync(join(tmpdir(), 'askance-pictures-'))
const cleanUp = [() => rmSync(folder, { recursive: true, force: true })]
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A file of mails for the lab. */
const mailFile = async () => {
  const lines = []
  for await (const batch of spamassassinMails().batches())
    for (const { text, label } of batch) lines.push(JSON.stringify({ text: text.slice(0, 5000), label }))
  // The corpus is sorted by class.
  const path = join(folder, 'mails.jsonl')
  const every = Math.floor(lines.length / FILE_ROWS)
  writeFileSync(path, `${lines.filter((_, k) => k % every === 0).join('\n')}\n`)
  return path
}

/** Runs the default comparison of the lab and waits for it. */
const playLab = async (page) => {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await mailFile())
  await page.getByRole('button', { name: /^(Compare|Run)/ }).click()
  await page.getByRole('heading', { name: 'Reproduce this run' }).waitFor({ timeout: PATIENCE })
}

/** The key of the suggested class. */
const keyFor = async (page) => {
  await page.keyboard.press('r')
  const suggestion = await page.locator('.suggestion b').first().textContent()
  return suggestion === 'spam' ? '2' : '1'
}

const views = {
  streams: {
    path: '/desk/mail',
    ready: (page) => page.getByRole('link', { name: 'Streams' }).first().click(),
  },
  desk: {
    path: '/desk/mail',
    ready: async (page) => {
      for (let n = 0; n < 30; n++) {
        await page.locator('.answer:not([disabled])').first().waitFor()
        // A few answers, then a mail long enough to read.
        const text = await page.locator('.card-body').textContent()
        if (n >= 5 && text.length > 500 && text.length < 2500 && /^[ -~\s]+$/.test(text)) return
        await page.keyboard.press(await keyFor(page))
        await pause(300)
      }
    },
  },
  dashboard: { path: '/dashboard/mail', whole: true },
  'new-stream': { path: '/new' },
  lab: { path: '/lab', whole: true, ready: playLab },
}

/** The views in which estimates are shown, after some number of labels. */
const measured = {
  streams: {
    path: '/desk/mail',
    ready: (page) => page.getByRole('link', { name: 'Streams' }).first().click(),
  },
  desk: { path: '/desk/mail' },
  dashboard: { path: '/dashboard/mail', whole: true },
  suggestion: {
    path: '/desk/mail',
    ready: async (page) => {
      // No question is left when all mails are processed.
      await page.locator('.answer:not([disabled]), .quiet-state').first().waitFor()
      await page.keyboard.press('r')
    },
  },
  detail: { path: '/dashboard/mail', ready: (page) => page.locator('.row-open').first().click() },
  items: { path: '/items/mail' },
}

const pictured = async (browser, url, { path, whole = false, ready }, file) => {
  const page = await browser.newPage({ viewport: sizes.desktop, reducedMotion: 'reduce' })
  await page.addInitScript(() => localStorage.setItem('askance-name', 'Ida Karlsen'))
  await page.goto(`${url}${path}`)
  await page.getByRole('main').waitFor()
  await ready?.(page)
  for (const [size, viewport] of Object.entries(sizes))
    for (const theme of themes) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.evaluate(() => scrollTo(0, 0))
      await pause(1500)
      await page.screenshot({ path: file(`${size}-${theme}`) })
      if (whole && theme === 'light' && (size === 'desktop' || labels))
        await page.screenshot({
          path: file(size === 'desktop' ? 'whole-light' : 'phone-whole-light'),
          fullPage: true,
        })
    }
  await page.close()
}

/** The pictures of the documentation. */
const documented = async (browser, url, names) => {
  const arrived = async () => (await readFrom(url, '/v1/demo')).arrived
  while ((await arrived()) < ARRIVED) await pause(500)
  await send(url, '/v1/demo', { pace: 20, labeller: { on: false, delay: 0.5 } }, 'PATCH')
  for (const name of names) {
    await pictured(browser, url, views[name], (kind) => join(root, 'docs/pictures', `${name}-${kind}.png`))
    console.log(name)
  }
}

/** Stops the demo with an open question, if there are any left. */
const held = async (url) => {
  await send(url, '/v1/demo', { pace: 20, labeller: { on: false } }, 'PATCH')
  const isHeld = async () => {
    const { state } = await readFrom(url, '/v1/demo')
    const { counts } = await readFrom(url, '/v1/streams/mail')
    return state === 'finished' || counts.open > 0
  }
  while (!(await isHeld())) await pause(100)
  await send(url, '/v1/demo', { paused: true }, 'PATCH')
}

/** The pictures after some numbers of labels. */
const moments = async (browser, url, labels, target, names) => {
  for (const count of labels) {
    await send(url, '/v1/demo', { paused: false, pace: 0, labeller: { on: true, delay: 0 } }, 'PATCH')
    const isReached = async () => {
      const [{ counts }, { state }] = [
        await readFrom(url, '/v1/streams/mail'),
        await readFrom(url, '/v1/demo'),
      ]
      return counts.answers >= count || state === 'finished'
    }
    while (!(await isReached())) await pause(20)
    await held(url)
    const { truth } = await readFrom(url, '/v1/demo')
    const { all, text, gain } = await readFrom(url, '/v1/streams/mail/quality')
    console.log(JSON.stringify({ labels: all.answers, items: all.items, text, truth, gain: gain.text }))
    for (const name of names)
      await pictured(browser, url, measured[name], (kind) => join(target, `${name}-${count}-${kind}.png`))
  }
}

/** Seconds after the first page is shown. */
const FRAMES = [0, 10, 30, 60]
const SECONDS_PER_ANSWER = 2

/** The true classes of the mails, by their first characters: the visitor reads them. */
const truthOfMails = async () => {
  const { demoData } = await import('../packages/cli/dist/src/commands/demo/data/index.js')
  const mails = await demoData.mails.load()
  return new Map(mails.map(({ text, label }) => [beginning(text), label]))
}
const beginning = (text) => text.replace(/\W+/g, '').slice(0, 60)

/** The first minute of a visitor: the desk at some moments, in both sizes and themes, then the dashboard. */
const film = async (browser, url, target) => {
  const truth = await truthOfMails()
  const page = await browser.newPage({ viewport: sizes.desktop, reducedMotion: 'reduce' })
  const frame = async (name) => {
    for (const [size, viewport] of Object.entries(sizes))
      for (const theme of themes) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.screenshot({ path: join(target, `${name}-${size}-${theme}.png`) })
      }
    await page.setViewportSize(sizes.desktop)
  }
  await page.goto(url)
  await page.locator('.answer:not([disabled])').first().waitFor()
  const begun = Date.now()
  const elapsed = () => (Date.now() - begun) / 1000
  let answered = 0
  for (const at of FRAMES) {
    while (elapsed() < at) {
      if (elapsed() < SECONDS_PER_ANSWER * (answered + 1)) {
        await pause(50)
        continue
      }
      const text = await page
        .locator('.card-body')
        .textContent({ timeout: 1000 })
        .catch(() => '')
      const label = truth.get(beginning(text))
      await page.keyboard.press(label === 'spam' ? '2' : label === 'ham' ? '1' : ' ')
      answered++
    }
    await frame(`film-${String(at).padStart(2, '0')}`)
    const parts = await page.locator('.demo-strip > *').allTextContents()
    console.log(`${at} s: ${parts.slice(0, 3).join(' | ')}`)
  }
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.locator('.figure, h2').first().waitFor()
  await pause(1500)
  await frame('film-dashboard')
}

const { values, positionals } = parseArgs({
  options: { at: { type: 'string' }, to: { type: 'string' }, film: { type: 'string' } },
  allowPositionals: true,
})
const labels = values.at?.split(',').map(Number)
const target = resolve(values.film ?? values.to ?? join(root, 'docs/pictures'))
const names = Object.keys(labels ? measured : views).filter(
  (name) => positionals.length === 0 || positionals.includes(name),
)
mkdirSync(target, { recursive: true })
try {
  const simulated = ['--simulate', '--pace', '0', '--delay', '0']
  const flags = ['--port', '0', '--state', join(folder, 'state'), ...(values.film ? [] : simulated)]
  const { url, stop } = await started({ after: (work) => cleanUp.unshift(work) }, process.execPath, [
    askance,
    'demo',
    ...flags,
  ])
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  cleanUp.unshift(() => browser.close())
  if (values.film) await film(browser, url, target)
  else if (labels) await moments(browser, url, labels, target, names)
  else await documented(browser, url, names)
  await stop()
} finally {
  for (const work of cleanUp) await work()
}
