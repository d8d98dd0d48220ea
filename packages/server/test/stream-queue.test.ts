import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { type OpenEntry, QuestionQueue } from '../src/stream/queue.js'
import { TwoQueues } from './support/stream-queue.js'

const look = (): number => 0.5

/** A queue with questions q1, q2 …, the first ranked highest. */
const queueOf = (count: number): QuestionQueue => {
  const queue = new QuestionQueue()
  for (let t = 1; t <= count; t++) queue.add(`q${t}`, t, 1 - t / 1000)
  return queue
}

const next = (queue: QuestionQueue, by: string, until = 100): OpenEntry | undefined =>
  queue.next(by, until, look)

describe('the queue of questions', () => {
  for (let seed = 1; seed <= 20; seed++)
    test(`matches a plain list, seed ${seed}`, () => {
      const random = new Random(seed, 'queue')
      const queues = new TwoQueues(random, ['ann', 'bob', 'cyd', 'dan'].slice(0, 2 + (seed % 3)))
      for (let step = 0; step < 1000; step++) {
        const choice = random.below(10)
        if (choice < 2) queues.add()
        else if (choice < 5) queues.next()
        else if (choice < 8) queues.withHeld()
        else if (choice < 9) queues.withAny()
        else queues.pass(random.below(20))
        queues.compare()
      }
      const open = new Set(queues.plain.all.keys())
      for (const { id } of queues.plain.leased) open.delete(id)
      for (let id = queues.next('newcomer'); id; id = queues.next('newcomer')) open.delete(id)
      assert.deepEqual([...open], [], 'every question is leased or can be leased')
    })

  test('leases the best of the first few after reranking', () => {
    const queue = queueOf(9)
    const worth = (id: string): number => (id === 'q3' ? 0.9 : id === 'q8' ? 1 : 0.1)
    assert.equal(queue.next('ann', 10, worth)?.id, 'q3')
    assert.equal(queue.next('ann', 10, look)?.id, 'q1', 'a look leaves the rank alone')
  })

  test('continues if reranking closes questions', () => {
    const queue = queueOf(9)
    const closing = (id: string): number => {
      if (id !== 'q9') queue.remove(id)
      return id === 'q9' ? 1 : 0
    }
    assert.equal(queue.next('ann', 10, closing)?.id, 'q9')
    assert.equal(queue.next('ann', 10, closing), undefined)
  })

  test('frees a lease exactly at its end, not before', () => {
    const queue = queueOf(1)
    next(queue, 'ann', 100)
    queue.expire(99)
    assert.equal(next(queue, 'bob'), undefined)
    queue.expire(100)
    assert.equal(next(queue, 'bob')?.id, 'q1')
  })

  test('a renewed lease ends later', () => {
    const queue = queueOf(1)
    const entry = next(queue, 'ann', 100) as OpenEntry
    queue.give(entry, 'ann', 150)
    queue.expire(149)
    assert.equal(queue.find('q1')?.holder, 'ann')
    queue.expire(150)
    assert.equal(queue.find('q1')?.holder, undefined)
    assert.equal(queue.leased, 0)
  })

  test('short leases expire in time despite an earlier long one', () => {
    const queue = queueOf(2)
    next(queue, 'ann', 1000)
    next(queue, 'bob', 10)
    queue.expire(10)
    assert.equal(queue.find('q1')?.holder, 'ann')
    assert.equal(queue.find('q2')?.holder, undefined)
  })

  test('a released question comes last for the same labeller', () => {
    const queue = queueOf(2)
    queue.release(next(queue, 'ann') as OpenEntry)
    assert.equal(next(queue, 'ann')?.id, 'q2')
    assert.equal(next(queue, 'ann')?.id, 'q1')
  })

  test('a labeller who releases a begun question gets a new one first', () => {
    const queue = queueOf(2)
    next(queue, 'bob')
    queue.voted('q1', 'bob')
    queue.release(next(queue, 'ann') as OpenEntry)
    assert.equal(next(queue, 'ann')?.id, 'q2')
    assert.equal(next(queue, 'ann')?.id, 'q1')
  })
})

describe('questions that several answer', () => {
  test('begun questions come first, but never to their voters', () => {
    const queue = queueOf(5)
    for (const by of ['ann', 'bob']) {
      assert.equal(next(queue, by)?.id, 'q1')
      queue.voted('q1', by)
    }
    assert.equal(next(queue, 'ann')?.id, 'q2')
    queue.voted('q2', 'ann')
    assert.deepEqual(
      [next(queue, 'cyd')?.id, next(queue, 'cyd')?.id, next(queue, 'cyd')?.id],
      ['q1', 'q2', 'q3'],
    )
    assert.equal(next(queue, 'ann')?.id, 'q4')
  })

  test('votes from before the queue exclude their voters too', () => {
    const queue = queueOf(2)
    queue.voted('q1', 'ann')
    assert.equal(next(queue, 'ann')?.id, 'q2')
    assert.equal(next(queue, 'ann'), undefined)
    assert.equal(next(queue, 'bob')?.id, 'q1')
  })

  test('an undone vote makes the question available to its voter', () => {
    const queue = queueOf(1)
    next(queue, 'ann')
    queue.voted('q1', 'ann')
    assert.equal(next(queue, 'ann'), undefined)
    queue.unvoted('q1', 'ann')
    assert.equal(next(queue, 'ann')?.id, 'q1')
  })

  test('thousands of votes do not slow a labeller down', () => {
    const count = 4000
    const queue = queueOf(count)
    let steps = 0
    for (let k = 0; k < count; k++) {
      const entry = next(queue, 'ann') as OpenEntry
      queue.voted(entry.id, 'ann')
      const voters = entry.voters as Set<string>
      const has = voters.has.bind(voters)
      voters.has = (by) => {
        steps++
        return has(by)
      }
    }
    assert.equal(next(queue, 'ann'), undefined)
    assert.ok(steps <= 4 * count, `${steps} steps for ${count} leases`)
    assert.ok(steps >= count, 'steps are counted')
  })

  test('repeated releases do not grow the list without bound', () => {
    const queue = queueOf(3)
    queue.voted('q1', 'ann')
    let steps = 0
    const { voters } = queue.find('q1') as OpenEntry
    const has = voters!.has.bind(voters)
    voters!.has = (by) => {
      steps++
      return has(by)
    }
    const rounds = 5000
    for (let k = 0; k < rounds; k++) queue.release(next(queue, 'bob') as OpenEntry)
    const before = steps
    next(queue, 'cyd')
    assert.ok(steps - before <= 2000, `${steps - before} steps for one who is new`)
    assert.ok(before <= 10 * rounds, `${before} steps for ${rounds} leases`)
  })
})
