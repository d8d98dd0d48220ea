// What do topics bring on text? Plays the same permutations and coins with and without them, at most 6,000 rows of a set.
//
//   node experiments/auto/topics.mjs --data-dir DIR --results DIR [--only sms_spam]
import { DESIGN } from '@askance/core/internals'
import { chosen, flagsOf, percent, readResult, writeResult } from '../tools.mjs'
import { autoFor, measureFor, openRaw, passOf, scoreOf, streamOf } from './streams.mjs'

const flags = flagsOf()
const SEEDS = [201, 202, 203, 204, 205]
/** Fewer runs with more labels, where runs differ less. */
const RUNS = { 0.02: 5, 0.05: 5, 0.1: 3, 0.2: 3 }
const ROWS = 6000

const RATIOS = Object.keys(RUNS).map(Number)

const SETS = [
  ...['sms_spam', 'spamassassin_mail', 'movie_reviews', 'ag_news_test', 'banking77', '20newsgroups_text'],
  ...['basehock', 'relathe', 'spam_corpus', 'news20_test', 'phishing_urls'],
]

const designs = { without: { ...DESIGN, minTopicRows: Number.POSITIVE_INFINITY }, with: DESIGN }

const played = (stream, ratio, design, measure) => {
  const player = autoFor(stream, ratio, { design, objective: { measure } })
  const started = process.cpuUsage()
  const pass = passOf(stream, player, ratio)
  const { user, system } = process.cpuUsage(started)
  return { value: scoreOf(stream, pass), micros: (user + system) / stream.order.length }
}

const result = readResult(flags.results, 'topics') ?? { name: 'topics', runs: RUNS, sets: {} }
for (const name of chosen(SETS, flags.only, (set) => set)) {
  const isMissing = (ratio) => result.sets[name]?.ratios[ratio] === undefined
  if (!RATIOS.some(isMissing)) continue
  const open = await openRaw(name, flags['data-dir'])
  const streams = SEEDS.map((seed) => {
    const stream = streamOf(open, seed)
    return { ...stream, order: stream.order.slice(0, ROWS) }
  })
  const measure = measureFor(open.facts.classes.length)
  result.sets[name] ??= { measure, rows: streams[0].order.length, ratios: {} }
  for (const ratio of RATIOS.filter(isMissing)) {
    result.sets[name].ratios[ratio] = streams
      .slice(0, RUNS[ratio])
      .map((stream) =>
        Object.fromEntries(
          Object.entries(designs).map(([kind, design]) => [kind, played(stream, ratio, design, measure)]),
        ),
      )
    writeResult(flags.results, result)
    const values = result.sets[name].ratios[ratio].map(
      (run) => `${percent(run.without.value)} → ${percent(run.with.value)}`,
    )
    console.error([name, percent(ratio), ...values].join('  '))
  }
}
