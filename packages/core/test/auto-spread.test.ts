import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ensemble } from '../src/auto/ensemble.js'
import { Featurizer } from '../src/auto/featurizer.js'
import { Relevance } from '../src/auto/relevance.js'
import { Scales } from '../src/auto/scales.js'
import { createRounds } from '../src/internals.js'
import { denseStream, type Plain, rowOf, run, sparseStream } from './support/auto-streams.js'

type Method = (...given: never[]) => unknown

/** Counts the calls of a method of all objects of a class, until `stop`. */
const counted = (prototype: object, name: string): { calls: number; stop(): void } => {
  const holder = prototype as Record<string, Method>
  const original = holder[name]
  const counter = {
    calls: 0,
    stop() {
      holder[name] = original
    },
  }
  holder[name] = function (this: unknown, ...given) {
    counter.calls++
    return original.apply(this, given)
  }
  return counter
}

interface Work {
  /** In the round in which there was most of it: rows seen, put in again or visited; features measured or weighed. */
  readonly rows: number
  readonly features: number
  /** Rows that were done in all. */
  readonly total: number
  readonly answers: number
}

/** What is done in rounds before anything is asked; `bound` looks at each. */
const workOf = (
  stream: readonly Plain[],
  classes: number,
  spread: number,
  ratio: number,
  bound: (rows: number, features: number, t: number, answers: number) => void = () => {},
): Work => {
  const parameters = { ratio, horizon: stream.length }
  const asker = createRounds({
    algorithm: 'auto',
    classes,
    parameters,
    seed: 5,
    design: { spread, refitUntil: 0 },
  })
  const ofRows = [
    counted(Featurizer.prototype, 'see'),
    counted(Ensemble.prototype, 'renew'),
    counted(Ensemble.prototype, 'visit'),
    counted(Relevance.prototype, 'add'),
  ]
  const ofFeatures = [
    counted(Scales.prototype, 'measure'),
    counted(Relevance.prototype, 'test'),
    counted(Relevance.prototype, 'judge'),
    counted(Relevance.prototype, 'of'),
  ]
  const most = { rows: 0, features: 0, total: 0, answers: 0 }
  const sum = (counters: readonly { calls: number }[]): number =>
    counters.reduce((total, { calls }) => total + calls, 0)
  try {
    stream.forEach((plain, t) => {
      const row = rowOf(plain)
      for (const counter of [...ofRows, ...ofFeatures]) counter.calls = 0
      const { asked } = asker.observe(row)
      const [rows, features] = [sum(ofRows), sum(ofFeatures)]
      bound(rows, features, t + 1, most.answers)
      most.rows = Math.max(most.rows, rows)
      most.features = Math.max(most.features, features)
      most.total += rows
      if (asked) asker.learn(plain.label)
      if (asked) most.answers++
    })
  } finally {
    for (const counter of [...ofRows, ...ofFeatures]) counter.stop()
  }
  return most
}

describe('the work of a refresh', () => {
  it('is done in one round where it is not spread', () => {
    const { rows, answers } = workOf(denseStream(31, 1000, 2), 2, 0, 0.2)
    assert.ok(rows > answers, `${rows} rows at once, ${answers} answers`)
  })

  for (const [name, make, classes] of [
    ['dense', denseStream, 2],
    ['sparse', sparseStream, 2],
    ['dense', denseStream, 4],
  ] as const)
    for (const ratio of [0.05, 0.3])
      it(`is little in any round where it is spread: ${name}, ${classes} classes, ${ratio}`, () => {
        const stream = make(32, 1000, classes)
        const spread = workOf(stream, classes, 1, ratio, (rows, _, t, answers) => {
          // All minds together hold fewer rows than three times the answers; each is done twice within t/32 rounds. The row of
          // the round is seen as well, and a row is seen and put in again in one go.
          const most = 1 + 2 * Math.max(16, Math.ceil((2 * 3 * answers * 32) / t))
          assert.ok(rows <= most, `round ${t}: ${rows} rows, at most ${most}`)
        })
        const atOnce = workOf(stream, classes, 0, ratio)
        assert.ok(spread.rows < atOnce.rows / 2, `${spread.rows} rows in one round, ${atOnce.rows} at once`)
        assert.ok(spread.total > 0.5 * atOnce.total, `${spread.total} in all, ${atOnce.total} at once`)
        assert.ok(spread.total < 2 * atOnce.total, `${spread.total} in all, ${atOnce.total} at once`)
      })

  it('is little in any round where there are many features', () => {
    const stream = Array.from({ length: 400 }, (_, t) => ({
      entries: Array.from({ length: 20 }, (_, k): [number, number] => [1 + t * 10 + k, 1 + (k % 3)]),
      label: t % 2,
    }))
    const spread = workOf(stream, 2, 1, 0.5, (_, features, t) => {
      const seen = 10 * t + 10
      // Slices of 256 features, or a 32nd of the rounds; scales are measured meanwhile, and the row's own features twice.
      const most = 2 * 20 + 2 * Math.max(256, Math.ceil((32 * seen) / t)) + 1
      assert.ok(features <= most, `round ${t}: ${features} features, at most ${most}`)
    })
    const atOnce = workOf(stream, 2, 0, 0.5)
    assert.ok(spread.features < atOnce.features / 5, `${spread.features}, ${atOnce.features} at once`)
  })

  for (const [name, make] of [
    ['dense', denseStream],
    ['sparse', sparseStream],
  ] as const)
    for (const classes of [2, 4])
      it(`makes predictions as good as if it were done at once: ${name}, ${classes} classes`, () => {
        const stream = make(33, 1000, classes)
        const [atOnce, spread] = [0, 1].map(
          (how) => run(stream, classes, { design: { spread: how } }).accuracy,
        )
        assert.ok(Math.abs(atOnce - spread) <= 0.04, `${atOnce} at once, ${spread} spread`)
      })
})
