// Tests of the checks of imports and exports, with injected faults.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unneededExports } from './tools/exports.mjs'
import { cycleOf, importProblem, importsOf, partGraph } from './tools/imports.mjs'

test('finds all kinds of imports, but not those in strings and comments', () => {
  const text = `
    import a from 'a'
    import 'b'
    import type { C } from 'c'
    export { d } from 'd'
    export type * from 'e'
    type F = import('f').F
    const g = await import('g')
    // import 'in a comment'
    const text = "import 'in a string'"
  `
  assert.deepEqual(importsOf(text), ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

test('rejects imports outside the row of a package', () => {
  const rule = { packages: ['@askance/core'], node: false }
  const problem = (specifier) => importProblem(rule, 'packages/x/src', 'packages/x/src/a/b.ts', specifier)
  for (const fine of ['./c.js', '../d.js', '@askance/core', '@askance/core/matrix'])
    assert.equal(problem(fine), undefined, fine)
  assert.match(problem('@askance/core-too'), /may not/)
  assert.match(problem('fastify'), /may not/)
  assert.match(problem('fs'), /may not/)
  assert.match(problem('node:fs'), /without Node/)
  assert.match(problem('../../../core/src/row.js'), /leaves packages\/x\/src/)
})

test('reports a cycle between folders with its imports', () => {
  const graph = (sources) => partGraph('src', Object.entries(sources))
  const line = {
    'src/index.ts': "import './a/x.js'",
    'src/a/x.ts': "import '../b/y.js'",
    'src/b/y.ts': "import './z.js'",
  }
  assert.equal(cycleOf(graph(line)), undefined)
  assert.deepEqual(cycleOf(graph({ ...line, 'src/b/z.ts': "import type { A } from '../a/w.js'" })), [
    'a → b: src/a/x.ts imports ../b/y.js',
    'b → a: src/b/z.ts imports ../a/w.js',
  ])
})

test('finds exports that no other file uses', () => {
  const sources = {
    'a.ts': 'export const used = 1\nexport interface Unused {}\nexport const named = (one: Unused) => 1\n',
    'b.ts':
      "/**\n * @example\n * shown() // => 1\n */\nexport const shown = () => 1\nimport { used } from './a.js'",
    'c.mjs': '/** named */\nexport function own() {}',
  }
  const found = unneededExports(Object.keys(sources), Object.keys(sources), (file) => sources[file])
  assert.deepEqual(
    found.map(({ file, name }) => `${file} ${name}`),
    ['a.ts Unused', 'a.ts named', 'c.mjs own'],
  )
})
