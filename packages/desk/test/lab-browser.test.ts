// The lab engine in a browser worker gives the same numbers as in Node.
// Own process: it drives a browser.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Cell } from '@askance/bench'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import type { LabClient } from '../src/lab/engine/client.js'
import type { RunEvent, RunSpec } from '../src/lab/engine/messages.js'
import { LabSession } from '../src/lab/engine/session.js'
import { toFileProblem } from '../src/parts/file/problem.js'
import { made, madeNumbers } from './lab-data.js'

// The browser path and flags are defined once for the repository.
const { openBrowser, withBrowser, PATIENCE } = (await import(
  new URL('../../../../test/tools/chromium.mjs', import.meta.url).href
)) as { openBrowser(): Promise<Browser>; withBrowser: { skip: string | false }; PATIENCE: number }

const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const fixture = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../../data/test/fixtures/formats/${name}`, import.meta.url)))

const PAGE = `<!doctype html><title>lab</title><script type="module" src="/page.js"></script>`
const SCRIPT = `import { LabClient } from './client.js'
import { toFileProblem } from '../../parts/file/problem.js'
window.toFileProblem = toFileProblem
window.started = 0
window.lab = new LabClient(() => (window.started++, new Worker('/worker.js', { type: 'module' })), 300)`

declare global {
  interface Window {
    lab: LabClient
    toFileProblem: typeof toFileProblem
    started: number
  }
}

const bundled = async (options: object): Promise<string> => {
  const { outputFiles } = await build({
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'silent',
    ...options,
  } as const)
  return outputFiles?.[0]?.text ?? ''
}

describe('the Lab in a browser', withBrowser, () => {
  const files = new Map<string, [type: string, content: string]>()
  let server: Server
  let browser: Browser
  let page: Page
  const errors: string[] = []

  before(async () => {
    const folder = source('src/lab/engine')
    files.set('/', ['text/html', PAGE])
    files.set('/worker.js', ['text/javascript', await bundled({ entryPoints: [`${folder}/worker.ts`] })])
    const stdin = { contents: SCRIPT.replace('./client.js', './client.ts'), resolveDir: folder, loader: 'ts' }
    files.set('/page.js', ['text/javascript', await bundled({ stdin })])
    server = createServer(({ url = '' }, response) => {
      const [type, content] = files.get(url) ?? ['text/plain', '']
      const policy = `default-src 'none'; script-src 'self' ${url === '/worker.js' ? "'wasm-unsafe-eval'" : ''}; worker-src 'self'`
      response.writeHead(content ? 200 : 404, { 'content-type': type, 'content-security-policy': policy })
      response.end(content)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await openBrowser()
    page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE)
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => errors.push(message.text()))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => window.lab !== undefined)
  })
  after(async () => {
    await browser?.close()
    server?.close()
  })

  /** Result of opening the file in the browser. */
  const opened = (name: string, bytes: Buffer): Promise<unknown> =>
    page.evaluate(
      async ([name, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
        return window.lab.open(new File([bytes], name)).catch(window.toFileProblem)
      },
      [name, bytes.toString('base64')] as const,
    )

  const openedHere = async (name: string, bytes: Buffer): Promise<unknown> =>
    new LabSession('a test').open(new File([new Uint8Array(bytes)], name), () => {}).catch(toFileProblem)

  test('the bundle contains no Node code', () => {
    const worker = files.get('/worker.js')?.[1] ?? ''
    assert.ok(worker.length > 100_000)
    assert.doesNotMatch(worker, /\bfrom\s*["']node:|\bimport\(?["']node:|\brequire\(["']/)
  })

  test('opens and rejects files exactly as in Node', async () => {
    const text = made(80)
    // Two members, as `bgzip` writes them.
    const members = Buffer.concat([gzipSync(text.slice(0, 500)), gzipSync(text.slice(500))])
    const jsonl = '{"text":"a","label":"x"}\n{"text":"b","label":"y"}\n{"text":1}\n'
    const all: [string, Buffer][] = [
      ['mails.csv', Buffer.from(text)],
      ['mails.csv.gz', members],
      ['cut.csv.gz', members.subarray(0, -9)],
      ['rows.libsvm', Buffer.from('1 1:0.5 7:2\n-1 2:1\n1 3:1\n')],
      ['bad.libsvm', Buffer.from('1 1:0.5\n-1 2:x\n')],
      ['bad.jsonl', Buffer.from(jsonl)],
      ['table.parquet', fixture('table.parquet')],
      ['text.parquet.gz', gzipSync(fixture('text.parquet'))],
      ['broken.parquet', fixture('table.parquet').subarray(0, 1000)],
      ...['bz2', 'xz', 'zst'].map((ending): [string, Buffer] => [
        `lines.${ending}`,
        fixture(`lines.txt.${ending}`),
      ]),
      // A format detected by file name: the whole file is decompressed.
      ...['bz2', 'xz', 'zst'].map((ending): [string, Buffer] => [
        `l.csv.${ending}`,
        fixture(`lines.txt.${ending}`),
      ]),
    ]
    for (const [name, bytes] of all)
      assert.deepEqual(await opened(name, bytes), await openedHere(name, bytes), name)
  })

  test('a compressed table gives the numbers of Node', async () => {
    const bytes = gzipSync(madeNumbers(300))
    const spec: RunSpec = {
      algorithms: ['D-AMD', 'PAA-II'],
      ratios: [0.05, 0.2],
      runs: 2,
      seed: 3,
      tuning: 'none',
    }
    const session = new LabSession('a test')
    await session.open(new File([bytes], 'mails.csv.gz'), () => {})
    const expected = await session.run(spec, () => {})
    await opened('mails.csv.gz', bytes)
    const { outcome, events } = await page.evaluate(async (spec) => {
      const events: RunEvent[] = []
      const outcome = await window.lab.run(spec, (event) => events.push(event))
      return { outcome, events }
    }, spec)
    assert.ok(outcome && !outcome.stopped)
    const valuesOf = (cells: readonly Cell[]) =>
      cells.map(({ algorithm, ratio, parameters, reached, runs }) => ({
        algorithm,
        ratio,
        // Results of a dial search can differ in the last digits between engines.
        parameters: Object.entries(parameters).map(([name, value]) => [name, value.toPrecision(9)]),
        reached,
        runs: runs.map(({ seed, values: { time: _, ...values } }) => ({ seed, values })),
      }))
    assert.deepEqual(valuesOf(outcome.results.cells), valuesOf(expected.results.cells))
    assert.deepEqual(outcome.results.sets, expected.results.sets)
    assert.equal(outcome.command, expected.command)
    const last = events.at(-1)
    assert.ok(last?.kind === 'progress' && last.done === last.expected)
  })

  test('a run can be stopped or terminated, and the next one works', async () => {
    await opened('many.csv', Buffer.from(made(4000)))
    const answers = await page.evaluate(async () => {
      const spec = { algorithms: ['D-AMD'], runs: 3, tuning: 'quick' } as const
      const before = window.started
      let isStopped = false
      const stopped = await window.lab.run(spec, (event) => {
        if (event.kind !== 'progress' || isStopped) return
        isStopped = true
        void window.lab.stop()
      })
      const run = window.lab.run({ ...spec, tuning: 'full' })
      window.lab.close()
      const lost = await run
      const next = await window.lab.run({ ...spec, rows: 100, runs: 1, tuning: 'none' })
      return {
        stopped: stopped?.stopped,
        lost,
        next: next?.stopped,
        items: next?.table.items,
        started: window.started - before,
      }
    })
    assert.equal(answers.lost, undefined)
    assert.equal(answers.next, false)
    assert.equal(answers.items, 100)
    assert.notEqual(answers.stopped, false)
    assert.ok(answers.started >= 1)
  })

  test('an invalid file leaves the previous one open', async () => {
    await opened('numbers.csv', Buffer.from(madeNumbers(90)))
    const problem = (await opened('bad.libsvm', Buffer.from('1 1:0.5\n-1 2:x\n'))) as { line?: number }
    assert.equal(problem.line, 2)
    const items = await page.evaluate(async () => {
      const outcome = await window.lab.run({ algorithms: ['PAA-II'], ratios: [0.2], runs: 1, tuning: 'none' })
      return outcome?.table.items
    })
    assert.equal(items, 90)
  })

  test('the console stays empty', () => assert.deepEqual(errors, []))
})
