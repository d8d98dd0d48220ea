import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Kernel, Metrics, type Parameters, type Row } from '@askance/core'
import { Random, Tally } from '@askance/core/internals'
import { Pass, type Playable } from '../src/play/pass.js'
import { newGame, type Player, wantsUnitRows, weightsOn } from '../src/play/player.js'
import type { OpenSet } from '../src/sets/set.js'
import { type Stage, stageOf } from '../src/sets/stage.js'
import { madeSet } from './support/sets.js'
import { counted, slowPlay } from './support/slow.js'

interface Case {
  readonly algorithm: string
  readonly classes?: number
  readonly parameters?: Parameters
  readonly kernel?: Kernel
  readonly unitRows?: boolean
}

const gaussian: Kernel = { type: 'gaussian', sigma2: 4 }

const cases: readonly Case[] = [
  { algorithm: 'PE' },
  { algorithm: 'PAA-I', parameters: { smoothing: 0.5 } },
  { algorithm: 'PAA-II', unitRows: true },
  { algorithm: 'RPA', parameters: { rate: 0.3 } },
  { algorithm: 'SEL-ada' },
  { algorithm: 'SOAL', parameters: { smoothing: 0.1 } },
  { algorithm: 'SOAL-diag', unitRows: true },
  { algorithm: 'D-AMD' },
  { algorithm: 'D-ADA' },
  { algorithm: 'LASEC-SS' },
  { algorithm: 'BBQ', unitRows: true },
  { algorithm: 'RandomizedBBQ', unitRows: true },
  { algorithm: 'CSPAA(a)' },
  { algorithm: 'CW-diag' },
  { algorithm: 'PAA', kernel: gaussian },
  { algorithm: 'PEA', kernel: { type: 'polynomial', degree: 2, offset: 1 }, unitRows: true },
  { algorithm: 'SOLE', kernel: gaussian, parameters: { capacity: 40 } },
  { algorithm: 'RandomizedBudgetPerceptron' },
  { algorithm: 'MPAA-I', classes: 4 },
  { algorithm: 'MD-AMD', classes: 3, unitRows: true },
  { algorithm: 'MRPE', classes: 3 },
  { algorithm: 'PAA-I', classes: 4 },
  { algorithm: 'SOAL-diag', classes: 3 },
  { algorithm: 'D-AMD', classes: 3, unitRows: true },
  { algorithm: 'PEA', classes: 3, kernel: gaussian },
  { algorithm: 'auto', parameters: { ratio: 0.2, horizon: 160 } },
  { algorithm: 'auto', parameters: { ratio: 0.3, horizon: 0 }, classes: 3 },
]

const describing = ({ algorithm, classes = 2, kernel, unitRows }: Case): string =>
  `${algorithm} on ${classes} classes${kernel ? `, ${kernel.type} kernel` : ''}${unitRows ? ', unit rows' : ''}`

const setOf = ({ classes = 2 }: Case): OpenSet => madeSet({ seed: 40 + classes, rows: 160, classes })

const playerOf = ({ algorithm, kernel, unitRows = false }: Case, delay = 0): Player => ({
  algorithm,
  unitRows,
  delay,
  ...(kernel && { kernel }),
})

const assertAsSlow = (one: Case, delay: number, seed: number): void => {
  const set = setOf(one)
  const stage = stageOf(set, seed)
  const about = `${describing(one)}, delay ${delay}, seed ${seed}`
  const player = playerOf(one, delay)
  const slow = slowPlay(set, player, one.parameters ?? {}, stage, seed)
  const expected = counted(slow.rounds, set.facts.classes.length, set.positive)
  // With scores and without, the rounds are played by different loops.
  for (const scores of [undefined, new Float64Array(stage.order.length)]) {
    const options = scores ? { scores } : {}
    const game = newGame(set, player, one.parameters ?? {}, stage, seed, options)
    game.pass.play(stage, 0, stage.order.length)
    assert.deepEqual(game.metrics.values(), expected, about)
    assert.equal(game.rounds.tally.updates, slow.updates, about)
    assert.deepEqual(game.rounds.save(), slow.state, about)
    if (scores)
      assert.deepEqual(
        Array.from(scores),
        slow.rounds.map(({ score }) => score),
        about,
      )
  }
  assert.ok(
    slow.learned.every(({ asked, at }) => at === asked + delay),
    about,
  )
}

describe('a pass equals a slow and obvious one, round by round and bit by bit', () => {
  for (const one of cases)
    test(describing(one), () => {
      for (const seed of [1, 2]) assertAsSlow(one, 0, seed)
    })
})

describe('late answers are learned exactly so many rounds later', () => {
  for (const one of cases)
    test(describing(one), () => {
      for (const delay of [1, 7, 159, 160, 1000]) assertAsSlow(one, delay, 3)
    })

  test('they come before the prediction of the round, and those at the end never', () => {
    const log: string[] = []
    const set = madeSet({ seed: 9, rows: 6, shuffled: false })
    const stage = stageOf(set, 1)
    const pass = new Pass(noting(log, stage), new Metrics(2, 1), { delay: 2 })
    pass.play(stage, 0, 6)
    assert.equal(
      log.join(' '),
      'see0 see1 read0 learn0 see2 read1 learn1 see3 read2 learn2 see4 read3 learn3 see5',
    )
  })

  test('without a delay the row is learned at once, and not read again', () => {
    const log: string[] = []
    const set = madeSet({ seed: 9, rows: 3, shuffled: false })
    const stage = stageOf(set, 1)
    new Pass(noting(log, stage), new Metrics(2, 1)).play(stage, 0, 3)
    assert.equal(log.join(' '), 'see0 learn0 see1 learn1 see2 learn2')
  })
})

/** A player that asks about every row and records its labels. */
const noting = (log: string[], { rows, labels }: Stage): Playable => {
  const valuesOf = ({ value, start, end }: Row): string => value.slice(start, end).join()
  const all = Array.from({ length: rows.length }, (_, i) => valuesOf(rows.row(i)))
  const placeOf = (x: Row): number => all.indexOf(valuesOf(x))
  const decision = { predicted: 0, asked: true, margin: 0 }
  let last = -1
  return {
    tally: new Tally(),
    dimension: 0,
    observe: (x: Row) => {
      last = placeOf(x)
      log.push(`see${last}`)
      return decision
    },
    read: (x: Row) => {
      last = placeOf(x)
      log.push(`read${last}`)
    },
    learn: (label: number) => {
      log.push(`learn${last}`)
      assert.equal(label, labels[last])
      return true
    },
  } as unknown as Playable
}

test('playing piece by piece is playing at once', () => {
  for (const one of cases.slice(0, 25))
    for (const delay of [0, 5]) {
      const set = setOf(one)
      const stage = stageOf(set, 8)
      const rounds = stage.order.length
      const whole = newGame(set, playerOf(one, delay), one.parameters ?? {}, stage, 8)
      whole.pass.play(stage, 0, rounds)
      const parts = newGame(set, playerOf(one, delay), one.parameters ?? {}, stage, 8)
      const random = new Random(8, 'pieces')
      for (let from = 0; from < rounds; ) {
        const to = Math.min(rounds, from + random.below(40))
        parts.pass.play(stage, from, to)
        from = to
      }
      const about = `${describing(one)}, delay ${delay}, seed 8`
      assert.deepEqual(parts.metrics.values(), whole.metrics.values(), about)
      assert.deepEqual(parts.rounds.save(), whole.rounds.save(), about)
    }
})

test('costs of the player are those of its metrics', () => {
  const set = madeSet({ seed: 2, rows: 100 })
  const costs = { falseNegative: 3, falsePositive: 0.5, sensitivityWeight: 0.9, specificityWeight: 0.1 }
  const stage = stageOf(set, 1)
  const game = newGame(set, { ...playerOf({ algorithm: 'PE' }), costs }, {}, stage, 1)
  game.pass.play(stage, 0, 100)
  const [, falsePositives, falseNegatives] = game.metrics.confusion()
  const { cost, sum, sensitivity, specificity } = game.metrics.values()
  assert.ok(falsePositives > 0 && falseNegatives > 0)
  assert.equal(cost, 3 * falseNegatives + 0.5 * falsePositives)
  assert.equal(sum, 0.9 * sensitivity + 0.1 * specificity)
})

test('balanced costs weigh the whole of each class the same, on every set its own', () => {
  const set = madeSet({ seed: 2, rows: 100 })
  const [negatives, positives] = set.facts.counts
  assert.notEqual(negatives, positives)
  const { falseNegative = 0, falsePositive = 0 } = weightsOn('balance', set)
  assert.ok(Math.abs(falseNegative - negatives / 100) < 1e-12)
  assert.ok(Math.abs(falseNegative * positives - falsePositive * negatives) < 1e-12)
  const given = { falseNegative: 10 }
  assert.equal(weightsOn(given, set), given)
})

test('rows have length 1 where the theory of the rule wants it, not with a kernel', () => {
  assert.deepEqual(
    ['BBQ', 'ParametricBBQ-I', 'PAA-I', 'RLS', 'D-AMD'].map((name) => wantsUnitRows(name)),
    [true, true, false, false, false],
  )
  assert.equal(wantsUnitRows('BBQ', gaussian), false)
})
