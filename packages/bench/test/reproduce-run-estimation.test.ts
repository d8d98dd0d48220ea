import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRounds } from '@askance/core/internals'
import { unitCircleStream, unitCircleTarget } from '@askance/data'
import type { LineFigure } from '../src/report/figure.js'
import { errorsAreSmall } from '../src/reproduce/papers/cesa-bianchi-2009-estimation.js'
import { reproduce } from '../src/reproduce/reproduce.js'
import type { EstimationStudy, Reproduction } from '../src/reproduce/reproduction.js'

const alone = { dataDir: 'no such folder', threads: 1 }

const reproductionOf = (study: EstimationStudy): Reproduction => ({
  id: 'unknown-2000/figure-1',
  title: 'the error of the margin',
  experiment: { kind: 'estimation', study },
  numbers: [],
  claims: [{ text: 'that it stays below ε', check: errorsAreSmall }],
  notes: [],
})

describe('the study of the margin’s error', () => {
  const epsilons = [0.3, 0.5, 0.8]
  const rows = 1500

  /** The errors and questions of one run, each margin measured at once. */
  const slow = (epsilon: number, seed: number) => {
    const asker = createRounds({
      algorithm: 'ParametricBBQ',
      classes: 2,
      parameters: { epsilon, delta: 0.1 },
      seed,
    })
    const stream = unitCircleStream({ rows, dimension: 2, seed })
    const [u, v] = unitCircleTarget(2, seed).value
    const errors = [0]
    let asked = 0
    while (stream.next()) {
      const [x, y] = stream.row.value
      const decision = asker.observe(stream.row)
      if (decision.asked) {
        asked++
        asker.learn(stream.label)
      } else errors.push(Math.abs(decision.margin - (u * x + v * y)))
    }
    return { error: Math.max(...errors), asked }
  }

  test('stays below ε in every run, with fewer questions the larger ε is', async () => {
    const estimation = { rows, delta: 0.1, epsilons, runs: 3, seed: 2 }
    const report = await reproduce(reproductionOf(estimation), alone)
    const [section] = report.sections
    assert.match(section.paragraphs[0], /below ε in 3 of 3 settings, in all 3 runs/)
    const [table] = section.tables
    const questions: number[] = []
    epsilons.forEach((epsilon, k) => {
      const runs = [2, 3, 4].map((seed) => slow(epsilon, seed))
      const [own, mean, worst, asked] = table.rows[k].map(({ value }) => value!)
      assert.equal(own, epsilon)
      assert.ok(worst < epsilon && mean <= worst)
      assert.ok(Math.abs(worst - Math.max(...runs.map(({ error }) => error))) < 1e-12)
      assert.ok(Math.abs(mean - runs.reduce((sum, { error }) => sum + error / 3, 0)) < 1e-12)
      assert.ok(Math.abs(asked - runs.reduce((sum, run) => sum + run.asked / 3, 0)) < 1e-9)
      questions.push(asked)
    })
    assert.ok(questions[0] > questions[1] && questions[1] > questions[2] && questions[2] > 0)
    const [errors, counts] = section.figures as LineFigure[]
    assert.deepEqual(
      [errors, counts].map(({ id, series }) => [id, series.length, series[0].points.length]),
      [
        ['estimation-error', 2, 3],
        ['estimation-questions', 2, 3],
      ],
    )
    assert.deepEqual(
      counts.series[0].points.map(({ y }) => y),
      questions,
    )
  })

  test('takes the number of runs, and five when it must be quick', async () => {
    const estimation = { rows: 50, delta: 0.1, epsilons: [0.5, 1], runs: 9, seed: 1 }
    const one = reproductionOf(estimation)
    for (const [options, runs] of [
      [{}, 9],
      [{ quick: true }, 5],
      [{ runs: 2 }, 2],
    ] as const) {
      const { sections } = await reproduce(one, { ...alone, ...options })
      assert.match(sections[0].figures[0].caption, new RegExp(`over ${runs} runs`))
    }
  })
})
