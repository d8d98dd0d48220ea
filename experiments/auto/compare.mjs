// `auto` against single algorithms tuned by bench on every set: one result file per set and side.
//
//   node experiments/auto/compare.mjs --data-dir DIR --results DIR [--only a9a,w8a] [--runs 2]
//
// Results are cached: a stopped run resumes when started again.
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
