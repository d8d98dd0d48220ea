// What does `auto` choose as a stream goes on? One run of one set at 10 % labels, with all that it reports.
//
//   node experiments/auto/moments.mjs --data-dir DIR --results DIR [--only magic04]
import { flagsOf } from '../tools.mjs'
import { openArena, runOf } from './arena.mjs'
import { sets } from './protocol.mjs'
import { readResult, writeResult } from './results.mjs'
import { autoFor, passOf, scoreOf } from './streams.mjs'

const flags = flagsOf({ results: 'results' })
const RATIO = 0.1
const SEED = 101
const name = flags.only || 'magic04'

if (readResult(flags.results, 'moments')?.set !== name) {
  const arena = await openArena(
    sets.find((one) => one.name === name),
    flags['data-dir'],
  )
  const { order } = runOf(arena, SEED)
  const labels = Int32Array.from(order, (i) => arena.labels[i])
  const stream = { rows: arena.rows, order, labels, classes: arena.classes.length }
  const asker = autoFor(stream, SEED, RATIO)
  const value = scoreOf(stream, passOf(stream, asker, RATIO))
  const { self, rate, dial } = asker.report()
  writeResult(flags.results, { name: 'moments', set: name, ratio: RATIO, value, rate, dial, self })
}
