// What do late answers cost `auto`? Plays the same streams with answers at once, 100 and 1,000 rounds late, and after a random wait.
// Answers that have not arrived when the stream ends are lost.
//
//   node experiments/auto/late.mjs --data-dir DIR --results DIR [--only spambase]
import { mean } from '@askance/bench'
import { Random } from '@askance/core/internals'
import { flagsOf, percent, readResult, writeResult } from '../tools.mjs'
import { autoFor, measureFor, openRaw, passOf, scoreOf, streamsOf } from './streams.mjs'

const flags = flagsOf()
const RATIO = 0.1
const MEAN = 100
const names = 'basehock,spambase,svmguide1,phishing_websites,spam_corpus,magic04,pendigits,letter'

/** The number of rounds until an answer arrives. */
const waits = {
  'at once': () => 0,
  '100 late': () => 100,
  '1,000 late': () => 1000,
  [`at random, mean ${MEAN}`]: (random) => Math.floor(-MEAN * Math.log(1 - random.uniform())),
}

const played = (stream, wait) => {
  const random = new Random(stream.seed, 'experiment/late')
  const pass = passOf(stream, autoFor(stream, RATIO), RATIO, { delay: () => wait(random) })
  return { value: scoreOf(stream, pass), asked: pass.count }
}

const result = readResult(flags.results, 'late') ?? { name: 'late', ratio: RATIO, sets: {} }
for (const name of (flags.only || names).split(',')) {
  if (result.sets[name]) continue
  const set = await openRaw(name, flags['data-dir'])
  const streams = streamsOf(set)
  const all = Object.entries(waits).map(([wait, draw]) => [
    wait,
    streams.map((stream) => played(stream, draw)),
  ])
  const { items, classes } = set.facts
  result.sets[name] = { rows: items, measure: measureFor(classes.length), waits: Object.fromEntries(all) }
  writeResult(flags.results, result)
  console.error([name, ...all.map(([, runs]) => percent(mean(runs.map(({ value }) => value))))].join('  '))
}
