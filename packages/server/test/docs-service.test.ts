// Own process: it runs services.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../src/http/document.js'
import { allRoutes } from '../src/http/routes/index.js'
import { ProblemBody } from '../src/schema/common.js'
import { DecisionView } from '../src/schema/items.js'
import { NewStream } from '../src/schema/streams.js'
import { defaultSettings, type SettingName } from '../src/settings/index.js'
import { prelude, scriptOf } from './docs-script.js'

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const page = readFileSync(inRepository('docs/service.md'), 'utf8').replaceAll('\r\n', '\n')
const DEFAULT_PORT = '8642'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const missing = ['bash', 'curl'].filter((command) => spawnSync(command, ['--version']).status !== 0)
const options = { skip: missing.length > 0 && `no ${missing.join(' and no ')} here` }

/** The environment without settings of whoever runs the tests. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ASKANCE_')))

/** Runs the commands of a page one after the other, in a folder of its own. */
const run = async (t: TestContext, text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-page-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const port = String(await freePort())
  writeFileSync(join(folder, 'prelude.sh'), prelude)
  writeFileSync(join(folder, 'page.sh'), scriptOf(text.replaceAll(`:${DEFAULT_PORT}`, `:${port}`)))
  return spawnSync('bash', ['-c', '. ./prelude.sh; . ./page.sh; fresh'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 300_000,
    env: {
      ...cleanEnvironment(),
      ASKANCE_PORT: port,
      NODE: process.execPath,
      PROGRAM: inRepository('packages/cli/bin/askance.mjs'),
    },
  })
}

describe('docs/service.md', () => {
  test('every command works and prints what the page shows', options, async (t) => {
    const { status, stdout, stderr } = await run(t, page)
    assert.equal(status, 0, stderr)
    const expectations = page.split('\n').filter((line) => line.startsWith('# => ')).length
    assert.equal(stdout.trim().split('\n').length, expectations, 'not every expectation was looked at')
  })

  test('every block with a request shows its response', () => {
    for (const [, block] of page.matchAll(/^```sh\n([\s\S]*?)^```$/gm))
      if (/^curl /m.test(block)) assert.match(block, /^# => /m, block)
  })

  test('the roles are those that routes need', () => {
    const section = page.split(/^## /m).find((part) => part.startsWith('Tokens and roles\n')) ?? ''
    const named = [...section.matchAll(/^\| (\w+) +\|/gm)].slice(1).map(([, role]) => role)
    const needed = new Set<string>(allRoutes.map(({ access }) => access))
    assert.deepEqual([...named, 'public', 'local'].sort(), [...needed].sort())
  })

  const tables = [
    ['Create a stream', NewStream],
    ['Read a decision', DecisionView],
    ['Errors', ProblemBody],
  ] as const
  for (const [heading, { properties }] of tables)
    test(`${heading}: the table has every field, and no other`, () => {
      const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
      const cells = [...section.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell)
      assert.deepEqual(namesIn(cells.join()).sort(), Object.keys(properties).sort())
    })

  test('the limits match the default settings', () => {
    const rows = [...page.matchAll(/^\|[^|]*\| (\d+)( MiB)? +\| `(\w+)` +\| \d+ +\|$/gm)]
    assert.equal(rows.length, 4)
    for (const [, amount, unit, name] of rows)
      assert.equal(defaultSettings[name as SettingName], Number(amount) * (unit ? 2 ** 20 : 1), name)
  })

  test('the events are those that are sent', () => {
    const section = page.split(/^## /m).find((part) => part.startsWith('Follow it live\n')) ?? ''
    const named = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    const { description = '' } = allRoutes.find(({ operation }) => operation === 'followStream') ?? {}
    assert.deepEqual(named.sort(), namesIn(description).sort())
  })
})

const namesIn = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name)

test('docs/api.md has every operation of the OpenAPI document', async () => {
  const { paths } = (await openApiDocument()) as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const named = new Set(namesIn(readFileSync(inRepository('docs/api.md'), 'utf8')))
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).filter((id) => !named.has(id)),
    [],
  )
})

interface Operation {
  readonly operationId: string
}

describe('a page becomes a script', () => {
  test('line by line, with what is expected', () => {
    const lines = ['# A', '```sh', 'curl a \\', '  b', "# => it's", 'curl c', '```', '```ts', 'd', '```']
    assert.deepEqual(scriptOf(lines.join('\n')).split('\n'), [
      '',
      '',
      'fresh; curl a \\',
      '  b',
      `expect 'it'\\''s'`,
      'fresh; curl c',
      '',
      '',
      '',
      '',
    ])
  })

  const block = (...lines: string[]): string => ['', '```sh', ...lines, '```'].join('\n')

  test('and reports errors by line of the page', { skip: process.platform === 'win32' }, async (t) => {
    assert.equal((await run(t, block('echo one', '# => one', 'echo two'))).status, 0)
    const missed = await run(t, block('echo one', '# => two'))
    assert.equal(missed.status, 1)
    assert.match(missed.stderr, /line 4 of the page: expected two/)
    const failed = await run(t, block('echo one', 'false'))
    assert.equal(failed.status, 1)
    assert.match(failed.stderr, /line 4 of the page: a command failed/)
    const problem = `echo '{"type":"urn:askance:problem:a/b","code":"a/b"}'`
    assert.equal((await run(t, block(problem))).status, 1)
    assert.equal((await run(t, block(problem, '# => "type"', 'echo one'))).status, 1)
    assert.equal((await run(t, block(problem, '# => "code":"a/b"', 'echo one'))).status, 0)
  })
})
