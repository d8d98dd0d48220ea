// How much better is this build than an earlier one? Plays all sets with the same permutations and coins in both.
//
//   node experiments/auto/builds.mjs --data-dir DIR --results DIR --before CORE/dist [--until 2026-11-15] [--only letter] [--build now]
//
// A stopped run resumes. --build plays one side only; the other one comes from the results.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { mean } from '@askance/bench'
import { chosen, percent, readResult, writeResult } from '../tools.mjs'
import { measureOf, sets } from './protocol.mjs'
import { openRaw, passOf, scoreOf, streamOf } from './streams.mjs'

const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: 'data' },
    results: { type: 'string', default: 'results' },
    before: { type: 'string' },
    build: { type: 'string', default: 'before,now' },
    until: { type: 'string', default: 'then' },
    only: { type: 'string', default: '' },
  },
})

const RATIOS = [0.02, 0.05, 0.1, 0.2]
const ROWS = 10_000
const FEW_ROWS = 3_000
const SEED = 101
const RUNS = { few: 10, many: 5 }

const sides = flags.build.split(',')
if (sides.includes('before') && flags.before === undefined)
  throw new Error('--before must name the folder dist of an earlier core')
const internalsOf = {
  before: () => import(pathToFileURL(resolve(flags.before, 'src/internals.js')).href),
  now: () => import('@askance/core/internals'),
}

const streamFor = (open, seed) => {
  const stream = streamOf(open, seed)
  return { ...stream, order: stream.order.slice(0, ROWS) }
}

/** The score of each run, and what a row cost on average. */
const played = ({ createRounds }, streams, ratio, measure) => {
  const started = process.cpuUsage()
  const values = streams.map((stream) => {
    const { order, classes, seed } = stream
    const parameters = { ratio, horizon: order.length }
    const player = createRounds({ algorithm: 'auto', classes, parameters, seed, objective: { measure } })
    return scoreOf(stream, passOf(stream, player, ratio), 0, order.length, measure)
  })
  const { user, system } = process.cpuUsage(started)
  const rows = streams.reduce((sum, { order }) => sum + order.length, 0)
  return { values, micros: (user + system) / rows }
}

const result = readResult(flags.results, 'builds') ?? { name: 'builds', until: flags.until, sets: {} }
for (const set of chosen(sets, flags.only)) {
  const kept = result.sets[set.name] ?? {}
  if (sides.every((side) => kept[side])) continue
  const open = await openRaw(set.name, flags['data-dir'])
  const runs = open.facts.items < FEW_ROWS ? RUNS.few : RUNS.many
  const streams = Array.from({ length: runs }, (_, k) => streamFor(open, SEED + k))
  const measure = measureOf(set.task)
  for (const side of sides) {
    if (kept[side]) continue
    const build = await internalsOf[side]()
    kept[side] = Object.fromEntries(RATIOS.map((ratio) => [ratio, played(build, streams, ratio, measure)]))
    const shown = RATIOS.map((ratio) => percent(mean(kept[side][ratio].values)))
    console.error([set.name, side, ...shown].join('  '))
  }
  const classes = open.facts.classes.length
  result.sets[set.name] = { measure, rows: streams[0].order.length, classes, runs, ...kept }
  writeResult(flags.results, result)
}
