import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { askance, folder, golden, printed, printedJson } from './tools/askance.js'

const sum = (parts: readonly { contribution: number }[]): number =>
  parts.reduce((total, { contribution }) => total + contribution, 0)

describe('explain a model', () => {
  test('prints settings and top features', async (t) => {
    const path = folder(t)
    const result = await printedJson(
      'run',
      golden('sparse.libsvm'),
      '--algorithm',
      'D-AMD',
      '--save',
      path('m'),
    )
    const model = await printedJson('explain', path('m'), '--top', '3')
    assert.equal(model.algorithm, 'D-AMD')
    assert.deepEqual([model.items, model.asked, model.updates], [200, result.asked, result.updated])
    assert.deepEqual(model.classes, [-1, 1])
    for (const { features } of model.weights) {
      const weights = features.map(({ weight }: { weight: number }) => weight)
      assert.ok(weights.length <= 3 && weights.every((weight: number) => weight > 0))
      assert.deepEqual(
        weights,
        weights.toSorted((a: number, b: number) => b - a),
      )
    }
    const text = await printed('explain', path('m'))
    assert.match(text, /^algorithm +D-AMD$/m)
    assert.match(text, /^Top features of 1$/m)
  })

  test('prints no weights for a kernel model', async (t) => {
    const path = folder(t)
    const data = golden('drift.libsvm')
    await printedJson('run', data, '--algorithm', 'PAA', '--kernel', 'gaussian', '--save', path('m'))
    assert.equal((await printedJson('explain', path('m'))).weights, null)
    assert.match(await printed('explain', path('m'), data), /features have no weights/)
  })
})

describe('explain one prediction', () => {
  const cases: Record<string, string[]> = {
    'D-AMD': [golden('sparse.libsvm'), '--algorithm', 'D-AMD'],
    'PAA-II with an intercept': [golden('sparse.libsvm'), '--algorithm', 'PAA-II', '--intercept'],
    SOAL: [golden('dense.libsvm'), '--algorithm', 'SOAL'],
    SOLE: [golden('dense.libsvm'), '--algorithm', 'SOLE'],
    'LASEC-diag': [golden('dense.libsvm'), '--algorithm', 'LASEC-diag'],
    'MD-AMD': [golden('multi.libsvm'), '--algorithm', 'MD-AMD'],
    'one against all': [golden('multi.libsvm'), '--algorithm', 'AROW-diag'],
    auto: [golden('sparse.libsvm')],
    'auto, several classes': [golden('multi.libsvm')],
  }
  for (const [name, [data, ...flags]] of Object.entries(cases))
    test(`${name}: the contributions add up to the margin`, async (t) => {
      const path = folder(t)
      await printedJson('run', data, ...flags, '--limit', '150', '--save', path('m'))
      const lines = (await printed('predict', data, '--model', path('m'), '--json')).split('\n')
      for (const row of [1, 150, 200]) {
        const outcome = await printedJson('explain', path('m'), data, '--row', String(row))
        const { predicted, margin, scores } = JSON.parse(lines[row - 1])
        assert.deepEqual([outcome.predicted, outcome.margin, outcome.scores], [predicted, margin, scores])
        // With auto, a part of the margin belongs to no single feature.
        const { unattributed = 0 } = outcome
        assert.equal('unattributed' in outcome, name.startsWith('auto'))
        assert.ok(
          Math.abs(sum(outcome.parts) + unattributed - margin) <= 1e-9 * Math.max(1, Math.abs(margin)),
        )
        assert.ok(outcome.probability >= 0 && outcome.probability <= 1)
        assert.equal(outcome.line, row)
      }
    })

  test('reports the probability of the next round', async (t) => {
    const path = folder(t)
    const data = golden('sparse.libsvm')
    await printedJson('run', data, '--limit', '50', '--intercept', '--save', path('m'))
    const { probability } = await printedJson('explain', path('m'), data, '--row', '51')
    const next = ['--resume', path('m'), '--skip', '50', '--limit', '1', '--trace', '-', '--quiet']
    assert.equal(JSON.parse((await printed('run', data, ...next)).split('\n')[0]).probability, probability)
  })

  test('text: prediction, bars, unknown features, the intercept by name', async (t) => {
    const path = folder(t)
    const data = golden('sparse.libsvm')
    await printedJson('run', data, '--algorithm', 'D-AMD', '--limit', '3', '--intercept', '--save', path('m'))
    const { out } = await askance(['explain', path('m'), data, '--row', '9', '--top', '50'], {
      terminal: { columns: 80 },
      env: { NO_COLOR: '1' },
    })
    assert.match(out, /^predicted +-?1(, correct|, wrong: the label is -?1)$/m)
    assert.match(out, /^margin +[\d.e-]+ ahead of -?1$/m)
    assert.match(out, /^would ask +with probability [\d.]+ % \((close|unlike) .*$/m)
    assert.match(out, /^unknown +6 features unknown to the model$/m)
    assert.match(out, /^intercept +[\d.]+ +[+-][\d.]+ +[█▉▊▋▌▍▎▏]* +for -?1$/m)
  })

  test('shows words in place of pieces of words, with the same sum', async (t) => {
    const path = folder(t)
    const data = path('mails.jsonl')
    const texts = [
      'win a free prize now',
      'see you at dinner tonight',
      'claim your freedom prize',
      'dinner at noon',
    ]
    writeFileSync(
      data,
      texts.map((text, k) => `${JSON.stringify({ text, label: k % 2 ? 'ham' : 'spam' })}\n`).join(''),
    )
    await printedJson('run', data, '--save', path('m'))
    const { parts, margin, unattributed } = await printedJson('explain', path('m'), data)
    const names = parts.map(({ feature }: { feature: string }) => feature)
    assert.deepEqual([...names].sort(), ['a', 'free', 'now', 'prize', 'win'])
    assert.ok(Math.abs(sum(parts) + unattributed - margin) < 1e-9)
  })

  test('rejects a missing row and a flag without data', async (t) => {
    const path = folder(t)
    const data = golden('sparse.libsvm')
    await printedJson('run', data, '--save', path('m'))
    const missing = await askance(['explain', path('m'), data, '--row', '201'])
    assert.match(missing.err, /sparse\.libsvm: the data has 200 items, so there is no row 201/)
    const alone = await askance(['explain', path('m'), '--row', '2'])
    assert.match(alone.err, /explain --row requires DATA/)
    assert.deepEqual([missing.code, alone.code], [1, 2])
  })
})
