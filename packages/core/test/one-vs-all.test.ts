import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Coins, createRounds, Random, type State } from '../src/internals.js'
import { oneVsAllCases, randomParameters } from './support/cases.js'
import { differenceOf } from './support/compare.js'
import { playRound } from './support/play.js'
import { makeStream, ordinaryKinds } from './support/streams.js'

const CLASSES = 4

/** A coin that the test throws: `next` is what the next toss gives. */
class GivenCoin implements Coins {
  next = 0

  toss(): number {
    return this.next
  }

  save(): State {
    return {}
  }

  load(): void {}
}

for (const { title, algorithm, kernel } of oneVsAllCases)
  test(`${title} is one separate binary run per class, all with the same coins`, () => {
    for (const [seed, kind] of ordinaryKinds.entries()) {
      const random = new Random(seed, 'coins of the test')
      const single = { title, algorithm, classes: 2, ...(kernel && { kernel }) }
      const parameters = randomParameters(single, new Random(seed, 'setup'), 1)
      const coin = new GivenCoin()
      const options = { algorithm: algorithm.name, parameters, seed, coins: coin, ...(kernel && { kernel }) }
      const whole = createRounds({ ...options, classes: CLASSES })
      const parts = Array.from({ length: CLASSES }, () => createRounds({ ...options, classes: 2 }))
      for (const [t, example] of makeStream(kind, seed, 60, CLASSES).examples.entries()) {
        const about = `rows ${kind}, seed ${seed}, round ${t + 1}, ${JSON.stringify(parameters)}`
        coin.next = random.uniform()
        const round = playRound(whole, example)
        const own = parts.map((part, c) =>
          playRound(part, { ...example, label: c === example.label ? 1 : 0 }),
        )
        const scores = own.map(({ margin }) => margin)
        const [best, second] = scores.toSorted((a, b) => b - a)
        assert.deepEqual([...round.scores], scores, about)
        assert.equal(round.predicted, scores.indexOf(best), about)
        assert.equal(round.margin, best - second, about)
        assert.equal(round.probability, Math.max(...own.map(({ probability }) => probability)), about)
        assert.equal(
          round.asked,
          own.some(({ asked }) => asked),
          about,
        )
        assert.equal(
          round.updated,
          own.some(({ updated }) => updated),
          about,
        )
      }
      const saved = whole.save().learner as State
      for (const [c, part] of parts.entries()) {
        const { learner, tally } = part.save()
        const own = { learner, tally } as State
        assert.equal(differenceOf(saved[c] as State, own), undefined, `class ${c}, seed ${seed}`)
      }
    }
  })

test('One-vs-all counts a mistake of the whole, and an update when any part changed', () => {
  const asker = createRounds({ algorithm: 'PE', classes: 3 })
  const rounds = makeStream('dense', 1, 50, 3).examples.map((example) => ({
    wrong: playRound(asker, example).predicted !== example.label,
  }))
  const { mistakes, asked, rounds: count } = asker.tally
  assert.equal(mistakes, rounds.filter(({ wrong }) => wrong).length)
  assert.deepEqual([asked, count], [50, 50])
})
