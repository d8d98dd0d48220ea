// The bundle of the command: its small files are merged, and what they export keeps its meaning.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/tools/bundle.mjs'
import { root } from '../scripts/tools/files.mjs'

/** Each pair of entries shares a file of its own, all with the same names; `big` is too large to be merged. */
const sources = {
  'a.js': "import { f } from './ab.js'\nimport { f as g } from './ac.js'\nexport const a = [f(), g()]",
  'b.js': "import { f } from './ab.js'\nimport { f as g } from './bc.js'\nexport const b = [f(), g()]",
  'c.js': "import { f } from './ac.js'\nimport { f as g } from './bc.js'\nexport const c = [f(), g()]",
  'ab.js': "let calls = 0\nexport const f = () => 'ab' + ++calls",
  'ac.js': "let calls = 0\nexport const f = () => 'ac' + ++calls",
  'bc.js':
    "import { big } from './big.js'\nlet calls = 0\nexport const f = () => 'bc' + ++calls + big.length",
  'big.js': `export const big = '${'x'.repeat(30_000)}'`,
}

test('merges small files that need the same large ones', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-bundle-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
  const out = join(folder, 'out')
  const { metafile } = await bundle(
    { a: join(folder, 'a.js'), b: join(folder, 'b.js'), c: join(folder, 'c.js') },
    out,
  )
  const files = readdirSync(out)
  // The files for ab and ac are one; the one for bc has the large text.
  assert.equal(Object.keys(metafile.outputs).length, 6)
  assert.equal(files.length, 5)
  const load = (name) => import(pathToFileURL(join(out, name)).href)
  assert.deepEqual((await load('a.js')).a, ['ab1', 'ac1'])
  assert.deepEqual((await load('b.js')).b, ['ab2', 'bc130000'])
  assert.deepEqual((await load('c.js')).c, ['ac2', 'bc230000'])
})

test('imports from the files of our packages instead of their indexes', async (t) => {
  const folder = join(root, 'packages/cli/dist/src')
  const entry = join(folder, 'only-for-the-test.js')
  const out = mkdtempSync(join(tmpdir(), 'askance-bundle-'))
  t.after(() => {
    rmSync(entry, { force: true })
    rmSync(out, { recursive: true, force: true })
  })
  writeFileSync(
    entry,
    "import { VERSION as version } from '@askance/core';\nimport { normalCdf } from '@askance/core/internals';\nexport { version, normalCdf };\n",
  )
  const { metafile } = await bundle({ entry }, out)
  assert.deepEqual(
    Object.keys(metafile.inputs).map((path) => path.replace(/^.*\/src\//, '')),
    ['version.js', 'normal.js', 'only-for-the-test.js'],
  )
  const { version, normalCdf } = await import(pathToFileURL(join(out, 'entry.js')).href)
  assert.match(version, /^\d+\.\d+/)
  assert.equal(normalCdf(0), 0.5)
})
