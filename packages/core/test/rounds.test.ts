import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Coins, createRounds, preparationFor, Random, sparseRow } from '../src/internals.js'
import { allCases } from './support/cases.js'
import { assertNear } from './support/compare.js'
import { loadedPaper, paperModel } from './support/paper.js'
import { play, playModelRound, playRound } from './support/play.js'
import { build, randomSetup } from './support/setups.js'
import { makeStream, ordinaryKinds } from './support/streams.js'

for (const [place, given] of allCases.entries())
  test(`${given.title} throws the one coin of each round, counts, and takes its score apart`, () => {
    const seed = 100 * place
    const model = build(randomSetup(given, seed, 1))
    const coins = new Random(seed, 'coin')
    const kind = ordinaryKinds[place % ordinaryKinds.length]
    const { tally } = model.rounds
    let updates = 0
    let asked = 0
    for (const [t, example] of makeStream(kind, seed, 40, given.classes).examples.entries()) {
      const about = `rows ${kind}, seed ${seed}, round ${t + 1}`
      const { scores } = model.read(example.row)
      const row = model.rounds.preparer.prepare(example.row, false)
      for (const [c, score] of scores.entries()) {
        const label = scores.length === 1 ? 1 : c
        const parts = Array.from({ length: row.end - row.start }, (_, k) =>
          model.rounds.learner.contribution(row, row.start + k, label),
        )
        const weighted = given.kernel === undefined && given.algorithm.form !== 'kernel'
        const total = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
        // One that tunes itself bends, and sees what is not in the row: its parts are tested on their own.
        if (given.algorithm.paced) assert.ok(parts.every((part) => Number.isFinite(part)))
        else if (weighted) assertNear(total, score, `${about}: the parts of score ${c}`)
        else assert.ok(parts.every((part) => part === undefined))
      }
      const round = playModelRound(model, example)
      assert.equal(round.coin, coins.uniform(), about)
      assert.deepEqual([round.t, round.modelVersion], [t + 1, updates], about)
      if (round.asked) asked++
      if (round.updated) updates++
      assert.deepEqual([tally.rounds, tally.asked, tally.updates], [t + 1, asked, updates], about)
    }
  })

test('A copied decision does not change with the rounds that follow', () => {
  const asker = createRounds({ algorithm: 'MPAA', classes: 3 })
  const { examples } = makeStream('dense', 1, 20, 3)
  play(asker, examples)
  const decision = asker.observe(examples[0].row)
  const copy = decision.copy()
  const kept = structuredClone(copy)
  assert.deepEqual({ ...decision }, kept)
  play(asker, examples)
  assert.deepEqual(copy, kept)
})

test('Coins may come from elsewhere', () => {
  const thrown = [0.9, 0.1, 0.5, 0]
  let next = 0
  const coins: Coins = { toss: () => thrown[next++], save: () => ({ next }), load: () => undefined }
  const asker = createRounds({ algorithm: 'RPE', classes: 2, parameters: { rate: 0.5 }, coins })
  const row = sparseRow([1], [1])
  const asked = thrown.map(() => playRound(asker, { row, label: 1 }).asked)
  assert.deepEqual(asked, [false, true, false, true])
})

test('Of two classes the second is the positive one', () => {
  const model = paperModel({ algorithm: 'PE', classes: ['spam', 'ham'] })
  const row = sparseRow([1, 2], [1, -1])
  assert.equal(model.predict(row), 'ham', 'sign(0) is +1')
  assert.equal(model.observe(row).predicted, 1)
  assert.equal(model.learn(0), true)
  assert.equal(model.predict(row), 'spam')
  assert.ok(model.read(row).score < 0)
  assert.deepEqual(model.config.parameters, {})
})

test('Published rows have length 1 where the theory wants it, and only there', () => {
  for (const { algorithm, kernel } of allCases) {
    const normalize = algorithm.rule.unitRows && !kernel ? 'l2' : 'none'
    const preparation = preparationFor(algorithm.name, { protocol: 'paper', ...(kernel && { kernel }) })
    assert.deepEqual(preparation, { normalize, intercept: 'none' }, algorithm.name)
  }
  const model = paperModel({ algorithm: 'BBQ', classes: ['a', 'b'] })
  assert.deepEqual(model.config.preparation, { normalize: 'l2', intercept: 'none' })
  assertNear(model.read(sparseRow([3, 9], [30, 40])).normSq, 1, 'length 1')
})

test('A loaded classifier has the config it was saved with, defaults written out', () => {
  const model = paperModel({ algorithm: 'd-amd', classes: ['a', 'b'], parameters: { smoothing: 3 } })
  const { config } = loadedPaper(model.save())
  assert.deepEqual(config, model.config)
  assert.deepEqual(config.parameters, { smoothing: 3, stepSize: 0.1, ridge: 0.01 })
  assert.deepEqual(config.preparation, { normalize: 'none', intercept: 'none' })
})
