// Own process: it runs programs and waits for each.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { folder, golden, printedJson, program } from './tools/askance.js'
import { jsonl, messages } from './tools/texts.js'
import { until } from './tools/until.js'

const SOAK = Boolean(process.env.ASKANCE_SOAK)
const sparse = golden('sparse.libsvm')

/** Runs the program itself. */
const started = (argv: readonly string[], input: string | Uint8Array, temporary: string) =>
  spawnSync(process.execPath, [program, ...argv], {
    input,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: temporary },
  })

describe('the program', () => {
  test('reads standard input like a file and leaves no temporary files', async (t) => {
    const path = folder(t)
    const { seconds: _, command: __, ...expected } = await printedJson('run', sparse)
    const text = readFileSync(sparse)
    for (const [input, ...flags] of [
      [text],
      [gzipSync(text)],
      ...(SOAK
        ? ([
            [text, '--classes=-1,1'],
            [text, '--format=libsvm'],
          ] as const)
        : []),
      [text, '--format=libsvm', '--classes=-1,1'],
      [text, '--shuffle'],
    ] as const) {
      const { status, stdout, stderr } = started(
        ['run', '-', '--json', '--quiet', ...flags],
        input,
        path('.'),
      )
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
      const { seconds, command, ...result } = JSON.parse(stdout)
      if (flags[0] !== '--shuffle') assert.deepEqual(result, expected)
      assert.match(command, /^askance run - /)
    }
    assert.deepEqual(readdirSync(path('.')), [])
  })

  test('reads other formats from standard input', async (t) => {
    const path = folder(t)
    const text = jsonl(messages(60))
    writeFileSync(path('mails.jsonl'), text)
    const { seconds: _, command: __, ...expected } = await printedJson('run', path('mails.jsonl'))
    rmSync(path('mails.jsonl'))
    const known = ['--classes', 'ham,spam']
    const some = SOAK ? [known, ['--format', 'jsonl']] : []
    for (const flags of [[], ...some, [...known, '--format', 'jsonl']]) {
      const { status, stdout, stderr } = started(['run', '-', '--json', '--quiet', ...flags], text, path('.'))
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
      const { seconds, command, ...result } = JSON.parse(stdout)
      assert.deepEqual(result, expected)
    }
    const broken = started(['run', '-'], `${text}{"label":`, path('.'))
    assert.match(broken.stderr, /askance: stdin:61:10: /)
    assert.deepEqual(readdirSync(path('.')), [])
  })

  test('names standard input in errors and exits with 1 or 2', (t) => {
    const path = folder(t)
    const bad = started(['run', '-'], '1 1:1\n-1 2:x\n', path('.'))
    assert.match(bad.stderr, /^askance: stdin:2:6: [^\n]+\n$/)
    assert.equal(bad.status, 1)
    assert.equal(started(['rn'], '', path('.')).status, 2)
    assert.deepEqual(readdirSync(path('.')), [])
  })

  test('plays items of a slow pipe as they arrive', async () => {
    const child = spawn(process.execPath, [
      program,
      'run',
      '-',
      '--classes=-1,1',
      '--trace',
      '-',
      '--every',
      '1',
    ])
    child.stdin.write('1 1:1\n-1 2:1\n')
    let out = ''
    for await (const chunk of child.stderr) {
      out += chunk
      if (/^ +2 /m.test(out)) break
    }
    child.stdin.end()
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0)
  })

  test('exits quietly when the reader closes the pipe', () => {
    const pipe = `"${process.execPath}" "${program}" run "${sparse}" --every 1 | head -n 1`
    const { stdout, stderr } = spawnSync('sh', ['-c', pipe], { encoding: 'utf8' })
    assert.match(stdout, /^auto/)
    assert.equal(stderr, '')
  })

  test('exits with 130 on Ctrl-C and removes temporary files', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const path = folder(t)
    const child = spawn(process.execPath, [program, 'run', '-'], {
      env: { ...process.env, TMPDIR: path('.') },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.write('1 1:1\n')
    await until(() => readdirSync(path('.')).length > 0)
    child.kill('SIGINT')
    const code = await new Promise((resolve) => child.on('close', resolve))
    assert.equal(code, 130)
    assert.deepEqual(readdirSync(path('.')), [])
  })
})

test('keeps compiled code only where nobody else can write', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { compileCache, isOwnFolder } = await import(
    new URL('compile-cache.mjs', pathToFileURL(program)).href
  )
  const path = folder(t)
  const cache = path('own')
  const kept = `${realpathSync(path('.'))}/own/askance/compiled`
  assert.equal(compileCache({ XDG_CACHE_HOME: cache }), kept)
  assert.equal(compileCache({ HOME: path('mine') })?.endsWith('/mine/.cache/askance/compiled'), true)
  assert.equal(isOwnFolder(kept, process.getuid!() + 1), false)
  for (const open of [kept, path('own/askance'), cache]) {
    chmodSync(open, 0o777)
    assert.equal(compileCache({ XDG_CACHE_HOME: cache }), undefined, open)
    chmodSync(open, 0o700)
  }
  // Like the folder for temporary files: others can add to it, but not replace what is in it.
  chmodSync(cache, 0o1777)
  assert.equal(compileCache({ XDG_CACHE_HOME: cache }), kept)
  mkdirSync(path('other/askance'), { recursive: true })
  chmodSync(path('other'), 0o777)
  symlinkSync(path('other'), path('link'))
  assert.equal(compileCache({ XDG_CACHE_HOME: path('link') }), undefined)
  writeFileSync(path('file'), '')
  assert.equal(compileCache({ XDG_CACHE_HOME: path('file') }), undefined)
})
