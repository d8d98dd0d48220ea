import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permutation, type Row, sparseRow } from '../src/internals.js'
import { allCases, type Case } from './support/cases.js'
import { assertNear, near } from './support/compare.js'
import { playModelRound, type Round } from './support/play.js'
import { build, randomSetup } from './support/setups.js'
import { kindsFor, makeStream, type StreamKind } from './support/streams.js'

const ROUNDS = process.env.ASKANCE_SOAK ? 60 : 30

/** Near the defaults: a ridge of a thousandth would make rounding errors grow. */
const DECADES = 1

/** The row with feature i renamed to order[i − 1] + 1. */
const renamed = (row: Row, order: Int32Array): Row => {
  const entries = Array.from(row.index.subarray(row.start, row.end), (i, k) => ({
    index: order[i - 1] + 1,
    value: row.value[row.start + k],
  })).sort((a, b) => a.index - b.index)
  return sparseRow(
    entries.map(({ index }) => index),
    entries.map(({ value }) => value),
  )
}

/** Whether rounding may decide: a coin on the probability, a score on a tie, a loss on 0. */
const onTheEdge = ({ coin, probability, margin }: Round): boolean =>
  near(coin, probability) || near(margin, 0) || near(Math.abs(margin), 1)

/** Plays both versions side by side up to a round that rounding decides; returns how many rounds agreed. */
const agreeingRounds = (given: Case, kind: StreamKind, seed: number): number => {
  const setup = randomSetup(given, seed, DECADES)
  const { table, examples } = makeStream(kind, seed, ROUNDS, given.classes)
  const order = permutation(Math.max(...table.index.subarray(0, table.entries)), seed)
  const model = build(setup)
  const twin = build(setup)
  for (const [t, example] of examples.entries()) {
    const about = `rows ${kind}, seed ${seed}, round ${t + 1}, ${JSON.stringify(setup)}`
    const round = playModelRound(model, example)
    const other = playModelRound(twin, { ...example, row: renamed(example.row, order) })
    const { predicted, asked, updated } = round
    const same = predicted === other.predicted && asked === other.asked && updated === other.updated
    if (!same && onTheEdge(round)) return t
    assertNear(other.probability, round.probability, `${about}: probability`)
    for (const [c, score] of round.scores.entries())
      assertNear(other.scores[c], score, `${about}: score ${c}`)
    assert.ok(same, `${about}: decided otherwise`)
  }
  return ROUNDS
}

/** `auto` sees rows in single precision: it is compared more loosely, on its own. */
const cases = allCases.filter(({ algorithm }) => !algorithm.paced)

for (const [place, given] of cases.entries())
  test(`${given.title} does not care in which order features are numbered`, () => {
    const agreed = kindsFor(place, 2).map(([k, kind]) => agreeingRounds(given, kind, 100 * place + k))
    const total = agreed.reduce((sum, rounds) => sum + rounds, 0)
    assert.ok(total >= 0.5 * ROUNDS * agreed.length, `only ${agreed} rounds were compared`)
  })
