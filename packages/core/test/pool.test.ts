import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, Pool } from '@askance/core'
import { Random, sparseRow } from '@askance/core/internals'
import { accuracyOf, answerUntil, bitsOf, lived, madePool } from './support/pools.js'

const SEEDS = process.env.ASKANCE_SOAK ? 12 : 1

for (const algorithm of ['auto', 'PAA-II'])
  describe(`pool of ${algorithm}`, () => {
    test('asks at most as often as the budget allows, and never twice about an item', () => {
      const made = madePool({ algorithm, items: 300, budget: { total: 40 } })
      answerUntil(made, 1000)
      const chosen = made.log
        .filter(({ type }) => type === 'chosen')
        .map((event) => 'id' in event && event.id)
      assert.equal(chosen.length, 40)
      assert.equal(new Set(chosen).size, 40)
      assert.equal(made.pool.next(), undefined)
      assert.equal(made.pool.counts.answers, 40)
    })

    test('learns to label', () => {
      const made = madePool({ algorithm, items: 400, budget: { total: 80 } })
      answerUntil(made, 80)
      assert.ok(accuracyOf(made) > 0.9, String(accuracyOf(made)))
    })

    for (let seed = 1; seed <= SEEDS; seed++)
      test(`is the same after replaying its log and after loading, seed ${seed}`, () => {
        const made = madePool({ algorithm, items: 60, budget: { total: 30 }, seed })
        const random = new Random(seed, 'test/life')
        lived(made, 70, random)
        const loaded = Pool.load(made.pool.save())
        assert.deepEqual(bitsOf(loaded), bitsOf(made.pool))
        const tail: typeof made.log = []
        loaded.log = (event) => tail.push(JSON.parse(JSON.stringify(event)))
        const before = made.log.length
        const state = new Random(0, '')
        state.load(random.save())
        const truth = new Map(made.truth)
        lived(made, 20, random)
        lived({ pool: loaded, log: tail, truth }, 20, state)
        assert.deepEqual(tail, made.log.slice(before))
        const replayed = new Pool(made.pool.config)
        for (const event of made.log) replayed.apply(event)
        assert.deepEqual(bitsOf(replayed), bitsOf(made.pool))
        assert.ok(made.pool.counts.spent <= 30)
        assert.deepEqual(replayed.next({ by: 'anna' }), made.pool.next({ by: 'anna' }))
      })
  })

describe('pool', () => {
  test('audits every fifth question, drawn from all that are left', () => {
    const made = madePool({ items: 200, budget: { total: 20 } })
    answerUntil(made, 20)
    const chosen = made.log.flatMap((event) => (event.type === 'chosen' ? [event] : []))
    assert.deepEqual(
      chosen.map(({ reason }) => reason === 'audit'),
      chosen.map((_, k) => k % 5 === 4),
    )
    for (const { reason, probability, candidates } of chosen)
      if (reason === 'audit') assert.equal(probability, 1 / candidates)
    assert.equal(made.pool.progress().audits.answered, 4)
  })

  test('asks for no audits if they are switched off', () => {
    const made = madePool({ items: 200, measure: 0, budget: { total: 20 } })
    answerUntil(made, 20)
    assert.ok(made.log.every((event) => event.type !== 'chosen' || event.reason !== 'audit'))
  })

  test('gives two people different questions, ten at once at most', () => {
    const { pool } = madePool({ items: 200 })
    const ids = Array.from({ length: 12 }, (_, k) => pool.next({ by: k % 2 === 0 ? 'anna' : 'bert' })?.id)
    assert.equal(new Set(ids.slice(0, 10)).size, 10)
    assert.deepEqual(ids.slice(10), [undefined, undefined])
  })

  test('returns an open question again when its lease has ended', () => {
    const { pool } = madePool({ items: 200 })
    const first = pool.next({ by: 'anna' })
    pool.isHeld = () => false
    assert.equal(pool.next({ by: 'bert' }), first)
    pool.isHeld = () => true
    assert.notEqual(pool.next({ by: 'bert' }), first)
  })

  test('does not ask a person again about a skipped item, and nobody after two people skipped it', () => {
    const { pool } = madePool({ items: 1, budget: { total: 5 } })
    const by = (name: string) => pool.next({ by: name })?.id
    assert.equal(by('anna'), 'text 1')
    pool.skip('text 1', { by: 'anna' })
    assert.equal(by('anna'), undefined)
    assert.equal(by('bert'), 'text 1')
    pool.skip('text 1', { by: 'bert' })
    assert.deepEqual([by('anna'), by('bert'), by('carl')], [undefined, undefined, undefined])
    assert.equal(pool.counts.spent, 0)
    pool.reopen('text 1', { by: 'bert' })
    assert.equal(pool.answer('text 1', 'a'), 'learned')
  })

  test('uses up an unsure question and keeps its predicted label', () => {
    const { pool } = madePool({ items: 60 })
    const id = pool.next()?.id ?? ''
    pool.unsure(id)
    assert.equal(pool.counts.spent, 1)
    assert.equal([...pool.labelled()].find((one) => one.id === id)?.known, false)
  })

  test('withdraws a question that nobody has seen, but no audit', () => {
    const made = madePool({ items: 200 })
    answerUntil(made, 3)
    const { pool } = made
    const [margin, audit] = [pool.next(), pool.next()]
    assert.deepEqual([margin?.reason, audit?.reason], ['uncertain', 'audit'])
    assert.equal(pool.withdraw(margin?.id ?? ''), true)
    assert.equal(pool.withdraw(audit?.id ?? ''), false)
    assert.equal(pool.counts.open, 1)
    assert.equal(pool.counts.spent, 4)
  })

  test('asks once about identical items, and the answer counts for all', () => {
    const pool = new Pool({ classes: ['a', 'b'], budget: { total: 50 } })
    const item = (k: number) => ({ row: sparseRow([1 + (k % 5)], [1]) })
    for (let k = 0; k < 60; k++) pool.add(item(k))
    let asked = 0
    for (let question = pool.next(); question; question = pool.next(), asked++) pool.answer(question.id, 'a')
    assert.equal(asked, 5)
    assert.equal(pool.progress().known, 60)
    assert.ok([...pool.labelled()].every(({ known, probability }) => known && probability === 1))
  })

  test('does not treat items without features as identical', () => {
    const pool = new Pool({ classes: ['a', 'b'] })
    for (let k = 0; k < 60; k++) pool.add({ features: {} })
    const reasons = Array.from({ length: 5 }, () => pool.next()?.reason)
    assert.deepEqual(reasons, ['random', 'random', 'random', 'random', 'audit'])
    assert.equal(pool.progress().left, 55)
  })

  test('learns known labels without asking', () => {
    const { pool } = madePool({ items: 100 })
    pool.teachById('text 3', 'a')
    pool.teach({ features: {} }, 'b', 'text 4')
    pool.teach({ features: { other: 1 } }, 'b', 'not in the pool')
    const { taught, spent, known, left } = pool.progress()
    assert.deepEqual([taught, spent, known, left], [3, 0, 2, 100 - 10 - 2])
    assert.throws(() => pool.teachById('text 3', 'a'), { code: 'item/id' })
    assert.throws(() => pool.teachById('nowhere', 'a'), { code: 'pool/item' })
  })

  test('asks about every item if the budget allows more', () => {
    const made = madePool({ items: 30, budget: { total: 500 } })
    answerUntil(made, 500)
    const { answers, known, left, items } = made.pool.progress()
    assert.deepEqual([answers, known, left, items], [27, 30, 0, 30])
    assert.equal(accuracyOf(made), 1)
  })

  test('keeps its questions while it grows', () => {
    const made = madePool({ items: 100 })
    answerUntil(made, 10)
    const measured = () => made.log.filter(({ type }) => type === 'measured').length
    assert.equal(measured(), 1)
    lived(made, 0, new Random(1, ''))
    for (let k = 0; k < 30; k++) made.pool.add({ features: { [`word ${k}`]: 1 } })
    made.pool.next()
    assert.equal(measured(), 2)
  })

  test('labels a new class', () => {
    const made = madePool({ items: 100 })
    answerUntil(made, 10)
    const id = made.pool.next()?.id ?? ''
    assert.equal(made.pool.answer(id, 'new'), 'learned')
    assert.deepEqual(made.pool.classes, ['a', 'b', 'new'])
    answerUntil(made, 20)
    assert.equal([...made.pool.labelled()].length, 100)
    assert.deepEqual(bitsOf(Pool.load(bitsOf(made.pool))), bitsOf(made.pool))
  })

  test('never predicts a class without labels', () => {
    for (const classes of [
      ['a', 'b'],
      ['a', 'b', 'c', 'd'],
    ]) {
      const { pool } = madePool({ items: 80, classes, share: 0.6 })
      for (let k = 0; k < 20; k++) pool.answer(pool.next()?.id ?? '', classes[k % (classes.length - 1)])
      assert.deepEqual(pool.progress().unseen, classes.slice(-1))
      assert.ok([...pool.labelled()].every(({ label }) => label !== classes.at(-1)))
      pool.poolQuality()
    }
  })

  test('learns an answer that arrives after its question was withdrawn or asked again', () => {
    const { pool } = madePool({ items: 60, measure: 0, budget: { total: 2 } })
    const [first, second] = [pool.next()?.id ?? '', pool.next()?.id ?? '']
    pool.withdraw(first)
    assert.equal(pool.answer(first, 'a'), 'learned')
    pool.withdraw(second)
    const third = pool.next()
    assert.equal(third?.reason, 'uncertain')
    if (third?.id === second) return
    assert.equal(pool.answer(second, 'a'), 'late')
    assert.equal(pool.counts.spent, 2)
  })

  test('is loaded by Classifier.load, and only as what it is', () => {
    const { pool } = madePool({ items: 60 })
    const loaded = Classifier.load(pool.save())
    assert.ok(loaded instanceof Pool)
    assert.equal(loaded.next()?.id, pool.next()?.id)
    const options = { protocol: 'live' } as const
    assert.throws(() => Classifier.load(pool.save(), { options }), { code: 'option/value' })
    const stream = new Classifier({ classes: ['a', 'b'] })
    assert.throws(() => Pool.load(stream.save()), { code: 'model/pool' })
  })

  test('rejects what only a stream has', () => {
    const { pool } = madePool({ items: 60 })
    const classes = ['a', 'b']
    assert.throws(() => pool.observe(), { code: 'pool/stream' })
    assert.throws(() => pool.rebudget({ ratio: 0.1 }), { code: 'option/value' })
    assert.throws(() => new Pool({ classes, budget: { perHour: 1 } }), { code: 'option/value' })
    assert.throws(() => new Pool({ classes, shadow: true }), { code: 'option/value' })
    assert.throws(() => new Pool({ classes, protocol: 'live' }), { code: 'option/value' })
    assert.throws(() => new Classifier({ classes, protocol: 'pool' }), { code: 'option/value' })
    assert.throws(() => pool.add({ features: {} }, 'text 1'), { code: 'item/id' })
    const [added] = [{ type: 'added', id: 'x', time: 0 } as const]
    assert.throws(() => new Classifier({ classes }).apply(added), { code: 'event/pool' })
  })
})
