// Tests of the example runner, with passing examples and injected faults.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checksFor } from './tools/checks.mjs'
import { examplesInMarkdown, examplesInSource, runExample } from './tools/examples.mjs'

class AskanceError extends Error {
  constructor(code) {
    super(`message of ${code}`)
    this.code = code
  }
}

const scope = {
  double: (x) => 2 * x,
  later: async (x) => x,
  refuse: (code) => {
    throw new AskanceError(code)
  },
  row: { index: Int32Array.of(1, 2), value: Float64Array.of(0.1 + 0.2, 1) },
}

const load = async (name) => ({ name, default: `default of ${name}` })

const run = (code) =>
  runExample({ file: 'x.ts', line: 1, code }, scope, { ...checksFor('x.ts', AskanceError), load })

describe('an example passes', () => {
  const cases = {
    'without a check': 'const x: number = double(2)',
    'when a value is equal': 'double(2) // => 4',
    'when the semicolon is written': 'double(2); double(3); // => 6',
    'when a declared variable is equal': 'const four = double(2) // => 4\ndouble(four) // => 8',
    'when it spans lines': '[1, 2]\n  .map((x) => double(x))\n  .join(",") // => "2,4"',
    'when the expectation is an object': '({ a: double(1) }) // => { a: 2 }',
    'when typed arrays agree': 'row.index // => new Int32Array([1, 2])',
    'when decimals agree to nine digits':
      'row // => { index: Int32Array.of(1, 2), value: Float64Array.of(0.3, 1) }',
    'when zero is negative': 'double(-0) // => 0',
    'when NaN was expected': 'double(NaN) // => NaN',
    'when it awaits': 'const x = await later(3)\nx // => 3\nawait later(4) // => 4',
    'when the right error is thrown': 'refuse("row/order") // => throws row/order',
    'when the right error is thrown later': 'await later(1).then(() => refuse("a/b")) // => throws a/b',
    'when the mark stands inside a loop': 'for (const x of [1, 2]) {\n  double(x) === 2 * x // => true\n}',
    'when the mark stands behind an if': 'if (false) double(2) // => 5\ndouble(1) // => 2',
    'when a name of the scope is declared again': 'const row = 1\nrow // => 1',
    'with imports':
      "import { name as n, type X } from 'node:fs'\nimport d from 'node:fs'\nimport * as all from 'node:fs'\n[n, d, all.name] // => ['node:fs', 'default of node:fs', 'node:fs']",
    'with types alone imported': "import type { X } from 'nowhere'\ntype Y = X\n1 // => 1",
  }
  for (const [title, code] of Object.entries(cases)) test(title, () => run(code))
})

describe('an example fails', () => {
  const cases = {
    'when a value differs': ['double(2) // => 5', /x\.ts:1: /],
    'when a value differs on its third line': ['\n\ndouble(2) // => 5', /x\.ts:3: /],
    'when a declared variable differs': ['const x = double(2) // => 5', /x\.ts:1: /],
    'when a whole number is only close': ['double(1 + 1e-12) // => 2', /x\.ts:1: /],
    'when a decimal is not close': ['double(0.25000001) // => 0.5', /x\.ts:1: /],
    'when typed arrays differ in kind': ['row.index // => new Float64Array([1, 2])', /x\.ts:1: /],
    'when typed arrays differ in length': ['row.index // => new Int32Array([1, 2, 3])', /x\.ts:1: /],
    'when an object lacks a key': ['({ a: 1.5 }) // => { a: 1.5, b: 2 }', /x\.ts:1: /],
    'when an object has a key too many': ['({ a: 1.5, b: 2 }) // => { a: 1.5 }', /x\.ts:1: /],
    'when a promise was not awaited': ['later(3) // => 3', /x\.ts:1: /],
    'when it throws': ['refuse("a/b")', /message of a\/b/],
    'when nothing is thrown': ['double(1) // => throws a/b', /x\.ts:1: .*none was thrown/],
    'when another code is thrown': ['refuse("a/b") // => throws a/c', /x\.ts:1: .*a\/c, got a\/b/],
    'when another error is thrown': ['null.x // => throws a/b', TypeError],
    'when a mark follows no expression': ['double(2)\n// => 4', /x\.ts:2: "\/\/ =>" follows no expression/],
    'when the mark follows a declaration of two': ['const a = 1, b = 2 // => 2', /follows no expression/],
    'when it is not TypeScript': ['double(2', /x\.ts:\d+: /],
    'when the expectation is not an expression': ['double(2) // => 4 of them', Error],
  }
  for (const [title, [code, error]] of Object.entries(cases))
    test(title, () => assert.rejects(run(code), error))
})

test('finds fenced blocks in Markdown, with their lines', () => {
  const text = [
    '# A',
    '```ts',
    'a',
    '```',
    '```sh',
    'b',
    '```',
    '- c',
    '  ```ts',
    '  d',
    '    e',
    '  ```',
    '',
  ].join('\n')
  const found = examplesInMarkdown('a.md', text)
  assert.deepEqual(
    found.map(({ line, code }) => [line, code]),
    [
      [3, 'a'],
      [10, 'd\n  e'],
    ],
  )
})

test('skips a block only with a reason', () => {
  const mark = (info) => examplesInMarkdown('a.md', `\`\`\`${info}\nx\n\`\`\``)[0]
  assert.equal(mark('ts no-run: needs a server').skip, 'needs a server')
  assert.equal(mark('ts no-run: needs a server').problem, undefined)
  for (const info of ['ts no-run', 'ts no-run:', 'ts norun: x']) {
    assert.equal(mark(info).skip, undefined)
    assert.match(mark(info).problem, /is not known here/)
  }
})

test('finds examples in doc comments, with their lines', () => {
  const text = [
    '/**',
    ' * Words.',
    ' * @example',
    ' * f(1) // => 2',
    ' *',
    ' *   g()',
    ' * @param x',
    ' */',
    'const a = "/** @example no */"',
    '  /** One line. ',
    '   *  @example h() // => 3 */',
    '/** @example i() */',
    '/**',
    ' * @example',
    ' * ```ts',
    ' * j()',
    ' * ```',
    ' */',
  ].join('\n')
  const found = examplesInSource('a.ts', text)
  assert.deepEqual(
    found.map(({ line, code }) => [line, code]),
    [
      [3, '\nf(1) // => 2\n\n  g()'],
      [11, 'h() // => 3'],
      [12, 'i()'],
      [16, 'j()'],
    ],
  )
})
