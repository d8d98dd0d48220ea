// How good is `auto`? It is played on the fresh permutations of the comparison, on every set, at every ratio.
//
//   node experiments/auto/auto.mjs --data-dir DIR --results DIR [--only a9a,w8a] [--design alarm=0,waves=128]
//
// What is stored already is not played again.
import { flagsOf } from '../tools.mjs'
import { openArena, runOf } from './arena.mjs'
import { freshSeeds, ratios, sets } from './protocol.mjs'
import { meanOf, readResult, writeResult } from './results.mjs'
import { playAuto } from './self-tuning.mjs'

const flags = flagsOf({ results: 'results/auto', design: '', ratios: ratios.join(',') })
const design = Object.fromEntries(
  flags.design
    .split(',')
    .filter((part) => part !== '')
    .map((part) => part.split('='))
    .map(([name, value]) => [name, Number(value)]),
)
const wanted = flags.ratios.split(',').map(Number)
const chosen = flags.only === '' ? sets : sets.filter(({ name }) => flags.only.split(',').includes(name))

for (const spec of chosen) {
  const result = readResult(flags.results, spec.name) ?? { name: spec.name, ratios: {} }
  const missing = wanted.filter((ratio) => !(ratio in result.ratios))
  if (missing.length === 0) continue
  const arena = await openArena(spec, flags['data-dir'])
  const measure = arena.classes.length === 2 ? 'f1' : 'accuracy'
  for (const ratio of missing) {
    const begun = performance.now()
    const fresh = freshSeeds(arena.labels.length).map((seed) =>
      playAuto(arena, runOf(arena, seed), ratio, { design }),
    )
    const seconds = (performance.now() - begun) / 1000
    result.ratios[ratio] = { fresh, seconds }
    writeResult(flags.results, { ...result, measure })
    const mean = (100 * meanOf(fresh, measure)).toFixed(1)
    console.error(`${spec.name}  ${100 * ratio} %  ${mean}  ${seconds.toFixed(1)} s`)
  }
}
