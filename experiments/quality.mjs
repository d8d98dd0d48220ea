// How wide are the intervals of a live classifier on real data, and do they cover? Plays pairs of a data set and a budget in many random
// orders; in each the truth is known. Each part writes its page in docs/results:
//
//   widths   quality.md: widths, coverage and cost, and what must be reached, number by number
//   hard     quality-hard.md: missing, late and corrected answers, drift, many classes, data sets that were not used before
//   random   over-random.md: the gain over random asking that is shown, and the true one
//   economy  economy.md: accuracy with the share of the questions that measures, and without it
//
//   npm run quality -- --data-dir DIR [--part widths] [--runs 200] [--sets spambase,a9a] [--output FILE]
//
// --resume yes keeps what an interrupted run has stored in --results.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VERSION } from '@askance/core'
import { formatted } from '../scripts/docs/markdown.mjs'
import { circumstances } from './quality/circumstances.mjs'
import { economies, economyPage, economyText, playEconomy } from './quality/economy.mjs'
import { hardSummary, playHard } from './quality/hard.mjs'
import { madeUp } from './quality/made-up.mjs'
import { hardPage, overRandomPage } from './quality/other-pages.mjs'
import { comparisons, playComparison } from './quality/over-random.mjs'
import { pageOf } from './quality/page.mjs'
import { isInOrder, pairs } from './quality/pairs.mjs'
import { playRun } from './quality/play.mjs'
import { summaryOf } from './quality/summary.mjs'
import { flagsOf, opened, readResult, stageFor, writeResult } from './tools.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const flags = flagsOf({ part: 'widths', runs: '', sets: '', resume: 'no', output: '' })
/** Sets on which 30 % of the answers are also lost. */
const LOSSES = ['spambase', 'a9a', 'magic04']
const LOSS = 0.3
const MADE_UP_RUNS = 400

const isChosen = ({ set }) => flags.sets === '' || flags.sets.split(',').includes(set)

/** Plays a pair with a share that measures, without, and with lost answers. In the order of time only the coins differ. */
const playPair = async (pair, runs) => {
  const set = await opened(pair.set, flags['data-dir'])
  const play = (options) =>
    Array.from({ length: runs }, (_, k) => {
      const stage = stageFor({ ...set, shuffled: !isInOrder(pair) }, k + 1, pair.items)
      const budget = pair.budget ?? { total: pair.labels, horizon: stage.order.length }
      return playRun(stage, { budget, seed: k + 1, ...options })
    })
  const lost = LOSSES.includes(pair.set) && !pair.budget ? play({ loss: LOSS }) : undefined
  return summaryOf(pair, play({}), play({ measure: 0, looks: false }), lost)
}

const playCircumstance = async (one, runs) => {
  const set = await opened(one.set, flags['data-dir'])
  const { times = 1, firstSeed = 1 } = one
  const all = Array.from({ length: Math.round(times * runs) }, (_, k) => {
    const seed = firstSeed + k
    return playHard(stageFor({ ...set, shuffled: !one.isInOrder }, seed, one.items), one, seed)
  })
  return hardSummary(one, all, set.facts.classes.length)
}

const coverage = ({ measures }) =>
  measures
    .map((one) => `${one.name} ± ${(100 * one.fixed).toFixed(1)}, ${(100 * one.covered).toFixed(0)} %`)
    .join('; ')

const parts = {
  widths: {
    runs: 200,
    page: 'quality.md',
    all: pairs,
    play: playPair,
    text: coverage,
    write: (found, about) => pageOf(found, madeUp(MADE_UP_RUNS), about),
  },
  hard: {
    runs: 40,
    page: 'quality-hard.md',
    all: circumstances,
    play: playCircumstance,
    text: coverage,
    write: hardPage,
  },
  random: {
    runs: 20,
    page: 'over-random.md',
    all: comparisons,
    play: (pair, runs) => playComparison(pair, runs, flags['data-dir']),
    text: ({ truth, value, shown }) =>
      `true ${(100 * truth).toFixed(1)}, shown in ${(100 * shown).toFixed(0)} %: ${(100 * (value ?? Number.NaN)).toFixed(1)}`,
    write: overRandomPage,
  },
  economy: {
    runs: 20,
    page: 'economy.md',
    all: economies,
    play: (one, runs) => playEconomy(one, runs, flags['data-dir']),
    text: economyText,
    write: economyPage,
  },
}

const part = parts[flags.part]
if (!part) {
  console.error(`Unknown part ${flags.part}. Use ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const runs = Number(flags.runs || part.runs)
const name = `quality-${flags.part}`
const stored = flags.resume === 'yes' ? (readResult(flags.results, name)?.found ?? []) : []
const keyOf = (one) => [one.name ?? one.set, one.set, one.labels, one.items].join()
const chosen = part.all.filter(isChosen)
if (chosen.length === 0) {
  const sets = [...new Set(part.all.map(({ set }) => set))]
  console.error(`No data set of this part is named in --sets ${flags.sets}. It plays ${sets.join(', ')}.`)
  process.exit(2)
}
const found = []
for (const one of chosen) {
  const started = performance.now()
  found.push(stored.find((old) => keyOf(old) === keyOf(one)) ?? (await part.play(one, runs)))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.error(
    `${one.name ?? one.set}, ${one.set}, ${one.labels} of ${one.items}: ${part.text(found.at(-1))} (${seconds} s)`,
  )
  writeResult(flags.results, { name, found })
}
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
const command = `npm run quality -- --data-dir DIR --part ${flags.part} --runs ${runs}`
const date = new Date().toISOString().slice(0, 10)
const page = `docs/results/${part.page}`
const text = formatted(page, part.write(found, { date, version: VERSION, machine, runs, command }))
writeFileSync(flags.output || join(root, page), text)
console.log(text)
