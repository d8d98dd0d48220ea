// How wide are the intervals of a live classifier on real data, and do they cover? Plays each pair of a data set and a budget in many
// random orders; in each the truth is known. Writes docs/results/quality.md and checks what must be reached, number by number.
//
//   npm run quality -- --data-dir DIR [--runs 200] [--sets spambase,a9a] [--slow yes] [--output FILE]
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VERSION } from '@askance/core'
import { formatted } from '../scripts/docs/markdown.mjs'
import { madeUp } from './quality/made-up.mjs'
import { pageOf } from './quality/page.mjs'
import { isInOrder, pairs } from './quality/pairs.mjs'
import { playRun } from './quality/play.mjs'
import { summaryOf } from './quality/summary.mjs'
import { flagsOf, opened, stageFor, writeResult } from './tools.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const flags = flagsOf({ runs: 200, sets: '', slow: 'no', output: join(root, 'docs/results/quality.md') })
const runs = Number(flags.runs)
/** Sets on which 30 % of the answers are also lost. */
const LOSSES = ['spambase', 'a9a', 'magic04']
const LOSS = 0.3
const MADE_UP_RUNS = 400
/** Slow sets are played in this fraction of the orders. */
const SLOWER = 4

const isChosen = ({ set, isSlow }) =>
  flags.sets === '' ? !isSlow || flags.slow === 'yes' : flags.sets.split(',').includes(set)

/** Plays a pair with a share that measures, without, and with lost answers. In the order of time only the coins differ. */
const played = async (pair) => {
  const set = await opened(pair.set, flags['data-dir'])
  const play = (options) =>
    Array.from({ length: pair.isSlow ? Math.ceil(runs / SLOWER) : runs }, (_, k) => {
      const stage = stageFor({ ...set, shuffled: !isInOrder(pair) }, k + 1, pair.items)
      const budget = pair.budget ?? { total: pair.labels, horizon: stage.order.length }
      return playRun(stage, { budget, seed: k + 1, ...options })
    })
  const lost = LOSSES.includes(pair.set) && !pair.budget ? play({ loss: LOSS }) : undefined
  return summaryOf(pair, play({}), play({ measure: 0, looks: false }), lost)
}

const found = []
for (const pair of pairs.filter(isChosen)) {
  const started = performance.now()
  found.push(await played(pair))
  const { name, measures } = found.at(-1)
  const widths = measures.map(
    (one) => `${one.name} ± ${(100 * one.fixed).toFixed(1)}, ${(100 * one.covered).toFixed(0)} %`,
  )
  console.error(
    `${name}, ${pair.labels} of ${pair.items}: ${widths.join('; ')} (${((performance.now() - started) / 1000).toFixed(0)} s)`,
  )
  writeResult(flags.results, { name: 'quality', found })
}
const made = madeUp(MADE_UP_RUNS)
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
const date = new Date().toISOString().slice(0, 10)
const more = flags.slow === 'yes' ? ' --slow yes' : ''
const text = pageOf(found, made, { date, version: VERSION, machine, runs, more })
const page = formatted('docs/results/quality.md', text)
writeFileSync(flags.output, page)
console.log(page)
