// What does a wide stream cost, and does it keep its promises? Plays data sets with eight workers and one owner over a wire in memory, compares
// them with one node that has the same items, budget and seed, and writes the sections of docs/results/wide.md:
//
//   accuracy: over all items and over the second half; questions used; estimated and true accuracy; P of every asked item computed again
//   kills: runs in which workers and owners are killed: is every item decided once, and is the budget kept?
//
//   npm run wide -- --data-dir DIR [--only kills] [--runs 5] [--kills 1000] [--rows 20000] [--sets a9a,w8a] [--rate 1000] [--workers 8]
//     [--output FILE]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mean } from '@askance/bench'
import { Classifier, Metrics } from '@askance/core'
import { formatted } from '../scripts/docs/markdown.mjs'
import { flagsOf, opened, stageFor } from './tools.mjs'
import { accuracySection, killsSection, pageWith } from './wide/page.mjs'
import { playWide } from './wide/play.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const flags = flagsOf({
  runs: 5,
  kills: 1000,
  rows: 20000,
  rate: 1000,
  workers: 8,
  sets: 'a9a,w8a,magic04,ijcnn1,covtype_first20k,electricity',
  output: '',
  only: '',
})
const RATIOS = [0.05, 0.1]
const KILL_ROWS = 2000
const workers = Number(flags.workers)
const rate = Number(flags.rate)

/** One node with the same stream. */
const playOne = (stage, { budget, seed }) => {
  const { classes, order, rows, labels } = stage
  const classifier = new Classifier({ classes, budget, seed, shadow: false })
  const whole = new Metrics(classes.length, classes.length - 1)
  const half = new Metrics(classes.length, classes.length - 1)
  for (const [k, i] of order.entries()) {
    const { predicted, asked, id } = classifier.observe({ row: rows.row(i) })
    const class_ = classes.indexOf(predicted)
    whole.add(class_, labels[i], asked, asked)
    if (k >= order.length / 2) half.add(class_, labels[i], asked, asked)
    if (asked) classifier.answer(id, classes[labels[i]])
  }
  return { whole: whole.values(), half: half.values(), estimate: classifier.quality().all.accuracy }
}

const covers = ({ fixedTime }, truth) => truth >= fixedTime.low - 1e-9 && truth <= fixedTime.high + 1e-9

/** Every set with every budget, played by workers and by one node. */
const playAccuracy = async (sets) => {
  const found = []
  for (const { name, set } of sets)
    for (const ratio of RATIOS) {
      const runs = []
      for (let seed = 1; seed <= Number(flags.runs); seed++) {
        const stage = stageFor({ ...set, shuffled: true }, seed, Number(flags.rows))
        const budget = { ratio, horizon: stage.order.length }
        const one = playOne(stage, { budget, seed })
        const wide = await playWide(stage, { budget, seed, workers, rate, check: true })
        runs.push({
          items: wide.items,
          one: one.whole.accuracy,
          oneHalf: one.half.accuracy,
          wide: wide.whole.accuracy,
          wideHalf: wide.half.accuracy,
          error: wide.estimate.value - wide.whole.accuracy,
          oneError: one.estimate.value - one.whole.accuracy,
          isCovered: covers(wide.estimate, wide.whole.accuracy),
          isOneCovered: covers(one.estimate, one.whole.accuracy),
          ...wide,
          whole: undefined,
        })
      }
      found.push({ name, ratio, runs })
      const difference = (a, b) => (100 * (mean(runs.map(a)) - mean(runs.map(b)))).toFixed(2)
      console.error(
        `${name} ${ratio}: whole ${difference(
          (run) => run.wide,
          (run) => run.one,
        )}, second half ${difference(
          (run) => run.wideHalf,
          (run) => run.oneHalf,
        )}, used ${mean(runs.map(({ used }) => used)).toFixed(3)}, wrong bits ${runs.reduce((sum, { wrongBits }) => sum + wrongBits, 0)}`,
      )
    }
  return found
}

const budgets = [
  (items) => ({ ratio: 0.1, horizon: items }),
  (items) => ({ total: Math.floor(0.15 * items), horizon: items }),
  (items) => ({ ratio: 0.05, horizon: items }),
]
/** Short runs with many kills: every set with every budget. */
const playKills = async (sets) => {
  const killed = []
  for (let seed = 1; seed <= Number(flags.kills); seed++) {
    const { name, set } = sets[seed % sets.length]
    const stage = stageFor({ ...set, shuffled: true }, seed, KILL_ROWS)
    const budget = budgets[Math.floor(seed / sets.length) % budgets.length](stage.order.length)
    const algorithm = seed % 5 === 0 ? 'auto' : 'D-AMD'
    const run = await playWide(stage, {
      budget,
      seed,
      workers,
      rate,
      algorithm,
      kills: 20,
      repeats: 0.02,
      check: seed % 5 === 0,
    })
    killed.push({ name, algorithm, ...run })
    if (seed % 100 === 0) console.error(`${seed} runs with kills`)
  }
  return killed
}

const sets = []
for (const name of flags.sets.split(',')) sets.push({ name, set: await opened(name, flags['data-dir']) })
const isWanted = (section) => flags.only === '' || flags.only === section
const about = { runs: Number(flags.runs), rows: Number(flags.rows), killRows: KILL_ROWS, workers, rate }
const sections = []
if (isWanted('accuracy')) sections.push(accuracySection(await playAccuracy(sets), about))
if (isWanted('kills')) sections.push(killsSection(await playKills(sets), about))
const output = flags.output || join(root, 'docs/results/wide.md')
const before = existsSync(output) ? readFileSync(output, 'utf8') : ''
writeFileSync(output, formatted('docs/results/wide.md', pageWith(before, sections, about)))
console.log(`Wrote ${output}.`)
