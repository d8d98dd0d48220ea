import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Classifier } from '@askance/core'
import { roundsOf } from '@askance/core/internals'
import { loadLibsvm } from '@askance/data'
import { askance, folder, golden, printed, printedJson } from './tools/askance.js'

const multi = golden('multi.libsvm')

/** The predictions of the library itself. */
const expectedOf = async (model: string, data: string) => {
  const loaded = Classifier.load(readFileSync(model))
  const { rows } = await loadLibsvm(data)
  return Array.from({ length: rows.length }, (_, i) => {
    const { predicted, score, scores } = roundsOf(loaded).read(rows.row(i))
    return { predicted: loaded.classes[predicted], margin: score, scores: [...scores] }
  })
}

describe('predict', () => {
  test('says that a model has learned nothing', async (t) => {
    const path = folder(t)
    writeFileSync(path('m'), new Classifier({ classes: ['a', 'b'] }).save())
    writeFileSync(path('d.libsvm'), '1 1:1\n')
    const { out, err } = await askance(['predict', path('d.libsvm'), '--model', path('m'), '--json'])
    assert.equal(JSON.parse(out).ready, false)
    assert.match(err, /has not learned labels of two classes/)
    assert.match(await printed('explain', path('m')), /^learned +nothing yet/m)
    assert.equal((await printedJson('explain', path('m'))).ready, false)
  })

  test('prints predictions as text and as JSON', async (t) => {
    const path = folder(t)
    await printedJson('run', multi, '--save', path('m'))
    const expected = await expectedOf(path('m'), multi)
    const plain = (await printed('predict', multi, '--model', path('m'))).trimEnd().split('\n')
    assert.deepEqual(
      plain,
      expected.map(({ predicted }) => predicted),
    )
    const scored = (await printed('predict', multi, '--model', path('m'), '--scores')).trimEnd().split('\n')
    assert.deepEqual(
      scored,
      expected.map(({ predicted, scores }) => [predicted, ...scores].join('\t')),
    )
    await printed('predict', multi, '--model', path('m'), '--json', '--output', path('p'))
    const lines = readFileSync(path('p'), 'utf8').trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      expected.map((one) => ({ ...one, predicted: Number(one.predicted) })),
    )
  })

  test('--evaluate compares with known labels', async (t) => {
    const path = folder(t)
    await printedJson('run', multi, '--save', path('m'))
    const expected = await expectedOf(path('m'), multi)
    const truth = readFileSync(multi, 'utf8').trimEnd().split('\n')
    const right = truth.filter((line, i) => line.startsWith(`${expected[i].predicted} `)).length
    writeFileSync(path('data'), `${truth.join('\n')}\n? 1:1\n? 2:1\n`)
    const { code, out, err } = await askance(['predict', path('data'), '--model', path('m'), '--evaluate'])
    assert.equal(code, 0)
    assert.equal(out.trimEnd().split('\n').length, truth.length + 2)
    assert.match(err, /^items +200$/m)
    assert.match(err, /^left out +2 +without a label that the model knows$/m)
    assert.match(err, new RegExp(`^accuracy +${((100 * right) / truth.length).toFixed(2)} %$`, 'm'))
  })

  test('uses the feature base of the training data', async (t) => {
    const path = folder(t)
    writeFileSync(path('train'), '1 0:1\n-1 1:1\n1 0:1\n-1 1:1\n')
    writeFileSync(path('test'), '1 1:1\n-1 1:1\n')
    await printedJson('run', path('train'), '--algorithm', 'PA', '--save', path('m'))
    assert.equal(await printed('predict', path('test'), '--model', path('m')), '-1\n-1\n')
    assert.equal(await printed('predict', path('test'), '--model', path('m'), '--base', '1'), '1\n1\n')
  })

  test('rejects an invalid line', async (t) => {
    const path = folder(t)
    await printedJson('run', multi, '--save', path('m'))
    writeFileSync(path('data'), '1 1:1\n1 1:1:1\n')
    const { code, err } = await askance(['predict', path('data'), '--model', path('m')])
    assert.equal(code, 1)
    assert.match(err, /data:2:5: found the value/)
  })
})
