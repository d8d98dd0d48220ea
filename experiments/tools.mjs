// Shared code of the experiments: flags, sets, passes with bench's player, stored results, tables.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { livePlayer, mean, openSet, Pass, reach, stageOf } from '@askance/bench'
import { Classifier, Metrics, RowTable, VERSION } from '@askance/core'
import { createRounds, dialOf, findAlgorithm, fixed, plainTable, RowPreparer } from '@askance/core/internals'

/** The flags of an experiment; all of them take a value. */
export const flagsOf = (defaults) => {
  const all = { 'data-dir': 'data', only: '', results: 'results', ...defaults }
  const options = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, { type: 'string', default: String(value) }]),
  )
  const { values } = parseArgs({ options })
  if (existsSync(values['data-dir'])) return values
  console.error(`Folder ${values['data-dir']} not found. Set the folder of the data sets with --data-dir.`)
  process.exit(2)
}

/** The names in --only, or all. */
export const chosen = (all, only, nameOf = ({ name }) => name) =>
  only === '' ? all : all.filter((one) => only.split(',').includes(nameOf(one)))

/** Sets with numeric columns on different scales, which are standardised. */
const numeric =
  /^(german|spambase|svmguide1|higgs_7500|magic04|electricity|ijcnn1|kddcup99_10pct|covtype_first20k|letter|pendigits|segment|vowel|glass|outdoor_objects|usps)$/
/** Sets in chronological order. */
const timely = /^(electricity|kddcup99_10pct|spam_corpus|usenet1|outdoor_objects|spamassassin_mail|sms_spam)$/
const texts = /text|mail|sms|news_test|banking|movie|urls/

/** The names of all data sets in a folder. */
export const setNames = (folder) =>
  readdirSync(folder).flatMap((file) => /^(.+?)\.(?:libsvm|jsonl|csv)/.exec(file)?.[1] ?? [])

/** How a set is scaled by hand. */
export const scalingOf = (name) => (numeric.test(name) ? 'standardize' : texts.test(name) ? 'l2' : 'none')

/** A set with the usual manual preparation. */
export const opened = (name, folder) => {
  const order = timely.test(name) ? 'given' : 'shuffled'
  return openSet({ name, source: { data: name }, scaling: scalingOf(name), order }, folder, 1)
}

/** At most `rows` items of a set, in the order of a run. */
export const stageFor = (set, seed, rows = Number.POSITIVE_INFINITY) => {
  const stage = stageOf(set, seed)
  return { ...stage, order: stage.order.subarray(0, rows), classes: set.facts.classes }
}

/** One pass of a player over a stage; returns the metrics for the last class. */
export const playedBy = (player, stage, options) => {
  const metrics = new Metrics(stage.classes.length, stage.classes.length - 1)
  new Pass(player, metrics, options).play(stage, 0, stage.order.length)
  return metrics.values()
}

/** One pass of a live classifier; returns its metrics and counts. */
export const playedLive = (stage, options, passOptions) => {
  const classifier = new Classifier({ classes: stage.classes, shadow: false, ...options })
  const values = playedBy(livePlayer(classifier), stage, passOptions)
  return { ...values, classifier, counts: classifier.counts }
}

/**
 * The grid point with the best mean metric over all stages, in hindsight: each is played with the
 * dial that asks at the ratio on average, found by bench's search. Points that cannot reach the ratio are omitted.
 */
export const hindsight = async (stages, algorithm, points, ratio, metric) => {
  const { parameter, more } = dialOf(findAlgorithm(algorithm))
  const items = mean(stages.map(({ order }) => order.length))
  let best
  for (const point of points) {
    const played = new Map()
    const asked = (parameters, value) => {
      const runs = stages.map((stage, k) => {
        const all = { ...parameters, [parameter.name]: value }
        const classes = stage.classes.length
        return playedBy(createRounds({ algorithm, classes, parameters: all, seed: k + 1 }), stage)
      })
      played.set(value, runs)
      return mean(runs.map((run) => run.asked))
    }
    const dial = { parameter, more, wanted: ratio * items, hasFloor: false }
    const { found } = await reach({ ...dial, configs: [point], asked })
    if (found.status !== 'reached') continue
    const runs = played.get(found.value)
    const value = mean(runs.map((run) => run[metric]))
    if (!best || value > best.value) best = { value, point, dial: { [parameter.name]: found.value }, runs }
  }
  return best
}

/** All combinations of the values, by name. */
export const gridOf = (values) =>
  Object.entries(values).reduce(
    (points, [name, all]) => points.flatMap((point) => all.map((value) => ({ ...point, [name]: value }))),
    [{}],
  )

/** The grid of LASEC-SS; its drift penalty must be above its ridge. */
export const lasecGrid = gridOf({
  ridge: [0.01, 0.1, 1, 10, 100],
  driftPenalty: [0.1, 1, 10, 100, 1000, 1e4, 1e5],
}).filter(({ ridge, driftPenalty }) => driftPenalty > ridge)

/** The rows of a stage with an intercept, as a live classifier prepares them. */
export const withIntercept = ({ rows, ...stage }) => {
  const preparer = new RowPreparer({ normalize: 'none', intercept: 'auto' })
  const prepared = new RowTable()
  for (let i = 0; i < rows.length; i++) prepared.push(preparer.prepare(rows.row(i)))
  return { ...stage, rows: prepared }
}

/** The stored results of an experiment, if any. */
export const readResult = (folder, name) => {
  const path = join(folder, `${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** Stores a result with date, version and machine, atomically: an interrupted write keeps the previous file. */
export const writeResult = (folder, result) => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${result.name}.json`)
  writeFileSync(`${path}.part`, `${JSON.stringify({ ...result, made: madeNow() }, null, 1)}\n`)
  renameSync(`${path}.part`, path)
}

const madeNow = () => {
  const all = cpus()
  return {
    date: new Date().toISOString().slice(0, 10),
    version: VERSION,
    node: process.version,
    machine: `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'}, ${process.platform} ${process.arch}`,
  }
}

/** Formats a table; all columns but the first are numbers. */
export const table = (heads, lines) =>
  plainTable(
    heads.map((title, k) => (k === 0 ? { title } : { title, align: 'right' })),
    lines.map((line) => line.map(String)),
  )

export const percent = (share, digits = 1) => fixed(100 * share, digits)
