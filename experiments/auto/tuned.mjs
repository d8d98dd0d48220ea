// The best that tuning makes of single algorithms: for every set, ratio and algorithm the configuration that is best with
// all labels known (hindsight), and that configuration on permutations which had no part in the choice (fresh).
//
// Successive halving makes the grid affordable: all configurations play the beginning of the first permutation as if it
// were the whole stream, the better ones all of it, the best few every permutation. What is done is kept: started again,
// it goes on.
//
//   node experiments/auto/tuned.mjs --data-dir DIR --results DIR [--only a9a,w8a]
import { flagsOf } from '../tools.mjs'
import { distinctScalings, openArena, runOf } from './arena.mjs'
import * as protocol from './protocol.mjs'
import { meanOf, readResult, writeResult } from './results.mjs'
import { playSingle } from './single.mjs'

const flags = flagsOf({ results: 'results' })

/** The best by a value, the earlier first where two are equal. */
const best = (entries, count) => entries.toSorted((a, b) => b.value - a.value).slice(0, count)

/** The best of all, and of every mode at least some: what spends early looks better on a beginning than it is. */
const afterBeginning = (entries, { afterBeginning: count, ofEachMode }) => {
  const kept = new Set(best(entries, count))
  for (const one of new Set(entries.map(({ configuration }) => configuration.mode))) {
    const ofMode = entries.filter(({ configuration }) => configuration.mode === one)
    for (const entry of best(ofMode, ofEachMode)) kept.add(entry)
  }
  return entries.filter((entry) => kept.has(entry)).map(({ configuration }) => configuration)
}

/** The configuration that is best over the seeds of hindsight, with its runs. */
const tune = (arena, ratio, configurations) => {
  const measure = protocol.measureOf(arena.task)
  const [first, ...others] = protocol.hindsightSeeds[arena.task]
  const scored = (run) => (configuration) => {
    const played = playSingle(arena, run, ratio, configuration)
    return { configuration, played, value: played[measure] }
  }
  const whole = scored(runOf(arena, first))
  const halving = protocol.halving[arena.task]
  const isLong = arena.labels.length > halving.rows
  const beginning = scored(runOf(arena, first, halving.rows))
  const kept = isLong ? afterBeginning(configurations.map(beginning), halving) : configurations
  const one = kept.map(whole)
  const runs = others.map((seed) => runOf(arena, seed))
  const all = best(one, isLong ? halving.finalists : halving.finalistsOfShort).map(
    ({ configuration, played }) => {
      const hindsight = [played, ...runs.map((run) => playSingle(arena, run, ratio, configuration))]
      return { configuration, hindsight, value: meanOf(hindsight, measure) }
    },
  )
  const [{ configuration, hindsight }] = best(all, 1)
  return { configuration, hindsight }
}

const emptyResult = ({ name, task, order, rows, labels, classes }) => ({
  name,
  task,
  measure: protocol.measureOf(task),
  order,
  rows: labels.length,
  entries: rows.entries,
  classes: classes.length,
  ratios: {},
})

const isDone = (result, ratio, algorithm) => result?.ratios[ratio]?.[algorithm] !== undefined

const playSet = async (spec) => {
  const names = Object.keys(protocol.algorithms[spec.task])
  const stored = readResult(flags.results, spec.name)
  if (protocol.ratios.every((ratio) => names.every((name) => isDone(stored, ratio, name)))) return
  const arena = await openArena(spec, flags['data-dir'])
  const result = stored ?? emptyResult(arena)
  const fresh = protocol.freshSeeds(arena.labels.length).map((seed) => runOf(arena, seed))
  const scalings = distinctScalings(arena, protocol.scalings)
  for (const ratio of protocol.ratios)
    for (const name of names) {
      if (isDone(result, ratio, name)) continue
      const began = performance.now()
      const configurations = protocol.configurationsOf(spec, name, scalings)
      const { configuration, hindsight } = tune(arena, ratio, configurations)
      result.ratios[ratio] ??= {}
      result.ratios[ratio][name] = {
        tried: configurations.length,
        configuration,
        hindsight,
        fresh: fresh.map((run) => playSingle(arena, run, ratio, configuration)),
        seconds: (performance.now() - began) / 1000,
      }
      writeResult(flags.results, result)
      tell(result, ratio, name)
    }
}

const tell = ({ name, measure, ratios }, ratio, algorithm) => {
  const { configuration, hindsight, fresh, seconds } = ratios[ratio][algorithm]
  const [chosen, scored] = [hindsight, fresh].map((runs) => (100 * meanOf(runs, measure)).toFixed(1))
  const { parameters, scaling, mode, smoothing = '' } = configuration
  const words = [name, `${100 * ratio} %`, algorithm, `hindsight ${chosen}`, `fresh ${scored}`]
  const how = [...Object.values(parameters), scaling, mode, smoothing].join(' ')
  console.error([...words, how, `${seconds.toFixed(1)} s`].join('  '))
}

const wanted = flags.only === '' ? undefined : flags.only.split(',')
for (const spec of protocol.sets) if (!wanted || wanted.includes(spec.name)) await playSet(spec)
