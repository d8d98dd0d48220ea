// How long do the mean and the longest round of `auto` take? The same stream is played several times in this process,
// after a warm-up pass; the shortest time of every round counts, which excludes other processes.
//
//   node experiments/auto/speed.mjs --data-dir DIR --results DIR [--only a9a] [--passes 3]
import { createRounds } from '@askance/core/internals'
import { flagsOf, hindsight, readResult, stageFor, withIntercept, writeResult } from '../tools.mjs'
import { autoFor, openRaw, streamOf } from './streams.mjs'
import { roundsOf, timesOf } from './timing.mjs'

const flags = flagsOf({ passes: 3 })
const RATIO = 0.1
const SEED = 101
const names = 'a9a,w8a,magic04,letter,mnist,20newsgroups,spam_corpus'

const autoRounds = roundsOf((stream) => autoFor(stream, RATIO))
const singleRounds = (algorithm, parameters) =>
  roundsOf(({ classes }) => createRounds({ algorithm, classes, parameters, seed: SEED }))

const passes = Number(flags.passes)

/** The mean time of a round in microseconds in the fastest pass, without a clock per round and after a warm-up. */
const meanTime = (newRounds, stream) => {
  const { length } = stream.order
  const all = Array.from({ length: passes + 1 }, () => {
    const round = newRounds(stream)
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
  const set = await openRaw(name, flags['data-dir'])
  const stream = streamOf(set, SEED)
  const algorithm = stream.classes === 2 ? 'D-AMD' : 'MD-AMD'
  // With default parameters and the dial that gives the query ratio of `auto`.
  const stage = withIntercept(stageFor(set, SEED))
  const { dial } = (await hindsight([stage], algorithm, [{}], RATIO, 'accuracy')) ?? {}
  const single = { mean: meanTime(singleRounds(algorithm, dial ?? {}), withIntercept(stream)) }
  const auto = { mean: meanTime(autoRounds, stream), ...spreadOf(timesOf(autoRounds, stream, passes).times) }
  result.sets[name] = { rows: set.facts.items, passes, algorithm, auto, single }
  writeResult(flags.results, result)
  const shown = [auto.mean, auto.median, auto.seldom, auto.longest, auto.mean / single.mean].map((x) =>
    x.toFixed(1),
  )
  console.error([name, ...shown, auto.longestAt].join('  '))
}
