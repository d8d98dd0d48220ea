// What the tests of the web pages share: a service as a process of its own, and a browser that is watched.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from '../../scripts/tools/files.mjs'
import { chromiumFlags, chromiumPath } from './chromium.mjs'

/** Tests of pages are left out where there is no browser. */
export const withBrowser = { skip: chromiumPath ? false : 'no Chromium; name one in CHROMIUM' }

const PATIENCE = 60_000

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
  const take = (piece) => {
    text += piece
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)))
  /** Waits until it has printed something. */
  const until = async (wanted) => {
    const deadline = Date.now() + PATIENCE
    for (;;) {
      const found = wanted.exec(text)
      if (found) return found[0]
      assert.ok(child.exitCode === null && Date.now() < deadline, `waited in vain: ${text}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
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
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
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
  const page = await context.newPage()
  const faults = []
  const note = (fault) => allowed.some((pattern) => pattern.test(fault)) || faults.push(fault)
  page.on('console', (message) => /error|warning/.test(message.type()) && note(message.text()))
  page.on('pageerror', (error) => note(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) note(`asked ${request.url()}`)
  })
  return { page, context, faults }
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
