import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { SensitivityResults } from '@askance/bench'
import { askance, folder, printed, printedJson } from './tools/askance.js'
import { timeless, writeRows } from './tools/experiments.js'

const work = ['--threads', '1', '--no-cache']

describe('sensitivity', () => {
  test('is the mean of the runs with these parameters, at every point', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 150, 2)
    const { points, study }: SensitivityResults = await printedJson(
      ...['sensitivity', data, '--algorithm', 'M-AMD', '--x', 'ridge=0.1,1', '--y', 'smoothing=0.3,3'],
      ...['--params', 'stepSize=0.2', '--runs', '2', '--seed', '4', ...work],
    )
    assert.deepEqual(study.maps[0]?.fixed, { stepSize: 0.2 })
    assert.equal(points.length, 4)
    const order = ['0.1 0.3', '1 0.3', '0.1 3', '1 3']
    for (const [k, { parameters = {}, values }] of points.entries()) {
      assert.equal(`${parameters.ridge} ${parameters.smoothing}`, order[k])
      const params = `ridge=${parameters.ridge},smoothing=${parameters.smoothing},stepSize=0.2`
      const slow = [
        'run',
        data,
        '--algorithm',
        'M-AMD',
        '--params',
        params,
        '--shuffle',
        '--normalize',
        'none',
      ]
      for (const [run, seed] of ['4', '5'].entries()) {
        const { f1, queryRatio } = await printedJson(...slow, '--seed', seed)
        assert.deepEqual([values.f1?.[run], values.queryRatio?.[run]], [f1, queryRatio], params)
      }
    }
  })

  test('prints shaded tables and the best point, and writes maps in every format', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 200, 2)
    const line = ['sensitivity', data, '--algorithm', 'PAA-II', '--runs', '1', ...work.slice(0, 2)]
    const axes = [
      '--x',
      'smoothing=1e-3..1e2:6',
      '--y',
      'aggressiveness=0.1,1',
      '--scaling',
      'standardize,l2',
    ]
    const cached = [...line, ...axes, '--cache', path('cache')]
    const out = await printed(...cached, '-o', path('out'))
    assert.match(out, /^scaling +columns to mean 0 and deviation 1, then rows to length 1$/m)
    assert.match(out, /^F1 of PAA-II on d, in %: aggressiveness down, smoothing across$/m)
    assert.match(out, /^aggressiveness +0\.001 +0\.01 +0\.1 +1 +10 +100$/m)
    assert.match(out, /^ +0\.1( +\d+\.\d (██|▓▓|▒▒|░░| {2})\*?)+$/m)
    assert.match(out, /^query ratio of PAA-II on d, in %: /m)
    assert.match(out, /██\*/)
    assert.match(out, /^best +F1 \d+\.\d+ % at smoothing = \S+, aggressiveness = \S+, which asks about/m)
    const files = ['figures', 'report.html', 'report.md', 'results.json', 'tables.csv', 'tables.tex']
    assert.deepEqual(readdirSync(path('out')).sort(), files)
    const maps = [
      'sensitivity-smoothing-aggressiveness-metric.svg',
      'sensitivity-smoothing-aggressiveness-ratio.svg',
    ]
    assert.deepEqual(readdirSync(path('out/figures')).sort(), maps)
    // A score has a best cell, a ratio has none.
    const [metric, ratio] = maps.map((name) => readFileSync(path(`out/figures/${name}`), 'utf8'))
    assert.match(metric ?? '', />best</)
    assert.doesNotMatch(ratio ?? '', />best</)
    assert.equal(readFileSync(path('out/tables.csv'), 'utf8').trim().split('\n').length, 1 + 2 * 12)
    assert.match(readFileSync(path('out/tables.tex'), 'utf8'), /\\begin\{tabular\}\{rrrrrrr\}/)
    const again = await askance([...cached, '--json'])
    assert.match(again.err, /100 % done in .*, 100 % from the cache/)
    const stored = JSON.parse(readFileSync(path('out/results.json'), 'utf8'))
    assert.deepEqual(timeless(JSON.parse(again.out)), timeless(stored))
  })

  test('leaves a gap where parameters exclude each other, and marks the lowest cost', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 60, 2)
    const out = await printed(
      ...['sensitivity', data, '--learner', 'LASEC-diag', '--rule', 'near', '--x', 'ridge=1,10'],
      ...['--y', 'driftPenalty=5,50', '--costs', '3:1', '--runs', '1', ...work],
    )
    assert.match(out, /^cost of LASEC-diag × near on d, smoothing = 1: driftPenalty down, ridge across$/m)
    assert.match(out, /^ +5 +\d+ .* ·$/m)
    const rows = out.split('\n').filter((row) => /^ +50? /.test(row))
    const costs = rows.slice(0, 2).flatMap((row) =>
      row
        .replace(/[^\d ]/g, '')
        .trim()
        .split(/ +/)
        .slice(1),
    )
    assert.equal(costs.length, 3)
    const lowest = Math.min(...costs.map(Number))
    assert.match(out, new RegExp(`^best +cost ${lowest} at `, 'm'))
    assert.match(out, new RegExp(` ${lowest} .{2}\\*`))
  })

  const cases: Record<string, [string[], RegExp]> = {
    'without an axis': [
      ['--x', 'ridge=1'],
      /sensitivity requires --y NAME=V,…: a parameter and its values down/,
    ],
    'an unknown parameter': [
      ['--x', 'rigde=1,2', '--y', 'stepSize=1'],
      /--x: D-AMD has no parameter rigde; known parameters: smoothing, stepSize, ridge$/m,
    ],
    'one parameter twice': [
      ['--x', 'ridge=1', '--y', 'ridge=2'],
      /--x ridge cannot be combined with --y ridge$/m,
    ],
    'an axis that is fixed': [
      ['--x', 'ridge=1', '--y', 'stepSize=1', '--params', 'stepSize=2'],
      /--params stepSize cannot be combined with --y stepSize$/m,
    ],
    'no values': [
      ['--x', 'ridge', '--y', 'stepSize=1'],
      /--x: found ridge, expected a parameter with values/,
    ],
    'a word': [['--x', 'ridge=1,two', '--y', 'stepSize=1'], /--x: found ridge=1,two, expected a parameter/],
    'a range from 0': [
      ['--x', 'ridge=0..1:3', '--y', 'stepSize=1'],
      /expected a range above 0 with two or more/,
    ],
    'a range without a count': [['--x', 'ridge=1..10', '--y', 'stepSize=1'], /expected a range above 0/],
    'too many values': [['--x', 'ridge=1..10:51', '--y', 'stepSize=1'], /expected at most 50 values$/m],
    'a metric of several labels': [
      ['--x', 'ridge=1', '--y', 'stepSize=1', '--metric', 'microF1'],
      /--metric: found microF1, expected one of accuracy, f1, macroF1, precision/,
    ],
    'a misspelt algorithm': [['--algorithm', 'D-AMF', '--x', 'a=1', '--y', 'b=1'], /did you mean D-AMD\?$/m],
  }
  for (const [name, [argv, message]] of Object.entries(cases))
    test(`refuses ${name}`, async () => {
      const { code, out, err } = await askance(['sensitivity', 'stream:sea', ...argv])
      assert.match(err, message)
      assert.match(err, /^askance: [^\n]+\n$/)
      assert.equal(out, '')
      assert.ok(code > 0)
    })

  test('refuses a value outside the range of its parameter', async () => {
    const { err } = await askance(['sensitivity', 'stream:sea', '--x', 'ridge=-1', '--y', 'stepSize=1'])
    assert.match(err, /ridge = -1 is out of range: expected 0 < ridge/)
  })
})
