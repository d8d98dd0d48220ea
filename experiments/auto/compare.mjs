// `auto` against single algorithms that bench tunes on every set: one file of bench's results for each set and side.
//
//   node experiments/auto/compare.mjs --data-dir DIR --results DIR [--only a9a,w8a] [--runs 2]
//
// What is played is in the cache of the results: stopped and started again, it goes on where it was.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSet, resultsJson, runExperiment } from '@askance/bench'
import { chosen, flagsOf } from '../tools.mjs'
import { protocolsOf, runsFor, SEED, sets, specOf } from './protocol.mjs'

const flags = flagsOf({ runs: '' })
const dataDir = flags['data-dir']

for (const set of chosen(sets, flags.only)) {
  const { facts } = await openSet(specOf(set), dataDir, SEED)
  const runs = flags.runs === '' ? runsFor(facts.items) : Number(flags.runs)
  for (const [side, protocol] of Object.entries(protocolsOf(set, runs))) {
    const folder = join(flags.results, side)
    mkdirSync(folder, { recursive: true })
    const results = await runExperiment(protocol, { dataDir, cache: join(flags.results, 'cache.jsonl') })
    writeFileSync(join(folder, `${set.name}.json`), resultsJson(results))
    console.error([set.name, side, `${results.made.seconds.toFixed(1)} s`].join('  '))
  }
}
