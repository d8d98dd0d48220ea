import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { multiLabelValues, partSeed, Random } from '@askance/core/internals'
import { openSet } from '../src/experiment/runtime.js'
import { runExperiment } from '../src/index.js'
import { newSetGame } from '../src/play/game.js'
import { newGame } from '../src/play/player.js'
import { playRun } from '../src/play/run.js'
import { parseProtocol } from '../src/protocol/parse.js'
import { stageOf } from '../src/sets/stage.js'
import { playPoint } from '../src/tune/point.js'
import { fileIn, temporaryFolder } from './support/sets.js'

const CLASSES = ['a', 'b', 'c']

/** Items with none, one or several of three labels, each with its own features. */
const lines = (items: number): readonly string[] => {
  const random = new Random(5, 'items')
  return Array.from({ length: items }, () => {
    const labels = CLASSES.filter((_, k) => random.uniform() < 0.2 + 0.15 * k)
    const features = [1, 2, 3, 4, 5, 6].filter((f) => {
      const own = labels.includes(CLASSES[(f - 1) % 3]!)
      return random.uniform() < (own ? 0.7 : 0.2)
    })
    return `${labels.join(',')} 7:1 ${features.map((f) => `${f + 7}:1`).join(' ')}`.trimEnd()
  })
}

const options = {
  seed: 4,
  metrics: ['microF1', 'macroF1', 'hammingLoss', 'queryRatio'],
  metric: 'microF1',
} as const

describe('a set with several labels for an item', () => {
  const specIn = (t: TestContext) => {
    const file = fileIn(temporaryFolder(t), 'several.libsvm', `${lines(60).join('\n')}\n`)
    return { name: 'several', source: { file }, multiLabel: true, order: 'given' } as const
  }
  const player = { algorithm: 'PAA-I', unitRows: false, delay: 0 }

  test('is played as a binary set for each class', async (t) => {
    const spec = specIn(t)
    const set = await openSet(spec, '.', 1)
    assert.deepEqual(set.facts.classes, CLASSES)
    for (const delay of [0, 4])
      for (const algorithm of ['PAA-I', 'SOAL-diag']) {
        const given = { ...player, algorithm, delay }
        const games = CLASSES.map((label, c) => {
          const labels = set.table.labels.map((id) => Number(set.labelSets?.[id]?.includes(c)))
          const facts = { ...set.facts, classes: ['no', 'yes'] }
          const stage = { ...stageOf(set, 1), labels }
          const game = newGame({ facts, positive: 1 }, given, {}, stage, partSeed(4, label))
          game.pass.play(stage, 0, labels.length)
          return game
        })
        const expected = multiLabelValues(games.map(({ metrics }) => metrics))
        const run = playRun(set, given, {}, { ...options, curvePoints: 3 })
        const { microF1, macroF1, hammingLoss, queryRatio } = expected
        assert.deepEqual(run.values, { microF1, macroF1, hammingLoss, queryRatio })
        assert.equal(run.curve?.asked.at(-1), expected.asked)
        assert.equal(queryRatio, expected.asked / (60 * 3))
        const all = newSetGame(set, given, {}, stageOf(set, 4), 4)
        all.pass.play(stageOf(set, 4), 0, 60)
        assert.equal(
          all.updates(),
          games.reduce((sum, { rounds }) => sum + rounds.tally.updates, 0),
        )
      }
  })

  test('is tuned and aimed by the share of pairs', async (t) => {
    const spec = specIn(t)
    const set = await openSet({ ...spec, order: 'shuffled' }, '.', 1)
    const tuning = { folds: 3, score: 'held-out' } as const
    const aims = [{ ratio: 0.2 }]
    const [score] = playPoint(set, player, {}, { fold: 0, tuning, seed: 2, metric: 'hammingLoss', aims })
    assert.ok(score && Math.abs(score.ratio - 0.2) < 0.03)
    assert.ok(score.score > 0 && score.score < 0.4)
    const protocol = parseProtocol({
      sets: [spec],
      algorithms: [{ name: 'PAA-I' }, { name: 'RPA-I' }],
      ratios: [0.2],
      metric: 'macroF1',
      metrics: ['hammingLoss', 'queryRatio'],
      runs: 1,
      tuning: { method: 'none' },
      aimRuns: 1,
      curvePoints: 0,
    })
    const { cells } = await runExperiment(protocol, { dataDir: '.', threads: 1 })
    for (const { reached, runs } of cells) {
      assert.ok(Math.abs(reached - 0.2) < 0.08)
      assert.deepEqual(Object.keys(runs[0]?.values ?? {}), ['macroF1', 'hammingLoss', 'queryRatio'])
    }
  })

  test('keeps the classes that occur in the rows it uses', async (t) => {
    const spec = specIn(t)
    const set = await openSet({ ...spec, first: 1 }, '.', 1)
    const [own] = lines(1)
    assert.deepEqual(set.facts.classes, own?.split(' ')[0]?.split(','))
    assert.deepEqual(
      set.facts.counts,
      set.facts.classes.map(() => 1),
    )
  })

  test('refuses what needs one label', async (t) => {
    const spec = specIn(t)
    await assert.rejects(openSet({ ...spec, positive: 'a' }, '.', 1), { code: 'set/several-labels' })
    const experiment = (metric: string, multiLabel: boolean, source: object) =>
      runExperiment(
        parseProtocol({
          sets: [{ name: 'x', source, ...(multiLabel && { multiLabel }) }],
          algorithms: [{ name: 'PAA-I' }],
          metric,
          tuning: { method: 'none' },
        }),
        { dataDir: '.', threads: 1 },
      )
    await assert.rejects(experiment('accuracy', true, spec.source), { code: 'set/metric' })
    const sea = { stream: 'sea', parameters: { rows: 20 } }
    await assert.rejects(experiment('microF1', false, sea), { code: 'set/metric' })
    await assert.rejects(experiment('microF1', true, sea), { code: 'set/stream' })
  })
})
