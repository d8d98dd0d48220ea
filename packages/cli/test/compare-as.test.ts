import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Protocol, type Results, reproductions } from '@askance/bench'
import { findAlgorithm } from '@askance/core/internals'
import { templateNamed, templates } from '../src/commands/compare/template.js'
import { askance, folder, printed } from './tools/askance.js'
import { plannedComparison, writeRows } from './tools/experiments.js'

const planned = (id: string, ...argv: string[]): Promise<Protocol> => plannedComparison(...argv, '--as', id)

const isMulticlass = ({ algorithms }: Protocol): boolean =>
  algorithms.some(({ name }) => findAlgorithm(name).task === 'multiclass')

describe('compare --as', () => {
  test('takes everything but the data from each table and figure', async (t) => {
    const path = folder(t)
    const [two, three] = [2, 3].map((classes) => writeRows(path(`${classes}.libsvm`), 20, classes))
    assert.equal(
      templates.length,
      reproductions.filter(({ experiment }) => experiment.kind === 'compare').length,
    )
    for (const { id, protocol } of templates) {
      const data = isMulticlass(protocol) ? three : two
      const several = protocol.sets.some(({ multiLabel }) => multiLabel)
      const made = await planned(id, data ?? '', ...(several ? ['--multi-label'] : []))
      const { title, sets, algorithms, ...rest } = protocol
      const { title: ownTitle, sets: ownSets, algorithms: ownAlgorithms, ...own } = made
      assert.deepEqual(own, rest, id)
      assert.equal(ownTitle, `${isMulticlass(protocol) ? 3 : 2}, as in ${title}`)
      assert.deepEqual(
        ownSets.map(({ source }) => source),
        [{ file: data }],
      )
      assert.deepEqual(
        ownAlgorithms,
        algorithms.map(({ sets: _, rankedAs: __, ...spec }) => spec),
        id,
      )
    }
  })

  test('lets explicit flags win', async (t) => {
    const data = writeRows(folder(t)('d.libsvm'), 20, 2)
    const flags = [
      '--ratios',
      '0.3',
      '--metric',
      'accuracy',
      '--metrics',
      'recall',
      '--runs',
      '3',
      '--seed',
      '9',
    ]
    const tuning = ['--folds', '2', '--exhaustive', '--params', 'PAA-II:aggressiveness=1', '--costs', '3:1']
    const made = await planned('lu-2016/table-6', data, ...flags, '--delay', '2')
    assert.deepEqual(
      [made.ratios, made.metric, made.metrics, made.runs, made.seed, made.delay],
      [[0.3], 'accuracy', ['recall'], 3, 9, 2],
    )
    assert.equal(made.tuning.mostRows, 10_000)
    const tuned = await planned('zhai-2022/table-2', data, ...tuning)
    assert.deepEqual([tuned.tuning.method, tuned.tuning.folds], ['exhaustive', 2])
    assert.deepEqual(tuned.costs, { falseNegative: 3, falsePositive: 1 })
    assert.deepEqual(tuned.algorithms[0], { name: 'PAA-II', parameters: { aggressiveness: 1 } })
    const named = await planned('zhai-2022/table-2', data, '--algorithms', 'PAA')
    assert.deepEqual(
      named.algorithms.map(({ name }) => name),
      ['PAA', 'RPA', 'PA'],
    )
    const added = await planned('zhai-2022/table-2', data, '--learner', 'RLS', '--rule', 'near')
    assert.equal(added.algorithms.at(-1)?.name, 'RLS × near')
    assert.equal(added.algorithms.length, templateNamed('zhai-2022/table-2').protocol.algorithms.length + 1)
  })

  test('prints and writes the view of the figure', async (t) => {
    const path = folder(t)
    const data = writeRows(path('d.libsvm'), 80, 2)
    const few = ['--runs', '1', '--ratios', '0.3,0.5', '--tuning', 'none', '--threads', '1', '--no-cache']
    const out = await printed('compare', data, '--as', 'Zhai-2022/figure-1', ...few, '-o', path('out'))
    assert.match(out, /^as +zhai-2022\/figure-1: F1 against the query ratio: query rules with dual/m)
    for (const name of ['M-ADA', 'D-ADA', 'D-ADA-I', 'R-ADA'])
      assert.match(out, new RegExp(`^${name} +(\\d|asks)`, 'm'))
    const [first] = readFileSync(path('out/report.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('## '))
    assert.equal(first, '## F1 against the query ratio')
    const { protocol }: Results = JSON.parse(readFileSync(path('out/results.json'), 'utf8'))
    assert.equal(protocol.title, 'd, as in Zhai et al. 2022, figure 1')
  })

  const refused: Record<string, [string[], RegExp]> = {
    'a misspelt id': [
      ['--as', 'zhai-2022/figure-33'],
      /--as: found .*; did you mean zhai-2022\/figure-3\?$/m,
    ],
    'a whole paper': [['--as', 'hao-2017'], /, such as hao-2017\/figure-1, hao-2017\/figure-2$/m],
    'a study of another kind': [
      ['--as', 'zhai-2022/figure-4'],
      /it is a study of another kind \(sensitivity\)$/m,
    ],
    'an unknown id': [['--as', 'nonsense'], /from `askance reproduce list`$/m],
    'a protocol as well': [
      ['--as', 'zhai-2022/figure-3', '--protocol', 'p.json'],
      /--protocol cannot be combined with (DATA|--as)/,
    ],
    'metrics of several labels': [
      ['--as', 'cesa-bianchi-2009/figure-3'],
      /has an effect only with --multi-label$/m,
    ],
    'several labels elsewhere': [
      ['--as', 'zhai-2022/figure-3', '--multi-label'],
      /--as zhai-2022\/figure-3 cannot be combined with --multi-label; its items have one label$/m,
    ],
  }
  for (const [name, [argv, message]] of Object.entries(refused))
    test(`refuses ${name}`, async () => {
      const { code, out, err } = await askance(['compare', 'stream:sea', ...argv])
      assert.match(err, message)
      assert.deepEqual({ code, out }, { code: 2, out: '' })
    })
})
