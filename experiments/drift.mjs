// Does a live classifier follow changing streams without knowing how fast they change, and what does that cost where
// nothing changes? Plays streams with drift with LASEC-SS tuned in hindsight (ridge and drift penalty by decades, the
// smoothing so that it asks at the rate) and live, without parameters. Stationary sets are played live with and
// without `drift`.
//
//   node experiments/drift.mjs --data-dir DIR [--runs 5] [--rows 10000] [--only usenet1,sea,a9a] \
//     [--algorithms SOP-SS,LASEC-SS,D-AMD]
import { mean, openSet } from '@askance/bench'
import {
  chosen,
  flagsOf,
  hindsight,
  lasecGrid,
  percent,
  playedLive,
  stageFor,
  table,
  withIntercept,
} from './tools.mjs'

const flags = flagsOf({ runs: 5, rows: 10000, algorithms: 'SOP-SS,LASEC-SS,D-AMD' })
const rates = [0.1, 0.4]
const algorithms = flags.algorithms.split(',')

const stream = (name, made, parameters = {}, more = {}) => ({
  name,
  source: { stream: made, parameters, ...more },
})
const drifting = [
  stream('shifting-gaussian', 'shifting-gaussian'),
  stream('usps-regrouped', 'regrouped', {}, { of: 'usps' }),
  { name: 'electricity', source: { data: 'electricity' }, scaling: 'standardize' },
  // It is short and has only one order, so it gets more runs with other coins.
  { name: 'usenet1', source: { data: 'usenet1' }, more: 4 },
  // Used only to choose SOP-SS over LASEC-SS.
  stream('rotating-hyperplane', 'rotating-hyperplane'),
  // Held out: not used for any choice.
  stream('sea', 'sea'),
  stream('shifting-seldom', 'shifting-gaussian', { dimension: 20, period: 2000, noise: 0.1 }),
].map((set) => ({ order: 'given', ...set }))

const still = [
  ...['spambase', 'svmguide1', 'magic04'].map((name) => ({ name, scaling: 'standardize' })),
  ...['a9a', 'phishing_websites', 'mushrooms'].map((name) => ({ name })),
].map((set) => ({ order: 'shuffled', source: { data: set.name }, ...set }))

const stagesOf = async ({ more = 1, ...spec }, most) => {
  const set = await openSet(spec, flags['data-dir'], 1)
  return Array.from({ length: more * Number(flags.runs) }, (_, k) => stageFor(set, k + 1, most))
}

const budgets = {
  even: (ratio) => ({ ratio, credit: 0 }),
  horizon: (ratio, horizon) => ({ ratio, horizon }),
}

/** Mean accuracy of a live classifier over the runs, and microseconds per item. */
const live = (stages, algorithm, drift, budget, rate) => {
  const start = process.cpuUsage().user
  const runs = stages.map((stage, k) => {
    const { length } = stage.order
    const options = { algorithm, drift, budget: budgets[budget](rate, length), seed: k + 1 }
    const run = playedLive(stage, options)
    if (run.asked > rate * length + 1e-9) throw new Error(`${algorithm} asked more than was allowed`)
    return run
  })
  const items = stages.reduce((sum, { order }) => sum + order.length, 0)
  const time = (process.cpuUsage().user - start) / items
  return { accuracy: mean(runs.map(({ accuracy }) => accuracy)), time }
}

const [lines, times, costs] = [[], [], []]
for (const set of chosen(drifting, flags.only)) {
  const stages = await stagesOf(set)
  for (const rate of rates) {
    const best = await hindsight(stages.map(withIntercept), 'LASEC-SS', lasecGrid, rate, 'accuracy')
    const tuned = best ? [percent(best.value), Object.values(best.point).join(', ')] : ['none', '']
    const line = [set.name, percent(rate, 0), ...tuned]
    for (const algorithm of algorithms) {
      const [off, on, early] = [
        live(stages, algorithm, false, 'even', rate),
        live(stages, algorithm, true, 'even', rate),
        live(stages, algorithm, true, 'horizon', rate),
      ]
      line.push(...[off, on, early].map(({ accuracy }) => percent(accuracy)))
      times.push([set.name, percent(rate, 0), algorithm, off.time.toFixed(1), on.time.toFixed(1)])
    }
    lines.push(line)
    console.error(line.join('  '))
  }
}
for (const set of chosen(still, flags.only)) {
  const stages = await stagesOf(set, Number(flags.rows))
  for (const rate of rates) {
    const cells = algorithms.flatMap((algorithm) =>
      Object.keys(budgets).flatMap((budget) => {
        const [off, on] = [false, true].map((drift) => live(stages, algorithm, drift, budget, rate).accuracy)
        return [percent(off), percent(off - on, 2)]
      }),
    )
    costs.push([set.name, percent(rate, 0), ...cells])
    console.error(costs.at(-1).join('  '))
  }
}
if (lines.length > 0) {
  const shown = algorithms.flatMap((name) => [`${name} off`, 'on', 'on, horizon'])
  console.log(
    `Accuracy with drift:\n${table(['stream', 'rate', 'tuned', 'ridge, penalty', ...shown], lines)}\n`,
  )
  console.log(`µs per item:\n${table(['stream', 'rate', 'algorithm', 'off', 'on'], times)}\n`)
}
if (costs.length > 0) {
  const shown = algorithms.flatMap((name) => [`${name} even`, 'costs', 'horizon', 'costs'])
  const heads = ['set', 'rate', ...shown]
  console.log(`Accuracy without drift, and the cost of drift detection:\n${table(heads, costs)}`)
}
