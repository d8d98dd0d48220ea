import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { Votes } from '../src/stream/votes.js'

/** Votes on one question: one letter each, `?` for those who cannot tell; the voters are v1, v2 … */
const voted = (said: string, votes = new Votes(), id = 'q'): Votes => {
  for (const [k, label] of [...said].entries())
    votes.add(id, { by: `v${k + 1}`, ...(label !== '?' && { label }) })
  return votes
}

const near = (found: number | undefined, expected: number): void =>
  assert.ok(found !== undefined && Math.abs(found - expected) < 1e-12, `${found}, expected ${expected}`)

describe('the verdict of a majority', () => {
  const cases: readonly [said: string, wanted: number, verdict: string][] = [
    ['', 1, 'open'],
    ['a', 2, 'open'],
    ['aa', 2, 'a'],
    ['ab', 2, 'open'],
    ['abb', 2, 'b'],
    ['ab?', 2, 'open'],
    ['abab', 2, 'unsure'],
    ['a?', 2, 'a'],
    ['??', 2, 'unsure'],
    ['aab', 3, 'a'],
    ['abc', 3, 'open'],
    ['abca', 3, 'a'],
    ['abcd', 3, 'open'],
    ['abcde', 3, 'unsure'],
    ['abcdb', 3, 'b'],
    ['a??', 3, 'unsure'],
    ['ab?', 3, 'open'],
    ['a', 1, 'a'],
    ['?', 1, 'unsure'],
  ]
  for (const [said, wanted, expected] of cases)
    test(`of ${said || 'nobody'} with ${wanted} wanted: ${expected}`, () => {
      const verdict = voted(said).verdict('q', wanted, 'majority', 2)
      assert.deepEqual(verdict, expected.length === 1 ? { label: expected } : expected)
    })
})

describe('reliability', () => {
  /** After these, v1 has been right 4 times of 4, v2 and v3 once of 4. */
  const experienced = (): Votes => {
    const votes = new Votes()
    for (const [k, said] of ['abb', 'abb', 'abb', 'aaa'].entries()) {
      voted(said, votes, `old ${k}`)
      votes.settle(`old ${k}`, 'a')
    }
    return votes
  }

  test('is the rate of agreement with add-one smoothing', () => {
    const votes = experienced()
    near(votes.reliability('v1'), 5 / 6)
    near(votes.reliability('v2'), 2 / 6)
    near(votes.reliability('nobody'), 1 / 2)
    assert.deepEqual(votes.status('v1'), { agreement: 1, reliability: 5 / 6 })
    assert.deepEqual(votes.status('nobody'), {})
  })

  test('lets one reliable voter outweigh two unreliable ones', () => {
    const votes = voted('abb', experienced())
    assert.deepEqual(votes.verdict('q', 3, 'reliability', 2), { label: 'a' })
    assert.deepEqual(votes.verdict('q', 3, 'majority', 2), { label: 'b' })
  })

  test('with more classes, an accuracy of a third has positive weight', () => {
    // With 5 classes: ln(5/6·4 ÷ 1/6) = ln 20 against 2·ln(2/6·4 ÷ 4/6) = ln 4.
    const five = voted('abb', experienced())
    assert.deepEqual(five.verdict('q', 3, 'reliability', 5), { label: 'a' })
    // With 17: ln 80 against 2·ln 8 = ln 64; with 30: ln 145 against ln 210.25.
    assert.deepEqual(five.verdict('q', 3, 'reliability', 17), { label: 'a' })
    assert.deepEqual(five.verdict('q', 3, 'reliability', 30), { label: 'b' })
  })

  test('equals the majority for unknown voters', () => {
    assert.deepEqual(voted('abb').verdict('q', 3, 'reliability', 2), { label: 'b' })
    assert.equal(voted('ab').verdict('q', 2, 'reliability', 2), 'open')
    assert.equal(voted('abab').verdict('q', 2, 'reliability', 2), 'unsure')
  })

  test('an unsure vote neither agrees nor disagrees', () => {
    const votes = voted('a?')
    votes.settle('q', 'a')
    assert.deepEqual(votes.status('v2'), {})
  })

  test('a correction is recounted, and an undone label is not counted', () => {
    const votes = voted('ab')
    votes.settle('q', 'a')
    assert.equal(votes.status('v1').agreement, 1)
    votes.settle('q', 'b')
    assert.equal(votes.status('v1').agreement, 0)
    assert.equal(votes.status('v2').agreement, 1)
    votes.settle('q', undefined)
    assert.deepEqual(votes.status('v1'), {})
    near(votes.reliability('v2'), 0.5)
  })
})

describe('undoing votes', () => {
  test('before the consensus reopens the question', () => {
    const votes = voted('aa')
    votes.remove('q', 'v2')
    assert.deepEqual(votes.on('q'), [{ by: 'v1', label: 'a' }])
    assert.equal(votes.verdict('q', 2, 'majority', 2), 'open')
    votes.remove('q', 'nobody')
    votes.remove('unheard of', 'v1')
    assert.equal(votes.on('q').length, 1)
  })

  test('after the consensus restores the records', () => {
    const votes = voted('aab')
    votes.settle('q', 'a')
    votes.settle('q', undefined)
    votes.remove('q', 'v3')
    votes.add('q', { by: 'v3', label: 'a' })
    votes.settle('q', 'a')
    assert.equal(votes.status('v3').agreement, 1)
  })
})

describe('agreement', () => {
  test('is undefined without pairs', () => {
    assert.deepEqual(new Votes().report(), { pairs: 0 })
    assert.deepEqual(voted('a?').report(), { pairs: 0 })
  })

  test('and kappa match values computed by hand', () => {
    // q1 aab: 1 of 3 pairs alike; q2 aaa: 3 of 3; q3 b?b: 1 of 1; q4 ab: 0 of 1. In all 5 of 8; a 6 times, b 4 times of 10.
    const votes = new Votes()
    for (const [k, said] of ['aab', 'aaa', 'b?b', 'ab'].entries()) voted(said, votes, `q${k}`)
    const { pairs, agreement, kappa } = votes.report()
    assert.equal(pairs, 8)
    near(agreement, 5 / 8)
    near(kappa, (5 / 8 - 0.52) / (1 - 0.52))
  })

  test("with equal numbers of voters is Fleiss' kappa", () => {
    // Fleiss with 3 raters: P̄ = (1/3 + 1 + 1)/3 = 7/9; p_a = 5/9, p_b = 4/9, so that P̄e = 41/81.
    const votes = new Votes()
    for (const [k, said] of ['aab', 'aaa', 'bbb'].entries()) voted(said, votes, `q${k}`)
    const { agreement, kappa } = votes.report()
    near(agreement, 7 / 9)
    near(kappa, (7 / 9 - 41 / 81) / (40 / 81))
  })

  test('is 1 with undefined kappa if all agree', () => {
    assert.deepEqual(voted('aaa').report(), { pairs: 3, agreement: 1 })
  })
})

for (const seed of [1, 2, 3])
  test(`saved and loaded votes continue identically, seed ${seed}`, () => {
    const random = new Random(seed, 'votes')
    const votes = new Votes()
    for (let step = 0; step < 500; step++) {
      const id = `q${random.below(40)}`
      const by = `v${random.below(6)}`
      const label = 'abc?'[random.below(4)]
      const choice = random.below(5)
      if (choice === 0) votes.settle(id, random.below(3) ? 'abc'[random.below(3)] : undefined)
      else if (choice === 1) {
        votes.settle(id, undefined)
        votes.remove(id, by)
      } else if (!votes.on(id).some((vote) => vote.by === by)) {
        votes.settle(id, undefined)
        votes.add(id, { by, ...(label !== '?' && { label }) })
      }
    }
    const again = new Votes()
    again.load(JSON.parse(JSON.stringify(votes.save())))
    assert.deepEqual(again.save(), votes.save())
    assert.deepEqual(again.report(), votes.report())
    for (let k = 0; k < 6; k++) assert.deepEqual(again.status(`v${k}`), votes.status(`v${k}`))
  })
