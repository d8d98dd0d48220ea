import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Results } from '@askance/bench'
import { askance, folder, printed, printedJson } from './tools/askance.js'
import { small, timeless, writeRows } from './tools/experiments.js'

const algorithmsIn = ({ protocol }: Results): string[] => protocol.algorithms.map(({ name }) => name)

/** For what does not depend on the algorithms. */
const one = ['--algorithms', 'PAA-II', '--no-references']
const two = ['--algorithms', 'D-AMD,PAA-II', '--no-references']

describe('compare', () => {
  test('prints the metric of each algorithm at each ratio and the repeat command, and writes the report', async (t) => {
    const path = folder(t)
    const data = writeRows(path('mails.libsvm'), 300, 2)
    const line = [
      'compare',
      data,
      '--literature',
      ...small,
      '-o',
      path('report'),
      '--html',
      path('deep/one.html'),
    ]
    const { code, out, err } = await askance(line)
    assert.equal(code, 0, err)
    assert.match(out, /^data +mails: 300 items, \d+ features, 2 classes$/m)
    assert.match(out, /^mails: F1 % at these shares of the labels$/m)
    for (const name of ['auto', 'D-AMD', 'PAA-II', 'SOAL-diag', 'M-AMD', 'random asking', 'R-AMD'])
      assert.match(out, new RegExp(`^${name} +(\\d|asks)`, 'm'))
    assert.match(out, /\*/)
    assert.match(
      out,
      /^With all labels: auto supervised [\d.]+ ± [\d.]+\.\nWith all labels: MD [\d.]+ ± [\d.]+\.$/m,
    )
    assert.match(out, /^mails: labels needed for 99 % of full supervision$/m)
    assert.match(out, /╌ auto supervised, all labels/)
    assert.match(out, /^seeds +1 to 2$/m)
    assert.ok(out.includes(`askance ${line.join(' ')}`))
    assert.match(err, /^askance: mails: 100 % done in /m)

    const files = ['figures', 'report.html', 'report.md', 'results.json', 'tables.csv', 'tables.tex']
    assert.deepEqual(readdirSync(path('report')).sort(), files)
    assert.ok(readdirSync(path('report/figures')).includes('ratio-mails.svg'))
    assert.match(readFileSync(path('deep/one.html'), 'utf8'), /^<!doctype html>/i)
    assert.match(out, /^written +.*results\.json$/m)
    assert.match(out, /one\.html$/m)
    writeFileSync(path('file'), '')
    const refused = await askance(['compare', data, ...small, ...one, '--quiet', '-o', path('file/report')])
    assert.match(refused.err, /^askance: .*cannot write the file: [^\n]+\n$/)
    assert.equal(refused.code, 1)
  })

  test('without flags says how many labels auto saves', async (t) => {
    const path = folder(t)
    const data = writeRows(path('mails.libsvm'), 300, 2)
    const line = ['compare', data, '--ratios', '0.1,0.5', '--cache', path('cache')]
    const { code, out, err } = await askance([...line, '--html', path('report.html')])
    assert.equal(code, 0, err)
    const sentence =
      /^auto (needs (at most )?\d+ labels|does not reach) .* F1(;|.*labels;) 300 labels give [\d.]+ %\.$/m
    const [said = ''] = sentence.exec(out) ?? [out]
    assert.match(said, sentence)
    assert.match(out, /^seeds +1 to 3$/m)
    assert.match(out, /^tuning +none$/m)
    assert.doesNotMatch(out, /AMD/)
    const page = readFileSync(path('report.html'), 'utf8')
    assert.ok(page.indexOf(said) > 0 && page.indexOf(said) < page.indexOf('<svg'))
    assert.ok(page.indexOf('<svg') < page.indexOf('<table'))
    const both = await askance([...line, '--literature', '--algorithms', 'PAA'])
    assert.match(both.err, /--literature.*--algorithms/)
  })

  test('draws a bar and bold text on a terminal, and neither with --quiet', async (t) => {
    const data = writeRows(folder(t)('mails.libsvm'), 300, 2)
    const line = ['compare', data, ...small, ...two]
    const { out, err } = await askance(line, { terminal: { columns: 100 } })
    assert.ok(out.split('\u001b[1m').some((part) => /^\d+\.\d+ ± /.test(part)))
    assert.doesNotMatch(out, /\d\*/)
    assert.ok(err.split('\r').some((part) => /^mails ▕.*▏ \d+ %/.test(part)))
    assert.ok(err.endsWith('\r\u001b[K'), 'the bar is gone in the end')
    assert.equal((await askance(['compare', data, ...small, ...one, '--quiet'])).err, '')
  })

  test('with --json the standard output is the results document', async (t) => {
    const data = writeRows(folder(t)('mails.libsvm'), 300, 2)
    const flags = ['--ratios', '0.3', '--no-references', '--seed', '5']
    const results: Results = await printedJson('compare', data, '--literature', ...small, ...flags)
    assert.deepEqual(algorithmsIn(results), ['auto', 'D-AMD', 'PAA-II', 'SOAL-diag', 'M-AMD'])
    assert.equal(results.cells.length, 5)
    const { metric, seed, ratios, tuning } = results.protocol
    assert.deepEqual([metric, seed, ratios, tuning.method], ['f1', 5, [0.3], 'none'])
    const reached = results.cells.filter(({ status }) => status === 'reached')
    assert.ok(reached.length > 0)
    assert.ok(reached.every(({ runs }) => runs.length === 2 && runs[0]?.seed === 5))
  })

  test('ranks on several sets and assigns algorithms to fitting sets', async (t) => {
    const path = folder(t)
    const a = writeRows(path('a.libsvm'), 200, 2, 1)
    const b = writeRows(path('b.libsvm'), 200, 2, 2)
    const three = writeRows(path('three.libsvm'), 200, 3)
    const ranked = await printed('compare', a, b, ...small, ...two)
    assert.match(ranked, /^Ranks at 10 % of the labels$/m)
    assert.match(ranked, /^algorithm +a +b +average$/m)
    const results: Results = await printedJson('compare', a, three, '--literature', ...small, '--runs', '1')
    assert.equal(results.protocol.metric, 'accuracy')
    assert.deepEqual(algorithmsIn(results), [
      ...['auto', 'auto × random', 'auto × always'],
      ...['D-AMD', 'PAA-II', 'SOAL-diag', 'M-AMD', 'R-AMD', 'MD'],
      ...['MD-AMD', 'MPAA-II', 'MM-AMD', 'MR-AMD', 'MMD'],
    ])
    const both = results.cells.filter(({ algorithm }) => algorithm === 'auto').map(({ set }) => set)
    assert.deepEqual(both, ['a', 'a', 'three', 'three'])
    for (const { set, algorithm } of results.cells.filter(({ algorithm }) => /-|MD|MMD/.test(algorithm)))
      assert.equal(set, /^M[DMPR]-|^MPAA|^MMD/.test(algorithm) && algorithm !== 'M-AMD' ? 'three' : 'a')
    const wrong = await askance(['compare', three, '--algorithms', 'D-AMD', ...small])
    assert.match(wrong.err, /D-AMD supports two classes, but three has more/)
    assert.equal(wrong.code, 2)
  })

  test('names streams with their parameters, and files with the same name by path', async (t) => {
    const path = folder(t)
    const results: Results = await printedJson('compare', 'stream:sea:rows=500,noise=0', ...small, ...one)
    assert.deepEqual(results.protocol.sets, [
      { name: 'sea:rows=500,noise=0', source: { stream: 'sea', parameters: { rows: 500, noise: 0 } } },
    ])
    for (const part of ['x', 'y']) {
      mkdirSync(path(part))
      writeRows(path(`${part}/d.libsvm`), 100, 2)
    }
    const both: Results = await printedJson(
      'compare',
      path('x/d.libsvm'),
      path('y/d.libsvm'),
      ...small,
      ...one,
    )
    assert.deepEqual(
      both.sets.map(({ name }) => name),
      [path('x/d.libsvm'), path('y/d.libsvm')],
    )
  })

  test('reports an unattainable ratio', async (t) => {
    const data = folder(t)('new.libsvm')
    // Every row has its own feature, so the rule always asks.
    writeFileSync(data, Array.from({ length: 60 }, (_, k) => `${k % 2} ${k + 1}:1\n`).join(''))
    const out = await printed('compare', data, '--algorithms', 'D-AMD', ...small)
    assert.match(out, /^D-AMD +asks ≥ 100 % +asks ≥ 100 %$/m)
    assert.match(out, /no value of its parameter lets the rule ask less or more/)
  })

  test('reports missing data, and fails if there is none', async (t) => {
    const path = folder(t)
    writeRows(path('a9a.libsvm'), 200, 2)
    const there = ['--data-dir', path('.'), ...small]
    const { code, out } = await askance(['compare', 'a9a', 'pcmac', ...there, ...one])
    assert.equal(code, 0)
    assert.match(out, /^missing +data set pcmac not found in /m)
    const none = await askance(['compare', 'pcmac', 'farm_ads', ...there])
    assert.match(none.err, /^askance: compare needs pcmac, farm_ads, and none of them is in the folder /)
    assert.equal(none.code, 1)
    assert.match((await askance(['compare', path('gone.csv'), ...small])).err, /gone\.csv: file not found/)
  })

  test('applies --params and --grid', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 200, 2)
    const line = [
      'compare',
      data,
      '--algorithms',
      'D-AMD,PAA-II',
      '--runs',
      '1',
      '--ratios',
      '0.3',
      '--folds',
      '2',
    ]
    const grid = [
      '--grid',
      'D-AMD:ridge=0.1,1',
      '--grid',
      'aggressiveness=0.5,1,2',
      '--params',
      'stepSize=0.1',
    ]
    const results: Results = await printedJson(
      ...line,
      ...grid,
      '--threads',
      '1',
      '--no-cache',
      '--exhaustive',
    )
    const tried = (name: string) =>
      results.cells.find(({ algorithm }) => algorithm === name)?.tried.map(({ parameters }) => parameters)
    assert.deepEqual(
      tried('D-AMD')?.toSorted((a, b) => a.ridge - b.ridge),
      [0.1, 1].map((ridge) => ({ stepSize: 0.1, ridge })),
    )
    assert.equal(tried('PAA-II')?.length, 3)
    // The random reference learns with the same settings.
    assert.deepEqual(results.protocol.algorithms.find(({ name }) => name === 'R-AMD')?.grid, {
      ridge: [0.1, 1],
    })
  })
})

describe('a protocol', () => {
  test('repeats the results it came from', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 200, 2)
    const saved = ['--save-protocol', path('p.json'), '-o', path('out')]
    const line = ['compare', data, '--algorithms', 'PAA-II', '--runs', '2', '--ratios', '0.2', '--quick']
    const work = ['--threads', '1', '--no-cache', '--json']
    const first = JSON.parse(await printed(...line, ...saved, ...work))
    for (const file of ['p.json', 'out/results.json']) {
      const again = JSON.parse(await printed('compare', '--protocol', path(file), ...work))
      assert.deepEqual(timeless(again), timeless(first))
    }
  })

  test('is validated and cannot be combined with other flags', async (t) => {
    const path = folder(t)
    const outcome = async (content: string, ...flags: string[]): Promise<string> => {
      writeFileSync(path('p.json'), content)
      return (await askance(['compare', '--protocol', path('p.json'), ...flags])).err
    }
    const sets = [{ name: 'd', source: { file: 'd' } }]
    assert.match(await outcome('{'), /p\.json:1:2: the protocol is not valid JSON/)
    assert.match(
      await outcome(JSON.stringify({ sets, algorithms: [{ name: 'PAA' }], rnus: 3 })),
      /p\.json: invalid protocol: found 3 at rnus, expected only the fields sets, algorithms.*; did you mean runs\?/,
    )
    assert.match(
      await outcome('{}', '--runs', '3'),
      /--protocol cannot be combined with --runs; the protocol file sets it/,
    )
    assert.match(await outcome('{}', 'data'), /--protocol cannot be combined with DATA/)
    assert.match((await askance(['compare', '--protocol', path('no.json')])).err, /no\.json: file not found/)
    assert.ok(!existsSync(path('out')))
  })
})

describe('an invalid comparison', () => {
  const cases: Record<string, [string[], RegExp]> = {
    'no data': [[], /compare requires DATA: files, data sets or streams, or use --protocol FILE/],
    'the standard input': [['-'], /DATA: found -, expected a file, .*read more than once/],
    'ratios out of range': [
      ['stream:sea', '--ratios', '0.1,5'],
      /--ratios: found 0.1,5, expected fractions above 0/,
    ],
    'a metric': [
      ['stream:sea', '--metric', 'f2'],
      /--metric: found f2, expected one of accuracy, .*did you mean f1\?/,
    ],
    'one of the metrics': [['stream:sea', '--metrics', 'f1,acuracy'], /did you mean accuracy\?/],
    'an unknown parameter': [
      ['stream:sea', '--algorithms', 'PAA-II', '--grid', 'ridge=1,2'],
      /--grid: PAA-II has no parameter ridge; known parameters: smoothing, aggressiveness/,
    ],
    'a grid without values': [
      ['stream:sea', '--grid', 'ridge'],
      /--grid: found ridge, expected values such as/,
    ],
    'a dial that is set': [
      ['stream:sea', '--literature', '--params', 'smoothing=1'],
      /--ratio sets smoothing; remove it from --params/,
    ],
    'ranking by what only whole runs tell': [['stream:sea', '--metric', 'auc'], /--metric.*auc.*accuracy/],
    'a scaled stream': [['stream:sea', '--scaling', 'l2'], /--scaling cannot be combined with stream:sea/],
    'two ways to tune': [
      ['stream:sea', '--exhaustive', '--tuning', 'none'],
      /--exhaustive cannot be combined with --tuning none/,
    ],
    'a cache and none': [
      ['stream:sea', '--cache', 'x', '--no-cache'],
      /--no-cache cannot be combined with --cache/,
    ],
  }
  for (const [name, [argv, message]] of Object.entries(cases))
    test(name, async () => {
      const { code, out, err } = await askance(['compare', ...argv])
      assert.match(err, message)
      assert.match(err, /^askance: [^\n]+\n$/)
      assert.deepEqual({ code, out }, { code: 2, out: '' })
    })

  test('suggests similar names', async () => {
    const algorithm = await askance(['compare', 'stream:sea', '--algorithms', 'D-AMB'])
    assert.match(algorithm.err, /did you mean D-AMD/)
    assert.match((await askance(['compare', 'stream:see'])).err, /did you mean sea/)
  })
})
