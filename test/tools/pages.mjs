// What the tests of the web pages share: a service as a process of its own, and a browser that is watched.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/tools/files.mjs'
import { openBrowser, PATIENCE } from './chromium.mjs'

export { withBrowser } from './chromium.mjs'

/** A folder that is gone after the test. */
export const temporary = (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-desk-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return (name) => join(folder, name)
}

/** Starts a command that prints an address, and waits for it; what is left of it is gone after the test. */
export const started = async (t, command, argv) => {
  // A group of its own: npm starts a shell, which starts the command.
  const child = spawn(command, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const signal = (name) => {
    try {
      process.kill(-child.pid, name)
    } catch {
      // It has ended by itself.
    }
  }
  t.after(() => signal('SIGKILL'))
  let text = ''
  let onText = () => {}
  const take = (piece) => {
    text += piece
    onText()
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)))
  /** Waits until it has printed something. */
  const until = async (wanted) => {
    let hasEnded = false
    while (!wanted.test(text)) {
      assert.ok(!hasEnded, `ended without printing ${wanted}: ${text}`)
      const printed = new Promise((resolve) => {
        onText = resolve
      })
      hasEnded = await Promise.race([printed.then(() => false), ended.then(() => true)])
    }
    return wanted.exec(text)[0]
  }
  return {
    url: await until(/http:\/\/127\.0\.0\.1:\d+/),
    until,
    /** As Ctrl-C does: all processes of the group hear of it. */
    stop: () => {
      signal('SIGINT')
      return ended
    },
  }
}

export const askance = join(root, 'packages/cli/bin/askance.mjs')

/** A service without tokens on an empty store. */
export const served = (t, store) =>
  started(t, process.execPath, [askance, 'serve', '--anonymous', '--port', '0', '--store', store])

/** A browser for a test. */
export const browserFor = async (t) => {
  const browser = await openBrowser()
  t.after(() => browser.close())
  return browser
}

/**
 * A page that notes everything it should not do: errors, complaints of the policy, requests to others. `allowed` are
 * complaints that the test itself brings about.
 */
export const watchedPage = async (browser, url, options = {}, allowed = []) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const problems = []
  const note = (problem) => allowed.some((pattern) => pattern.test(problem)) || problems.push(problem)
  page.on('console', (message) => /error|warning/.test(message.type()) && note(message.text()))
  page.on('pageerror', (error) => note(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) note(`asked ${request.url()}`)
  })
  return { page, context, problems }
}

/** What each view shows once it is loaded, with a stream that is named mail. */
export const loaded = {
  '/': (page) => page.getByRole('main').locator('a[href="/dashboard/mail"]'),
  '/desk/mail': (page) => page.locator('.answer:not([disabled])'),
  '/dashboard/mail': (page) => page.locator('table tbody button'),
  '/items/mail': (page) => page.locator('table tbody [type=checkbox]'),
  '/review/mail': (page) =>
    page.getByRole('main').getByRole('heading', { level: 2 }).or(page.locator('.review-card')),
  '/new': (page) => page.getByRole('button', { name: 'Create' }),
  '/lab': (page) => page.getByRole('button', { name: 'Choose a file' }),
}

const LONGEST_PAUSE = 250

/** Asks until it holds, ever less often. The limit is far beyond what a busy machine needs. */
export const until = async (isMet) => {
  const deadline = Date.now() + 300_000
  for (let pause = 20; !(await isMet()); pause = Math.min(LONGEST_PAUSE, 1.5 * pause)) {
    assert.ok(Date.now() < deadline, `waited in vain: ${isMet}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** What a path of the interface answers. */
export const readFrom = async (url, path, init) => {
  const response = await fetch(`${url}${path}`, init)
  assert.ok(response.ok, `${path}: ${response.status} ${response.ok ? '' : await response.text()}`)
  return response.json()
}

/** Sends something to the interface. */
export const send = (url, path, body, method = 'POST', headers = {}) =>
  readFrom(url, path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
