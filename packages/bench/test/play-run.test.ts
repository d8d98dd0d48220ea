import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { type MetricName, metricNames } from '../src/metrics.js'
import { areaUnderRoc } from '../src/play/auc.js'
import { newGame, valueIn } from '../src/play/player.js'
import { playRun } from '../src/play/run.js'
import { stageOf } from '../src/sets/stage.js'
import { madeSet, streamSet } from './support/sets.js'
import { counted, slowPlay } from './support/slow.js'

const player = { algorithm: 'PAA-I', unitRows: false, delay: 0 }
const defaults = { seed: 3, metrics: metricNames, metric: 'accuracy', curvePoints: 0 } as const

describe('the area under the ROC curve', () => {
  /** Every pair of a positive and a negative item. */
  const slow = (scores: readonly number[], positive: readonly number[]): number => {
    let [pairs, won] = [0, 0]
    scores.forEach((high, i) => {
      scores.forEach((low, j) => {
        if (positive[i] !== 1 || positive[j] !== 0) return
        pairs++
        won += high > low ? 1 : high === low ? 0.5 : 0
      })
    })
    return pairs === 0 ? 0 : won / pairs
  }

  test('by hand', () => {
    const auc = (scores: number[], positive: number[]): number =>
      areaUnderRoc(Float64Array.from(scores), Uint8Array.from(positive))
    assert.equal(auc([1, 2, 3, 4], [0, 0, 1, 1]), 1)
    assert.equal(auc([4, 3, 2, 1], [0, 0, 1, 1]), 0)
    assert.equal(auc([1, 2, 3, 4], [1, 0, 0, 1]), 0.5)
    assert.equal(auc([5, 5, 5], [0, 1, 0]), 0.5)
    assert.equal(auc([1, 2, 2, 3], [0, 1, 0, 1]), 0.875)
    assert.equal(auc([-1, 0], [0, 0]), 0, 'no pair at all')
    assert.equal(auc([], []), 0)
    assert.equal(auc([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], [0, 1]), 1)
  })

  test('equals the count over all pairs, ties and all', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed, 'auc')
      const length = random.below(60)
      const levels = 1 + random.below(20)
      const scores = Array.from({ length }, () => random.below(levels) - levels / 2)
      const positive = scores.map((score) => Number(random.normal() + 0.2 * score > 0))
      const found = areaUnderRoc(Float64Array.from(scores), Uint8Array.from(positive))
      assert.ok(Math.abs(found - slow(scores, positive)) < 1e-12, `seed ${seed}`)
    }
  })

  test('of a run is that of the scores it had', () => {
    for (const algorithm of ['PAA-I', 'D-AMD', 'SOAL', 'RPE'])
      for (const delay of [0, 4]) {
        const set = madeSet({ seed: 6, rows: 120, spread: 3 })
        const { rounds } = slowPlay(set, { ...player, algorithm, delay }, {}, stageOf(set, 3), 3)
        const expected = slow(
          rounds.map(({ score }) => score),
          rounds.map(({ truth }) => truth),
        )
        const { values } = playRun(set, { ...player, algorithm, delay }, {}, defaults)
        assert.ok(Math.abs(values.auc! - expected) < 1e-12, `${algorithm}, delay ${delay}`)
        assert.ok(expected > 0 && expected < 1)
      }
  })

  test('of more than two classes is not there', () => {
    const { values } = playRun(madeSet({ seed: 6, rows: 50, classes: 3 }), player, {}, defaults)
    assert.equal('auc' in values, false)
    assert.equal(Object.keys(values).length, metricNames.length - 3)
  })
})

describe('a run', () => {
  test('has just the metrics that are wanted, and its seed', () => {
    const set = madeSet({ seed: 1, rows: 50 })
    const run = playRun(set, player, {}, { ...defaults, metrics: ['f1', 'time'] })
    assert.deepEqual(Object.keys(run.values).sort(), ['f1', 'time'])
    assert.deepEqual(Object.keys(run).sort(), ['seed', 'values'])
    assert.equal(run.seed, 3)
  })

  test('measures what a slow pass with its permutation and its coins measures', () => {
    for (const delay of [0, 3, 30])
      for (const classes of [2, 3]) {
        const set = madeSet({ seed: 12, rows: 90, classes })
        const slow = slowPlay(set, { ...player, delay }, {}, stageOf(set, 3), 3)
        const { time, auc: _, ...values } = playRun(set, { ...player, delay }, {}, defaults).values
        const expected = counted(slow.rounds, classes, set.positive)
        for (const [name, value] of Object.entries(values))
          if (name !== 'updateRatio') assert.equal(value, valueIn(expected, name as MetricName), name)
        assert.equal(values.updateRatio, slow.updates / 90)
        assert.ok(time! > 0)
      }
  })

  test('is the same when it is repeated, but for the time', () => {
    const set = madeSet({ seed: 1, rows: 200 })
    const [first, second] = [1, 2].map(() => {
      const { values, curve } = playRun(set, player, {}, { ...defaults, curvePoints: 20 })
      const { time, ...rest } = values
      const { seconds, ...places } = curve!
      assert.ok(time! > 0 && seconds.every((value, k) => value >= (seconds[k - 1] ?? 0)))
      return { rest, places }
    })
    assert.deepEqual(first, second)
  })

  test('more places than items are as many as there are items', async () => {
    const { values, curve } = playRun(
      await streamSet('sea', { rows: 1 }),
      player,
      {},
      { ...defaults, curvePoints: 5 },
    )
    assert.equal(values.queryRatio, 1)
    assert.deepEqual(curve!.items, [1])
  })
})

describe('the curve of a run', () => {
  const rounds = 103

  for (const metric of ['accuracy', 'f1', 'macroF1', 'mistakes', 'cost', 'recall'] as const)
    for (const [points, delay] of [
      [10, 0],
      [7, 5],
      [1, 0],
      [1000, 0],
    ])
      test(`${metric} in ${points} places, delay ${delay}: each is a shorter run, each window its difference`, () => {
        const set = madeSet({ seed: 20, rows: rounds, classes: metric === 'macroF1' ? 3 : 2, spread: 2 })
        const classes = set.facts.classes.length
        const stage = stageOf(set, 3)
        const given = { ...player, delay }
        const slow = slowPlay(set, given, {}, stage, 3)
        const { curve } = playRun(set, given, {}, { ...defaults, metric, curvePoints: points })
        const { items, asked, value, window, seconds } = curve!
        assert.equal(items.length, Math.min(points, rounds))
        assert.equal(items.at(-1), rounds)
        for (const column of [asked, value, window, seconds]) assert.equal(column.length, items.length)
        items.forEach((place, k) => {
          const before = items[k - 1] ?? 0
          assert.ok(Math.abs(place - before - rounds / items.length) < 1, 'places are evenly spread')
          const shorter = newGame(set, given, {}, stage, 3)
          shorter.pass.play(stage, 0, place)
          const so = shorter.metrics.values()
          assert.deepEqual([asked[k], value[k]], [so.asked, valueIn(so, metric)], `place ${place}`)
          const since = counted(slow.rounds.slice(before, place), classes, set.positive)
          assert.equal(window[k], valueIn(since, metric), `window to ${place}`)
        })
        assert.equal(value.at(-1), playRun(set, given, {}, defaults).values[metric])
      })

  test('what is asked in all is the query ratio', () => {
    const set = madeSet({ seed: 20, rows: rounds })
    const { curve, values } = playRun(set, player, {}, { ...defaults, metric: 'queryRatio', curvePoints: 10 })
    assert.equal(curve!.asked.at(-1), values.queryRatio! * rounds)
    assert.deepEqual(
      curve!.value,
      curve!.asked.map((asked, k) => asked / curve!.items[k]),
    )
  })
})
