// How long does a round of `auto` take, and how long the longest? The same stream is played several times in this process,
// after a pass to warm up; of every round the shortest time counts, which takes out what other processes did meanwhile.
//
//   node experiments/auto/speed.mjs --data-dir DIR --results DIR [--only a9a] [--passes 3]
import { partsOf, Row, SeededCoins, Tally } from '@askance/core'
import { flagsOf } from '../tools.mjs'
import { openArena, runOf, scaledRows } from './arena.mjs'
import { askings } from './asking.mjs'
import { sets } from './protocol.mjs'
import { readResult, writeResult } from './results.mjs'
import { autoFor } from './streams.mjs'

const flags = flagsOf({ results: 'results', passes: 3 })
const RATIO = 0.1
const SEED = 101
const names = 'a9a,w8a,magic04,letter,mnist,20newsgroups,spam_corpus'

/** A round of `auto`, to be called for t = 0, 1, …. */
const autoRounds = ({ rows, labels, classes }, { order }) => {
  const asker = autoFor({ order, classes: classes.length }, SEED, RATIO)
  const row = new Row(rows.index, rows.value)
  return (t) => {
    const i = order[t]
    if (asker.observe(rows.view(i, row)).asked) asker.learn(row, labels[i])
  }
}

/** A round of an algorithm of the catalogue on rows of length 1, its dial steered. */
const singleRounds =
  (algorithm) =>
  (arena, { order }) => {
    const { labels, classes } = arena
    const rows = scaledRows(arena, 'l2')
    const parts = partsOf({ algorithm, classes: classes.length })
    const learner = parts.newLearner()
    const asking = new askings.steered(parts, RATIO, order.length)
    const coins = new SeededCoins(SEED)
    const row = new Row(rows.index, rows.value)
    const tally = new Tally()
    return (t) => {
      const i = order[t]
      learner.read(rows.view(i, row))
      tally.rounds++
      if (coins.toss() >= asking.probability(learner.reading, tally)) return
      tally.asked++
      learner.learn(row, labels[i])
    }
  }

const passes = Number(flags.passes)

/** The time of every round in microseconds, the least of all passes. */
const timesOf = (newRounds, arena, run) => {
  const times = new Float64Array(run.order.length).fill(Number.POSITIVE_INFINITY)
  for (let pass = 0; pass < passes; pass++) {
    const round = newRounds(arena, run)
    for (let t = 0; t < times.length; t++) {
      const began = performance.now()
      round(t)
      times[t] = Math.min(times[t], 1000 * (performance.now() - began))
    }
  }
  return times
}

/** The mean time of a round in microseconds, of the fastest pass: without a clock in every round, and the first is to warm up. */
const meanTime = (newRounds, arena, run) => {
  const { length } = run.order
  const all = Array.from({ length: passes + 1 }, () => {
    const round = newRounds(arena, run)
    const began = performance.now()
    for (let t = 0; t < length; t++) round(t)
    return (1000 * (performance.now() - began)) / length
  })
  return Math.min(...all.slice(1))
}

const spreadOf = (times) => {
  const sorted = times.toSorted()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return { median: at(0.5), seldom: at(0.999), longest: at(1), longestAt: times.indexOf(at(1)) }
}

const result = readResult(flags.results, 'speed') ?? { name: 'speed', ratio: RATIO, sets: {} }
for (const name of (flags.only || names).split(',')) {
  if (result.sets[name]) continue
  const arena = await openArena(
    sets.find((one) => one.name === name),
    flags['data-dir'],
  )
  const run = runOf(arena, SEED)
  const algorithm = arena.classes.length === 2 ? 'D-AMD' : 'MD-AMD'
  const single = { mean: meanTime(singleRounds(algorithm), arena, run) }
  const mean = meanTime(autoRounds, arena, run)
  const auto = { mean, ...spreadOf(timesOf(autoRounds, arena, run)) }
  result.sets[name] = { rows: arena.labels.length, passes, algorithm, auto, single }
  writeResult(flags.results, result)
  const shown = [auto.mean, auto.median, auto.seldom, auto.longest, auto.mean / single.mean].map((x) =>
    x.toFixed(1),
  )
  console.error([name, ...shown, auto.longestAt].join('  '))
}
