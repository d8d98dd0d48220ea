import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parametersOf } from '@askance/core/internals'
import { playCells } from '../src/experiment/cell.js'
import { openSet, runExperiment } from '../src/experiment/runtime.js'
import type { Progress } from '../src/jobs/job-runner.js'
import { playRun } from '../src/play/run.js'
import { repeatable, small, timeless } from './support/experiments.js'
import { noted } from './support/jobs.js'
import { coded, fileIn, madeLibsvm, temporaryFolder } from './support/sets.js'

const alone = { dataDir: 'no such folder', threads: 1 }

const tuned = {
  algorithms: [
    { name: 'PAA-II', grid: { aggressiveness: [0.01, 0.1, 1, 10, 100] } },
    { name: 'R-AMD', grid: { stepSize: [0.1, 1], ridge: [0.01] } },
    { name: 'PA-I', label: 'all labels', grid: { aggressiveness: [0.1, 1] } },
  ],
  sets: [
    { name: 'numbers', source: { stream: 'gaussian', parameters: { rows: 120, dimension: 5 } } },
    { name: 'texts', source: { stream: 'text-like', parameters: { rows: 120, dimension: 60, nonZeros: 8 } } },
  ],
  tuning: { method: 'halving', folds: 3 },
}

describe('an experiment', () => {
  test('has a cell for every set, algorithm and ratio, in this order', async () => {
    const results = await runExperiment(small(tuned), alone)
    const cell = (set: string, algorithm: string) => (ratio: number) => `${set}, ${algorithm}, ${ratio}`
    assert.deepEqual(
      results.cells.map(({ set, algorithm, ratio }) => `${set}, ${algorithm}, ${ratio}`),
      ['numbers', 'texts'].flatMap((set) => [
        ...[0.1, 0.3].map(cell(set, 'PAA-II')),
        ...[0.1, 0.3].map(cell(set, 'R-AMD')),
        cell(set, 'all labels')(1),
      ]),
    )
    assert.deepEqual(
      results.sets.map(({ name }) => name),
      ['numbers', 'texts'],
    )
    assert.deepEqual(JSON.parse(JSON.stringify(results)), results, 'plain JSON')
    for (const { status, runs, tried, ratio, reached, parameters, dial } of results.cells) {
      assert.equal(status, 'reached')
      assert.deepEqual(
        runs.map(({ seed }) => seed),
        [1, 2, 3],
      )
      assert.ok(tried.length >= 2 && tried.every((one) => one.folds >= 1))
      const ratios = runs.map(({ values }) => values.queryRatio!)
      assert.ok(Math.abs(reached - ratios.reduce((sum, one) => sum + one, 0) / 3) < 1e-12)
      assert.ok(Math.abs(reached - ratio) < 0.1, `${reached} for ${ratio}`)
      assert.equal(dial !== undefined, ratio < 1)
      assert.ok(Object.keys(parameters).length >= 1)
    }
  })

  test('has the runs that playing them alone gives, with all parameters resolved', async () => {
    const protocol = small()
    const { cells } = await runExperiment(protocol, alone)
    const set = await openSet(protocol.sets[0], '.', protocol.seed)
    const played = cells.map((cell) => {
      const player = { algorithm: cell.algorithm, unitRows: false, delay: 0 }
      const names = parametersOf(cell.algorithm).map(({ name }) => name)
      assert.deepEqual(Object.keys(cell.parameters).sort(), names.toSorted())
      const { metrics, metric, curvePoints } = protocol
      const runs = [1, 2, 3].map((seed) =>
        playRun(set, player, cell.parameters, { seed, metrics, metric, curvePoints }),
      )
      return { ...cell, runs }
    })
    assert.deepEqual(timeless(cells), timeless(played))
  })

  test('gives the same with one thread and with two', async () => {
    const protocol = small(tuned)
    const [one, two] = await Promise.all(
      [1, 2].map((threads) => runExperiment(protocol, { ...alone, threads })),
    )
    assert.deepEqual(repeatable(two), repeatable(one))
  })

  test('gives identical runs for two labels of the same algorithm', async () => {
    const { cells } = await runExperiment(
      small({
        algorithms: [
          { name: 'PAA-I' },
          { name: 'D-AMD' },
          { name: 'PAA-I', label: 'again' },
          { name: 'D-AMD', label: 'once more' },
        ],
      }),
      alone,
    )
    const runsOf = (label: string) =>
      timeless(cells.filter(({ algorithm }) => algorithm === label)).map(({ algorithm: _, ...cell }) => cell)
    assert.deepEqual(runsOf('again'), runsOf('PAA-I'))
    assert.deepEqual(runsOf('once more'), runsOf('D-AMD'))
    assert.notDeepEqual(runsOf('PAA-I'), runsOf('D-AMD'))
    const random = await runExperiment(
      small({ algorithms: [{ name: 'RPA-I' }, { name: 'R-AMD' }], ratios: [0.3] }),
      alone,
    )
    const [first, second] = random.cells.map(({ runs }) => runs.map(({ curve }) => curve!.asked))
    assert.deepEqual(first, second, 'the same coins: random rules ask about the same items')
  })

  test('an algorithm plays only on its sets, and rows have length 1 where its rule wants it', async () => {
    const { cells } = await runExperiment(
      small({
        ...tuned,
        tuning: { method: 'none' },
        ratios: [0.3],
        algorithms: [{ name: 'BBQ', sets: ['texts'] }, { name: 'PAA-I', sets: [] }, { name: 'PEA' }],
      }),
      alone,
    )
    assert.deepEqual(
      cells.map(({ set, algorithm }) => `${set} ${algorithm}`),
      ['numbers PEA', 'texts BBQ', 'texts PEA'],
    )
  })

  test('the parameters that are given hold, with tuning and without', async () => {
    for (const method of ['none', 'exhaustive'] as const) {
      const { cells } = await runExperiment(
        small({
          algorithms: [{ name: 'PAA-I', parameters: { aggressiveness: 0.125 } }],
          tuning: { method, folds: 2 },
        }),
        alone,
      )
      for (const { parameters, tried, dial } of cells) {
        assert.equal(parameters.aggressiveness, 0.125)
        assert.deepEqual([tried, dial], [[], 'smoothing'])
      }
    }
  })

  test('runs, aiming and tuning never see each other’s permutations', async () => {
    const { runner, jobs } = noted()
    const protocol = small({ ...tuned, seed: 50, runs: 4, aimRuns: 3 })
    const set = await openSet(protocol.sets[0], '.', 50)
    await playCells(runner, set, protocol.algorithms[0], protocol)
    const seedsOf = (kind: string): number[] => [
      ...new Set(
        jobs.flatMap(({ options, kind: own }) => {
          if (own !== kind) return []
          if ('fold' in options) return [options.seed + options.fold]
          return 'seeds' in options ? options.seeds : [options.seed]
        }),
      ),
    ]
    const [runs, aims, points] = ['run', 'aim', 'point'].map(seedsOf)
    assert.deepEqual(runs, [50, 51, 52, 53])
    assert.deepEqual([aims.length, points.length], [3, 3])
    assert.equal(new Set([...runs, ...aims, ...points]).size, 10)
  })

  test('the delay is that of the protocol', async () => {
    const protocol = small({ delay: 20, algorithms: [{ name: 'PA-I' }] })
    const { cells } = await runExperiment(protocol, alone)
    const set = await openSet(protocol.sets[0], '.', 1)
    const options = { seed: 2, metrics: protocol.metrics, metric: protocol.metric, curvePoints: 4 }
    const [cell] = cells
    for (const delay of [0, 20]) {
      const player = { algorithm: 'PA-I', unitRows: false, delay }
      const { values } = playRun(set, player, cell.parameters, options)
      assert.equal(values.accuracy === cell.runs[1].values.accuracy, delay === 20)
    }
  })
})

describe('unattainable ratios', () => {
  test('a ratio below the floor of a rule has no runs and reports the lowest ratio', async () => {
    const { cells } = await runExperiment(
      small({
        sets: tuned.sets.slice(1),
        ratios: [0.01, 0.9],
        algorithms: [{ name: 'D-AMD', parameters: { ridge: 1e-8 } }, { name: 'R-AMD' }],
      }),
      alone,
    )
    const [low, high, other] = cells
    assert.deepEqual([low.status, low.runs, low.ratio], ['unattainable', [], 0.01])
    assert.ok(low.reached > 0.1, `${low.reached}`)
    assert.ok(Object.hasOwn(low.parameters, 'smoothing'))
    assert.equal(other.status, 'reached')
    const again = await runExperiment(
      small({
        sets: tuned.sets.slice(1),
        ratios: [0.001, 0.01],
        algorithms: [{ name: 'D-AMD', parameters: { ridge: 1e-8 } }],
      }),
      alone,
    )
    assert.deepEqual(
      again.cells.map(({ reached }) => reached),
      [low.reached, low.reached],
      'the floor does not depend on the ratio',
    )
    assert.deepEqual([high.ratio, high.status], [0.9, 'reached'])
  })

  test('a point that cannot reach the ratio is passed over for one that can', async (t) => {
    const file = fileIn(temporaryFolder(t), 'x.libsvm', madeLibsvm({ seed: 9, rows: 150, spread: 3 }))
    const { cells } = await runExperiment(
      small({
        sets: [{ name: 'made', source: { file } }],
        ratios: [0.1],
        algorithms: [{ name: 'SOAL-diag', parameters: { stepSize: 1 }, grid: { regularization: [100, 1] } }],
        tuning: { method: 'exhaustive', folds: 2 },
      }),
      alone,
    )
    assert.deepEqual(
      cells[0].tried.map(({ attainable, parameters }) => [attainable, parameters.regularization]),
      [
        [true, 1],
        [false, 100],
      ],
    )
    assert.deepEqual([cells[0].status, cells[0].parameters.regularization], ['reached', 1])
  })

  test('data that is not there is listed, and the rest is played', async (t) => {
    const folder = temporaryFolder(t)
    fileIn(folder, 'here.libsvm', madeLibsvm({ seed: 3, rows: 80 }))
    const sets = ['gone', 'here', 'lost'].map((data) => ({ name: `the ${data}`, source: { data } }))
    const reports: Progress[] = []
    const results = await runExperiment(small({ sets, algorithms: [{ name: 'PA-I' }] }), {
      dataDir: folder,
      threads: 1,
      progress: (progress) => reports.push(progress),
    })
    assert.deepEqual(
      results.missing.map(({ set }) => set),
      ['the gone', 'the lost'],
    )
    assert.match(results.missing[0].reason, /gone/)
    assert.deepEqual(
      results.cells.map(({ set }) => set),
      ['the here'],
    )
    assert.equal(results.sets[0].items, 80)
    assert.deepEqual(reports.at(-1), { set: 'the here', done: 3, expected: 3, found: 0 })
  })

  test('no set at all, and data that is broken, are errors', async (t) => {
    const folder = temporaryFolder(t)
    fileIn(folder, 'broken.libsvm', '1 1:1\n-1 x:y\n')
    const sets = (data: string) => ({ sets: [{ name: 'x', source: { data } }] })
    const options = { dataDir: folder, threads: 1 }
    await assert.rejects(runExperiment(small(sets('gone')), options), coded('experiment/empty', 'gone'))
    await assert.rejects(runExperiment(small(sets('broken')), options), /broken\.libsvm/)
    await assert.rejects(
      runExperiment(small({ sets: [{ name: 'x', source: { file: join(folder, 'none.csv') } }] }), options),
      /none\.csv/,
    )
  })
})
