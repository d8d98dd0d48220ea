// How much better is this build than an earlier one? Plays the same permutations and coins with both, at most 8,000 rows of a set.
//
//   node experiments/auto/builds.mjs --data-dir DIR --results DIR --before CORE/dist --until 2026-11-15 [--only letter]

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { mean } from '@askance/bench'
import { percent, readResult, writeResult } from '../tools.mjs'
import { openRaw, passOf, scoreOf, streamOf } from './streams.mjs'

const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: 'data' },
    results: { type: 'string', default: 'results' },
    before: { type: 'string' },
    until: { type: 'string', default: 'then' },
    only: { type: 'string', default: '' },
  },
})
if (flags.before === undefined) throw new Error('--before must name the folder dist of an earlier core')

const RATIO = 0.1
const ROWS = 8000
const SEEDS = [101, 102]

const builds = {
  before: await import(pathToFileURL(resolve(flags.before, 'src/internals.js')).href),
  now: await import('@askance/core/internals'),
}

/** A set, whether whole, whether in its own order, and the measure. */
const lines = [
  ...['letter', 'vowel', 'segment', 'isolet', 'covtype_first20k', 'usps', 'pendigits', 'magic04', 'a9a'],
  ...['spambase', 'german', 'ijcnn1', 'svmguide1', 'phishing_websites', 'basehock', '20newsgroups'],
  ...['ijcnn1 F1', 'magic04 F1', 'german F1', 'a9a F1', 'letter whole', 'magic04 whole'],
  ...['electricity', 'outdoor_objects', 'usenet1'],
]

const streamFor = (open, seed, isWhole) => {
  const stream = streamOf(open, seed)
  return isWhole ? stream : { ...stream, order: stream.order.slice(0, ROWS) }
}

const played = ({ createRounds }, stream, measure) => {
  const { order, classes, seed } = stream
  const parameters = { ratio: RATIO, horizon: order.length }
  const player = createRounds({ algorithm: 'auto', classes, parameters, seed, objective: { measure } })
  const started = process.cpuUsage()
  const pass = passOf(stream, player, RATIO)
  const { user, system } = process.cpuUsage(started)
  return {
    value: scoreOf(stream, pass, 0, order.length, measure),
    micros: (user + system) / order.length,
  }
}

const result = readResult(flags.results, 'builds') ?? {
  name: 'builds',
  ratio: RATIO,
  until: flags.until,
  lines: {},
}
for (const line of flags.only ? flags.only.split(',') : lines) {
  if (result.lines[line]) continue
  const [set, kind] = line.split(' ')
  const open = await openRaw(set, flags['data-dir'])
  const seeds = kind === 'whole' ? SEEDS.slice(0, 1) : SEEDS
  const runs = seeds.map((seed) => {
    const stream = streamFor(open, seed, kind === 'whole')
    const measure = kind === 'F1' ? 'f1' : 'accuracy'
    const [before, now] = [builds.before, builds.now].map((build) => played(build, stream, measure))
    return { rows: stream.order.length, before, now }
  })
  result.lines[line] = { runs }
  writeResult(flags.results, result)
  const shown = ['before', 'now'].map((build) => percent(mean(runs.map((run) => run[build].value))))
  console.error([line, ...shown].join('  '))
}
