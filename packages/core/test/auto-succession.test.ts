import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DESIGN } from '../src/auto/design.js'
import type { Ensemble } from '../src/auto/ensemble.js'
import { createRounds, type Random } from '../src/internals.js'
import { integersIn, stateIn } from '../src/state/state.js'
import { answered, drawnRow, newEnsembles } from './support/auto-ensembles.js'
import { denseStream, rowOf, withSeeds } from './support/auto-streams.js'

/** Minds on a stream whose classes change places now and then, which know when each of their rows came. */
const flipping = (random: Random, seed: number, capacity?: number) => {
  const ensembles = newEnsembles(2, seed, DESIGN, capacity)
  const cameAt = new Map<number, number>()
  let answers = 0
  return {
    ensembles,
    /** So many answers, the stream flipped or not; whether it was found to have changed. */
    play(count: number, flipped: boolean): boolean {
      let found = false
      for (let n = 0; n < count; n++) {
        const drawn = drawnRow(random)
        cameAt.set(drawn.x[0], answers++)
        const isHigh = drawn.x[0] > 0
        if (answered(ensembles, drawn, isHigh === flipped ? 0 : 1).since > 0) found = true
      }
      return found
    },
    /** When the rows of a ensemble came. */
    times: ({ rows }: Ensemble): number[] => rows.map(({ row }) => cameAt.get(row.value[row.start]) ?? -1),
  }
}

describe('the primary after a change', () => {
  it('has learned what came since the one that led began, and nothing older', () => {
    withSeeds([81, 82], (random, seed) => {
      const { ensembles, play, times } = flipping(random, seed)
      play(300, false)
      assert.ok(play(100, true), 'the change is found')
      const { primary } = ensembles
      assert.ok(primary.startedAt >= 270, `${primary.startedAt}`)
      const own = times(primary)
      assert.ok(own.length > 20)
      assert.deepEqual(
        own,
        own.map((_, k) => primary.startedAt + k),
      )
    })
  })

  it('has learned nothing older also where rows were evicted before', () => {
    let changes = 0
    withSeeds([83, 84, 85, 86], (random, seed) => {
      const { ensembles, play, times } = flipping(random, seed, 150)
      play(400, false)
      assert.equal(ensembles.primary.length, 150)
      if (!play(150, true)) return
      changes++
      const oldest = Math.min(...times(ensembles.primary))
      const { startedAt } = ensembles.primary
      assert.ok(oldest >= startedAt, `a row of answer ${oldest}, but it began with ${startedAt}`)
    })
    assert.ok(changes > 0, 'a change is found')
  })

  it('has learned nothing older also where it had slept before', () => {
    let changes = 0
    withSeeds([85, 86, 87], (random, seed) => {
      const { ensembles, play, times } = flipping(random, seed)
      play(300, false)
      assert.ok(play(300, true), 'the change is found')
      assert.ok(play(100, false), 'what comes back is found')
      assert.equal(ensembles.primary.startedAt, 0)
      // Something new, which is neither of the two.
      for (let n = 0; n < 300; n++) {
        const drawn = drawnRow(random)
        const { since } = answered(ensembles, drawn, drawn.x[2] > 0 ? 1 : 0)
        if (since === 0 || ensembles.primary.startedAt < 700) continue
        changes++
        const old = times(ensembles.primary).filter((at) => at >= 0 && at < ensembles.primary.startedAt)
        assert.deepEqual(old, [], `rows from before it began with ${ensembles.primary.startedAt}`)
        break
      }
    })
    assert.ok(changes > 0, 'a change is found')
  })
})

describe('the capacity', () => {
  it('is never exceeded, and what is left is enough to predict well', () => {
    const stream = denseStream(88, 900, 2)
    const parameters = { ratio: 0.5, horizon: stream.length, capacity: 100 }
    const asker = createRounds({ algorithm: 'auto', classes: 2, parameters, seed: 6 })
    let right = 0
    stream.forEach((plain, t) => {
      const row = rowOf(plain)
      const { asked, predicted } = asker.observe(row)
      if (t >= 450 && predicted === plain.label) right++
      if (asked) asker.learn(plain.label)
      if (t % 50 !== 0) return
      const body = stateIn(asker.save(), 'learner')
      const stored = stateIn(stateIn(stateIn(body, 'minds'), 'minds'), '0')
      assert.ok(integersIn(stored, 'rows').length <= 100)
    })
    assert.ok(right / 450 > 0.8, `${right / 450}`)
  })

  it('goes on with the same bits from its state, also when rows are evicted', () => {
    const stream = denseStream(89, 500, 3)
    const parameters = { ratio: 0.5, horizon: stream.length, capacity: 60 }
    const newAsker = () => createRounds({ algorithm: 'auto', classes: 3, parameters, seed: 6 })
    let [one, other] = [newAsker(), newAsker()]
    stream.forEach((plain, t) => {
      const row = rowOf(plain)
      const decisions = [one, other].map((asker) => {
        const record = asker.observe(row).copy()
        if (record.asked) asker.learn(plain.label)
        return record
      })
      assert.deepEqual(decisions[1], decisions[0], `round ${t}`)
      if (t % 83 !== 0) return
      const state = other.save()
      other = newAsker()
      other.load(state)
    })
  })
})
