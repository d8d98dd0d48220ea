// Does `auto` follow drifting streams, and what would tuning in hindsight reach? LASEC-SS (ridge and drift penalty) and
// SOAL-diag (step size and regularisation) use the constant smoothing with the mean query ratio of `auto`; the
// best grid point is chosen on the reported runs themselves.
//
//   node experiments/auto/drifting.mjs --data-dir DIR --results DIR [--only usenet1]
import { mean, openSet } from '@askance/bench'
import {
  chosen,
  flagsOf,
  gridOf,
  hindsight,
  lasecGrid,
  percent,
  readResult,
  stageFor,
  withIntercept,
  writeResult,
} from '../tools.mjs'
import { autoFor, passOf, scoreOf, streamOf } from './streams.mjs'

const flags = flagsOf()
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

const grids = {
  'LASEC-SS': lasecGrid,
  'SOAL-diag': gridOf({ stepSize: [0.01, 0.03, 0.1, 0.3, 1, 3, 10], regularization: [0.001, 0.1, 10] }),
}

const tuned = async (stages, rate) => {
  const best = {}
  for (const [algorithm, points] of Object.entries(grids)) {
    const found = await hindsight(stages, algorithm, points, rate, 'accuracy')
    const runs = found?.runs.map(({ accuracy, queryRatio }) => ({ accuracy, rate: queryRatio }))
    if (found) best[algorithm] = { parameters: found.point, runs }
  }
  return best
}

const auto = (streams, ratio, options) =>
  streams.map((stream) => {
    const asker = autoFor(stream, ratio, { objective: { measure: 'accuracy' }, ...options })
    const pass = passOf(stream, asker, ratio)
    const accuracy = scoreOf(stream, pass, 0, stream.order.length, 'accuracy')
    return { accuracy, rate: pass.count / stream.order.length, alarms: asker.learner.report().alarms.length }
  })

const result = readResult(flags.results, 'drifting') ?? { name: 'drifting', streams: {} }

/** The candidates on a stream at a rate; each result is stored as soon as it is finished. */
const players = {
  known: (streams, rate) => auto(streams, rate, {}),
  unknown: (streams, rate) => auto(streams, rate, { horizon: false }),
  alone: (streams, rate) => auto(streams, rate, { design: { historyFrom: Number.POSITIVE_INFINITY } }),
  best: (_, rate, stages) => tuned(stages, rate),
}

for (const { name, runs, ...spec } of chosen(sets, flags.only)) {
  const stored = result.streams[name] ?? { runs, rates: {} }
  result.streams[name] = stored
  const missing = rates.flatMap((rate) =>
    Object.keys(players)
      .filter((player) => stored.rates[rate]?.[player] === undefined)
      .map((player) => ({ rate, player })),
  )
  if (missing.length === 0) continue
  const set = await openSet({ name, ...spec }, flags['data-dir'], 1)
  const seeds = Array.from({ length: runs }, (_, k) => k + 1)
  const streams = seeds.map((seed) => streamOf(set, seed))
  const stages = seeds.map((seed) => withIntercept(stageFor(set, seed)))
  stored.rows = streams[0].order.length
  for (const { rate, player } of missing) {
    const played = await players[player](streams, rate, stages)
    stored.rates[rate] = { ...stored.rates[rate], [player]: played }
    writeResult(flags.results, result)
    const shown = Array.isArray(played) ? [{ runs: played }] : Object.values(played)
    const means = shown.map((one) => percent(mean(one.runs.map(({ accuracy }) => accuracy))))
    console.error([name, rate, player, ...means].join('  '))
  }
}
