import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadModel, type Model, Random, type State } from '../src/index.js'
import { allCases } from './support/cases.js'
import { differenceOf, nanIn } from './support/compare.js'
import { playModelRound, type Round } from './support/play.js'
import { build, randomSetup, type Setup } from './support/setups.js'
import { type Example, makeStream, type StreamKind, streamKinds } from './support/streams.js'

const ROUNDS = 30

/** What the learner knows, without the tally and the coins. */
const knowledge = (model: Model): State => {
  const { learner, parts } = model.asker.save() as Record<string, State>
  return (
    learner ??
    Object.fromEntries(Object.entries(parts).map(([c, part]) => [c, (part as { learner: State }).learner]))
  )
}

const assertLegal = (round: Round, setup: Setup, about: string): void => {
  const { probability, predicted, margin, scores, coin, asked, reason } = round
  assert.ok(probability >= 0 && probability <= 1, `${about}: probability ${probability}`)
  assert.ok(Number.isInteger(predicted) && predicted >= 0 && predicted < setup.classes.length, about)
  assert.ok(!Number.isNaN(margin), `${about}: the margin is not a number`)
  assert.ok(!scores.some(Number.isNaN), `${about}: scores ${scores}`)
  assert.ok(coin >= 0 && coin < 1, `${about}: coin ${coin}`)
  assert.equal(asked, coin < probability, about)
  assert.equal(reason !== undefined, asked, `${about}: reason ${reason}`)
  if (scores.length === 1) assert.equal(predicted, margin >= 0 ? 1 : 0, `${about}: sign`)
  else assert.equal(predicted, scores.indexOf(Math.max(...scores)), `${about}: arg max`)
}

/** Plays a round and looks at everything that must hold in it. */
const checkedRound = (model: Model, example: Example, spare: Example, setup: Setup, about: string): Round => {
  const before = knowledge(model)
  model.read(spare.row)
  assert.equal(differenceOf(before, knowledge(model)), undefined, `${about}: reading changed the learner`)
  const decision = model.observe(example.row)
  assert.equal(differenceOf(before, knowledge(model)), undefined, `${about}: observing changed the learner`)
  const record = decision.copy()
  const updated = record.asked && model.learnIndex(example.label)
  const round = { ...record, updated }
  assertLegal(round, setup, about)
  const after = knowledge(model)
  if (!updated) assert.equal(differenceOf(before, after), undefined, `${about}: changed without an update`)
  assert.equal(nanIn(model.asker.save()), undefined, `${about}: NaN in the state`)
  return round
}

const checkedPlay = (setup: Setup, kind: StreamKind, seed: number, about: string) => {
  const { table, examples } = makeStream(kind, seed, ROUNDS, setup.classes.length)
  const given = [table.index.slice(), table.value.slice()]
  const model = build(setup)
  const rounds = examples.map((example, t) =>
    checkedRound(model, example, examples[(7 * t) % ROUNDS], setup, `${about}, round ${t + 1}`),
  )
  assert.deepEqual([table.index, table.value], given, `${about}: the input was written to`)
  return { rounds, bytes: model.save(), dimension: model.asker.dimension }
}

/** The same game, saved and loaded before the rounds that `pausing` picks. */
const interruptedPlay = (setup: Setup, kind: StreamKind, seed: number, pausing: () => boolean) => {
  const { examples } = makeStream(kind, seed, ROUNDS, setup.classes.length)
  let model = build(setup)
  const rounds = examples.map((example) => {
    if (pausing()) model = loadModel(model.save()).model
    return playModelRound(model, example)
  })
  return { rounds, bytes: model.save(), dimension: model.asker.dimension }
}

for (const [place, given] of allCases.entries())
  test(`${given.title} plays legal rounds that can be repeated and interrupted on any stream`, () => {
    for (const [k, kind] of streamKinds.entries()) {
      const seed = 100 * place + k
      const setup = randomSetup(given, seed)
      const about = `rows ${kind}, seed ${seed}, ${JSON.stringify(setup)}`
      const first = checkedPlay(setup, kind, seed, about)
      const random = new Random(seed, 'pauses')
      const again = interruptedPlay(setup, kind, seed, () => false)
      assert.deepEqual(again, first, `${about}: the same seed played another game`)
      const chance = kind === 'sparse' ? 1 : 0.15
      const resumed = interruptedPlay(setup, kind, seed, () => random.uniform() < chance)
      assert.deepEqual(resumed, first, `${about}: saving and loading changed the game`)
    }
  })
