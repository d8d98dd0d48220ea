// Runs the Python client, its example and the blocks of docs/python.md against a service.
// Own process: it runs programs.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../scripts/tools/files.mjs'
import { read } from './tools/repository.mjs'

const hasPython = spawnSync('python3', ['--version']).status === 0
const withPython = { skip: !hasPython && 'no python3 here' }

const folder = mkdtempSync(join(tmpdir(), 'askance-python-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The output of a program that can import the client. */
const python = (...args) => {
  const env = { ...process.env, PYTHONPATH: join(root, 'examples'), PYTHONDONTWRITEBYTECODE: '1' }
  const { status, stdout, stderr } = spawnSync('python3', args, { cwd: folder, encoding: 'utf8', env })
  assert.equal(status, 0, stderr)
  return stdout
}

/** Starts a service, and calls `use` with its URL and, unless it is anonymous, the token of an owner. */
const withService = async (flags, use) => {
  const store = join(folder, `service${flags.join('')}.sqlite`)
  const args = [join(root, 'packages/cli/bin/askance.mjs'), 'serve', '--port', '0', '--store', store]
  const service = spawn(process.execPath, [...args, '--private-hooks', '--log-level', 'error', ...flags])
  const exit = once(service, 'exit')
  try {
    let printed = ''
    for await (const part of service.stdout) {
      printed += part
      if (/listens on .*\n/.test(printed)) break
    }
    const token = /^ask_\S+/m.exec(printed)?.[0]
    assert.equal(token === undefined, flags.includes('--anonymous'), printed)
    use(/listens on (\S+)/.exec(printed)?.[1], token)
  } finally {
    service.kill()
    await exit
  }
}

test('the client waits, gives up and verifies signatures', withPython, () => {
  assert.equal(python(join(root, 'test/tools/python_client.py')), 'checked\n')
})

test('examples/service.py labels with a token of its own', withPython, () =>
  withService([], (url, token) => {
    const printed = python(join(root, 'examples/service.py'), url, token)
    assert.match(printed, /^sms-\d+ is spam, confidence 0\.\d\d: /m)
    assert.match(
      printed,
      /^60 items, \d\d answers, [1-9]\d* moved\nEstimated accuracy: [01]\.\d\d, 95 % con/m,
    )
    assert.match(printed, /^sms-59,/m)
  }),
)

test('docs/python.md does what it says', withPython, () =>
  withService(['--anonymous'], (url) => {
    const blocks = [...read('docs/python.md').matchAll(/^```python\n(.*?)^```/gms)].map(([, block]) => block)
    const program = join(folder, 'page.py')
    writeFileSync(program, blocks.join('\n').replace('http://127.0.0.1:8642', url))
    const expected = blocks.flatMap((block) => [...block.matchAll(/^# => (.*)$/gm)].map(([, line]) => line))
    assert.deepEqual(python(program).trimEnd().split('\n'), expected)
    assert.match(readFileSync(join(folder, 'mails.csv'), 'utf8'), /^id,/)
  }),
)

test('the client has a documentation line for everything public, and at most 300 lines', () => {
  const lines = read('examples/askance.py').trimEnd().split('\n')
  assert.ok(lines.length <= 300, `${lines.length} lines`)
  lines.forEach((line, k) => {
    const name = /^\s*(?:def|class) ([a-z]\w*|[A-Z]\w*)/.exec(line)?.[1]
    if (name === undefined || name === 'do_POST') return
    const after = lines.slice(k + 1, k + 15).find((one) => /"""|^\s*(?:return|def)\b/.test(one))
    assert.match(after ?? '', /"""/, `${name} has no documentation`)
  })
})
