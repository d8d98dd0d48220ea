// What does `auto` choose over the course of a stream? One run of one set at 10 % labels, with its full report.
//
//   node experiments/auto/moments.mjs --data-dir DIR --results DIR [--only magic04]
import { flagsOf, readResult, writeResult } from '../tools.mjs'
import { autoFor, openRaw, passOf, scoreOf, streamOf } from './streams.mjs'

const flags = flagsOf()
const RATIO = 0.1
const name = flags.only || 'magic04'

if (readResult(flags.results, 'moments')?.set !== name) {
  const stream = streamOf(await openRaw(name, flags['data-dir']), 101)
  const asker = autoFor(stream, RATIO)
  const value = scoreOf(stream, passOf(stream, asker, RATIO))
  const { rate, dial } = asker.deciding
  const self = asker.learner.report()
  writeResult(flags.results, { name: 'moments', set: name, ratio: RATIO, value, rate, dial, self })
}
