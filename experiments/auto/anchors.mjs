// How does `auto` compare with labelling the first rows and fitting a batch support vector machine, and how many labels would random asking
// need? The same permutations for all, at most 8,000 rows of a set.
//
//   node experiments/auto/anchors.mjs --data-dir DIR --results DIR [--only letter] [--runs 1]
import { openSet } from '@askance/bench'
import { Random } from '@askance/core/internals'
import { chosen, flagsOf, percent, readResult, scalingOf, writeResult } from '../tools.mjs'
import { sets, specOf } from './protocol.mjs'
import { autoFor, measureFor, openRaw, passOf, scoreOf, streamOf } from './streams.mjs'
import { playedSvm } from './svm.mjs'

const flags = flagsOf({ runs: 1 })
const RATIOS = [0.02, 0.05, 0.1, 0.2]
/** Random asking is played at these, too, to see where it reaches the same score. */
const MORE = [0.4, 0.8]
const ROWS = 8000
const FIRST_SEED = 301

/** `auto` learning labels of random rows, with the same learner. */
const randomAsker = (stream, ratio) => {
  const rounds = autoFor(stream, ratio)
  const random = new Random(stream.seed, 'experiment/random')
  const wanted = Math.floor(ratio * stream.order.length)
  let [left, items] = [wanted, stream.order.length]
  return {
    observe(row) {
      const { predicted } = rounds.observe(row)
      const asked = random.uniform() < left / items--
      if (asked) left--
      return { predicted, asked }
    },
    learn: (label) => rounds.learn(label, undefined, ratio),
  }
}

const streamFor = (set, seed) => {
  const stream = streamOf(set, seed)
  return { ...stream, order: stream.order.slice(0, ROWS) }
}

/** Every way to spend the labels: stream of raw rows, the same rows prepared by hand, ratio → score. */
const ways = {
  auto: (raw, _, ratio) => scoreOf(raw, passOf(raw, autoFor(raw, ratio), ratio)),
  random: (raw, _, ratio) => scoreOf(raw, passOf(raw, randomAsker(raw, ratio), ratio)),
  linear: (_, prepared, ratio) => svmScore(prepared, ratio, 'linear'),
  rbf: (_, prepared, ratio) => svmScore(prepared, ratio, 'rbf'),
}

const svmScore = (stream, ratio, kind) => {
  const count = Math.floor(ratio * stream.order.length)
  return scoreOf(stream, playedSvm(stream, count, kind, measureFor(stream.classes)))
}

const result = readResult(flags.results, 'anchors') ?? { name: 'anchors', rows: ROWS, sets: {} }
for (const set of chosen(sets, flags.only)) {
  if (result.sets[set.name]) continue
  const raw = await openRaw(set.name, flags['data-dir'])
  const prepared = await openSet({ ...specOf(set), scaling: scalingOf(set.name) }, flags['data-dir'], 1)
  const own = { measure: measureFor(raw.facts.classes.length), classes: raw.facts.classes.length, runs: [] }
  for (let run = 0; run < Number(flags.runs); run++) {
    const streams = [raw, prepared].map((one) => streamFor(one, FIRST_SEED + run))
    own.rows = streams[0].order.length
    const scores = {}
    for (const [way, play] of Object.entries(ways)) {
      scores[way] = {}
      for (const ratio of way === 'random' ? [...RATIOS, ...MORE] : RATIOS)
        scores[way][ratio] = play(...streams, ratio)
    }
    own.runs.push(scores)
  }
  result.sets[set.name] = own
  writeResult(flags.results, result)
  const shown = Object.entries(own.runs[0]).map(
    ([way, scores]) =>
      `${way} ${Object.values(scores)
        .map((score) => percent(score))
        .join(' ')}`,
  )
  console.error([set.name, ...shown].join('  '))
}
