// Shared code of the experiments with `auto`: streams, one recorded pass over a stream, and scores over parts of it.
//
// A stream is { rows, labels, order, classes }: labels by row, `order` is the order of arrival.
import { livePlayer, openSet, Pass, stageOf } from '@askance/bench'
import { Classifier, Metrics } from '@askance/core'
import { createRounds, permutation } from '@askance/core/internals'
import { sets, specOf } from './protocol.mjs'

/** The credit of a budget without a horizon, in questions. */
const CREDIT = 20

/** A set by name, for `auto`. */
export const openRaw = (name, folder) =>
  openSet(specOf(sets.find((one) => one.name === name) ?? { name }), folder, 1)

/** The stream of a set in the order of a run. */
export const streamOf = (set, seed) => ({ ...stageOf(set, seed), classes: set.facts.classes.length, seed })

/** Seeds from 101 on; more runs for small sets. */
export const streamsOf = (set) =>
  Array.from({ length: set.facts.items < 3_000 ? 10 : 3 }, (_, k) => streamOf(set, 101 + k))

/**
 * `auto` on a stream, of this build or of that which `create` comes from. Without a horizon it may run ahead of its ratio by its credit, so the ratio is reduced to
 * give the same total of questions.
 */
export const autoFor = (
  { order, classes, seed },
  ratio,
  { horizon = true, create = createRounds, ...options } = {},
) => {
  const parameters = horizon ? { ratio, horizon: order.length } : { ratio: ratio - CREDIT / order.length }
  return create({ algorithm: 'auto', classes, parameters, seed, ...options })
}

/** A single algorithm controlled by the live classifier, on prepared rows. */
export const singleFor = ({ order, classes, seed }, algorithm, ratio, horizon = true) => {
  const budget = horizon ? { ratio, horizon: order.length } : { ratio: ratio - CREDIT / order.length }
  const names = Array.from({ length: classes }, (_, k) => String(k))
  const preparation = { normalize: 'none', intercept: 'none' }
  const options = { classes: names, algorithm, budget, preparation, seed }
  return livePlayer(new Classifier({ ...options, measure: 0, shadow: false, drift: false }))
}

/** One pass: the prediction of each item, and which were asked about; fails if the ratio is exceeded. */
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

/** In every other of so many parts of an order, each class gets the name of the next. */
export const flippedLabels = (order, truth, classes, parts) => {
  const labels = truth.slice()
  order.forEach((i, t) => {
    labels[i] = (truth[i] + (Math.floor((parts * t) / order.length) % 2)) % classes
  })
  return labels
}

/** Half of the classes appear only in the second half: the order, and where that begins. */
export const orderWithClassesAdded = (order, truth, classes) => {
  const isOld = (i) => truth[i] < classes / 2
  const old = order.filter(isOld)
  const half = Math.floor((2 / 3) * old.length)
  const added = order.filter((i) => !isOld(i)).subarray(0, half - (old.length - half))
  const later = [...old.subarray(half), ...added]
  const mixed = Array.from(permutation(later.length, order[0]), (k) => later[k])
  return { order: Int32Array.from([...old.subarray(0, half), ...mixed]), half }
}

/** The score: F1 of the last class, or accuracy for several classes. */
export const measureFor = (classes) => (classes === 2 ? 'f1' : 'accuracy')

/** The score over a range of rounds. */
export const scoreOf = ({ labels, order, classes }, { predicted }, from = 0, to = order.length, measure) => {
  const metrics = new Metrics(classes, classes - 1)
  for (let t = from; t < to; t++) metrics.add(predicted[t], labels[order[t]], false, false)
  return metrics.values()[measure ?? measureFor(classes)]
}
