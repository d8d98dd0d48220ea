// Does `auto` follow streams that drift, and what would tuning in hindsight reach? LASEC-SS (ridge and drift penalty) and
// SOAL-diag (step size and regularisation) play with a constant smoothing that asks as often as `auto` may, every point of
// their grids on the first run, the best on all runs, which are the very runs they are then shown for.
//
//   node experiments/auto/drifting.mjs --data-dir DIR --results DIR [--only usenet1]
import { openSet, stageOf } from '@askance/bench'
import { createAsker, Row, RowPreparer, RowTable } from '@askance/core'
import { flagsOf, mean, percent } from '../tools.mjs'
import { readResult, writeResult } from './results.mjs'
import { autoFor, passOf, scoreOf } from './streams.mjs'

const flags = flagsOf({ results: 'results', finalists: 4 })
const rates = [0.1, 0.4]

const sets = [
  { name: 'usenet1', source: { data: 'usenet1' }, runs: 12 },
  {
    name: 'shifting Gaussian',
    source: { stream: 'shifting-gaussian', parameters: {} },
    runs: 5,
  },
  { name: 'electricity', source: { data: 'electricity' }, scaling: 'standardize', runs: 5 },
  { name: 'usps regrouped', source: { stream: 'regrouped', parameters: {}, of: 'usps' }, runs: 5 },
].map((set) => ({ order: 'given', ...set }))

/** A stream for every run. */
const streamsOf = async ({ runs, ...spec }) => {
  const set = await openSet(spec, flags['data-dir'], 1)
  return Array.from({ length: runs }, (_, k) => {
    const { rows, labels, order } = stageOf(set, k + 1)
    return { seed: k + 1, rows, order, labels: Int32Array.from(order, (i) => labels[i]), classes: 2 }
  })
}

/** With an intercept, as the live classifier prepares rows; in the order of the stream. */
const prepared = ({ rows, order, ...stream }) => {
  const preparer = new RowPreparer({ normalize: 'none', intercept: 'auto' })
  const made = new RowTable()
  const row = new Row(rows.index, rows.value)
  for (const i of order) made.push(preparer.prepare(rows.view(i, row)))
  return { ...stream, rows: made, order: Int32Array.from(order, (_, t) => t) }
}

const accuracyOf = (stream, pass) => scoreOf(stream, pass, 0, stream.labels.length, 'accuracy')

const playedSingle = (stream, algorithm, parameters) => {
  const asker = createAsker({ algorithm, classes: 2, parameters, seed: stream.seed })
  const pass = passOf(stream, asker, 1)
  return { accuracy: accuracyOf(stream, pass), rate: pass.count / stream.order.length }
}

/** The smoothing that asks at the rate, by bisection of its logarithm. */
const aimed = (stream, algorithm, parameters, rate) => {
  let [low, high] = [1e-9, 1000]
  let best = { rate: Number.POSITIVE_INFINITY }
  for (let k = 0; k < 14 && Math.abs(best.rate - rate) > 0.01 * rate; k++) {
    const smoothing = Math.sqrt(low * high)
    const one = playedSingle(stream, algorithm, { ...parameters, smoothing })
    if (Math.abs(one.rate - rate) < Math.abs(best.rate - rate)) best = one
    if (one.rate < rate) low = smoothing
    else high = smoothing
  }
  return best
}

const decades = (from, to) => Array.from({ length: to - from + 1 }, (_, k) => 10 ** (from + k))
const grids = {
  'LASEC-SS': decades(-2, 2).flatMap((ridge) =>
    decades(-1, 5)
      .filter((driftPenalty) => driftPenalty > ridge)
      .map((driftPenalty) => ({ ridge, driftPenalty })),
  ),
  'SOAL-diag': [0.01, 0.03, 0.1, 0.3, 1, 3, 10].flatMap((stepSize) =>
    [0.001, 0.1, 10].map((regularization) => ({ stepSize, regularization })),
  ),
}

/** The best of a grid by its mean over the runs. A point that cannot ask at the rate is left out. */
const tuned = (streams, algorithm, rate) => {
  const first = grids[algorithm]
    .map((parameters) => ({ parameters, run: aimed(streams[0], algorithm, parameters, rate) }))
    .filter(({ run }) => Math.abs(run.rate - rate) < 0.05 * rate)
    .toSorted((a, b) => b.run.accuracy - a.run.accuracy)
  const played = first.slice(0, Number(flags.finalists)).map(({ parameters, run }) => ({
    parameters,
    runs: [run, ...streams.slice(1).map((stream) => aimed(stream, algorithm, parameters, rate))],
  }))
  const value = ({ runs }) => mean(runs.map(({ accuracy }) => accuracy))
  return played.toSorted((a, b) => value(b) - value(a))[0]
}

const auto = (streams, ratio, options) =>
  streams.map((stream) => {
    const objective = { measure: 'accuracy' }
    const asker = autoFor(stream, stream.seed, ratio, { objective, ...options })
    const pass = passOf(stream, asker, ratio)
    const alarms = asker.report().self.alarms.length
    return { accuracy: accuracyOf(stream, pass), rate: pass.count / stream.order.length, alarms }
  })

const result = readResult(flags.results, 'drifting') ?? { name: 'drifting', streams: {} }

/** What is compared on a stream at a rate; each is kept as soon as it is played. */
const players = {
  known: (streams, rate) => auto(streams, rate, {}),
  unknown: (streams, rate) => auto(streams, rate, { horizon: false }),
  alone: (streams, rate) => auto(streams, rate, { design: { historyFrom: Number.POSITIVE_INFINITY } }),
  best: (streams, rate) => {
    const ready = streams.map(prepared)
    const names = Object.keys(grids)
    return Object.fromEntries(names.map((algorithm) => [algorithm, tuned(ready, algorithm, rate)]))
  },
}

for (const { name, ...spec } of sets) {
  if (flags.only !== '' && !flags.only.split(',').includes(name)) continue
  const stored = result.streams[name] ?? { runs: spec.runs, rates: {} }
  result.streams[name] = stored
  const missing = rates.flatMap((rate) =>
    Object.keys(players)
      .filter((player) => stored.rates[rate]?.[player] === undefined)
      .map((player) => ({ rate, player })),
  )
  if (missing.length === 0) continue
  const streams = await streamsOf({ name, ...spec })
  stored.rows = streams[0].order.length
  for (const { rate, player } of missing) {
    const played = players[player](streams, rate)
    stored.rates[rate] = { ...stored.rates[rate], [player]: played }
    writeResult(flags.results, result)
    const shown = Array.isArray(played) ? [{ runs: played }] : Object.values(played).filter(Boolean)
    const means = shown.map(({ runs }) => percent(mean(runs.map(({ accuracy }) => accuracy))))
    console.error([name, rate, player, ...means].join('  '))
  }
}
