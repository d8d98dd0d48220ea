import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  AskanceError,
  catalogue,
  coreError,
  coreErrorTable,
  createRounds,
  errorFactory,
  findAlgorithm,
  type Kernel,
  sparseRow,
} from '../src/internals.js'
import { loadedPaper, paperModel } from './support/paper.js'

const sources = new URL('../../src/', import.meta.url)

const sourceTexts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(new URL(name, sources), 'utf8'))

for (const [code, template] of Object.entries(coreErrorTable))
  test(`${code} is thrown somewhere, and with every detail its message names`, () => {
    const calls = sourceTexts.flatMap((text) => text.split(`coreError('${code}'`).slice(1))
    assert.ok(calls.length > 0, 'nobody throws it')
    for (const [, detail] of template.matchAll(/\{(\w+)\}/g))
      for (const call of calls) assert.match(call.slice(0, 300), new RegExp(`\\b${detail}\\b`))
  })

test('A message is filled from the details, and keeps them', () => {
  const error = coreError('row/order', { index: 3, previous: 7 })
  assert.ok(error instanceof AskanceError && error instanceof Error)
  assert.equal(error.message, 'indices must be strictly increasing: 3 follows 7')
  assert.equal(error.code, 'row/order')
  assert.equal(error.name, 'AskanceError')
  assert.deepEqual(error.details, { index: 3, previous: 7 })
  assert.equal(error.position, undefined)
})

test('A message begins with what is known of the position', () => {
  const oops = errorFactory({ 'tea/cold': 'cold' })
  assert.equal(oops('tea/cold', {}, { source: 'cup', line: 2, column: 5 }).message, 'cup:2:5: cold')
  assert.equal(oops('tea/cold', {}, { line: 2 }).message, '2: cold')
  assert.equal(oops('tea/cold', {}, {}).message, 'cold')
})

test('An unknown algorithm gets a hint at what was meant', () => {
  assert.throws(() => findAlgorithm('D-AMF'), { code: 'algorithm/unknown', message: /did you mean .*D-AMD/ })
  assert.throws(() => findAlgorithm('nothing like it'), {
    code: 'algorithm/unknown',
    message: /expected one of auto, .*R-RLS; `askance algorithms` describes them/,
  })
  assert.throws(() => createRounds({ algorithm: '', classes: 2 }), { code: 'algorithm/unknown' })
  assert.throws(() => paperModel({ algorithm: 'constructor', classes: ['a', 'b'] }), {
    code: 'algorithm/unknown',
  })
})

test('Every algorithm refuses a parameter it does not have', () => {
  for (const { name, task } of catalogue) {
    const classes = task === 'binary' ? 2 : 3
    assert.throws(() => createRounds({ algorithm: name, classes, parameters: { nonsense: 1 } }), {
      code: 'parameter/unknown',
      message: /has no parameter nonsense; it takes (none|\w+(, \w+)*)$/,
    })
  }
})

test('Every algorithm refuses a number of classes that makes no sense', () => {
  for (const { name } of catalogue)
    for (const classes of [-1, 0, 1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])
      assert.throws(() => createRounds({ algorithm: name, classes }), { code: 'algorithm/classes' })
  assert.throws(() => paperModel({ algorithm: 'PEA', classes: ['one', 'one'] }), {
    code: 'option/value',
  })
})

test('Every algorithm that cannot run with a kernel says so', () => {
  for (const { name, task, form, learner } of catalogue) {
    const build = () => createRounds({ algorithm: name, classes: 3, kernel: { type: 'linear' } })
    if (task === 'multiclass' || form === 'diagonal' || !learner.forms.includes('kernel'))
      assert.throws(build, { code: 'algorithm/kernel' }, name)
    else assert.doesNotThrow(build, name)
  }
})

test('A kernel that makes no sense is refused', () => {
  const kernels = [
    { type: 'cubic' },
    { type: 'gaussian', sigma2: 0 },
    { type: 'gaussian', sigma2: Number.POSITIVE_INFINITY },
    { type: 'gaussian', sigma2: Number.NaN },
    { type: 'polynomial', degree: 0, offset: 1 },
    { type: 'polynomial', degree: 1.5, offset: 1 },
    { type: 'polynomial', degree: 17, offset: 1 },
    { type: 'polynomial', degree: 2, offset: -1 },
  ] as Kernel[]
  for (const kernel of kernels)
    assert.throws(() => createRounds({ algorithm: 'PE', classes: 2, kernel }), { code: 'kernel/invalid' })
})

test('A drift penalty that does not exceed the ridge is refused', () => {
  const parameters = { ridge: 2, driftPenalty: 2 }
  for (const algorithm of ['LASEC', 'LASEC-SS', 'LASEC-diag', 'LASEC-SS-diag'])
    assert.throws(() => createRounds({ algorithm, classes: 2, parameters }), { code: 'parameter/conflict' })
})

test('A full matrix over too many features is refused, and the model stays as it was', () => {
  for (const algorithm of ['SOP', 'RLS', 'LASEC', 'AROW', 'SOL']) {
    const model = paperModel({ algorithm, classes: ['a', 'b'] })
    model.observe(sparseRow([1, 2], [1, 1]))
    model.learn(0)
    const before = model.rounds.save().learner
    model.observe(sparseRow([1, 9000], [-1, 1]))
    assert.throws(() => model.learn(0), { code: 'matrix/dimension' }, algorithm)
    assert.deepEqual(model.rounds.save().learner, before, algorithm)
    assert.equal(loadedPaper(model.save()).predict(sparseRow([1], [1])), 'a', algorithm)
  }
})
