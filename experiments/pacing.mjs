// Does the controller spend labels as well as the best constant smoothing that hindsight could choose? For each set and
// algorithm the learner's parameters, and a constant smoothing that asks about 10 %, are chosen by their F1 with all labels
// known. The live classifier gets no smoothing but the budget: with the very same learner parameters, and with those that
// hindsight would choose for it.
//
//   node experiments/pacing.mjs --data-dir DIR [--ratio 0.1] [--runs 3] [--rows 10000] [--only spambase,german]
import { Classifier, createAsker, Metrics } from '@askance/core'
import { flagsOf, itemsOf, mean, opened, percent, table } from './tools.mjs'

const flags = flagsOf({ ratio: 0.1, runs: 3, rows: 10000 })
const [ratio, runs] = [Number(flags.ratio), Number(flags.runs)]

const sets = (
  flags.only ||
  'basehock,relathe,german,usenet1,spambase,svmguide1,higgs_7500,mushrooms,phishing_websites,magic04,spam_corpus,a9a,w8a,electricity,ijcnn1,connect4'
).split(',')

const crossed = (first, second) => first.flatMap((a) => second.map((b) => ({ ...a, ...b })))
const steps = [0.01, 0.1, 1].map((stepSize) => ({ stepSize }))
const grids = {
  'D-AMD': crossed(
    steps,
    [0.003, 0.01, 0.03, 0.1, 1].map((ridge) => ({ ridge })),
  ),
  'SOAL-diag': crossed(
    steps,
    [0.1, 1, 10, 100].map((regularization) => ({ regularization })),
  ),
}

const measured = (items, classes, decide) => {
  const metrics = new Metrics(2, 1)
  for (const { row, label } of items) {
    const truth = classes.indexOf(label)
    const { predicted, asked } = decide(row, truth, label)
    metrics.add(predicted, truth, asked, false)
  }
  return metrics.values()
}

/** The papers' way: one smoothing for the whole stream. */
const constant = (items, classes, algorithm, parameters, seed) => {
  const asker = createAsker({ algorithm, classes: 2, parameters, seed })
  return measured(items, classes, (row, truth) => {
    const { predicted, asked } = asker.observe(row)
    if (asked) asker.learn(row, truth)
    return { predicted, asked }
  })
}

const live = (items, classes, algorithm, parameters, seed) => {
  const budget = { ratio, horizon: items.length }
  const preparation = { normalize: 'none', intercept: 'none' }
  const options = { classes, algorithm, parameters, budget, preparation, seed }
  const classifier = new Classifier({ ...options, audit: 0, shadow: false, drift: false })
  return measured(items, classes, (row, _, label) => {
    const { predicted, asked, id } = classifier.observe({ row })
    if (asked) classifier.answer(id, label)
    return { predicted: classes.indexOf(predicted), asked }
  })
}

/** The best F1 among all points of the grid, each with the smoothing that asks about the ratio. */
const hindsight = (orders, classes, algorithm) => {
  const over = (parameters) => {
    const all = orders.map((items, k) => constant(items, classes, algorithm, parameters, k + 1))
    return { f1: mean(all.map((one) => one.f1)), asked: mean(all.map((one) => one.queryRatio)) }
  }
  let best = { f1: 0 }
  for (const point of grids[algorithm]) {
    let [low, high] = [-6, 2]
    for (let k = 0; k < 9; k++) {
      const middle = (low + high) / 2
      const { f1, asked } = over({ ...point, smoothing: 10 ** middle })
      if (asked <= 1.01 * ratio && asked > 0.9 * ratio && f1 > best.f1) best = { f1, asked, point }
      if (asked > ratio) high = middle
      else low = middle
    }
  }
  return best
}

const lines = []
const differences = {}
for (const name of sets) {
  const set = await opened(name, flags['data-dir'])
  const { classes } = set.facts
  const orders = Array.from({ length: runs }, (_, k) => itemsOf(set, k + 1, Number(flags.rows)))
  for (const algorithm of Object.keys(grids)) {
    const best = hindsight(orders, classes, algorithm)
    if (!best.point) continue
    const liveAt = (point) => mean(orders.map((items, k) => live(items, classes, algorithm, point, k + 1).f1))
    const same = liveAt(best.point)
    const own = Math.max(...grids[algorithm].map(liveAt))
    differences[algorithm] ??= { same: [], own: [] }
    differences[algorithm].same.push(same - best.f1)
    differences[algorithm].own.push(own - best.f1)
    const line = [
      name,
      algorithm,
      percent(best.f1),
      percent(same),
      percent(own),
      percent(same - best.f1),
      percent(own - best.f1),
    ]
    lines.push(line)
    console.error(line.join('  '))
  }
}
const head = [
  'set',
  'algorithm',
  'constant F1',
  'live, same',
  'live, own',
  'same − constant',
  'own − constant',
]
console.log(table(head, lines))
for (const [algorithm, { same, own }] of Object.entries(differences))
  console.log(
    `${algorithm}: mean difference ${percent(mean(same), 2)} with the same parameters, ${percent(mean(own), 2)} with its own`,
  )
