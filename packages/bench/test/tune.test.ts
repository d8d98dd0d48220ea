import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Metrics, type Parameters } from '@askance/core'
import { newGame, type Player } from '../src/play/player.js'
import type { AlgorithmSpec } from '../src/protocol/protocol.js'
import type { OpenSet } from '../src/sets/set.js'
import { foldOf } from '../src/sets/stage.js'
import { gridPoints } from '../src/tune/grid.js'
import { playPoint } from '../src/tune/point.js'
import { tune, tuningWeight } from '../src/tune/tune.js'
import { noted, tuningBy } from './support/jobs.js'
import { madeSet, streamSet } from './support/sets.js'
import { slowPlay } from './support/slow.js'

const TUNING_SEEDS = 1_000_000
const playerOf = (algorithm: string): Player => ({ algorithm, unitRows: false, delay: 0 })
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe('one point on one fold', () => {
  const set = madeSet({ seed: 4, rows: 120, spread: 2 })
  const tuning = { folds: 3, score: 'online' } as const
  const options = { fold: 1, tuning, seed: 30, metric: 'accuracy', aims: [{ ratio: 0.2 }] } as const

  test('its score is the metric of one pass over the training rows', () => {
    const { train } = foldOf(set, 30, 1, 3)
    for (const [algorithm, rate] of [
      ['PA-I', {}],
      ['RPA-I', { rate: 0.2 }],
    ] as const) {
      const [{ score, ratio, attainable }] = playPoint(
        set,
        playerOf(algorithm),
        { aggressiveness: 0.1 },
        options,
      )
      const { rounds } = slowPlay(set, playerOf(algorithm), { aggressiveness: 0.1, ...rate }, train, 31)
      assert.equal(score, mean(rounds.map(({ predicted, truth }) => Number(predicted === truth))))
      assert.equal(ratio, mean(rounds.map(({ asked }) => Number(asked))))
      assert.equal(attainable, true)
    }
  })

  test('a searched dial is found on the fold, and its score is that of the value found', () => {
    const { train } = foldOf(set, 30, 1, 3)
    const [{ score, ratio, attainable, dial }] = playPoint(set, playerOf('PAA-II'), {}, options)
    const { rounds } = slowPlay(set, playerOf('PAA-II'), { smoothing: dial! }, train, 31)
    assert.equal(score, mean(rounds.map(({ predicted, truth }) => Number(predicted === truth))))
    assert.equal(ratio, mean(rounds.map(({ asked }) => Number(asked))))
    assert.ok(attainable && Math.abs(ratio - 0.2) <= 0.02)
  })

  test('a ratio below the floor is not attainable, and has the score of the floor', () => {
    const parameters = { stepSize: 1000 }
    const [{ score, ratio, attainable, dial }] = playPoint(set, playerOf('D-AMD'), parameters, {
      ...options,
      aims: [{ ratio: 0.02 }],
    })
    const { rounds } = slowPlay(
      set,
      playerOf('D-AMD'),
      { ...parameters, smoothing: dial! },
      foldOf(set, 30, 1, 3).train,
      31,
    )
    assert.equal(attainable, false)
    assert.ok(ratio > 0.02)
    assert.equal(score, mean(rounds.map(({ predicted, truth }) => Number(predicted === truth))))
  })

  test('held out, it is judged by what the model says of the rows left out', () => {
    const { train, rest } = foldOf(set, 30, 1, 3)
    for (const metric of ['accuracy', 'f1', 'mistakes'] as const) {
      const [{ score }] = playPoint(
        set,
        playerOf('PA-I'),
        {},
        {
          ...options,
          metric,
          tuning: { folds: 3, score: 'held-out' },
        },
      )
      const { rounds, pass } = newGame(set, playerOf('PA-I'), {}, train, 31)
      pass.play(train, 0, train.order.length)
      const after = new Metrics(2, 1)
      for (const i of rest) after.add(rounds.read(train.rows.row(i)).predicted, train.labels[i], false, false)
      assert.equal(after.values().items, 40)
      assert.equal(score, after.values()[metric])
    }
  })

  test('held out, a stream has nothing left out and is judged by its pass', async () => {
    const stream = await streamSet('gaussian', { rows: 90, dimension: 5 })
    const scores = (['online', 'held-out'] as const).map((score) =>
      playPoint(stream, playerOf('PAA-I'), {}, { ...options, tuning: { folds: 3, score } }),
    )
    assert.deepEqual(scores[0], scores[1])
  })

  test('at most so many rows are played', () => {
    const few = { ...options, tuning: { ...tuning, mostRows: 30 } }
    const [{ ratio }] = playPoint(set, playerOf('RPA-I'), {}, few)
    assert.ok(Math.abs(ratio * 20 - Math.round(ratio * 20)) < 1e-9, 'two thirds of thirty rows')
  })
})

describe('tuning', () => {
  const grid = { aggressiveness: [0.001, 0.01, 0.1, 1, 10] }
  const set = madeSet({ seed: 9, rows: 150, spread: 3 })
  const points = gridPoints({ name: 'PAA-I', grid })
  const player = playerOf('PAA-I')

  test('gives the mean over the folds, best first', async () => {
    const { runner } = noted()
    const [tried] = await tune(runner, set, player, points, [0.2], tuningBy({ folds: 3 }))
    assert.equal(tried.length, 5)
    for (const { parameters, score, folds, ratio } of tried) {
      assert.equal(folds, 3)
      const alone = [0, 1, 2].map(
        (fold) =>
          playPoint(set, player, parameters, {
            fold,
            tuning: { folds: 3, score: 'online' },
            seed: 1 + TUNING_SEEDS,
            metric: 'accuracy',
            aims: [{ ratio: 0.2 }],
          })[0],
      )
      assert.ok(Math.abs(ratio - mean(alone.map((one) => one.ratio))) < 0.02)
      assert.ok(Math.abs(score - mean(alone.map((one) => one.score))) < 0.03, 'dials may start elsewhere')
    }
    for (let k = 1; k < tried.length; k++) assert.ok(tried[k - 1].score >= tried[k].score)
  })

  test('where less is better the smallest comes first', async () => {
    for (const metric of ['mistakes', 'cost'] as const) {
      const [tried] = await tune(noted().runner, set, player, points, [0.2], tuningBy({}, { metric }))
      const [right] = await tune(noted().runner, set, player, points, [0.2], tuningBy({}))
      assert.deepEqual(
        tried.map(({ score }) => score),
        tried.map(({ score }) => score).toSorted((a, b) => a - b),
      )
      assert.ok(tried[0].score < tried[4].score)
      assert.deepEqual(tried[0].parameters, right[0].parameters, 'fewest mistakes are most right')
    }
  })

  test('points that cannot reach the ratio stand last, the nearest of them first', async () => {
    const stepped = gridPoints({
      name: 'SOAL-diag',
      grid: { stepSize: [0.01, 1, 100], regularization: [1, 100, 1000] },
    })
    const [tried] = await tune(noted().runner, set, playerOf('SOAL-diag'), stepped, [0.05], tuningBy({}))
    const attainable = tried.map((one) => one.attainable)
    assert.ok(attainable.includes(true) && attainable.includes(false))
    assert.deepEqual(
      attainable,
      attainable.toSorted((a, b) => Number(b) - Number(a)),
    )
    for (const part of [true, false]) {
      const same = tried.filter((one) => one.attainable === part)
      for (let k = 1; k < same.length; k++)
        assert.ok(
          part
            ? same[k - 1].score >= same[k].score
            : Math.abs(same[k - 1].ratio - 0.05) <= Math.abs(same[k].ratio - 0.05),
        )
    }
  })

  test('every ratio has its own order', async () => {
    const ratios = [0.05, 0.3]
    const all = await tune(noted().runner, set, player, points, ratios, tuningBy({}))
    assert.equal(all.length, 2)
    all.forEach((tried, r) => {
      for (const { ratio } of tried) assert.ok(Math.abs(ratio - ratios[r]) <= 0.1 * ratios[r] + 0.01)
    })
  })

  test('no seed of a run is used, whatever the folds', async () => {
    const { runner, jobs } = noted()
    await tune(runner, set, player, points, [0.2], tuningBy({ folds: 5 }, { seed: 77 }))
    assert.equal(jobs.length, 25)
    for (const job of jobs) {
      assert.ok(job.kind === 'point')
      const { seed, fold } = job.options
      assert.equal(seed, 77 + TUNING_SEEDS)
      assert.ok(fold >= 0 && fold < 5)
    }
  })

  test('halving lets a third go on, but no fewer than four, and the rest play two folds at most', async () => {
    for (const [count, expected] of [
      [30, [30, 10, 4, 4, 4]],
      [12, [12, 4, 4, 4, 4]],
      [3, [3, 3, 3, 3, 3]],
    ] as const) {
      const aggressiveness = Array.from({ length: count }, (_, k) => 2 ** (k - 15))
      const many = gridPoints({ name: 'PAA-I', grid: { aggressiveness } })
      const { runner, jobs } = noted()
      const [tried] = await tune(runner, set, player, many, [0.2], tuningBy({ method: 'halving', folds: 5 }))
      const played = expected.map(
        (_, fold) => jobs.filter((job) => job.kind === 'point' && job.options.fold === fold).length,
      )
      assert.deepEqual(played, expected)
      assert.deepEqual(
        tried.map(({ folds }) => folds),
        new Array(expected[4]).fill(5),
      )
    }
  })

  test('the weight that is announced is the weight that is done', async () => {
    for (const method of ['halving', 'exhaustive'] as const)
      for (const [count, ratios] of [
        [11, [0.2]],
        [5, [0.1, 0.3]],
      ] as const) {
        const { runner, reports } = noted()
        const tuning = tuningBy({ method, folds: 4 })
        const some = gridPoints({
          name: 'PAA-I',
          grid: { aggressiveness: Array.from({ length: count }, (_, k) => 2 ** k) },
        })
        await tune(runner, set, player, some, ratios, tuning)
        assert.equal(reports.at(-1)!.done, tuningWeight(count, ratios.length, tuning.tuning))
      }
    assert.equal(tuningWeight(20, 3, { method: 'none', folds: 5, score: 'online' }), 0)
    assert.equal(tuningWeight(1, 3, { method: 'halving', folds: 5, score: 'online' }), 0)
  })
})

describe('halving chooses as well as trying everything', () => {
  const cases: readonly AlgorithmSpec[] = [
    { name: 'PAA-II' },
    { name: 'SOAL-diag', grid: { stepSize: [0.001, 0.01, 0.1, 1, 10], regularization: [0.01, 0.1, 1, 10] } },
    { name: 'D-AMD', grid: { stepSize: [0.001, 0.01, 0.1, 1, 10], ridge: [1e-4, 0.01, 1, 100] } },
  ]

  test('within half a point on average', async () => {
    const losses: number[] = []
    const sets: OpenSet[] = [
      madeSet({ seed: 31, rows: 400, spread: 3 }),
      madeSet({ seed: 32, rows: 400, spread: 2, width: 30 }),
      await streamSet('text-like', { rows: 400, dimension: 400, nonZeros: 20 }),
    ]
    const key = (parameters: Parameters): string => JSON.stringify(parameters)
    for (const set of sets)
      for (const spec of cases) {
        const points = gridPoints(spec)
        const player = playerOf(spec.name)
        const [all] = await tune(noted().runner, set, player, points, [0.1], tuningBy({ folds: 5 }))
        const halving = tuningBy({ method: 'halving', folds: 5 })
        const [few] = await tune(noted().runner, set, player, points, [0.1], halving)
        assert.equal(all.length, points.length)
        const same = all.find(({ parameters }) => key(parameters) === key(few[0].parameters))!
        const best = all[0].score
        assert.equal(few[0].attainable, all[0].attainable)
        if (!all[0].attainable) continue
        losses.push(best - same.score)
        assert.ok(best - same.score < 0.03, `${spec.name} on ${set.facts.name}: ${same.score} for ${best}`)
      }
    assert.ok(losses.length >= 6, `${losses.length} cases`)
    assert.ok(mean(losses) <= 0.005, `${(100 * mean(losses)).toFixed(2)} points are lost on average`)
  })
})
