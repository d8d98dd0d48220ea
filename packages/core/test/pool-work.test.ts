import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '@askance/core'
import { Random } from '@askance/core/internals'
import { stateOf } from '../src/classifier/classifier.js'
import { isSelfTuning } from '../src/parts.js'
import type { PoolFold } from '../src/pool/fold.js'
import { addTexts, answerUntil, bitsOf, CLASSES, lived, type MadePool, madePool } from './support/pools.js'

const foldOf = ({ pool }: MadePool) => stateOf(pool) as PoolFold<unknown>

/** The result of the learner for the row it read last. */
const resultOf = ({ pool }: MadePool): unknown => {
  const { learned } = stateOf(pool)
  const { predicted, scores, margin } = learned.learner.reading
  return [predicted, [...scores], margin, [...learned.probabilities(new Float64Array(pool.classes.length))]]
}

describe('work between questions', () => {
  for (const classes of [['a', 'b'], CLASSES])
    test(`keeps results that a fresh reading would give, ${classes.length} classes`, () => {
      const made = madePool({ items: 90, classes, budget: { total: 60 } })
      const { reader, items, learned } = foldOf(made)
      const check = (): void => {
        for (const place of [0, 7, 44, 0, 7]) {
          reader.read(place)
          const kept = resultOf(made)
          learned.learner.read(items.rows[place])
          assert.deepEqual(kept, resultOf(made))
        }
      }
      const random = new Random(classes.length, 'test/kept')
      answerUntil(made, 12)
      lived(made, 40, random, check)
      addTexts(made, 40, 0.3, random)
      check()
    })

  test('chooses the same questions as without preparation', () => {
    const [prepared, plain] = [0, 1].map(() => madePool({ items: 300, classes: CLASSES }))
    prepared.pool.defersRefits = true
    for (let answers = 1; answers <= 40; answers++) {
      answerUntil(plain, answers)
      answerUntil(prepared, answers)
      while (prepared.pool.work());
      assert.equal(prepared.pool.hasWork, false)
    }
    assert.deepEqual(prepared.log, plain.log)
  })

  test('reads the candidates of the next question in advance', () => {
    const made = madePool({ items: 300, measure: 0 })
    made.pool.defersRefits = true
    answerUntil(made, 5)
    const { learner } = stateOf(made.pool).learned
    assert.ok(isSelfTuning(learner))
    const read = learner.readRepresented.bind(learner)
    let reads = 0
    learner.readRepresented = (one) => {
      reads++
      read(one)
    }
    while (made.pool.work());
    assert.ok(reads > 200, String(reads))
    reads = 0
    made.pool.next()
    assert.equal(reads, 0)
  })

  test('gives items without features the shares of the classes', () => {
    const made = madePool({ items: 100, budget: { total: 30 } })
    const { pool } = made
    for (let k = 0; k < 10; k++) pool.add({ features: {} }, `empty ${k}`)
    answerUntil(made, 20)
    const all = [...pool.labelled()]
    const texts = all.filter(({ id }) => id.startsWith('text'))
    const share = texts.reduce((sum, { probabilities }) => sum + probabilities[1], 0) / texts.length
    const [again] = pool.labelledNow([{ id: 'new', item: { features: {} } }])
    for (const { probabilities } of [
      ...all.filter(({ id, known }) => id.startsWith('empty') && !known),
      again,
    ])
      assert.ok(Math.abs(probabilities[1] - share) < 1e-9, `${probabilities[1]} and ${share}`)
    const loaded = Pool.load(pool.save())
    assert.deepEqual([...loaded.labelled()], all)
  })

  test('finishes in slices, with answers in between, and replays to the same bits', () => {
    const made = madePool({ items: 200, budget: { total: 60 } })
    const { pool, log } = made
    pool.defersRefits = true
    answerUntil(made, 30)
    pool.beginFinish()
    for (let slices = 1; pool.isFinishing; slices++) {
      pool.work()
      if (slices % 6 === 0) answerUntil(made, pool.counts.answers + 1)
    }
    assert.equal(log.filter(({ type }) => type === 'finished').length, 1)
    assert.equal(pool.isFinished, log.at(-1)?.type === 'finished')
    const replayed = new Pool(pool.config)
    for (const event of log) replayed.apply(event)
    assert.deepEqual(bitsOf(replayed), bitsOf(pool))
    pool.finish()
    assert.ok(pool.isFinished)
    pool.beginFinish()
    assert.equal(pool.isFinishing, false, 'nothing has changed')
  })
})
