// How does `auto` recover when a stream changes? Streams are built from sets, at 10 % labels: labels flipped, classes added,
// the balance of classes changed ten-fold, labels flipped repeatedly. Compared with `auto` without younger ensembles, and D-AMD
// (MD-AMD) unchanged, with its dial controlled for the same budget.
//
//   node experiments/auto/changes.mjs --data-dir DIR --results DIR [--only 'labels flipped']
import { mean, stageOf } from '@askance/bench'
import { Random } from '@askance/core/internals'
import { flagsOf, opened, percent, readResult, withIntercept, writeResult } from '../tools.mjs'
import {
  autoFor,
  flippedLabels,
  measureFor,
  openRaw,
  orderWithClassesAdded,
  passOf,
  scoreOf,
  singleFor,
} from './streams.mjs'

const flags = flagsOf()
const RATIO = 0.1
/** The number of windows of a stream. */
const WINDOWS = 40
const TENFOLD = 10

/** Every change returns { order, labels, changes } for the order of a seed and the labels of the rows. */
const changes = {
  'labels flipped': (order, truth, classes) => flipped(order, truth, classes, 2),
  'labels flipped every fifth': (order, truth, classes) => flipped(order, truth, classes, 5),
  'classes added': (order, truth, classes) => {
    const added = orderWithClassesAdded(order, truth, classes)
    return unflipped(added.order, truth, added.half)
  },
  'fewer positives': (order, truth) => {
    const half = order.length >> 1
    const random = new Random(order[0], 'experiment/balance')
    const thinned = order.subarray(half).filter((i) => truth[i] !== 1 || random.uniform() < 1 / TENFOLD)
    return unflipped([...order.subarray(0, half), ...thinned], truth, half)
  },
  'more positives': (order, truth) => {
    const half = order.length >> 1
    const random = new Random(order[0], 'experiment/balance')
    const thinned = order.subarray(0, half).filter((i) => truth[i] !== 1 || random.uniform() < 1 / TENFOLD)
    return unflipped([...thinned, ...order.subarray(half)], truth, thinned.length)
  },
}

const flipped = (order, truth, classes, parts) => ({
  order,
  labels: flippedLabels(order, truth, classes, parts),
  changes: Array.from({ length: parts - 1 }, (_, k) => Math.ceil(((k + 1) * order.length) / parts)),
})

const unflipped = (order, truth, at) => ({
  order: Int32Array.from(order),
  labels: truth,
  changes: [at],
})

const streams = [
  ...['spambase', 'basehock', 'a8a', 'letter', 'pendigits'].map((set) => ({ set, change: 'labels flipped' })),
  ...['pendigits', 'usps'].map((set) => ({ set, change: 'classes added' })),
  ...['magic04', 'a8a', 'spambase'].flatMap((set) => [
    { set, change: 'fewer positives' },
    { set, change: 'more positives' },
  ]),
  { set: 'spambase', change: 'labels flipped every fifth' },
]

/** The raw rows for `auto`, and the prepared rows for a single algorithm. */
const rowsOf = async (set) => {
  const { facts, ...raw } = await openRaw(set, flags['data-dir'])
  const { rows, labels } = stageOf({ facts, ...raw }, 1)
  const { rows: prepared } = withIntercept(stageOf(await opened(set, flags['data-dir']), 1))
  return { rows, prepared, truth: labels, classes: facts.classes.length }
}

/** Scores in windows, before the first change, in parts after it, and overall. */
const summarize = (stream, pass) => {
  const rounds = stream.order.length
  const [at] = stream.changes
  const next = stream.changes[1] ?? rounds
  const after = (share) => at + Math.floor(share * (next - at))
  const score = (from, to) => scoreOf(stream, pass, from, to)
  return {
    before: score(Math.floor(at / 2), at),
    early: score(at, after(0.1)),
    soon: score(after(0.1), after(0.3)),
    late: score(after(0.5), next),
    overall: score(0, rounds),
    windows: Array.from({ length: WINDOWS }, (_, w) =>
      score(Math.floor((w * rounds) / WINDOWS), Math.floor(((w + 1) * rounds) / WINDOWS)),
    ),
    asked: pass.count,
  }
}

const players = (single) => ({
  auto: (stream) => played(stream, {}),
  'auto, horizon unknown': (stream) => played(stream, { horizon: false }),
  'auto without younger minds': (stream) =>
    played(stream, { design: { historyFrom: Number.POSITIVE_INFINITY } }),
  [single]: (stream) => playedSingle(stream, single, true),
  [`${single}, horizon unknown`]: (stream) => playedSingle(stream, single, false),
})

const playedSingle = (stream, single, horizon) => {
  const prepared = { ...stream, rows: stream.prepared }
  return summarize(stream, passOf(prepared, singleFor(prepared, single, RATIO, horizon), RATIO))
}

const played = (stream, options) => {
  const asker = autoFor(stream, RATIO, options)
  const pass = passOf(stream, asker, RATIO)
  return { ...summarize(stream, pass), alarms: asker.learner.report().alarms }
}

const result = readResult(flags.results, 'changes') ?? { name: 'changes', ratio: RATIO, streams: [] }

const playStream = async (set, change) => {
  const known = result.streams.find((one) => one.set === set && one.change === change)
  const single = ['letter', 'pendigits', 'usps'].includes(set) ? 'MD-AMD' : 'D-AMD'
  const missing = Object.entries(players(single)).filter(
    ([name]) => !known?.players.some((player) => player.name === name),
  )
  if (missing.length === 0) return
  const { rows, prepared, truth, classes } = await rowsOf(set)
  const seeds = truth.length < 3_000 ? 10 : truth.length < 8_000 ? 5 : 3
  const made = Array.from({ length: seeds }, (_, k) => {
    const order = permutation(truth.length, 101 + k)
    return { rows, prepared, classes, seed: 101 + k, ...changes[change](order, truth, classes) }
  })
  const [{ order, changes: at }] = made
  const measure = measureFor(classes)
  const stored = known ?? { set, change, measure, seeds, rounds: order.length, changes: [...at], players: [] }
  if (!known) result.streams.push(stored)
  for (const [name, play] of missing) {
    const runs = made.map(play)
    stored.players.push({ name, runs })
    writeResult(flags.results, result)
    const parts = ['before', 'early', 'soon', 'late', 'overall'].map((part) =>
      percent(mean(runs.map((run) => run[part]))),
    )
    console.error([set, change, name, ...parts, runs.map(({ alarms }) => alarms?.length ?? 0)].join('  '))
  }
}

for (const { set, change } of streams)
  if (
    flags.only === '' ||
    flags.only.split(',').includes(`${set}/${change}`) ||
    flags.only.split(',').includes(change)
  )
    await playStream(set, change)
