import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Progress } from '../src/jobs/job-runner.js'
import { playRun } from '../src/play/run.js'
import type { HeatFigure } from '../src/report/figure.js'
import type { Report } from '../src/report/report.js'
import { above } from '../src/reproduce/claims/index.js'
import { type ReproduceOptions, reproduce } from '../src/reproduce/reproduce.js'
import type { PaperNumber, Reproduction, SensitivityStudy } from '../src/reproduce/reproduction.js'
import type { Results } from '../src/results/results.js'
import { small } from './support/experiments.js'
import { coded, streamSet, temporaryFolder } from './support/sets.js'

const alone = { dataDir: 'no such folder', threads: 1 }

const streams = {
  numbers: { stream: 'gaussian', parameters: { rows: 100, dimension: 5 } },
  circle: { stream: 'unit-circle', parameters: { rows: 100 } },
}

const printed = (set: string, algorithm: string, ratio: number, mean: number): PaperNumber => ({
  set,
  algorithm,
  ratio,
  metric: 'accuracy',
  mean,
  deviation: 0.01,
  queryRatio: ratio,
})

const comparison: Reproduction = {
  id: 'unknown-2000/table-1',
  title: 'two algorithms on two streams',
  experiment: {
    kind: 'compare',
    view: 'table',
    protocol: small({
      title: 'a table of nobody',
      sets: Object.entries(streams).map(([name, source]) => ({ name, source })),
      algorithms: [
        { name: 'PAA-I', grid: { aggressiveness: [0.01, 0.1, 1, 10, 100, 1000] } },
        { name: 'RPA-I', parameters: { aggressiveness: 1 }, sets: ['circle'] },
        { name: 'PA-I', role: 'supervised', parameters: { aggressiveness: 1 } },
      ],
      ratios: [0.2],
      runs: 7,
      tuning: { method: 'halving', folds: 3 },
    }),
  },
  numbers: [
    printed('circle', 'RPA-I', 0.2, 0.5),
    printed('numbers', 'PAA-I', 0.2, 0.9),
    printed('circle', 'PAA-I', 0.2, 0.7),
    printed('elsewhere', 'PAA-I', 0.2, 0.7),
  ],
  claims: [{ text: 'that asking near the boundary is better', check: above('PAA-I', 'RPA-I') }],
  notes: ['The streams are ours.'],
}

const study: SensitivityStudy = {
  set: { name: 'numbers', source: streams.numbers },
  algorithm: 'D-AMD',
  metric: 'accuracy',
  runs: 6,
  seed: 4,
  maps: [
    {
      id: 'first',
      x: { parameter: 'stepSize', values: [0.01, 0.1, 1] },
      y: { parameter: 'ridge', values: [0.001, 1] },
      fixed: { smoothing: 0.5 },
    },
    {
      id: 'second',
      x: { parameter: 'smoothing', values: [0.1, 10] },
      y: { parameter: 'stepSize', values: [0.1] },
      fixed: { ridge: 0.1 },
    },
  ],
}

const reproductionOf = (experiment: Reproduction['experiment']): Reproduction => ({
  ...comparison,
  experiment,
  numbers: [],
})

const resultsOf = (report: Report): Results => report.json as Results
const compared = async (options: Partial<ReproduceOptions> = {}): Promise<Report> =>
  reproduce(comparison, { ...alone, ...options })

describe('a comparison', () => {
  test('starts with the paper’s numbers next to ours, in the order of the sets', async () => {
    const report = await compared()
    const [first] = report.sections
    assert.equal(first.paragraphs.length, 3)
    assert.equal(first.paragraphs[0], 'The paper says: that asking near the boundary is better')
    assert.match(first.paragraphs[1], /^(Holds|Fails|Undecided): \d of 1 agree; .*circle 20 %: PAA-I/)
    assert.equal(first.paragraphs[2], 'The streams are ours.')
    const [table] = first.tables
    assert.deepEqual(
      table.rows.map(([set, algorithm, ratio]) => `${set.text} ${algorithm.text} ${ratio.text}`),
      ['numbers PAA-I 20 %', 'circle RPA-I 20 %', 'circle PAA-I 20 %'],
    )
    const { cells, protocol } = resultsOf(report)
    assert.equal(protocol.runs, 7)
    assert.deepEqual(
      cells.map(({ set, algorithm, runs }) => `${set} ${algorithm} ${runs.length}`),
      ['numbers PAA-I 7', 'numbers PA-I 7', 'circle PAA-I 7', 'circle RPA-I 7', 'circle PA-I 7'],
    )
    const accuracy = cells[0].runs.reduce((sum, { values }) => sum + values.accuracy! / 7, 0)
    const values = table.rows[0].map(({ value }) => value)
    assert.ok(values.includes(0.9), 'the paper’s mean')
    assert.ok(
      values.some((value) => value !== undefined && Math.abs(value - accuracy) < 1e-12),
      'our mean',
    )
    assert.equal(report.title, 'a table of nobody')
    assert.ok(report.sections.flatMap(({ figures }) => figures).length > 0)
    assert.ok(report.sections.length >= 5)
  })

  test('of some sets, with fewer runs', async () => {
    const { protocol, cells } = resultsOf(await compared({ sets: ['numbers'], runs: 2 }))
    assert.deepEqual(
      protocol.sets.map(({ name }) => name),
      ['numbers'],
    )
    assert.deepEqual(
      protocol.algorithms.map(({ sets }) => sets),
      [undefined, [], undefined],
    )
    assert.deepEqual(
      cells.map(({ algorithm, runs }) => [algorithm, runs.length]),
      [
        ['PAA-I', 2],
        ['PA-I', 2],
      ],
    )
    await assert.rejects(compared({ sets: ['elsewhere'] }), coded('experiment/nothing'))
  })

  test('quick is smaller, exhaustive is all, and both can be said at once', async () => {
    const of = async (options: Partial<ReproduceOptions>) => {
      const { protocol, cells } = resultsOf(await compared({ sets: ['numbers'], ...options }))
      const { method, folds } = protocol.tuning
      return [protocol.runs, method, folds, cells[0].tried.length, cells[0].tried.at(-1)!.folds]
    }
    assert.deepEqual(await of({}), [7, 'halving', 3, 4, 3])
    assert.deepEqual(await of({ quick: true }), [5, 'halving', 3, 4, 3])
    assert.deepEqual(await of({ exhaustive: true, runs: 1 }), [1, 'exhaustive', 3, 6, 3])
    assert.deepEqual(await of({ quick: true, exhaustive: true, runs: 2 }), [2, 'exhaustive', 3, 6, 3])
  })

  test('that is not tuned stays so, however exhaustive', async () => {
    const { experiment } = comparison
    assert.ok(experiment.kind === 'compare')
    const protocol = {
      ...experiment.protocol,
      tuning: { ...experiment.protocol.tuning, method: 'none' as const },
    }
    const untuned = reproductionOf({ ...experiment, protocol })
    const report = await reproduce(untuned, { ...alone, exhaustive: true, runs: 1 })
    assert.equal(resultsOf(report).protocol.tuning.method, 'none')
    assert.ok(resultsOf(report).cells.every(({ tried }) => tried.length === 0))
  })
})

describe('a study of sensitivity', () => {
  const studied = reproductionOf({ kind: 'sensitivity', study })

  test('has a map of the metric and one of the ratio for each pair of axes, by y and x', async () => {
    const report = await reproduce(studied, { ...alone, runs: 2 })
    assert.equal(report.title, 'unknown-2000/table-1: two algorithms on two streams')
    assert.equal(report.sections.length, 2)
    const figures = report.sections.flatMap((section) => section.figures) as HeatFigure[]
    assert.deepEqual(
      figures.map(({ id, kind }) => `${kind} ${id}`),
      ['first-metric', 'first-ratio', 'second-metric', 'second-ratio'].map(
        (name) => `heat sensitivity-${name}`,
      ),
    )
    const set = await streamSet(streams.numbers.stream, streams.numbers.parameters, study.seed)
    const player = { algorithm: 'D-AMD', unitRows: false, delay: 0 }
    const options = { metrics: ['accuracy', 'queryRatio'], metric: 'accuracy', curvePoints: 0 } as const
    study.maps.forEach(({ x, y, fixed }, m) => {
      y.values.forEach((second, j) => {
        x.values.forEach((first, i) => {
          const parameters = { ...fixed, [x.parameter]: first, [y.parameter]: second }
          const runs = [4, 5].map((seed) => playRun(set, player, parameters, { ...options, seed }).values)
          const means = [
            (runs[0].accuracy! + runs[1].accuracy!) / 2,
            (runs[0].queryRatio! + runs[1].queryRatio!) / 2,
          ]
          const cells = [figures[2 * m], figures[2 * m + 1]].map((figure) => figure.cells[j][i])
          cells.forEach((cell, k) => {
            assert.ok(Math.abs(cell! - means[k]) < 1e-12, `map ${m}, ${first}, ${second}`)
          })
        })
      })
    })
  })

  test('quick has fewer runs; all that is announced is done, and found the second time', async (t) => {
    const cache = join(temporaryFolder(t), 'cache')
    for (const found of [0, 40]) {
      const reports: Progress[] = []
      const report = await reproduce(studied, {
        ...alone,
        cache,
        quick: true,
        progress: (one) => reports.push(one),
      })
      assert.match(report.sections[0].figures[0].caption, /over 5 runs/)
      assert.deepEqual(reports.at(-1), { set: 'numbers', done: 40, expected: 40, found })
    }
  })

  test('a metric that is no share is not shown as one', async () => {
    const [map] = study.maps
    const counts = reproductionOf({
      kind: 'sensitivity',
      study: { ...study, metric: 'mistakes', maps: [map] },
    })
    const { sections } = await reproduce(counts, { ...alone, runs: 1 })
    const [mistakes, ratio] = sections[0].figures as HeatFigure[]
    assert.deepEqual([mistakes.value.unit, ratio.value.unit], ['number', 'share'])
    assert.ok(mistakes.cells.flat().every((cell) => Number.isInteger(cell)))
  })
})
