import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { askance, folder, golden, printed, printedJson } from './tools/askance.js'

const sparse = golden('sparse.libsvm')
const multi = golden('multi.libsvm')

describe('run', () => {
  test('--json prints one object and nothing else on stdout', async () => {
    const { code, out, err } = await askance(['run', sparse, '--json', '--verbose'])
    assert.equal(code, 0)
    assert.equal(out.trimEnd().split('\n').length, 1)
    assert.match(err, /items +asked +accuracy +recent +F1 +items\/s/)
    const result = JSON.parse(out)
    const { items, asked, updated, mistakes, seconds, command, ...rest } = result
    assert.equal(items, 200)
    assert.ok(asked > 0 && asked < 200 && updated <= asked)
    assert.equal(rest.accuracy, 1 - mistakes / 200)
    assert.equal(rest.queryRatio, asked / 200)
    assert.equal(rest.updateRatio, updated / 200)
    assert.ok(seconds > 0)
    assert.match(command, /^askance run \S+ --algorithm auto --params \S+ --seed 1$/)
    for (const name of ['precision', 'recall', 'f1', 'macroF1', 'sensitivity', 'specificity', 'sum', 'cost'])
      assert.equal(typeof rest[name], 'number', name)
    const { algorithm, params, seed, classes, positive, kernel, normalize, intercept, features } = rest
    assert.deepEqual(
      { algorithm, params, seed, classes, positive, kernel, normalize, intercept, features },
      {
        algorithm: 'auto',
        params: { ...params, ratio: 0.1, horizon: 0 },
        seed: 1,
        classes: [-1, 1],
        positive: 1,
        kernel: null,
        normalize: 'none',
        intercept: 'none',
        features: 40,
      },
    )
  })

  test('counts items without features where their class cannot be learned', async (t) => {
    const file = folder(t)('featureless.libsvm')
    const rows = Array.from({ length: 40 }, (_, i) =>
      i % 4 === 0 ? '-1' : `${i % 3 === 0 ? 1 : -1} ${1 + (i % 3)}:1`,
    )
    writeFileSync(file, `${rows.join('\n')}\n`)
    const line = /no features +10 items; add --intercept=auto to learn their class/
    assert.match(await printed('run', file, '--algorithm', 'D-AMD'), line)
    assert.match(await printed('run', file, '--algorithm', 'D-AMD', '--verbose'), line)
    assert.equal((await printedJson('run', file, '--algorithm', 'PAA-II')).featureless, 10)
    for (const flags of [
      ['--algorithm', 'auto'],
      ['--algorithm', 'D-AMD', '--intercept=auto'],
    ])
      assert.doesNotMatch(await printed('run', file, ...flags), /no features/)
    assert.doesNotMatch(await printed('run', sparse, '--algorithm', 'D-AMD'), /no features/)
  })

  test('prints a table row at powers of two, or every N items', async () => {
    const items = (text: string): string[] =>
      [...text.matchAll(/^ +([\d,]+) +\d+ +[\d.]+ % +[\d.]+ % +[\d.]+ % +[\d,]+$/gm)].map((row) => row[1])
    assert.deepEqual(items(await printed('run', sparse, '--verbose')), [
      '1',
      '2',
      '4',
      '8',
      '16',
      '32',
      '64',
      '128',
      '200',
    ])
    assert.deepEqual(items(await printed('run', sparse, '--every', '90')), ['90', '180', '200'])
    assert.deepEqual(items(await printed('run', sparse, '--quiet')), [])
  })

  test('prints a curve and five lines', async () => {
    const text = await printed('run', sparse, '--algorithm', 'D-AMD')
    const curve = text.split('\n\n')[1] ?? ''
    assert.match(curve, /accuracy so far/)
    assert.match(curve, /[\u2801-\u28ff]/)
    assert.match(curve, /^ +8 +16 +32 +64 +128/m)
    const lines = text.split('\n\n')[2]?.trimEnd().split('\n') ?? []
    assert.deepEqual(
      lines.map((line) => line.slice(0, 15).trimEnd()),
      ['items', 'accuracy', 'F1', 'time', 'repeat with'],
    )
    assert.match(lines[0] ?? '', /200, asked about \d+ \([\d.]+ %\)$/)
    assert.match(lines[2] ?? '', /precision [\d.]+ %, recall [\d.]+ % of 1$/)
    const many = await printed('run', multi, '--algorithm', 'MD-AMD', '--quiet')
    assert.match(many, /^macro-F1 +[\d.]+ %, macro precision [\d.]+ %, macro recall [\d.]+ %$/m)
    assert.doesNotMatch(many, /so far/)
  })

  test('prints metrics, time, seed, parameters and the repeat command', async () => {
    const text = await printed('run', multi, '--algorithm', 'MD-AMD', '--seed', '5', '--verbose')
    assert.match(text, /^MD-AMD, classes 1, 2, 3, 4, seed 5$/m)
    for (const name of ['accuracy', 'macro precision', 'macro recall', 'macro-F1'])
      assert.match(text, new RegExp(`^${name} +[\\d.]+ %$`, 'm'))
    assert.match(text, /^seed +5$/m)
    assert.match(text, /^parameters +smoothing = 1, stepSize = 0.1, ridge = 0.01$/m)
    assert.match(text, /truth ↓ predicted → +1 +2 +3 +4/)
  })

  test('the printed command gives the same result', async () => {
    const lines: string[][] = [
      [sparse, '--seed', '3', '--shuffle', '--limit', '120', '--skip', '20', '--intercept'],
      [
        multi,
        '--algorithm',
        'PAA-I',
        '--params',
        '{"smoothing":0.3}',
        '--normalize',
        'l2',
        '--positive',
        '2',
      ],
      [golden('drift.libsvm'), '--algorithm', 'BBQ', '--kernel', 'gaussian:sigma2=0.5', '--classes', '1,-1'],
      [sparse, '--ratio', '0.2', '--coins', golden('coins.txt')],
      [sparse, '--algorithm', 'D-AMD', '--ratio', '0.2', '--coins', golden('coins.txt')],
      [golden('imbalanced.libsvm'), '--objective', 'sum', '--labels', '30', '--limit', '150'],
    ]
    for (const line of lines) {
      const { seconds, search, ...first } = await printedJson('run', ...line)
      const words = first.command.split(' ').slice(1)
      const { seconds: again, ...second } = await printedJson(...words)
      assert.deepEqual(second, first)
    }
  })

  test('the positive class is the last one by default', async () => {
    const byDefault = await printedJson('run', sparse, '--algorithm', 'PE')
    const turned = await printedJson('run', sparse, '--algorithm', 'PE', '--positive=-1')
    const listed = await printedJson('run', sparse, '--algorithm', 'PE', '--classes', '1,-1')
    assert.deepEqual([byDefault.positive, turned.positive, listed.positive], [1, -1, -1])
    assert.deepEqual(
      [turned.classes, listed.classes],
      [
        [1, -1],
        [1, -1],
      ],
    )
    assert.equal(turned.f1, listed.f1)
    const ofMany = await printedJson('run', multi, '--positive', '1')
    assert.deepEqual([ofMany.classes, ofMany.positive], [[1, 2, 3, 4], 1])
  })

  test('sorts labels that are words', async (t) => {
    const path = folder(t)
    writeFileSync(path('mail'), 'spam 1:1\nham 2:1\nspam 1:1 3:1\n')
    const { classes, positive } = await printedJson('run', path('mail'), '--trace', path('trace'))
    assert.deepEqual({ classes, positive }, { classes: ['ham', 'spam'], positive: 'spam' })
    assert.match(
      readFileSync(path('trace'), 'utf8'),
      /^\{"t":1,"predicted":"spam","margin":0,"probability":1,/,
    )
  })

  test('streamed, loaded and compressed data give the same result', async (t) => {
    const path = folder(t)
    writeFileSync(path('data.gz'), gzipSync(readFileSync(sparse)))
    const outcome = async (...line: string[]) => {
      const { asked, mistakes, updated } = await printedJson('run', '--algorithm', 'D-AMD', ...line)
      return { asked, mistakes, updated }
    }
    const streamed = await outcome(sparse)
    assert.deepEqual(await outcome(path('data.gz')), streamed)
    assert.deepEqual(await outcome(path('data.gz'), '--classes=-1,1'), streamed)
    const shuffled = await outcome(sparse, '--shuffle')
    assert.notDeepEqual(shuffled, streamed)
    assert.deepEqual(await outcome(sparse, '--shuffle'), shuffled)
    assert.notDeepEqual(await outcome(sparse, '--shuffle', '--seed', '2'), shuffled)
  })

  test('detects or accepts a first feature index of 0', async (t) => {
    const path = folder(t)
    writeFileSync(path('zero'), '1 0:1 4:2\n-1 1:1\n')
    assert.equal((await printedJson('run', path('zero'))).features, 5)
    assert.equal((await printedJson('run', path('zero'), '--base', '0')).features, 5)
    assert.match((await askance(['run', path('zero'), '--base', '1'])).err, /zero:1:3: found index 0/)
  })

  test('starts again if a class is not among the first items', async (t) => {
    const path = folder(t)
    const line = (label: number, k: number) => `${label} ${1 + (k % 7)}:1 9:0.5 # ${'-'.repeat(900)}\n`
    const first = Array.from({ length: 6000 }, (_, k) => line(k % 2 ? 1 : -1, k)).join('')
    writeFileSync(path('late'), `${first}${line(3, 1)}${line(1, 5)}`)
    const given = (await askance(['run', path('late'), '--algorithm', 'PA', '--json', '--classes=-1,1,3']))
      .out
    const { err, out, code } = await askance(['run', path('late'), '--algorithm', 'PA', '--json'])
    assert.equal(code, 0)
    assert.match(err, /late:6001:1: label 3 is not among the classes -1, 1\. Starting again/)
    const { seconds: _, command: __, ...result } = JSON.parse(out)
    const { seconds: ___, command: ____, ...expected } = JSON.parse(given)
    assert.deepEqual(result, expected)
    writeFileSync(path('sorted'), `${first}${line(3, 1)}`.replaceAll('-1 ', '1 '))
    assert.deepEqual(
      (await printedJson('run', path('sorted'), '--algorithm', 'PA', '--quiet')).classes,
      [1, 3],
    )
  })

  test('a trace on stdout is the only output there', async () => {
    const { out, err } = await askance(['run', sparse, '--trace', '-', '--limit', '3'])
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ t }) => t),
      [1, 2, 3],
    )
    assert.deepEqual(Object.keys(lines[0]), [
      't',
      'predicted',
      'margin',
      'probability',
      'coin',
      'asked',
      'updated',
      'label',
    ])
    assert.match(err, /repeat with/)
  })
})
