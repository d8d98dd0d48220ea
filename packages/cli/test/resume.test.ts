import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { askance, folder, golden, printedJson } from './tools/askance.js'

const coins = ['--coins', golden('coins.txt')]

describe('run, save and resume gives the same bits as one run', () => {
  const cases: Record<string, string[]> = {
    auto: [golden('sparse.libsvm')],
    'auto, several classes': [golden('multi.libsvm')],
    'auto, for accuracy': [golden('drift.libsvm'), '--objective', 'accuracy', '--params', 'ratio=0.3'],
    'D-AMD': [golden('sparse.libsvm'), '--algorithm', 'D-AMD'],
    'MD-AMD, several classes': [golden('multi.libsvm'), '--algorithm', 'MD-AMD', '--positive', '2'],
    'SOAL-diag with an intercept': [golden('dense.libsvm'), '--algorithm', 'SOAL-diag', '--intercept'],
    'one against all': [golden('multi.libsvm'), '--algorithm', 'PAA-I', '--normalize', 'l2'],
    'SOLE with a kernel': [golden('drift.libsvm'), '--algorithm', 'SOLE', '--kernel', 'gaussian:sigma2=0.5'],
    'random evictions': [golden('sparse.libsvm'), '--algorithm', 'RandomizedBudgetPerceptron', '--seed', '9'],
    'coins from a file': [golden('sparse.libsvm'), ...coins],
    // A part has no horizon.
    shuffled: [golden('sparse.libsvm'), '--params', 'horizon=200', '--shuffle', '--seed', '4'],
  }
  for (const [name, [data, ...flags]] of Object.entries(cases))
    test(name, async (t) => {
      const path = folder(t)
      const whole = ['run', data, ...flags, '--save', path('whole'), '--trace', path('whole.jsonl')]
      const { seconds: _, command: __, ...expected } = await printedJson(...whole)
      await printedJson(
        'run',
        data,
        ...flags,
        '--limit',
        '77',
        '--save',
        path('part'),
        '--trace',
        path('1.jsonl'),
      )
      const kept = flags.filter((flag) => flag === '--shuffle' || coins.includes(flag))
      const rest = [
        '--resume',
        path('part'),
        '--skip',
        '77',
        '--save',
        path('part'),
        '--trace',
        path('2.jsonl'),
      ]
      const { seconds, command, ...result } = await printedJson('run', data, ...kept, ...rest)
      assert.deepEqual(result, expected)
      assert.match(command, /^askance run \S+ --resume=\S+ --skip=77/)
      const trace = (file: string): string => readFileSync(path(file), 'utf8')
      assert.equal(trace('1.jsonl') + trace('2.jsonl'), trace('whole.jsonl'))
      assert.deepEqual(readFileSync(path('part')), readFileSync(path('whole')))
      assert.deepEqual(readdirSync(path('.')).sort(), ['1.jsonl', '2.jsonl', 'part', 'whole', 'whole.jsonl'])
    })
})

describe('a resumed model', () => {
  test('accepts matching flags and rejects others', async (t) => {
    const path = folder(t)
    const data = golden('sparse.libsvm')
    await printedJson(
      'run',
      data,
      '--algorithm',
      'D-AMD',
      '--save',
      path('m'),
      '--seed',
      '3',
      '--params',
      'ridge=0.5',
    )
    const same = [
      '--algorithm',
      'd-amd',
      '--params',
      'ridge=0.5',
      '--seed',
      '3',
      '--classes=-1,1',
      '--positive',
      '1',
    ]
    assert.equal((await printedJson('run', data, '--resume', path('m'), ...same)).items, 400)
    const refused: string[][] = [
      ['--algorithm', 'PAA'],
      ['--params', 'ridge=1'],
      ['--seed', '4'],
      ['--kernel', 'linear'],
      ['--objective', 'accuracy'],
      ['--normalize', 'l2'],
      ['--intercept'],
      ['--classes=1,-1'],
      ['--positive=-1'],
      ['--base', '0'],
    ]
    for (const flags of refused) {
      const { code, err } = await askance(['run', data, '--resume', path('m'), ...flags])
      assert.match(err, /contradicts the saved model, which has .*; remove the flag/, flags.join(' '))
      assert.equal(code, 2)
    }
    const searched = await askance(['run', data, '--resume', path('m'), '--ratio', '0.1'])
    assert.match(searched.err, /--ratio cannot be combined with --resume; the model keeps its parameters/)
  })

  test('requires the coins file it was trained with', async (t) => {
    const path = folder(t)
    const data = golden('sparse.libsvm')
    await printedJson('run', data, ...coins, '--save', path('m'))
    const { code, err } = await askance(['run', data, '--resume', path('m')])
    assert.match(err, /m: the model was trained with coins from a file; pass that file with --coins/)
    assert.equal(code, 1)
  })

  test('rejects files that are not models', async (t) => {
    const path = folder(t)
    const data = golden('sparse.libsvm')
    const { err } = await askance(['run', data, '--resume', data])
    assert.match(err, /sparse\.libsvm: this is not an Askance model file/)
    await printedJson('run', data, '--save', path('m'))
    const bytes = readFileSync(path('m'))
    bytes[bytes.length >> 1] ^= 1
    writeFileSync(path('m'), bytes)
    assert.match((await askance(['run', data, '--resume', path('m')])).err, /m: the model file is damaged/)
  })
})
