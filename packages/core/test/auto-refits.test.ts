import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CrossFit } from '../src/auto/cross-fit.js'
import { Refit } from '../src/auto/refit.js'
import { createRounds, Random } from '../src/internals.js'
import { type Plain, rowOf, sparseStream } from './support/auto-streams.js'

const RATIO = 0.3

/** Plays a stream; calls `each` after every round. Returns the scores of all rounds. */
const scoresOf = (
  stream: readonly Plain[],
  design: Readonly<Record<string, number>> = {},
  each: (round: number, save: () => void) => unknown = () => {},
  capacity?: number,
): number[] => {
  const parameters = { ratio: RATIO, horizon: stream.length, ...(capacity !== undefined && { capacity }) }
  const create = () => createRounds({ algorithm: 'auto', classes: 2, seed: 3, parameters, design })
  let rounds = create()
  return stream.map((plain, t) => {
    const { margin, asked } = rounds.observe(rowOf(plain))
    if (asked) rounds.learn(plain.label)
    each(t + 1, () => {
      const state = rounds.save()
      rounds = create()
      rounds.load(state)
    })
    return margin
  })
}

/** Rows with some of many words, so that there are topics. */
const wordStream = (rounds: number): Plain[] => {
  const random = new Random(6, 'words')
  return Array.from({ length: rounds }, () => {
    const label = random.below(2)
    const words = Array.from({ length: 40 }, () => 1 + 2 * random.below(random.below(2) ? 6000 : 60) + label)
    return { entries: [...new Set(words)].map((word) => [word, 1] as const), label }
  })
}

describe('the re-fits of a stream', () => {
  const stream = sparseStream(7, 400, 2)

  it('change predictions while there are few answers', () => {
    const without = scoresOf(stream, { refitUntil: 0 })
    const scores = scoresOf(stream)
    const first = scores.findIndex((score, t) => score !== without[t])
    assert.ok(first >= 10, `not before ten answers: ${first}`)
  })

  /** Does so much of a re-fit at a time. */
  const inSlicesOf = (slice: number, play: () => number[]): number[] => {
    const { step } = CrossFit.prototype
    CrossFit.prototype.step = function (this: CrossFit) {
      return step.call(this, slice)
    }
    try {
      return play()
    } finally {
      CrossFit.prototype.step = step
    }
  }

  it('take effect in the same round, however much was computed before', () => {
    const plain = scoresOf(stream)
    for (const slice of [1, 1e9])
      assert.deepEqual(
        inSlicesOf(slice, () => scoresOf(stream)),
        plain,
      )
    assert.deepEqual(
      scoresOf(stream, {}, (round, saveAndLoad) => {
        if (round % 3 === 0) saveAndLoad()
      }),
      plain,
    )
  })

  it('use the topics with which they began', () => {
    const words = wordStream(450)
    const plain = scoresOf(words)
    for (const slice of [1, 1e9])
      assert.deepEqual(
        inSlicesOf(slice, () => scoresOf(words)),
        plain,
      )
    assert.deepEqual(
      scoresOf(words, {}, (round, saveAndLoad) => round % 7 === 0 && saveAndLoad()),
      plain,
    )
  })

  it('have the same bits with few stored rows, saved or not', () => {
    const long = sparseStream(9, 700, 2)
    const plain = scoresOf(long, {}, () => {}, 50)
    const moved = scoresOf(long, {}, (round, saveAndLoad) => round % 5 === 0 && saveAndLoad(), 50)
    assert.deepEqual(moved, plain)
  })

  it('come at most so often, and end', () => {
    const { begin } = Refit.prototype
    const answers: number[] = []
    Refit.prototype.begin = function (this: Refit, ...given) {
      answers.push(given[0].answers)
      return begin.apply(this, given)
    }
    try {
      scoresOf(sparseStream(7, 900, 2))
    } finally {
      Refit.prototype.begin = begin
    }
    assert.ok(answers.length > 3 && answers[0] >= 10 && Number(answers.at(-1)) <= 150, `${answers}`)
    answers.forEach((count, k) => {
      assert.ok(k === 0 || count >= 1.15 * Number(answers[k - 1]), `${answers}`)
    })
  })
})
