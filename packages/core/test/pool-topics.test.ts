import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClassifierEvent, Pool, sparseRow } from '@askance/core'
import { Random } from '@askance/core/internals'
import { inputsOf, KERNEL } from '../src/auto/featurizer.js'
import { bitsOf } from './support/pools.js'

const CLASSES = ['a', 'b', 'c']

/** A text with many different words; each class has 50 of its own. */
const textOf = (random: Random, label: number) => {
  const words = new Set<number>()
  for (let k = 0; k < 12; k++)
    words.add(random.uniform() < 0.5 ? 2001 + 50 * label + random.below(50) : 1 + random.below(2000))
  const index = [...words].sort((a, b) => a - b)
  return { row: sparseRow(index, new Array(index.length).fill(1)) }
}

/** Whether the stack used topics when a question was chosen. */
const usedTopics = (event: ClassifierEvent): boolean => {
  assert.ok(event.type === 'chosen')
  const { opinion = [] } = event.trace
  const classes = opinion.length / (inputsOf(false) + 1)
  return opinion.slice(KERNEL * classes, (KERNEL + 1) * classes).some((score) => score !== 0)
}

test('a pool uses topics once every class has a label, and replays to the same bits', () => {
  const random = new Random(1, 'test/pool-topics')
  const pool = new Pool({ classes: CLASSES, budget: { total: 100 }, seed: 1 })
  const log: ClassifierEvent[] = []
  pool.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
  for (let k = 0; k < 300; k++) pool.add(textOf(random, k % 2), `${k}`)
  const answer = (answers: number): void => {
    while (pool.counts.answers < answers) {
      const { id = '' } = pool.next() ?? {}
      pool.answer(id, CLASSES[Number(id) % 2])
    }
  }
  answer(30)
  pool.teach(textOf(random, 2), 'c', 'an example')
  const before = log.length
  const loaded = Pool.load(pool.save())
  assert.equal(loaded.next()?.id, pool.next()?.id)
  answer(50)
  const chosen = (events: readonly ClassifierEvent[]) => events.filter(({ type }) => type === 'chosen')
  assert.deepEqual(chosen(log.slice(0, before)).filter(usedTopics), [])
  assert.ok(chosen(log.slice(before)).every(usedTopics))
  const replayed = new Pool(pool.config)
  for (const event of log) replayed.apply(event)
  assert.deepEqual(bitsOf(replayed), bitsOf(pool))
})
