// How setup decides what is to be done, in a made-up repository.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import {
  buildProblem,
  fingerprint,
  installProblem,
  nodeProblem,
  stampBuild,
} from '../scripts/tools/state.mjs'

const repository = (t, files) => {
  const top = mkdtempSync(join(tmpdir(), 'askance-setup-'))
  t.after(() => rmSync(top, { recursive: true }))
  const write = (path, content) => {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  return { top, write, remove: (path) => rmSync(join(top, path), { recursive: true }) }
}

test('rejects an old Node version', () => {
  assert.match(nodeProblem('18.20.4'), /needs Node 20 or newer; this is Node 18\.20\.4/)
  assert.match(nodeProblem('8.0.0'), /needs Node 20/)
  for (const version of ['20.0.0', '22.11.0', '100.1.0']) assert.equal(nodeProblem(version), undefined)
})

test('installs when the lock file has changed, and only then', (t) => {
  const tool = { version: '1.0.0', integrity: 'sha512-a' }
  const lock = {
    packages: {
      '': { name: 'top' },
      'packages/core': { version: '0.1.0' },
      'node_modules/tool': tool,
      'node_modules/tool-of-another-platform': { version: '1.0.0', optional: true },
    },
  }
  const { top, write, remove } = repository(t, { 'package-lock.json': lock })
  assert.equal(installProblem(top), 'nothing is installed yet')

  write('node_modules/tool/package.json', {})
  write('node_modules/.package-lock.json', { packages: { 'node_modules/tool': tool } })
  assert.equal(installProblem(top), undefined)

  write('node_modules/.package-lock.json', {
    packages: { 'node_modules/tool': { ...tool, version: '0.9.0' } },
  })
  assert.equal(installProblem(top), 'package-lock.json has changed')

  write('node_modules/.package-lock.json', { packages: {} })
  assert.equal(installProblem(top), 'package-lock.json has changed')

  write('node_modules/.package-lock.json', { packages: { 'node_modules/tool': tool } })
  remove('node_modules/tool')
  assert.equal(installProblem(top), 'package-lock.json has changed')
})

test('builds when the sources have changed, and only then', (t) => {
  const { top, write, remove } = repository(t, {
    'tsconfig.json': '{}',
    'packages/core/src/a.ts': 'a',
    'packages/core/src/b.ts': 'b',
    'packages/core/test/a.test.ts': 'c',
    'packages/core/README.md': 'd',
    'benchmarks/src/main.ts': 'e',
    'node_modules/.package-lock.json': '{}',
  })
  const build = () => {
    write('packages/core/dist/src/a.js', 'a')
    write('benchmarks/dist/main.js', 'e')
    write('packages/core/src/kernels.generated.ts', 'f')
    stampBuild(fingerprint(top), top)
    assert.equal(buildProblem(top), undefined)
  }
  const changed = () => assert.equal(buildProblem(top), 'the sources have changed')

  assert.equal(buildProblem(top), 'nothing is built yet')
  build()
  write('packages/core/README.md', 'longer than before')
  write('packages/core/src/kernels.generated.ts', 'longer than before')
  assert.equal(buildProblem(top), undefined)

  write('packages/core/test/a.test.ts', 'longer than before')
  changed()
  build()
  utimesSync(join(top, 'packages/core/src/a.ts'), 1e9, 1e9)
  changed()
  build()
  remove('packages/core/src/b.ts')
  changed()
  build()
  write('packages/data/tsconfig.json', '{}')
  changed()
  build()
  remove('benchmarks/dist')
  assert.equal(buildProblem(top), 'nothing is built yet')
})
