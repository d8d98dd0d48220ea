import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Asker, createAsker, createModel } from '../src/index.js'
import { allCases, type Case } from './support/cases.js'
import { differenceOf, knowledge } from './support/compare.js'
import { playRound } from './support/play.js'
import { randomSetup } from './support/setups.js'
import { type Example, makeStream, ordinaryKinds } from './support/streams.js'

const ROUNDS = process.env.ASKANCE_SOAK ? 40 : 15

const build = (given: Case, seed: number): Asker => {
  const { algorithm, parameters = {}, kernel } = randomSetup(given, seed, 1)
  return createAsker({ algorithm, parameters, classes: given.classes, seed, ...(kernel && { kernel }) })
}

/** Observes the row and then others, and answers about the first only now. */
const answeredLate = (asker: Asker, { row, label }: Example, between: readonly Example[]): boolean => {
  asker.observe(row)
  for (const other of between) asker.observe(other.row)
  asker.read(row)
  return asker.learn(row, label)
}

/** One that tunes itself learns from the rows in between. */
const cases = allCases.filter(({ algorithm }) => !algorithm.paced)

for (const [place, given] of cases.entries())
  test(`${given.title} learns the same from a late answer whatever it observed in between`, () => {
    let questions = 0
    for (const [k, kind] of ordinaryKinds.entries()) {
      const seed = 100 * place + k
      const { examples } = makeStream(kind, seed, ROUNDS, given.classes)
      const asker = build(given, seed)
      for (const [t, example] of examples.entries()) {
        const [soon, late] = [build(given, seed), build(given, seed)]
        for (const twin of [soon, late]) twin.load(asker.save())
        const { asked, updated } = playRound(asker, example)
        if (!asked) continue
        questions++
        const about = `rows ${kind}, seed ${seed}, round ${t + 1}`
        const between = [examples[(t + 7) % ROUNDS], examples[(t + 11) % ROUNDS]]
        const changed = answeredLate(soon, example, [])
        assert.equal(answeredLate(late, example, between), changed, about)
        const known = knowledge(soon.save())
        assert.equal(differenceOf(known, knowledge(late.save())), undefined, about)
        // One-vs-all teaches only the parts that asked; a late answer finds no such parts.
        if (given.algorithm.task === 'binary' && given.classes > 2) continue
        assert.equal(changed, updated, about)
        assert.equal(
          differenceOf(known, knowledge(asker.save())),
          undefined,
          `${about}: not like an immediate one`,
        )
      }
    }
    assert.ok(questions > 0, 'nothing was ever asked')
  })

test('A model learns the row it observed last, whatever it was asked to predict in between', () => {
  for (const algorithm of ['PA', 'D-AMD', 'SOP', 'AROW', 'LASEC-diag', 'PracticalBBQ'])
    for (const intercept of ['none', 0.3] as const) {
      const preparation = { normalize: 'none', intercept } as const
      const models = [0, 1].map(() => createModel({ algorithm, classes: ['a', 'b'], preparation, seed: 1 }))
      const { examples } = makeStream('dense', 1, 30)
      for (const [t, { row, label }] of examples.entries()) {
        const asked = models.map((model) => model.observe(row).asked)
        models[1].predict(examples[(t + 7) % 30].row)
        if (asked[0]) for (const model of models) model.learnIndex(label)
        const [straight, disturbed] = models.map((model) => model.asker.save())
        assert.equal(
          differenceOf(straight, disturbed),
          undefined,
          `${algorithm}, intercept ${intercept}, round ${t + 1}`,
        )
      }
    }
})
