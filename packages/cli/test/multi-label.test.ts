import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Results } from '@askance/bench'
import { MultiLabelClassifier, Row } from '@askance/core'
import { partSeed } from '@askance/core/internals'
import { openItems } from '@askance/data'
import { askance, folder, printed, printedJson } from './tools/askance.js'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../test/fixtures/multi-label/${name}`, import.meta.url))

const data = fixture('news.libsvm')

/** The result without what depends on the machine. */
const golden = ({ seconds: _, command: __, ...result }: Record<string, unknown>): unknown => result

test('commands for one label say what to use for several', async () => {
  for (const [command, instead] of [
    ['live', /live has no flag --multi-label; .*askance run --multi-label/],
    ['tune', /tune has no flag --multi-label; .*askance compare --multi-label/],
    ['explain', /explain has no flag --multi-label; .*service/],
  ] as const) {
    const { code, err } = await askance([command, data, '--multi-label'])
    assert.equal(code, 2)
    assert.match(err, instead)
  }
})

describe('compare --multi-label', () => {
  const flags = ['--algorithms', 'PAA-I', '--tuning', 'none', '--runs', '1', '--threads', '1', '--no-cache']

  test('prints the golden values of each run', async () => {
    const line = ['compare', data, '--multi-label', '--ratios', '0.2', ...flags]
    const { cells, protocol } = await printedJson(...line, '--quiet')
    assert.equal(protocol.metric, 'microF1')
    const values = cells.map(({ algorithm, runs }: Results['cells'][number]) => [
      algorithm,
      runs.map(({ values: { time: _, ...one } }) => one),
    ])
    assert.deepEqual(values, JSON.parse(readFileSync(fixture('compare.json'), 'utf8')))
  })

  test('refuses what needs one label', async () => {
    for (const [more, code] of [
      [['--metric', 'f1'], 'Hamming'],
      [['--positive', 'sport'], '--positive'],
    ] as const) {
      const { err } = await askance(['compare', data, '--multi-label', ...more, ...flags])
      assert.match(err, new RegExp(code, 'i'))
    }
    const { err } = await askance(['compare', 'stream:sea', '--multi-label', ...flags])
    assert.match(err, /its items have one label/)
  })
})

describe('run --multi-label', () => {
  for (const [name, flags] of [
    ['auto', ['--ratio', '0.2']],
    ['paa', ['--algorithm', 'PAA-I', '--ratio', '0.2', '--shuffle']],
    ['soal', ['--algorithm', 'SOAL-diag', '--params', 'smoothing=0.01', '--limit', '60']],
  ] as const)
    test(`prints the golden result of ${name}`, async () => {
      const result = await printedJson('run', data, '--multi-label', '--seed', '3', '--quiet', ...flags)
      assert.deepEqual(golden(result), JSON.parse(readFileSync(fixture(`${name}.json`), 'utf8')))
    })

  test('has classes that equal their lone binary runs', async (t) => {
    const path = folder(t)
    const flags = ['--algorithm', 'PAA-I', '--params', 'smoothing=0.1']
    const { classes } = await printedJson('run', data, '--multi-label', '--seed', '3', ...flags)
    for (const { class: name, ...counts } of classes) {
      const binary = readFileSync(data, 'utf8')
        .trimEnd()
        .replace(/^\S*/gm, (labels) => (labels.split(',').includes(name) ? 'yes' : 'no'))
      writeFileSync(path('binary.libsvm'), binary)
      const seed = String(partSeed(3, name))
      const lone = await printedJson(
        'run',
        path('binary.libsvm'),
        '--classes=no,yes',
        '--seed',
        seed,
        ...flags,
      )
      const { asked, precision, recall, f1 } = lone
      const items = binary.match(/^yes/gm)?.length
      assert.deepEqual(counts, { items, asked, precision, recall, f1 })
    }
  })

  test('asks about at most the given number of pairs, and repeats from its last line', async () => {
    const text = await printed('run', data, '--multi-label', '--labels', '40', '--quiet', '--verbose')
    assert.match(text, /^asked +40 +10\.00 %$/m)
    assert.match(text, /^Hamming loss +\d+\.\d+ %$/m)
    const [, command = ''] = /repeat with +askance (.*)/.exec(text) ?? []
    const again = await printed(...command.split(' '), '--quiet', '--verbose')
    const untimed = (output: string): string => output.replace(/^(time|parameters|repeat with) .*$/gm, '')
    assert.equal(untimed(again), untimed(text))
  })

  test('traces the decisions about an item as one line', async (t) => {
    const path = folder(t)
    const { classes } = await printedJson(
      'run',
      data,
      '--multi-label',
      '--trace',
      path('trace'),
      '--ratio',
      '0.3',
    )
    const lines = readFileSync(path('trace'), 'utf8').trimEnd().split('\n')
    const items = lines.map((line) => JSON.parse(line))
    assert.deepEqual(
      items.map(({ t: round }) => round),
      items.map((_, k) => k + 1),
    )
    for (const { asked, labels, decisions } of items) {
      assert.equal(decisions.length, classes.length)
      assert.ok(labels.every((label: string) => asked.includes(label)))
      for (const { class: name, probability, coin } of decisions)
        assert.equal(coin < probability, asked.includes(name))
    }
  })

  test('saves a model that predict and the library read', async (t) => {
    const path = folder(t)
    await printedJson('run', data, '--multi-label', '--ratio', '0.5', '--save', path('m'))
    const model = MultiLabelClassifier.load<{ row?: Row }>(readFileSync(path('m')))
    const expected: string[] = []
    for await (const items of (await openItems(data, { multiLabel: true })).batches())
      for (const { row = new Row(new Int32Array(0), new Float64Array(0)) } of items)
        expected.push(model.predict({ row }).join(','))
    const { out, err } = await askance(['predict', data, '--model', path('m'), '--evaluate'])
    assert.deepEqual(out.trimEnd().split('\n'), expected)
    assert.match(err, /^items +100$/m)
    assert.match(err, /^micro-F1 +[5-9]\d\.\d+ %$/m)
    const { code, err: refused } = await askance(['explain', path('m')])
    assert.equal(code, 1)
    assert.match(refused, /several labels/)
  })

  test('continues a saved model to the bit', async (t) => {
    const path = folder(t)
    for (const flags of [
      ['--algorithm', 'PAA-I', '--params', 'smoothing=0.1'],
      ['--params', 'ratio=0.3'],
    ]) {
      await printedJson('run', data, '--multi-label', ...flags, '--limit', '60', '--save', path('half'))
      const resumed = ['run', data, '--resume', path('half'), '--skip', '60', '--save', path('resumed')]
      const { seconds: _, command: __, ...two } = await printedJson(...resumed)
      const {
        seconds: ___,
        command: ____,
        ...one
      } = await printedJson(
        'run',
        data,
        '--multi-label',
        ...flags,
        '--save',
        path('whole'),
        // A stream of unknown length, as each half is.
        '--limit',
        '100',
      )
      assert.deepEqual(two, one)
      assert.deepEqual(readFileSync(path('resumed')), readFileSync(path('whole')))
    }
    const { code, err } = await askance(['run', data, '--resume', path('half'), '--seed', '5'])
    assert.equal(code, 2)
    assert.match(err, /--seed cannot be combined with --resume; the model keeps its own/)
  })

  test('reads several labels from a column only with --labels-separator', async (t) => {
    const path = folder(t)
    writeFileSync(path('a.csv'), 'size,labels\n1,a;b\n2,b\n3,\n4,a\n')
    const split = await printedJson('run', path('a.csv'), '--multi-label', '--labels-separator', ';')
    assert.deepEqual(
      split.classes.map((one: { class: string; items: number }) => [one.class, one.items]),
      [
        ['a', 2],
        ['b', 2],
      ],
    )
    const missing = await askance(['run', path('a.csv'), '--multi-label'])
    assert.match(missing.err, /--labels-separator/)
    for (const [flags, code] of [
      [['--labels-separator', ';'], 2],
      [['--multi-label', '--positive', 'a'], 2],
    ] as const)
      assert.equal((await askance(['run', path('a.csv'), ...flags])).code, code)
    writeFileSync(path('a.libsvm'), '1 1:1\n1,3 1:1\n')
    const { err } = await askance(['run', path('a.libsvm')])
    assert.match(err, /a\.libsvm:2:1: found the labels "1,3", expected one label/)
  })
})
