import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { askance, folder, golden, printed, printedJson } from './tools/askance.js'
import { writeRows } from './tools/experiments.js'
import { csv, jsonl, messages } from './tools/texts.js'

const imbalanced = golden('imbalanced.libsvm')
const multi = golden('multi.libsvm')

describe('auto is the default algorithm', () => {
  test('asks exactly --ratio or --labels questions, in one pass', async () => {
    for (const data of [imbalanced, multi])
      for (const [flags, asked] of [
        [['--ratio', '0.15'], 30],
        [['--labels', '37'], 37],
        [['--labels', '20', '--skip', '50', '--limit', '100'], 20],
        [['--shuffle'], 20],
      ] as const) {
        const { code, out, err } = await askance(['run', data, ...flags, '--json', '--quiet'])
        const outcome = JSON.parse(out)
        assert.deepEqual(
          [code, err, outcome.algorithm, outcome.asked],
          [0, '', 'auto', asked],
          flags.join(' '),
        )
        assert.equal(outcome.search, undefined)
        assert.equal(outcome.params.horizon, outcome.items)
      }
  })

  test('asks about a tenth by default, with an unknown horizon', async () => {
    const { params } = await printedJson('run', imbalanced)
    assert.deepEqual([params.ratio, params.horizon], [0.1, 0])
    const part = await printedJson('run', imbalanced, '--shuffle', '--limit', '100')
    assert.equal(part.params.horizon, 0)
    const said = await printedJson('run', imbalanced, '--ratio', '0.1', '--params', 'horizon=500')
    assert.equal(said.params.horizon, 500)
  })

  test('does not scale rows', async (t) => {
    const path = folder(t)
    writeFileSync(path('m.jsonl'), jsonl(messages(80)))
    writeFileSync(path('m.csv'), csv(messages(80)))
    for (const file of ['m.jsonl', 'm.csv']) {
      const { normalize, intercept, vectorizer } = await printedJson('run', path(file))
      assert.deepEqual([normalize, intercept], ['none', 'none'])
      for (const { kind, scaling = 'none' } of vectorizer.columns ?? [])
        if (kind === 'number') assert.equal(scaling, 'none')
      const { config } = await printedJson('live', path(file))
      assert.deepEqual(config.preparation, { normalize: 'none', intercept: 'none' })
    }
    const { vectorizer } = await printedJson('run', path('m.csv'), '--scale', 'max')
    assert.ok(vectorizer.columns.some(({ scaling }: { scaling?: string }) => scaling === 'max'))
  })

  test('rejects tuning', async () => {
    const { code, err } = await askance(['tune', imbalanced, '--algorithm', 'auto'])
    assert.match(err, /auto tunes itself while it runs; there is nothing to tune beforehand/)
    assert.equal(code, 2)
  })
})

describe('the choices of auto', () => {
  test('are printed at the end: members over time, threshold, features, kernel, alarms, pace', async () => {
    const text = await printed('run', imbalanced, '--ratio', '0.2', '--verbose')
    assert.match(text, /^item +answers +presence +values +kernel +threshold$/m)
    const rows = text.match(/^ *\d+ +\d+ +\d+ % +\d+ % +\d+ % +0\.\d\d$/gm) ?? []
    assert.equal(rows.length, 5)
    assert.match(rows[4] ?? '', /^ *200 +40 /)
    assert.match(text, /^members +presence: .*; values: .*; kernel: .*$/m)
    assert.match(text, /^threshold +1 at a probability of at least 0\.\d\d, for the best F1$/m)
    assert.match(text, /^features +10, 10 of them in more than a quarter of the rows$/m)
    assert.match(text, /^kernel +used/m)
    assert.match(text, /^alarms +none/m)
    assert.match(text, /^pace +\S/m)
  })

  test('omit the threshold with several classes, and kernel with many features', async (t) => {
    assert.doesNotMatch(await printed('run', multi, '--verbose'), /threshold/)
    const path = folder(t)('m.jsonl')
    const rare = messages(400).map(({ label, text }, k) => ({ label, text: `${text} w${k} x${k} y${k}` }))
    writeFileSync(path, jsonl(rare))
    assert.match(
      await printed('run', path, '--verbose'),
      /^kernel +off: with more than 1,024 features there are topics instead$/m,
    )
  })

  test('are in the JSON output', async () => {
    const { report, objective } = await printedJson('run', imbalanced, '--ratio', '0.2')
    assert.equal(objective, 'f1')
    assert.ok(report.rate >= 0 && report.dial > 0)
    const { members, moments, alarms, features } = report.self
    assert.deepEqual(members, ['presence', 'values', 'kernel'])
    assert.deepEqual([alarms, features], [[], { seen: 10, dense: 10 }])
    const last = moments.at(-1)
    assert.deepEqual([last.round, last.answers], [200, 40])
    for (const { weights } of moments)
      assert.ok(Math.abs(weights.reduce((sum: number, one: number) => sum + one, 0) - 1) < 1e-9)
    assert.equal('report' in (await printedJson('run', imbalanced, '--algorithm', 'PAA-I')), false)
  })

  test('include the items of alarms', async (t) => {
    const path = folder(t)('turned')
    // All labels flip in the middle.
    const rows = Array.from({ length: 1200 }, (_, k) => {
      const side = (k * 7919) % 2
      return `${k < 600 ? side : 1 - side} ${1 + side}:1 ${3 + (k % 5)}:1\n`
    })
    writeFileSync(path, rows.join(''))
    const { report } = await printedJson('run', path, '--ratio', '0.3')
    assert.ok(report.self.alarms.length > 0)
    assert.ok(report.self.alarms.every((round: number) => round > 600))
    const text = await printed('run', path, '--ratio', '0.3', '--verbose')
    assert.match(text, /^alarms +\d+ alarms?, at item \d[\d, ]*: older items were dropped$/m)
  })

  test('are shown by explain', async (t) => {
    const path = folder(t)('m')
    const { report } = await printedJson('run', imbalanced, '--ratio', '0.2', '--save', path)
    assert.deepEqual((await printedJson('explain', path)).report, report)
    const text = await printed('explain', path)
    assert.match(text, /^item +answers +presence +values +kernel +threshold$/m)
    assert.match(text, /^alarms +none/m)
  })

  test('are printed by live', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 300, 2)
    const text = await printed('live', data, '--ratio', '0.2', '--verbose')
    assert.match(text, /^algorithm +auto, seed 1$/m)
    assert.match(text, /^item +answers +presence +values +kernel +threshold$/m)
    assert.match(text, /^kernel +used/m)
    const { report, config } = await printedJson('live', data, '--objective', 'cost')
    assert.equal(config.objective, 'cost')
    assert.equal('ratio' in config.parameters || 'horizon' in config.parameters, false)
    assert.equal(report.moments.at(-1).round, 300)
    assert.equal('report' in (await printedJson('live', data, '--algorithm', 'D-AMD')), false)
  })
})

describe('--objective', () => {
  test('changes the threshold and is part of the repeat command', async () => {
    const outcome = await printedJson('run', imbalanced, '--ratio', '0.3', '--objective', 'accuracy')
    assert.equal(outcome.report.self.moments.at(-1).threshold, 0.5)
    assert.match(outcome.command, / --objective=accuracy/)
    const text = await printed('run', imbalanced, '--ratio', '0.3', '--objective', 'accuracy', '--verbose')
    assert.match(text, /probability of at least 0\.50, for the best accuracy$/m)
    const byDefault = await printedJson('run', imbalanced, '--ratio', '0.3')
    assert.notEqual(byDefault.report.self.moments.at(-1).threshold, 0.5)
  })

  test('refers to the positive class', async () => {
    const turned = await printedJson('run', imbalanced, '--ratio', '0.3', '--positive=-1')
    assert.deepEqual([turned.positive, turned.objective], [-1, 'f1'])
  })

  const refused: Record<string, [string[], RegExp]> = {
    'an unknown one': [[imbalanced, '--objective', 'auc'], /--objective: found auc, expected .*accuracy/],
    'another algorithm': [
      [imbalanced, '--objective', 'f1', '--algorithm', 'D-AMD'],
      /--objective cannot be combined with --algorithm D-AMD; only auto/,
    ],
    'several classes': [
      [multi, '--objective', 'f1'],
      /--objective: found f1, expected accuracy, because there are 4 classes/,
    ],
  }
  for (const [name, [flags, message]] of Object.entries(refused))
    for (const command of ['run', 'live'])
      test(`${command} rejects ${name}`, async () => {
        const { code, err } = await askance([command, ...flags])
        assert.match(err, message)
        assert.equal(code, 2)
      })

  test('a resumed model rejects another objective', async (t) => {
    const path = folder(t)
    await printedJson('run', imbalanced, '--save', path('m'))
    const other = await askance(['run', imbalanced, '--resume', path('m'), '--objective', 'sum'])
    assert.match(other.err, /--objective = sum contradicts the saved model, which has f1; remove the flag/)
    assert.equal((await askance(['run', imbalanced, '--resume', path('m'), '--objective', 'f1'])).code, 0)
  })
})

test('live rejects budget parameters in --params', async (t) => {
  const data = writeRows(folder(t)('d.libsvm'), 50, 2)
  const { code, err } = await askance(['live', data, '--params', 'ratio=0.2'])
  assert.match(err, /--ratio sets ratio; remove it from --params/)
  assert.equal(code, 2)
})
