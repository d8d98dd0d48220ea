// Plays one configuration of one algorithm of the catalogue once.
import { Metrics, partsOf, Row, Tally } from '@askance/core'
import { labelsAllowed, scaledRows } from './arena.mjs'
import { askings } from './asking.mjs'

/** One pass: every row is predicted, at most ⌊ratio · rounds⌋ of them are asked about, and learned at once. */
export const playSingle = (arena, run, ratio, { algorithm, parameters, scaling, mode, smoothing }) => {
  const { labels, classes } = arena
  const { order, coins, seed } = run
  const rounds = order.length
  const given = smoothing === undefined ? parameters : { ...parameters, smoothing }
  const parts = partsOf({ algorithm, classes: classes.length, parameters: given })
  const learner = parts.newLearner()
  const asking = new askings[mode](parts, ratio, rounds)
  const metrics = new Metrics(classes.length, classes.length - 1)
  const rows = scaledRows(arena, scaling)
  const row = new Row(rows.index, rows.value)
  const { reading } = learner
  const tally = new Tally()
  for (let t = 0; t < rounds; t++) {
    const i = order[t]
    const label = labels[i]
    learner.read(rows.view(i, row))
    tally.rounds++
    const { predicted } = reading
    const asked = coins[t] < asking.probability(reading, tally)
    metrics.add(predicted, label, asked, false)
    if (!asked) continue
    tally.asked++
    if (predicted !== label) tally.mistakes++
    if (learner.learn(row, label)) tally.updates++
  }
  const { f1, accuracy } = metrics.values()
  const { asked } = tally
  if (asked > labelsAllowed(ratio, rounds)) throw new Error(`${algorithm} asked ${asked} times: too often`)
  return classes.length === 2 ? { seed, f1, accuracy, asked } : { seed, accuracy, asked }
}
