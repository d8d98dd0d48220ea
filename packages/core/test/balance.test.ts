import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRounds, Random, sparseRow } from '../src/internals.js'
import { assertNear } from './support/compare.js'

/** Rows of length 1, one in ten positive. */
const rare = (seed: number, rounds: number) => {
  const random = new Random(seed, 'test/balance')
  return Array.from({ length: rounds }, () => {
    const label = random.uniform() < 0.1 ? 1 : 0
    const angle = (label ? 0.6 : -0.4) + random.normal()
    return { row: sparseRow([1, 2], [Math.cos(angle), Math.sin(angle)]), label }
  })
}

describe('rho: balance', () => {
  test('weighs positives by the negatives for each, as a slow version of CSPAA does', () => {
    for (const seed of [1, 2, 3]) {
      const parameters = { rho: 'balance', aggressiveness: 3, smoothing: 0.2 }
      const rounds = createRounds({ algorithm: 'CSPAA', classes: 2, parameters, seed })
      const counts = [1, 1]
      let w = [0, 0]
      for (const [t, { row, label }] of rare(seed, 300).entries()) {
        const [a, b] = row.value
        const score = w[0] * a + w[1] * b
        const { margin, probability, asked } = rounds.observe(row)
        assertNear(margin, score, `seed ${seed}, round ${t + 1}`)
        if (!asked) continue
        rounds.learn(label)
        counts[label] += 1 / probability
        const y = label === 1 ? 1 : -1
        const loss = Math.max(0, (label === 1 ? counts[0] / counts[1] : 1) - y * score)
        const tau = Math.min(3, loss / (a * a + b * b))
        w = [w[0] + tau * y * a, w[1] + tau * y * b]
      }
    }
  })

  test('finds more positives than equal costs do', () => {
    const positives = ['balance', 1].map((rho) => {
      const rounds = createRounds({ algorithm: 'CSPA', classes: 2, parameters: { rho }, seed: 1 })
      let found = 0
      for (const { row, label } of rare(7, 2000)) {
        if (rounds.observe(row).predicted === 1 && label === 1) found++
        rounds.learn(label)
      }
      return found
    })
    assert.ok(positives[0] > positives[1], `${positives}`)
  })

  test('a word that a parameter does not know is refused', () => {
    for (const parameters of [{ rho: 'balanced' }, { smoothing: 'balance' }])
      assert.throws(() => createRounds({ algorithm: 'CSPAA', classes: 2, parameters }), {
        code: 'parameter/value',
      })
  })
})
