// What the experiments with `auto` share: a stream, one pass over it that notes every round, and scores over parts of it.
//
// A stream is { rows, labels, order, classes }: labels by row, `order` the rows in the order in which they come.
import { livePlayer, openSet, Pass, stageOf } from '@askance/bench'
import { Classifier, Metrics } from '@askance/core'
import { createRounds } from '@askance/core/internals'
import { sets, specOf } from './protocol.mjs'

/** How many questions a budget without a horizon may be ahead. */
const CREDIT = 20

/** A set by name, as `auto` gets it. */
export const openRaw = (name, folder) =>
  openSet(specOf(sets.find((one) => one.name === name) ?? { name }), folder, 1)

/** The stream of a set in the order of a run. */
export const streamOf = (set, seed) => ({ ...stageOf(set, seed), classes: set.facts.classes.length, seed })

/** More runs of short sets, from seed 101 on. */
export const streamsOf = (set) =>
  Array.from({ length: set.facts.items < 3_000 ? 10 : 3 }, (_, k) => streamOf(set, 101 + k))

/**
 * `auto` on a stream. Without a horizon it may be some questions ahead of its ratio: it gets that much less of it, so that
 * it has no more questions in all than with one.
 */
export const autoFor = ({ order, classes, seed }, ratio, { horizon = true, ...options } = {}) => {
  const parameters = horizon ? { ratio, horizon: order.length } : { ratio: ratio - CREDIT / order.length }
  return createRounds({ algorithm: 'auto', classes, parameters, seed, ...options })
}

/** A single algorithm as the live classifier steers it, on rows that are prepared already. */
export const singleFor = ({ order, classes, seed }, algorithm, ratio, horizon = true) => {
  const budget = horizon ? { ratio, horizon: order.length } : { ratio: ratio - CREDIT / order.length }
  const names = Array.from({ length: classes }, (_, k) => String(k))
  const preparation = { normalize: 'none', intercept: 'none' }
  const options = { classes: names, algorithm, budget, preparation, seed }
  return livePlayer(new Classifier({ ...options, audit: 0, shadow: false, drift: false }))
}

/** One pass: what was predicted of each item, and which were asked about; never more than the ratio allows. */
export const passOf = (stream, player, ratio, { delay = 0 } = {}) => {
  const rounds = stream.order.length
  const pass = { predicted: new Int32Array(rounds), asked: new Uint8Array(rounds), count: 0 }
  let t = 0
  const onRound = ({ predicted, asked }) => {
    pass.predicted[t] = predicted
    pass.asked[t++] = Number(asked)
    pass.count += Number(asked)
  }
  const metrics = new Metrics(stream.classes, stream.classes - 1)
  new Pass(player, metrics, { onRound, delay }).play(stream, 0, rounds)
  if (pass.count > ratio * rounds + 1e-9) throw new Error(`${pass.count} questions of ${rounds}: too many`)
  return pass
}

/** The name of the score: F1 of the last class, or accuracy where there are several. */
export const measureFor = (classes) => (classes === 2 ? 'f1' : 'accuracy')

/** The score over the rounds from one to another. */
export const scoreOf = ({ labels, order, classes }, { predicted }, from = 0, to = order.length, measure) => {
  const metrics = new Metrics(classes, classes - 1)
  for (let t = from; t < to; t++) metrics.add(predicted[t], labels[order[t]], false, false)
  return metrics.values()[measure ?? measureFor(classes)]
}
