import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Metrics, type Parameters } from '@askance/core'
import { findAlgorithm, type Objective, Tally } from '@askance/core/internals'
import { openSet, runExperiment } from '../src/experiment/runtime.js'
import { Pass, type Playable } from '../src/play/pass.js'
import { newGame, objectiveOf, playerOn, withHorizon } from '../src/play/player.js'
import { playRun } from '../src/play/run.js'
import { withReferences } from '../src/protocol/defaults.js'
import type { Protocol } from '../src/protocol/protocol.js'
import { stageOf } from '../src/sets/stage.js'
import { small } from './support/experiments.js'
import { fileIn, madeLibsvm, madeSet, temporaryFolder } from './support/sets.js'

const alone = { dataDir: 'no such folder', threads: 1 }

const costs = { sensitivityWeight: 0.7, specificityWeight: 0.3 }

const two = { name: 'two', source: { stream: 'gaussian', parameters: { rows: 100, dimension: 5 } } }

const judgedBySum = (...sets: object[]): Protocol =>
  small({
    algorithms: [{ name: 'auto' }, { name: 'auto', label: 'auto, blind', parameters: { horizon: 0 } }],
    sets,
    metric: 'sum',
    costs,
    tuning: { method: 'halving', folds: 3 },
  })

describe('a self-tuning algorithm', () => {
  test('plays two or more classes without tuning or search, and keeps every ratio', async (t) => {
    const file = fileIn(temporaryFolder(t), 'many.libsvm', madeLibsvm({ seed: 4, rows: 100, classes: 4 }))
    const { cells } = await runExperiment(judgedBySum(two, { name: 'many', source: { file } }), alone)
    const own = cells.filter(({ algorithm }) => algorithm === 'auto')
    assert.deepEqual(
      own.map(({ set, ratio, dial, status }) => ({ set, ratio, dial, status })),
      ['two', 'many'].flatMap((set) =>
        [0.1, 0.3].map((ratio) => ({ set, ratio, dial: 'ratio', status: 'reached' })),
      ),
    )
    for (const { tried, parameters, ratio, runs } of own) {
      assert.deepEqual(tried, [])
      assert.deepEqual([parameters.ratio, parameters.horizon], [ratio, 100])
      for (const { values } of runs) assert.equal(values.queryRatio, ratio)
    }
    for (const { parameters, algorithm } of cells)
      if (algorithm === 'auto, blind') assert.equal(parameters.horizon, 0)
  })

  test('receives the metric of the experiment', async () => {
    const protocol = judgedBySum(two)
    const [cell] = (await runExperiment(protocol, alone)).cells
    const set = await openSet(protocol.sets[0], '.', protocol.seed)
    const { metric, metrics, curvePoints } = protocol
    const sumWith = (objective: Objective): number | undefined => {
      const player = { algorithm: 'auto', unitRows: false, delay: 0, costs, objective }
      const options = { seed: 1, metric, metrics: [metric, ...metrics], curvePoints }
      return playRun(set, player, cell.parameters, options).values.sum
    }
    assert.equal(cell.runs[0].values.sum, sumWith({ measure: 'sum', positive: set.positive, costs }))
  })

  test('has the objective of the metric, or the default one', () => {
    for (const measure of ['accuracy', 'f1', 'sum', 'cost'] as const)
      assert.deepEqual(objectiveOf(measure, 0, undefined), { measure, positive: 0 })
    assert.deepEqual(objectiveOf('mistakes', 1, undefined), { measure: 'accuracy', positive: 1 })
    assert.deepEqual(objectiveOf('macroF1', 1, costs), { measure: 'f1', positive: 1, costs })
  })

  test('receives the number of items of the pass, unless it is set', () => {
    const set = madeSet({ seed: 3, rows: 120 })
    const stage = stageOf(set, 1)
    const asked = (parameters: Parameters): number => {
      const player = { algorithm: 'auto', unitRows: false, delay: 0 }
      const { metrics, pass } = newGame(set, player, parameters, stage, 1)
      pass.play(stage, 0, 120)
      return metrics.values().asked
    }
    assert.equal(asked({ ratio: 0.25 }), 30)
    assert.equal(asked({ ratio: 0.25, horizon: 120 }), 30)
    assert.ok(asked({ ratio: 0.25, horizon: 0 }) > 30, 'ahead by its credit')
  })

  test('is compared with its own learner, asking at random and about everything', () => {
    const names = (...specs: string[]): string[] =>
      withReferences(specs.map((name) => ({ name }))).map(({ name }) => name)
    assert.deepEqual(names('auto'), ['auto', 'auto × random', 'auto × always'])
    assert.deepEqual(names('auto', 'D-AMD'), ['auto', 'D-AMD', 'auto × random', 'auto × always'])
    const set = madeSet({ seed: 4, rows: 60 })
    const stage = stageOf(set, 1)
    const played = (algorithm: string, parameters: Parameters) => {
      const spec = { name: algorithm }
      const player = playerOn(set, spec, { metric: 'accuracy', delay: 0 })
      const { metrics, pass } = newGame(set, player, withHorizon(algorithm, parameters, 60), stage, 1)
      pass.play(stage, 0, 60)
      return metrics.values()
    }
    // With every label it is `auto` itself.
    const { time: _, ...all } = { time: 0, ...played('auto × always', {}) }
    const { time: __, ...itself } = { time: 0, ...played('auto', { ratio: 1 }) }
    assert.equal(all.asked, 60)
    assert.deepEqual(all, itself)
    assert.equal(played('auto × random', { ratio: 0.25 }).asked, 15)
    assert.throws(() => findAlgorithm('auto × BBQ'), { code: 'algorithm/combination' })
  })
})

test('passes a copy of the opinion at the time of asking with a late answer', () => {
  const set = madeSet({ seed: 5, rows: 40 })
  const stage = stageOf(set, 1)
  const opinion = new Float64Array(1)
  const learned: [number, number][] = []
  let round = 0
  const asker = {
    tally: new Tally(),
    observe: () => {
      // The next round writes over it.
      opinion[0] = ++round
      return { predicted: 0, asked: round % 3 === 0, margin: 0, scores: new Float64Array(1) }
    },
    opinion: () => opinion,
    read: () => undefined,
    learn: (_: number, then: Float64Array) => {
      learned.push([then[0], round])
      return true
    },
  } as unknown as Playable
  new Pass(asker, new Metrics(2, 1), { delay: 7 }).play(stage, 0, 40)
  // It is learned before the round that comes seven later is observed.
  assert.deepEqual(
    learned,
    [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33].map((asked) => [asked, asked + 6]),
  )
})
