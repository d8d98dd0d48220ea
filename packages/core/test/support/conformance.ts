import assert from 'node:assert/strict'
import { findAlgorithm, Random, type Reading } from '../../src/internals.js'
import type { Case } from './cases.js'
import { differenceOf, knowledge, nanIn } from './compare.js'
import { loadedPaper, type PaperModel, type Setup } from './paper.js'
import { playModelRound, type Round } from './play.js'
import { build, randomSetup } from './setups.js'
import { type Example, kindsFor, makeStream, type StreamKind, streamKinds } from './streams.js'

const IS_SOAK = Boolean(process.env.ASKANCE_SOAK)
const ROUNDS = IS_SOAK ? 30 : 12
/** How often a game is interrupted before a round: on one kind of stream often. */
const [OFTEN, SELDOM] = IS_SOAK ? [1, 0.15] : [0.4, 0.08]

const assertLegal = (round: Round, classes: number, about: () => string): void => {
  const { probability, predicted, margin, scores, coin, asked, reason } = round
  if (!(probability >= 0 && probability <= 1)) assert.fail(`${about()}: probability ${probability}`)
  if (Number.isNaN(margin)) assert.fail(`${about()}: the margin is not a number`)
  if (scores.some(Number.isNaN)) assert.fail(`${about()}: scores ${scores}`)
  if (!(coin >= 0 && coin < 1)) assert.fail(`${about()}: coin ${coin}`)
  if (asked !== coin < probability) assert.fail(`${about()}: asked ${asked}, coin ${coin} < ${probability}`)
  if (asked !== (reason !== undefined)) assert.fail(`${about()}: asked ${asked} for the reason ${reason}`)
  const expected = scores.length === 1 ? (margin >= 0 ? 1 : 0) : scores.indexOf(Math.max(...scores))
  if (predicted !== expected || predicted >= classes) assert.fail(`${about()}: predicted ${predicted}`)
}

/** What a learner says of a row is a number and, where only rounding could make it negative, not negative. */
const assertSound = (reading: Reading, about: () => string): void => {
  const { normSq, variance, leverage, reach, residualSq } = reading
  for (const [name, value] of Object.entries({ normSq, variance, leverage, reach, residualSq }))
    if (!(value >= 0)) assert.fail(`${about()}: ${name} ${value}`)
  if (leverage > 1) assert.fail(`${about()}: leverage ${leverage}`)
}

/** Plays a round and looks at everything that must hold in it. */
const checkedRound = (
  model: PaperModel,
  { row, label }: Example,
  spare: Example,
  about: () => string,
): Round => {
  const before = knowledge(model.rounds.save())
  const assertUntouched = (what: string): void => {
    const difference = differenceOf(before, knowledge(model.rounds.save()))
    if (difference) assert.fail(`${about()}: ${what} changed the learner: ${difference}`)
  }
  assertSound(model.read(spare.row), about)
  assertUntouched('reading')
  const record = model.observe(row).copy()
  // One that tunes itself learns from rows without labels too.
  if (!findAlgorithm(model.config.algorithm).paced) assertUntouched('observing')
  const round = { ...record, updated: record.asked && model.learn(label) }
  assertLegal(round, model.config.classes.length, about)
  if (record.asked && !round.updated) assertUntouched('learning without an update')
  const nan = nanIn(model.rounds.save())
  if (nan) assert.fail(`${about()}: NaN in the state at ${nan}`)
  return round
}

interface Game {
  readonly rounds: readonly Round[]
  readonly bytes: Uint8Array
  readonly dimension: number
}

const checkedGame = (setup: Setup, kind: StreamKind, seed: number, about: string): Game => {
  const { table, examples } = makeStream(kind, seed, ROUNDS, setup.classes.length)
  const given = [table.index.slice(), table.value.slice()]
  const model = build(setup)
  const rounds = examples.map((example, t) =>
    checkedRound(model, example, examples[(7 * t) % ROUNDS], () => `${about}, round ${t + 1}`),
  )
  assert.deepEqual([table.index, table.value], given, `${about}: the input was written to`)
  return { rounds, bytes: model.save(), dimension: model.rounds.dimension }
}

/** The same game, saved and loaded before the rounds that `pausing` picks. */
const interruptedGame = (setup: Setup, kind: StreamKind, seed: number, pausing: () => boolean): Game => {
  const { examples } = makeStream(kind, seed, ROUNDS, setup.classes.length)
  let model = build(setup)
  const rounds = examples.map((example) => {
    if (pausing()) model = loadedPaper(model.save())
    return playModelRound(model, example)
  })
  return { rounds, bytes: model.save(), dimension: model.rounds.dimension }
}

/**
 * Plays a case on every kind of stream, with parameters and all else drawn from the seed. Outside soak runs each case
 * plays a sixth of the kinds, the next case the next sixth.
 */
export const assertConforms = (given: Case, base: number, place: number): void => {
  for (const [k, kind] of kindsFor(place, 6, streamKinds)) {
    const seed = base + k
    const setup = randomSetup(given, seed)
    const about = `rows ${kind}, seed ${seed}, ${JSON.stringify(setup)}`
    const game = checkedGame(setup, kind, seed, about)
    const random = new Random(seed, 'pauses')
    const chance = kind === 'sparse' ? OFTEN : SELDOM
    const again = interruptedGame(setup, kind, seed, () => random.uniform() < chance)
    for (const [t, round] of again.rounds.entries())
      assert.deepEqual(round, game.rounds[t], `${about}: round ${t + 1} of the interrupted game`)
    assert.deepEqual(again, game, `${about}: the end of the interrupted game`)
  }
}
