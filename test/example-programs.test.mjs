// Runs the programs in examples/, and the page in a real browser.
// Own process: it runs programs and drives a browser.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { filesUnder, root } from '../scripts/tools/files.mjs'
import { openBrowser, PATIENCE, withBrowser } from './tools/chromium.mjs'
import { read } from './tools/repository.mjs'

const MAX_LINES = 60
/** Run by python.test.mjs. The client is a module to copy. */
const PYTHON = { 'service.py': MAX_LINES, 'askance.py': 300 }

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.equal(stderr, '')
  return stdout
}

/** The expected output for a short stream. */
const programs = {
  'node.mjs': [600, /^600 mails arrived, and \d+ questions were answered\.$[\s\S]*are identical\.$/m],
  'text-stream.mjs': [600, /adds the class "question"[\s\S]*"how can I read the manual" → question/],
  'cost-sensitive.mjs': [2000, /^CSPAA, .*:\n {2}\d+ frauds missed, \d+ false alarms: a cost of \d+$/m],
  'multi-label.mjs': [
    600,
    /^The part for sport decided .* in 100\.0 % of the rounds\.$[\s\S]* politics and sport\.$/m,
  ],
  'drift.mjs': [6000, /^Alarms after item \d{4}/m],
}

for (const [name, [items, expected]] of Object.entries(programs))
  test(`examples/${name} prints the expected result`, () => {
    assert.match(run(`examples/${name}`, String(items)), expected)
  })

const folder = mkdtempSync(join(tmpdir(), 'askance-example-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('examples/browser runs in a page', withBrowser, async () => {
  assert.match(run('examples/browser/build.mjs', folder), /KiB, without external requests/)
  const address = pathToFileURL(join(folder, 'index.html')).href
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE)
    const problems = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => request.url() !== address && problems.push(`asked for ${request.url()}`))
    await page.goto(address)
    await page.waitForFunction("document.querySelector('#counts').textContent.startsWith('2000 points')")
    const quality = await page.locator('#quality').textContent()
    const right = Number(/^Right, estimated: ([\d.]+) %/.exec(quality)?.[1])
    assert.ok(right > 80 && right <= 100, quality)
    const dots = await page.evaluate(
      "(({ data }) => data.filter((value, k) => k % 4 === 3 && value > 0).length)(document.querySelector('canvas').getContext('2d').getImageData(0, 0, 600, 400))",
    )
    assert.ok(dots > 1000, `${dots} dots are drawn`)
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
  }
})

test('every example is in the table, tested and short', () => {
  const files = filesUnder('examples').filter((file) => /\.(m?js|py)$/.test(file))
  const page = read('examples/README.md')
  for (const file of files) {
    const lines = read(file).trimEnd().split('\n').length
    const name = file.slice('examples/'.length)
    assert.ok(lines <= (PYTHON[name] ?? MAX_LINES), `${file} has ${lines} lines`)
    if (name.startsWith('browser/')) continue
    assert.ok(page.includes(`](${name})`), `examples/README.md does not name ${name}`)
    assert.ok(programs[name] || PYTHON[name], `no test runs ${name}`)
  }
})
