// Do the intervals of `QualityEstimator` cover on real data? A data set is played in many random orders; in each the
// true online accuracy and F1 of the predictions are known, and are compared with what the answers to the few
// questions tell.
//
//   node experiments/quality.mjs --data-dir DIR [--runs 200] [--rows 5000] [--only spambase]
import { stageOf } from '@askance/bench'
import { createModel, GivenCoin, Metrics, QualityEstimator, Random, Row } from '@askance/core'
import { flagsOf, mean, opened, percent } from './tools.mjs'

const flags = flagsOf({ runs: 200, rows: 5000 })
const runs = Number(flags.runs)

const AUDIT = 0.01

/** The smoothing with which each algorithm asks about 5 %, the audit included; found by hand. */
const sets = [
  { name: 'a9a', smoothing: { 'D-AMD': 0.019, 'PAA-II': 0.022, 'SOAL-diag': 0.00012 } },
  { name: 'ijcnn1', smoothing: { 'D-AMD': 0.0066, 'PAA-II': 0.027, 'SOAL-diag': 0.023 } },
  { name: 'magic04', smoothing: { 'D-AMD': 0.0019, 'PAA-II': 0.02, 'SOAL-diag': 0.0081 } },
  { name: 'mushrooms', smoothing: { 'D-AMD': 0.015, 'PAA-II': 0.031, 'SOAL-diag': 0.036 } },
  { name: 'phishing_websites', smoothing: { 'D-AMD': 0.0017, 'PAA-II': 0.023, 'SOAL-diag': 0.0052 } },
  { name: 'spambase', smoothing: { 'D-AMD': 0.0044, 'PAA-II': 0.024, 'SOAL-diag': 0.0063 } },
  { name: 'svmguide1', smoothing: { 'D-AMD': 0.0099, 'PAA-II': 0.033, 'SOAL-diag': 0.018 } },
  { name: 'w8a', smoothing: { 'D-AMD': 0.022, 'PAA-II': 0.044, 'SOAL-diag': 0.058 } },
]

/** One order of the rows: what is true, and what the answers tell. */
const play = ({ rows, labels, order, algorithm, smoothing, seed }) => {
  const coins = new GivenCoin()
  coins.next = 1
  const preparation = { normalize: 'l2', intercept: 'auto' }
  const model = createModel(
    { algorithm, classes: ['-', '+'], parameters: { smoothing }, preparation, seed },
    coins,
  )
  const random = new Random(seed, 'coin')
  const quality = new QualityEstimator(2, 1)
  const metrics = new Metrics(2, 1)
  const row = new Row(rows.index, rows.value, 0, 0)
  for (const k of order) {
    rows.view(k, row)
    const { predicted, probability: wanted } = model.observe(row)
    const probability = AUDIT + (1 - AUDIT) * wanted
    const asked = random.uniform() < probability
    quality.observe(predicted, probability)
    metrics.add(predicted, labels[k], asked, false)
    if (!asked) continue
    quality.answer(predicted, labels[k], probability)
    model.learnIndex(labels[k])
  }
  return { truth: metrics.values(), estimate: quality.estimate() }
}

const over = (results, of) => mean(results.map(of))
const covers = ({ low, high }, value) => (value >= low - 1e-9 && value <= high + 1e-9 ? 1 : 0)
const cell = (share) => percent(share).padStart(6)
const half = ({ low, high }) => (high - low) / 2

console.log(
  `${runs} orders, audit ${AUDIT}; all numbers in percent; ± is the mean half-width of 95 % intervals`,
)
console.log('data              algorithm  asked |   measure   true   bias any time      ± fixed time      ±')
for (const { name, smoothing } of sets) {
  if (flags.only !== '' && flags.only !== name) continue
  const set = await opened(name, flags['data-dir'])
  for (const [algorithm, dial] of Object.entries(smoothing)) {
    const results = Array.from({ length: runs }, (_, k) => {
      const { rows, labels, order } = stageOf(set, k + 1)
      const part = order.subarray(0, Number(flags.rows))
      return play({ rows, labels, order: part, algorithm, smoothing: dial, seed: k + 1 })
    })
    for (const measure of ['accuracy', 'f1']) {
      const at = ({ estimate }) => estimate[measure]
      const line = [
        name.padEnd(17),
        algorithm.padEnd(9),
        cell(over(results, ({ truth }) => truth.queryRatio)),
        '|',
        measure.padStart(9),
        cell(over(results, ({ truth }) => truth[measure])),
        cell(over(results, (one) => (at(one).value ?? 0) - one.truth[measure])),
        cell(over(results, (one) => covers(at(one).anyTime, one.truth[measure]))).padStart(8),
        cell(over(results, (one) => half(at(one).anyTime))),
        cell(over(results, (one) => covers(at(one).fixedTime, one.truth[measure]))).padStart(10),
        cell(over(results, (one) => half(at(one).fixedTime))),
      ]
      console.log(line.join(' '))
    }
  }
}
