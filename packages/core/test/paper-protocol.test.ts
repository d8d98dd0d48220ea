import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierEvent, roundsOf } from '../src/internals.js'
import { assertSameFile } from './support/auto-states.js'
import { allCases } from './support/cases.js'
import { paperModel } from './support/paper.js'
import { randomSetup } from './support/setups.js'
import { makeStream, ordinaryKinds } from './support/streams.js'

const ROUNDS = process.env.ASKANCE_SOAK ? 80 : 24

describe('the protocol paper', () => {
  for (const [place, given] of allCases.entries())
    test(`${given.title} decides by observe and answer as its rounds do`, () => {
      const seed = 100 * place
      const setup = randomSetup(given, seed, 1)
      const hot = paperModel(setup)
      const recorded = new Classifier({ ...setup, protocol: 'paper' })
      const log: ClassifierEvent[] = []
      recorded.log = (event) => log.push(event)
      const kind = ordinaryKinds[place % ordinaryKinds.length]
      for (const [t, { row, label }] of makeStream(kind, seed, ROUNDS, given.classes).examples.entries()) {
        const about = `rows ${kind}, seed ${seed}, round ${t + 1}`
        const { predicted, scores, margin, probability, coin, asked, reason } = hot.observe(row)
        const event = recorded.observe({ row })
        assert.deepEqual(
          [event.predicted, event.scores, event.margin, event.probability, event.coin, event.asked],
          [setup.classes[predicted], [...scores], margin, probability, coin, asked],
          about,
        )
        assert.equal(event.reason, reason, about)
        if (!asked) continue
        hot.learn(label)
        recorded.answer(event.id, setup.classes[label])
      }
      const replayed = new Classifier({ ...setup, protocol: 'paper' })
      for (const event of log) replayed.apply(JSON.parse(JSON.stringify(event)))
      assert.ok(Buffer.from(replayed.save()).equals(recorded.save()), `seed ${seed}: the log`)
    })

  test('takes no budget and no measuring share where the rule decides alone', () => {
    const options = { classes: ['a', 'b'], algorithm: 'PAA-II', protocol: 'paper' } as const
    assert.throws(() => new Classifier({ ...options, budget: { ratio: 0.1 } }), { code: 'option/value' })
    assert.throws(() => new Classifier({ ...options, measure: 0.2 }), { code: 'option/value' })
    assert.deepEqual(new Classifier({ ...options, algorithm: 'auto', budget: { total: 9 } }).config.budget, {
      total: 9,
    })
  })
})

describe('a classifier that was played without records', () => {
  const { examples } = makeStream('dense', 1, 60, 3)
  const classes = ['a', 'b', 'c']
  const played = (algorithm: string): Classifier => {
    const classifier = new Classifier({ classes, algorithm, protocol: 'paper', seed: 2 })
    const rounds = roundsOf(classifier)
    for (const { row, label } of examples) if (rounds.observe(row).asked) rounds.learn(label)
    return classifier
  }

  for (const algorithm of ['MPAA-II', 'PE', 'SOP', 'auto'])
    test(`${algorithm}: answers that come later can be corrected and forgotten, those of before stay`, () => {
      const classifier = played(algorithm)
      const probes = examples.map(({ row }) => classifier.predict({ row }))
      const again = Classifier.load(classifier.save())
      const predictions = (one: Classifier): string[] => examples.map(({ row }) => one.predict({ row }))
      assert.deepEqual(predictions(again), probes)
      again.teach({ row: examples[0].row }, 'a', 'one')
      again.teach({ row: examples[1].row }, 'b', 'two')
      const loaded = Classifier.load(again.save())
      for (const one of [again, loaded]) {
        one.forget('one')
        one.forget('two')
        if (algorithm !== 'auto') assert.deepEqual(predictions(one), probes)
      }
      assertSameFile(loaded.save(), again.save(), 'loaded between')
    })

  test('takes no further class, unless the learner can grow', () => {
    const { row } = examples[0]
    assert.throws(() => played('MPAA-II').teach({ row }, 'd'), { code: 'label/settled' })
    const auto = played('auto')
    auto.teach({ row }, 'd')
    assert.deepEqual(auto.classes, [...classes, 'd'])
  })

  test('does not change an answer that was learned before', () => {
    const classifier = new Classifier({ classes, algorithm: 'PE', protocol: 'paper' })
    const { id } = classifier.observe({ row: examples[0].row })
    classifier.answer(id, 'a')
    roundsOf(classifier)
    for (const change of [
      () => classifier.answer(id, 'b'),
      () => classifier.forget(id),
      () => classifier.reopen(id),
    ])
      assert.throws(change, { code: 'answer/settled' })
  })
})
