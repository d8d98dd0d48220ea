// What do late answers cost `auto`? The same streams with answers at once, 100 and 1,000 items late, and after a random wait.
// Answers that have not come when the stream ends are lost.
//
//   node experiments/auto/late.mjs --data-dir DIR --results DIR [--only spambase]
import { Random, Row } from '@askance/core'
import { flagsOf, mean, percent } from '../tools.mjs'
import { openArena, runOf } from './arena.mjs'
import { sets } from './protocol.mjs'
import { readResult, writeResult } from './results.mjs'
import { autoFor, checked, newPass, note, scoreOf } from './streams.mjs'

const flags = flagsOf({ results: 'results' })
const RATIO = 0.1
const MEAN = 100
const names = 'basehock,spambase,svmguide1,phishing_websites,spam_corpus,magic04,pendigits,letter'

/** How many items pass before the answer comes. */
const waits = {
  'at once': () => 0,
  '100 late': () => 100,
  '1,000 late': () => 1000,
  [`at random, mean ${MEAN}`]: (random) => Math.floor(-MEAN * Math.log(1 - random.uniform())),
}

/** One pass; an answer comes with what was thought of the row when it was asked about. */
const played = (stream, seed, wait) => {
  const { rows, order, labels } = stream
  const asker = autoFor(stream, seed, RATIO)
  const random = new Random(seed, 'experiment/late')
  const row = new Row(rows.index, rows.value)
  const pass = newPass(order.length)
  const due = Array.from(order, () => [])
  let learned = 0
  for (let t = 0; t < order.length; t++) {
    const decision = asker.observe(rows.view(order[t], row))
    note(pass, t, decision)
    if (decision.asked) due[t + wait(random)]?.push({ at: t, opinion: asker.opinion() })
    for (const { at, opinion } of due[t]) {
      rows.view(order[at], row)
      if (at < t) asker.read(row)
      asker.learn(row, labels[at], opinion)
      learned++
    }
  }
  checked(pass, RATIO)
  return { value: scoreOf(stream, pass), asked: pass.count, learned }
}

const result = readResult(flags.results, 'late') ?? { name: 'late', ratio: RATIO, sets: {} }
for (const name of (flags.only || names).split(',')) {
  if (result.sets[name]) continue
  const spec = sets.find((one) => one.name === name)
  const arena = await openArena(spec, flags['data-dir'])
  const count = arena.labels.length < 3_000 ? 10 : 3
  const made = Array.from({ length: count }, (_, k) => {
    const { seed, order } = runOf(arena, 101 + k)
    const labels = Int32Array.from(order, (i) => arena.labels[i])
    return { seed, stream: { rows: arena.rows, order, labels, classes: arena.classes.length } }
  })
  const all = Object.fromEntries(
    Object.entries(waits).map(([wait, draw]) => [
      wait,
      made.map(({ seed, stream }) => played(stream, seed, draw)),
    ]),
  )
  const measure = arena.classes.length === 2 ? 'f1' : 'accuracy'
  result.sets[name] = { rows: arena.labels.length, measure, waits: all }
  writeResult(flags.results, result)
  const shown = Object.values(all).map((runs) => percent(mean(runs.map(({ value }) => value))))
  console.error([name, ...shown].join('  '))
}
