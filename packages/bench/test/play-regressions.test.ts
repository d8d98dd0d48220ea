import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Metrics } from '@askance/core'
import { openSet } from '../src/experiment/runtime.js'
import { areaUnderRoc } from '../src/play/auc.js'
import { newGame } from '../src/play/player.js'
import { playRun } from '../src/play/run.js'
import { foldOf, stageOf } from '../src/sets/stage.js'
import { playPoint } from '../src/tune/point.js'
import { fileIn, madeSet, temporaryFolder } from './support/sets.js'

const plain = { unitRows: false, delay: 0 } as const

describe('what is easily mixed up', () => {
  test('rows keep their labels when an item has nothing but a label', async (t) => {
    const lines = [0, 1, 2, 3, 4, 5].map((k) =>
      JSON.stringify({ label: k % 2 ? 'odd' : 'even', ...(k !== 3 && { x: [k] }) }),
    )
    const file = fileIn(temporaryFolder(t), 'x.jsonl', lines.join('\n'))
    const { facts, table } = await openSet({ name: 'x', source: { file } }, '.', 1)
    assert.equal(table.labels.length, 6)
    const at = table.value.indexOf(4)
    const row = table.starts.findIndex((start, k) => start <= at && at < table.starts[k + 1])
    assert.equal(facts.classes[table.labels[row]], 'even')
  })

  test('AUC of a multi-class algorithm on two classes is that of its signed scores', () => {
    const set = madeSet({ seed: 1, rows: 500 })
    const player = { algorithm: 'MPA-I', ...plain }
    const options = { seed: 1, metrics: ['auc'], metric: 'accuracy', curvePoints: 0 } as const
    const { values } = playRun(set, player, {}, options)
    const stage = stageOf(set, 1)
    const { rounds } = newGame(set, player, {}, stage, 1)
    const scores = Float64Array.from(stage.order, (i) => {
      const decision = rounds.observe(stage.rows.row(i))
      const score = decision.scores[1] - decision.scores[0]
      rounds.learn(stage.labels[i])
      return score
    })
    assert.equal(
      values.auc,
      areaUnderRoc(
        scores,
        Uint8Array.from(stage.order, (i) => stage.labels[i]),
      ),
    )
  })

  test('held-out scores see rows as the passes see them', () => {
    const set = madeSet({ seed: 1, rows: 500 })
    const kernel = { type: 'gaussian', sigma2: 0.1 } as const
    const player = { algorithm: 'PA-I', kernel, unitRows: true, delay: 0 }
    const parameters = { aggressiveness: 1 }
    const tuning = { folds: 2, score: 'held-out' } as const
    const options = { fold: 0, tuning, seed: 5, metric: 'accuracy', aims: [{ ratio: 1 }] } as const
    const [{ score }] = playPoint(set, player, parameters, options)
    const { train, rest } = foldOf(set, 5, 0, 2)
    const { rounds, pass } = newGame(set, player, parameters, train, 5)
    pass.play(train, 0, train.order.length)
    const after = new Metrics(2, 1)
    for (const i of rest) after.add(rounds.read(train.rows.row(i)).predicted, train.labels[i], false, false)
    assert.equal(score, after.values().accuracy)
  })

  test('windows weigh costs as the whole run does', () => {
    const set = madeSet({ seed: 1, rows: 500 })
    const player = { algorithm: 'PAA-I', ...plain, costs: { falseNegative: 10, falsePositive: 10 } }
    const { curve } = playRun(set, player, {}, { seed: 1, metrics: ['cost'], metric: 'cost', curvePoints: 2 })
    assert.deepEqual(curve?.window, [curve?.value[0], (curve?.value[1] ?? 0) - (curve?.value[0] ?? 0)])
  })

  test('a stream refuses what only files have', async () => {
    const source = { stream: 'gaussian', parameters: { rows: 50 } }
    for (const more of [{ first: 10 }, { groups: { positive: ['1'] } }, { scaling: 'l2' as const }])
      await assert.rejects(openSet({ name: 'made', source, ...more }, '.', 1), { code: 'set/stream' })
  })
})
