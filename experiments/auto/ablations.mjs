// What does each part of `auto` give? Each is switched off by other constants, at 10 % labels, on sets that take little time.
//
//   node experiments/auto/ablations.mjs --data-dir DIR --results DIR
import { flagsOf, percent } from '../tools.mjs'
import { openArena, runOf } from './arena.mjs'
import { freshSeeds, sets } from './protocol.mjs'
import { meanOf, readResult, writeResult } from './results.mjs'
import { playAuto } from './self-tuning.mjs'

const flags = flagsOf({ results: 'results' })
const RATIO = 0.1
/** The most runs of a set. */
const RUNS = 5
const NEVER = 1e9

const chosen = [
  ...['basehock', 'relathe', 'german', 'usenet1', 'spambase', 'svmguide1', 'mushrooms', 'phishing_websites'],
  ...['magic04', 'vowel', 'segment', 'pendigits', 'usps'],
]

const designs = {
  'no threshold for F1 (θ = ½)': { leastThreshold: 0.5 },
  'no waves': { mostWaved: 0 },
  'neither of these two': { leastThreshold: 0.5, mostWaved: 0 },
  'members weigh the same': { slopeRidge: NEVER },
  'no relevance': { relevanceFrom: NEVER },
  'relevance without false discoveries': { discoveryFrom: NEVER },
  'no replays': { replays: 0 },
  'no lift of rare features': { rarity: 0 },
  'no feature is centred': { dense: 1 },
  'no class frequencies': { priorFrom: NEVER },
  'no younger minds': { historyFrom: NEVER },
}

const result = readResult(flags.results, 'ablation') ?? { name: 'ablation', ratio: RATIO, designs: {} }
for (const spec of sets.filter(({ name }) => chosen.includes(name))) {
  const missing = Object.entries({ all: {}, ...designs }).filter(
    ([name]) => result.designs[name]?.[spec.name] === undefined,
  )
  if (missing.length === 0) continue
  const arena = await openArena(spec, flags['data-dir'])
  const runs = freshSeeds(arena.labels.length)
    .slice(0, RUNS)
    .map((seed) => runOf(arena, seed))
  const measure = arena.classes.length === 2 ? 'f1' : 'accuracy'
  for (const [name, design] of missing) {
    const value = meanOf(
      runs.map((run) => playAuto(arena, run, RATIO, { design })),
      measure,
    )
    result.designs[name] ??= {}
    result.designs[name][spec.name] = { measure, value, runs: runs.length }
    writeResult(flags.results, result)
    console.error([spec.name, name, percent(value)].join('  '))
  }
}
