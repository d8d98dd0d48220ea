import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  catalogue,
  citations,
  combinableRules,
  createRounds,
  findAlgorithm,
  learnerVariants,
  resolveParameters,
  rulesFor,
  SeededCoins,
  Tally,
} from '../src/internals.js'
import { loadedPaper, paperModel } from './support/paper.js'
import { play, playModelRound } from './support/play.js'
import { makeStream } from './support/streams.js'

const pairs = learnerVariants.flatMap((variant) => rulesFor(variant).map((rule) => ({ variant, rule })))

describe('a combination', () => {
  test('plays its learner with its rule, as a slow loop does', () => {
    for (const { variant, rule } of pairs) {
      const classes = variant.task === 'multiclass' ? 3 : 2
      const { examples } = makeStream('of unit length', 3, 15, classes)
      const name = `${variant.name} x ${rule.name}`
      const rounds = play(createRounds({ algorithm: name, classes, seed: 3 }), examples)
      const parameters = resolveParameters(name, [...rule.parameters, ...variant.learner.parameters])
      const learner = variant.learner.build(parameters, {
        form: variant.form,
        seed: 3,
        ...(classes > 2 && { classes }),
        ...(parameters.capacity !== undefined && { capacity: parameters.capacity }),
      })
      const asking = rule.build(parameters)
      const coins = new SeededCoins(3)
      const tally = new Tally()
      examples.forEach(({ row, label }, t) => {
        learner.read(row)
        tally.rounds = t + 1
        const { predicted } = learner.reading
        const probability = asking.probability(learner.reading, tally)
        const asked = coins.toss() < probability
        assert.deepEqual(
          { predicted, probability, asked },
          { predicted: rounds[t].predicted, probability: rounds[t].probability, asked: rounds[t].asked },
          `${name}, round ${t + 1}`,
        )
        assert.ok(probability >= 0 && probability <= 1, name)
        if (!asked) return
        tally.asked++
        if (predicted !== label) tally.mistakes++
        if (learner.learn(row, label, undefined, probability)) tally.updates++
      })
    }
  })

  test('has the parameters of both, each once, and known sources', () => {
    for (const { variant, rule } of pairs) {
      const { parameters, paper, learner } = findAlgorithm(`${variant.name} × ${rule.name}`)
      const names = parameters.map(({ name }) => name)
      assert.deepEqual(parameters, [...rule.parameters, ...learner.parameters])
      assert.equal(new Set(names).size, names.length)
      assert.ok(citations[paper])
    }
  })

  test('that the catalogue has is known by its name there', () => {
    for (const { name, learner, rule, form, task, paced, sameAs } of catalogue) {
      if (paced) continue
      const variant = learnerVariants.find(
        (one) => one.learner === learner && one.form === form && one.task === task,
      )
      assert.equal(findAlgorithm(`${variant?.name} x ${rule.name}`).name, sameAs ?? name)
    }
  })

  test('has one name, however it is written', () => {
    const named = findAlgorithm('LASEC x near')
    assert.equal(named.name, 'LASEC × near')
    for (const name of ['lasec × Near', 'LASEC×near', ' lasec  X  NEAR ', named.name])
      assert.equal(findAlgorithm(name), named, name)
    assert.equal(findAlgorithm('SOP x Randomized-BBQ').name, 'RandomizedBBQ-I')
  })

  test('is saved with a model, which continues to the bit', () => {
    const { examples } = makeStream('of unit length', 5, 60)
    for (const algorithm of ['RLS x near', 'AROW-diag × margin', 'Perceptron x decaying margin']) {
      const whole = paperModel({ algorithm, classes: ['a', 'b'], seed: 2 })
      const part = paperModel({ algorithm, classes: ['a', 'b'], seed: 2 })
      examples.slice(0, 30).forEach((example) => {
        playModelRound(whole, example)
        playModelRound(part, example)
      })
      const loaded = loadedPaper(part.save())
      assert.equal(loaded.config.algorithm, algorithm)
      for (const example of examples.slice(30))
        assert.deepEqual(playModelRound(loaded, example), playModelRound(whole, example))
      assert.deepEqual(loaded.save(), whole.save())
    }
  })

  test('that lacks what the rule needs is refused with those that have it', () => {
    const refused = { code: 'algorithm/combination' }
    for (const variant of learnerVariants)
      for (const rule of combinableRules)
        if (!rulesFor(variant).includes(rule))
          assert.throws(() => findAlgorithm(`${variant.name} x ${rule.name}`), refused)
    assert.throws(() => findAlgorithm('PA x BBQ'), {
      message:
        /^PA cannot be combined with the rule BBQ: it needs the leverage of a row\. PA can be combined with adaptive margin, always, .*random, shifted margin; BBQ with RLS, SOP$/,
    })
    assert.throws(() => findAlgorithm('AROW x SOAL'), {
      message: /it needs a learner with the parameter stepSize/,
    })
    assert.throws(() => findAlgorithm('RLS-diag x BBQ'), refused)
  })

  test('of unknown parts gets a hint', () => {
    const message = (name: string): string => {
      try {
        return findAlgorithm(name).name
      } catch (error) {
        return (error as Error).message
      }
    }
    assert.equal(message('RSL x random'), 'unknown learner RSL; did you mean RLS?')
    assert.equal(message('RLS x radnom'), 'unknown rule radnom; did you mean random?')
    assert.match(
      message('RLS x xyzzy'),
      /^unknown rule xyzzy; expected one of adaptive margin, always, BBQ, .*, SOAL$/,
    )
    assert.match(message('RLS x never'), /^unknown rule never/)
    assert.match(message('xyzzy x random'), /^unknown learner xyzzy; expected one of .*, auto$/)
    assert.match(message('auto x BBQ'), /auto takes only near, random and always/)
    assert.equal(findAlgorithm('auto x near').name, 'auto')
    assert.match(message('a x b x c'), /^unknown algorithm a x b x c; /)
  })
})
