// Runs the programs in examples/, and the page in a real browser.
// Own process: it runs programs and drives a browser.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { filesUnder, root } from '../scripts/tools/files.mjs'
import { openBrowser, PATIENCE, withBrowser } from './tools/chromium.mjs'
import { read } from './tools/repository.mjs'

const MAX_LINES = 60

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

const hasPython = spawnSync('python3', ['--version']).status === 0

for (const flags of [['--anonymous'], []])
  test(`examples/service.py uses the service ${flags.length > 0 ? 'without' : 'with'} tokens`, {
    skip: !hasPython && 'no python3 here',
  }, async () => {
    const store = join(folder, `service${flags.join('')}.sqlite`)
    const args = ['packages/cli/bin/askance.mjs', 'serve', '--port', '0', '--store', store, ...flags]
    const service = spawn(process.execPath, [...args, '--log-level', 'error'], { cwd: root })
    const exit = once(service, 'exit')
    try {
      let printed = ''
      for await (const part of service.stdout) {
        printed += part
        if (/listens on .*\n/.test(printed)) break
      }
      const url = /listens on (\S+)/.exec(printed)?.[1]
      const token = /^ask_\S+/m.exec(printed)?.[0]
      assert.equal(token === undefined, flags.length > 0, printed)
      const program = ['examples/service.py', url, ...(token ? [token] : [])]
      const { status, stdout, stderr } = spawnSync('python3', program, { cwd: root, encoding: 'utf8' })
      assert.equal(status, 0, stderr)
      assert.match(stdout, /^sms-\d+ is spam, confidence 0\.\d\d: /m)
      assert.match(
        stdout,
        /^50 items, \d\d answers\nEstimated accuracy: [01]\.\d\d, 95 % confidence interval /m,
      )
    } finally {
      service.kill()
      await exit
    }
  })

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
    assert.ok(lines <= MAX_LINES, `${file} has ${lines} lines`)
    const name = file.slice('examples/'.length)
    if (name.startsWith('browser/')) continue
    assert.ok(page.includes(`](${name})`), `examples/README.md does not name ${name}`)
    assert.ok(programs[name] || name === 'service.py', `no test runs ${name}`)
  }
})
