// The tools that read the imports, tried on planted faults.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cycleOf, importFault, importsOf, partGraph } from './tools/imports.mjs'

test('all kinds of imports are found, and those in words are not', () => {
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

test('a room is held to its row', () => {
  const rule = { packages: ['@askance/core'], types: ['@askance/server'], node: false }
  const fault = (specifier, typeOnly = false) =>
    importFault(rule, 'packages/x/src', 'packages/x/src/a/b.ts', { specifier, typeOnly })
  for (const fine of ['./c.js', '../d.js', '@askance/core', '@askance/core/matrix'])
    assert.equal(fault(fine), undefined, fine)
  assert.equal(fault('@askance/server', true), undefined)
  assert.match(fault('@askance/server'), /types only/)
  assert.match(fault('@askance/core-too'), /may not/)
  assert.match(fault('fastify'), /may not/)
  assert.match(fault('fs'), /may not/)
  assert.match(fault('node:fs'), /without Node/)
  assert.match(fault('../../../core/src/row.js'), /leaves packages\/x\/src/)
})

test('a cycle between folders is found and told by its imports', () => {
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
