// Plays `auto` once on the permutations and with the coins of the tuned algorithms.
import { createAsker, GivenCoin, Metrics, Row } from '@askance/core'
import { labelsAllowed } from './arena.mjs'

/** One pass, as of the others. `options` are those of the asker: an objective, or other constants of the design. */
export const playAuto = (arena, run, ratio, options = {}) => {
  const { rows, labels, classes } = arena
  const { order, coins, seed } = run
  const rounds = order.length
  const coin = new GivenCoin()
  const asker = createAsker({
    algorithm: 'auto',
    classes: classes.length,
    parameters: { ratio, horizon: rounds },
    seed,
    coins: coin,
    ...options,
  })
  const metrics = new Metrics(classes.length, classes.length - 1)
  const row = new Row(rows.index, rows.value)
  for (let t = 0; t < rounds; t++) {
    const i = order[t]
    coin.next = coins[t]
    const { predicted, asked } = asker.observe(rows.view(i, row))
    metrics.add(predicted, labels[i], asked, false)
    if (asked) asker.learn(row, labels[i])
  }
  const { f1, accuracy, asked } = metrics.values()
  if (asked > labelsAllowed(ratio, rounds)) throw new Error(`auto asked ${asked} times: too often`)
  const alarms = asker.report().self.alarms.length
  return classes.length === 2 ? { seed, f1, accuracy, asked, alarms } : { seed, accuracy, asked, alarms }
}
