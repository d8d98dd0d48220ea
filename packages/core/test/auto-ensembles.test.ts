import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DESIGN } from '../src/auto/design.js'
import type { Ensemble } from '../src/auto/ensemble.js'
import type { Ensembles } from '../src/auto/ensembles.js'
import type { StoredRow } from '../src/auto/memory.js'
import { denseRow, Random } from '../src/internals.js'
import { answered, type DrawnRow, drawnRow, newEnsembles } from './support/auto-ensembles.js'
import { withSeeds } from './support/auto-streams.js'

/** The side of a row, wrong once in ten; `flipped` it is the other. */
const sideOf = ({ x }: DrawnRow, random: Random, flipped = false): number => {
  const isHigh = x[0] + 0.5 * x[1] > 0
  return (random.uniform() < 0.1 ? !isHigh : isHigh) === flipped ? 0 : 1
}

interface Share {
  readonly born: number
  weight: number
}

/** Fixed share written out: weights follow the predictions, then a little is shared. */
const shared = (shares: readonly Share[], likelihoods: readonly number[]): Share[] => {
  const won = shares.map(({ weight }, k) => weight * Math.max(0.001, likelihoods[k]))
  const total = won.reduce((a, b) => a + b, 0)
  return shares.map(({ born }, k) => {
    const kept = (0.99 * won[k]) / total
    return { born, weight: kept + (k === 0 ? 0.005 : 0) + 0.005 / shares.length }
  })
}

/** A ensemble begins: it has a hundredth; among the young of ages in [16·2^(l−1), 16·2^l) the oldest inherits from the others. */
const begun = (shares: readonly Share[], answers: number): Share[] => {
  const level = ({ born }: Share): number => {
    let l = 0
    while (answers - born >= 16 * 2 ** l) l++
    return l
  }
  const heirs: Share[] = []
  for (const [k, { born, weight }] of shares.entries()) {
    const share = { born, weight: 0.99 * weight }
    const heir = heirs.slice(1).find((other) => level(other) === level(share))
    if (k === 0) heirs.push(share)
    else if (heir) heir.weight += share.weight
    else if (level(share) > DESIGN.historyLevels) heirs[0].weight += share.weight
    else heirs.push(share)
  }
  return [...heirs, { born: answers, weight: 0.01 }]
}

/** What each would say of the row, whether or not it is asked. */
const likelihoods = (ensembles: Ensembles, { views }: DrawnRow, label: number): number[] =>
  ensembles.all.map((ensemble) => {
    ensemble.score(views)
    return ensemble.probabilities[label]
  })

const sumOf = (ensembles: Ensembles): number => ensembles.all.reduce((sum, { weight }) => sum + weight, 0)

describe('the weights of minds', () => {
  it('are those of fixed share, written out', () => {
    withSeeds([1, 2], (random, seed) => {
      const ensembles = newEnsembles(2, seed)
      let naive: Share[] = [{ born: 0, weight: 1 }]
      for (let n = 1; n <= 1300; n++) {
        const drawn = drawnRow(random)
        const label = sideOf(drawn, random)
        naive = shared(naive, likelihoods(ensembles, drawn, label))
        assert.equal(answered(ensembles, drawn, label).since, 0, 'nothing has changed')
        if (n >= 64 && n % 16 === 0) naive = begun(naive, n)
        const born = ensembles.all.map((ensemble) => ensemble.startedAt)
        assert.deepEqual(
          born,
          naive.map((share) => share.born),
        )
        ensembles.all.forEach(({ weight }, k) => {
          assert.ok(Math.abs(weight - naive[k].weight) < 1e-9, `answer ${n}, ensemble ${k}`)
        })
      }
    })
  })

  it('sum to 1 whatever happens, and probabilities do', () => {
    withSeeds([3, 4], (random, seed) => {
      const ensembles = newEnsembles(2, seed)
      for (let n = 1; n <= 700; n++) {
        const drawn = drawnRow(random)
        answered(ensembles, drawn, sideOf(drawn, random, n % 300 > 150))
        assert.ok(Math.abs(sumOf(ensembles) - 1) < 1e-9, `${sumOf(ensembles)} after answer ${n}`)
        ensembles.score(drawnRow(random).views)
        const total = ensembles.probabilities.reduce((a, b) => a + b, 0)
        assert.ok(Math.abs(total - 1) < 1e-9, `${total} after answer ${n}`)
      }
    })
  })

  it('leave the decision to the primary without drift', () => {
    withSeeds([5], (random) => {
      const ensembles = newEnsembles(2)
      let alone = 0
      for (let n = 1; n <= 600; n++) {
        const drawn = drawnRow(random)
        answered(ensembles, drawn, sideOf(drawn, random))
        if (n > 300 && ensembles.primary.weight > 0.5) alone++
      }
      assert.ok(alone > 270, `${alone} of 300`)
    })
  })
})

describe('the ages of minds', () => {
  it('about double, and there are few', () => {
    const random = new Random(6, 'auto test')
    const ensembles = newEnsembles(2, 6, { ...DESIGN, replays: 1 })
    for (let n = 1; n <= 3000; n++) {
      const drawn = drawnRow(random)
      answered(ensembles, drawn, sideOf(drawn, random))
      assert.ok(ensembles.all.length <= DESIGN.historyLevels + 3, `${ensembles.all.length} after ${n}`)
    }
    const ages = ensembles.all.map(({ startedAt }) => 3000 - startedAt)
    for (let k = 2; k < ages.length; k++)
      assert.ok(ages[k] < ages[k - 1] && ages[k - 1] <= 4 * ages[k] + 64, `${ages}`)
  })
})

describe('succession', () => {
  /** Answers until the stream is found to have changed, at most so many. */
  const untilAlarm = (ensembles: Ensembles, random: Random, flipped: boolean, most: number): number => {
    for (let n = 1; n <= most; n++) {
      const drawn = drawnRow(random)
      if (answered(ensembles, drawn, sideOf(drawn, random, flipped)).since > 0) return n
    }
    return Number.POSITIVE_INFINITY
  }

  it('hardly ever chooses one that is no better', () => {
    // Every ensemble that begins may be chosen wrongly with probability e⁻⁵ at most: about 2 of 300 would be.
    const streams = 20
    const answers = 300
    const births = (streams * (answers - DESIGN.historyFrom)) / DESIGN.historyStep
    let chosen = 0
    withSeeds(
      Array.from({ length: streams }, (_, k) => 100 + k),
      (random, seed) => {
        const ensembles = newEnsembles(2, seed)
        for (let n = 1; n <= answers; n++)
          if (answered(ensembles, drawnRow(random), random.below(2)).since > 0) chosen++
      },
    )
    assert.ok(chosen <= 3 * births * Math.exp(-DESIGN.successionLead), `${chosen} of ${births}`)
  })

  it('is not set off where nothing changes', () => {
    withSeeds([7, 8, 9, 10], (random, seed) => {
      assert.equal(untilAlarm(newEnsembles(2, seed), random, false, 600), Number.POSITIVE_INFINITY)
    })
  })

  for (const classes of [2, 3])
    it(`notices soon that a stream of ${classes} classes has flipped, and forgets what was before`, () => {
      withSeeds([11, 12, 13], (random, seed) => {
        const ensembles = newEnsembles(classes, seed)
        const labelOf = (drawn: DrawnRow, turn: number): number => {
          if (classes === 2) return sideOf(drawn, random, turn > 0)
          const [a, b, c] = drawn.x
          return ((a > b && a > c ? 0 : b > c ? 1 : 2) + turn) % 3
        }
        let noticed = 0
        let right = 0
        for (let n = 1; n <= 600; n++) {
          const drawn = drawnRow(random)
          const { isRight, since } = answered(ensembles, drawn, labelOf(drawn, n > 300 ? 1 : 0))
          if (since > 0 && noticed === 0) {
            noticed = n
            assert.ok(since <= n && since > 0)
            assert.ok(ensembles.primary.length <= since + 1, `${ensembles.primary.length} rows of ${since}`)
          }
          if (n > 500 && isRight) right++
        }
        assert.ok(noticed > 300 && noticed <= 400, `noticed after ${noticed}`)
        assert.ok(right >= 75, `${right} of 100 right`)
      })
    })

  it('wakes the frozen ensemble when the old stream comes back', () => {
    withSeeds([14, 15, 16], (random, seed) => {
      const ensembles = newEnsembles(2, seed)
      assert.equal(untilAlarm(ensembles, random, false, 300), Number.POSITIVE_INFINITY)
      const { startedAt } = ensembles.primary
      const noticed = untilAlarm(ensembles, random, true, 100)
      assert.ok(noticed <= 100, `noticed after ${noticed}`)
      untilAlarm(ensembles, random, true, 120)
      const frozen: Ensemble | undefined = ensembles.all.find(({ isFrozen }) => isFrozen)
      assert.ok(frozen && frozen.startedAt === startedAt, 'the primary of before is there')
      const rows = frozen.length
      assert.ok(rows > 200, `it holds ${rows} rows`)
      const back = untilAlarm(ensembles, random, false, 100)
      assert.ok(back <= 60, `noticed after ${back}`)
      assert.equal(ensembles.primary, frozen)
      assert.ok(!frozen.isFrozen)
      let right = 0
      for (let n = 0; n < 100; n++) {
        const drawn = drawnRow(random)
        if (answered(ensembles, drawn, sideOf(drawn, random)).isRight) right++
      }
      assert.ok(right >= 70, `${right} of 100 right`)
      assert.equal(ensembles.primary.length, rows + 100)
    })
  })
})

describe('minds', () => {
  it('go on with the same bits from their state and from a snapshot', () => {
    withSeeds([17], (random) => {
      const ensembles = newEnsembles(2)
      for (let n = 1; n <= 500; n++) {
        const drawn = drawnRow(random)
        answered(ensembles, drawn, sideOf(drawn, random, n > 250))
      }
      const [loaded, restored] = [newEnsembles(2), newEnsembles(2)]
      const viewsOf = ({ views }: StoredRow) => views
      loaded.load(ensembles.save(), false)
      restored.restore(ensembles.snapshot(viewsOf), viewsOf)
      const probe = drawnRow(random)
      for (const other of [ensembles, loaded, restored]) other.score(probe.views)
      assert.deepEqual(loaded.probabilities, ensembles.probabilities)
      assert.deepEqual(restored.probabilities, ensembles.probabilities)
      assert.deepEqual(loaded.save(), ensembles.save())
      assert.deepEqual(restored.save(), ensembles.save())
    })
  })

  it('are no more trusted for being young when a new class comes', () => {
    withSeeds([18, 19], (random, seed) => {
      const ensembles = newEnsembles(2, seed)
      for (let n = 1; n <= 300; n++) {
        const drawn = drawnRow(random)
        answered(ensembles, drawn, sideOf(drawn, random))
      }
      const before = ensembles.primary.weight
      const drawn = drawnRow(random)
      ensembles.score(drawn.views)
      // The label is new: it comes after the row was scored.
      ensembles.addClass()
      const { x, views } = drawn
      const row = { row: denseRow(x), label: 2, answer: ensembles.answers, views, version: 0 }
      ensembles.learn(row, drawn.views, new Float64Array(4 * 3))
      assert.ok(
        ensembles.primary.weight > before - 0.1,
        `${before} before, ${ensembles.primary.weight} after`,
      )
    })
  })
})
