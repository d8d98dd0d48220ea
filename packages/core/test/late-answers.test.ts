import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRounds, type Rounds } from '../src/internals.js'
import { allCases, type Case } from './support/cases.js'
import { differenceOf, knowledge } from './support/compare.js'
import { playRound } from './support/play.js'
import { randomSetup } from './support/setups.js'
import { type Example, makeStream, ordinaryKinds } from './support/streams.js'

const SOAK = Boolean(process.env.ASKANCE_SOAK)
const ROUNDS = SOAK ? 40 : 10

const build = (given: Case, seed: number): Rounds => {
  const { algorithm, parameters = {}, kernel } = randomSetup(given, seed, 1)
  return createRounds({ algorithm, parameters, classes: given.classes, seed, ...(kernel && { kernel }) })
}

/** Observes the row and then others, and answers about the first only now. */
const answeredLate = (asker: Rounds, { row, label }: Example, between: readonly Example[]): boolean => {
  asker.observe(row)
  for (const other of between) asker.observe(other.row)
  asker.read(row)
  return asker.learn(label)
}

/** One that tunes itself learns from the rows in between. */
const cases = allCases.filter(({ algorithm }) => !algorithm.paced)

for (const [place, given] of cases.entries())
  test(`${given.title} learns the same from a late answer whatever it observed in between`, () => {
    let questions = 0
    for (let n = 0; n < ordinaryKinds.length; n++) {
      // Outside soak runs, two kinds are enough if anything was asked about them.
      if (!SOAK && n >= 2 && questions > 0) break
      const k = (place + n) % ordinaryKinds.length
      const kind = ordinaryKinds[k]
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
