// Tests of the import checks, with injected faults.
import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  assert.deepEqual(
    importsOf(text).map(({ specifier, typeOnly }) => `${specifier}${typeOnly ? ' types' : ''}`),
    ['a', 'b', 'c types', 'd', 'e types', 'f types', 'g'],
  )
})

test('rejects imports outside the row of a package', () => {
  const rule = { packages: ['@askance/core'], types: ['@askance/server'], node: false }
  const problem = (specifier, typeOnly = false) =>
    importProblem(rule, 'packages/x/src', 'packages/x/src/a/b.ts', { specifier, typeOnly })
  for (const fine of ['./c.js', '../d.js', '@askance/core', '@askance/core/matrix'])
    assert.equal(problem(fine), undefined, fine)
  assert.equal(problem('@askance/server', true), undefined)
  assert.match(problem('@askance/server'), /types only/)
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
