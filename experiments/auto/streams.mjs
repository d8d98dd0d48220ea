// What the experiments with changed streams share: a stream, one pass over it, and scores over parts of it.
//
// A stream is { rows, order, labels, classes }: the row of round t is rows[order[t]], its label labels[t].
import { createAsker, partsOf, Row, SeededCoins, Tally } from '@askance/core'
import { askings } from './asking.mjs'

/** How many questions a budget without a horizon may be ahead. */
const CREDIT = 20

/**
 * `auto` on a stream. Without a horizon it may be some questions ahead of its ratio: it gets that much less of it, so that
 * it has no more questions in all than with one.
 */
export const autoFor = ({ order, classes }, seed, ratio, { horizon = true, ...options } = {}) => {
  const rounds = order.length
  const parameters = horizon ? { ratio, horizon: rounds } : { ratio: ratio - CREDIT / rounds }
  return createAsker({ algorithm: 'auto', classes, parameters, seed, ...options })
}

/** One pass with every answer at once: what was predicted of each row, and which were asked about. */
export const passOf = ({ rows, order, labels }, asker, ratio) => {
  const row = new Row(rows.index, rows.value)
  const pass = newPass(order.length)
  for (let t = 0; t < order.length; t++) {
    const decision = asker.observe(rows.view(order[t], row))
    note(pass, t, decision)
    if (decision.asked) asker.learn(row, labels[t])
  }
  return checked(pass, ratio)
}

/** The same of an algorithm of the catalogue, its dial steered as the live classifier does. */
export const passOfSingle = ({ rows, order, labels, classes }, algorithm, seed, ratio, horizon = true) => {
  const rounds = order.length
  const parts = partsOf({ algorithm, classes })
  const learner = parts.newLearner()
  const Asking = askings.steered
  const asking = horizon ? new Asking(parts, ratio, rounds) : new Asking(parts, ratio - CREDIT / rounds)
  const coins = new SeededCoins(seed)
  const row = new Row(rows.index, rows.value)
  const tally = new Tally()
  const pass = newPass(rounds)
  for (let t = 0; t < rounds; t++) {
    learner.read(rows.view(order[t], row))
    tally.rounds++
    const { predicted } = learner.reading
    const asked = coins.toss() < asking.probability(learner.reading, tally)
    note(pass, t, { predicted, asked })
    if (!asked) continue
    tally.asked++
    learner.learn(row, labels[t])
  }
  return checked(pass, ratio)
}

export const newPass = (rounds) => ({
  predicted: new Int32Array(rounds),
  asked: new Uint8Array(rounds),
  count: 0,
})

export const note = (pass, t, { predicted, asked }) => {
  pass.predicted[t] = predicted
  if (!asked) return
  pass.asked[t] = 1
  pass.count++
}

/** No comparison is worth anything where one side asked more. */
export const checked = (pass, ratio) => {
  const rounds = pass.asked.length
  if (pass.count > ratio * rounds + 1e-9) throw new Error(`${pass.count} questions of ${rounds}: too many`)
  return pass
}

/** F1 of the last class, or accuracy where there are several, over the rounds from one to another. */
export const scoreOf = (
  { labels, classes },
  { predicted },
  from = 0,
  to = labels.length,
  measure = classes === 2 ? 'f1' : 'accuracy',
) => {
  let [right, hits, alarms, missed] = [0, 0, 0, 0]
  for (let t = from; t < to; t++) {
    if (predicted[t] === labels[t]) right++
    if (predicted[t] === 1 && labels[t] === 1) hits++
    if (predicted[t] === 1 && labels[t] !== 1) alarms++
    if (predicted[t] !== 1 && labels[t] === 1) missed++
  }
  if (measure === 'accuracy') return right / Math.max(1, to - from)
  return hits === 0 ? 0 : (2 * hits) / (2 * hits + alarms + missed)
}
