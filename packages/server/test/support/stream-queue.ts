import assert from 'node:assert/strict'
import type { Random } from '@askance/core/internals'
import { QuestionQueue } from '../../src/stream/queue.js'

interface Plain {
  readonly id: string
  readonly t: number
  rank: number
  holder?: string | undefined
  until: number
  readonly voters: Set<string>
  passed?: string | undefined
}

const LOOKED_AT = 4
const MOST_PASSED = 32

/** The queue as it is described, without any thought of speed: every question is gone through every time. */
class PlainQueue {
  readonly all = new Map<string, Plain>()

  expire(now: number): void {
    for (const entry of this.all.values()) if (entry.until <= now) entry.holder = undefined
  }

  get leased(): Plain[] {
    return [...this.all.values()].filter(({ holder }) => holder !== undefined)
  }

  free(by: string): Plain[] {
    return [...this.all.values()].filter(({ holder, voters }) => holder === undefined && !voters.has(by))
  }

  /** The questions that may be leased next to a labeller. */
  candidates(by: string, look: (id: string) => number): Plain[] {
    const free = this.free(by)
    const begun = free.filter(({ voters }) => voters.size > 0)
    const wanted = begun.filter(({ passed }) => passed !== by)
    if (wanted.length > 0) return wanted
    const fresh = free.filter(({ voters }) => voters.size === 0).sort((a, b) => b.rank - a.rank || a.t - b.t)
    const best = bestOf(fresh, by, look)
    return best ? [best] : begun
  }
}

const bestOf = (fresh: readonly Plain[], by: string, look: (id: string) => number): Plain | undefined => {
  const seen: Plain[] = []
  const passed: Plain[] = []
  for (const entry of fresh) {
    if (seen.length === LOOKED_AT) break
    if (entry.passed === by && passed.length < MOST_PASSED) passed.push(entry)
    else seen.push(entry)
  }
  return seen.sort((a, b) => look(b.id) - look(a.id))[0] ?? passed[0]
}

/** Does the same to both queues, and compares what comes of it. */
export class TwoQueues {
  readonly fast = new QuestionQueue()
  readonly plain = new PlainQueue()
  readonly #random: Random
  readonly #people: readonly string[]
  now = 0
  #count = 0

  constructor(random: Random, people: readonly string[]) {
    this.#random = random
    this.#people = people
  }

  anybody(): string {
    return this.#people[this.#random.below(this.#people.length)]
  }

  #any<T>(all: readonly T[]): T | undefined {
    return all[this.#random.below(Math.max(1, all.length))]
  }

  add(): void {
    const t = ++this.#count
    const rank = this.#random.below(10) / 10
    this.fast.add(`q${t}`, t, rank)
    this.plain.all.set(`q${t}`, { id: `q${t}`, t, rank, until: 0, voters: new Set() })
  }

  next(by = this.anybody(), look = (id: string) => this.plain.all.get(id)?.rank ?? 0): string | undefined {
    const until = this.now + 1 + this.#random.below(40)
    const candidates = this.plain.candidates(by, look).map(({ id }) => id)
    const given = this.fast.next(by, until, look)
    if (!given) assert.deepEqual(candidates, [], `${by} can have a question, and gets none`)
    else {
      assert.ok(candidates.includes(given.id), `${given.id} is not one of ${candidates}`)
      Object.assign(this.plain.all.get(given.id)!, { holder: by, until, passed: undefined })
    }
    return given?.id
  }

  /** A random action on a held question. */
  withHeld(): void {
    const held = this.#any(this.plain.leased)
    const entry = held && this.fast.find(held.id)
    if (!held || !entry) return
    const by = held.holder!
    assert.equal(entry.holder, by)
    switch (this.#random.below(4)) {
      case 0:
        held.until = this.now + 1 + this.#random.below(60)
        this.fast.give(entry, by, held.until)
        break
      case 1:
        this.fast.release(entry)
        Object.assign(held, { holder: undefined, passed: by })
        break
      default:
        this.fast.voted(held.id, by)
        held.voters.add(by)
        held.holder = undefined
    }
  }

  withAny(): void {
    const some = this.#any([...this.plain.all.values()])
    if (!some) return
    const choice = this.#random.below(3)
    if (choice === 0) {
      this.fast.remove(some.id)
      this.plain.all.delete(some.id)
    } else if (choice === 1) {
      some.rank = this.#random.below(10) / 10
      this.fast.rerank(some.id, some.rank)
    } else {
      const voter = this.#any([...some.voters])
      if (voter === undefined) return
      some.voters.delete(voter)
      this.fast.unvoted(some.id, voter)
    }
  }

  pass(time: number): void {
    this.now += time
    this.plain.expire(this.now)
    this.fast.expire(this.now)
  }

  compare(): void {
    assert.equal(this.fast.leased, this.plain.leased.length)
    for (const { id, holder, until } of this.plain.all.values()) {
      const entry = this.fast.find(id)
      assert.equal(entry?.holder, holder, `the holder of ${id}`)
      if (holder !== undefined) assert.equal(entry?.leaseExpires, until)
    }
    for (const by of this.#people) {
      const held = this.plain.leased.filter(({ holder }) => holder === by)
      assert.deepEqual(
        this.fast
          .heldBy(by)
          .map(({ id }) => id)
          .sort(),
        held.map(({ id }) => id).sort(),
      )
    }
  }
}
