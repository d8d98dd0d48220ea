// How much does each part of `auto` contribute? Each is switched off by its constants, at 10 % labels, on fast sets.
//
//   node experiments/auto/ablations.mjs --data-dir DIR --results DIR
import { mean } from '@askance/bench'
import { flagsOf, percent, readResult, writeResult } from '../tools.mjs'
import { runsFor, SEED, sets } from './protocol.mjs'
import { autoFor, measureFor, openRaw, passOf, scoreOf, streamOf } from './streams.mjs'

const flags = flagsOf()
const RATIO = 0.1
/** Maximum number of runs per set. */
const RUNS = 5
const NEVER = 1e9

const chosen = [
  ...['basehock', 'relathe', 'german', 'usenet1', 'spambase', 'svmguide1', 'mushrooms', 'phishing_websites'],
  ...['magic04', 'vowel', 'segment', 'pendigits', 'usps'],
]

const designs = {
  'no threshold for F1 (θ = ½)': { minThreshold: 0.5 },
  'no kernel': { maxKernelFeatures: 0 },
  'neither of these two': { minThreshold: 0.5, maxKernelFeatures: 0 },
  'members weigh the same': { slopeRidge: NEVER },
  'no relevance': { relevanceFrom: NEVER },
  'relevance without false discoveries': { discoveryFrom: NEVER },
  'no replays': { replays: 0 },
  'no lift of rare features': { rarity: 0 },
  'no feature is centred': { dense: 1 },
  'no class frequencies': { priorFrom: NEVER },
  'one ensemble': { historyFrom: NEVER },
}

const result = readResult(flags.results, 'ablation') ?? { name: 'ablation', ratio: RATIO, designs: {} }
for (const { name: set } of sets.filter(({ name }) =>
  (flags.only ? flags.only.split(',') : chosen).includes(name),
)) {
  const missing = Object.entries({ all: {}, ...designs }).filter(
    ([name]) => result.designs[name]?.[set] === undefined,
  )
  if (missing.length === 0) continue
  const open = await openRaw(set, flags['data-dir'])
  const runs = Math.min(RUNS, runsFor(open.facts.items))
  const streams = Array.from({ length: runs }, (_, k) => streamOf(open, SEED + k))
  const measure = measureFor(open.facts.classes.length)
  for (const [name, design] of missing) {
    const value = mean(
      streams.map((stream) => scoreOf(stream, passOf(stream, autoFor(stream, RATIO, { design }), RATIO))),
    )
    result.designs[name] ??= {}
    result.designs[name][set] = { measure, value, runs }
    writeResult(flags.results, result)
    console.error([set, name, percent(value)].join('  '))
  }
}
