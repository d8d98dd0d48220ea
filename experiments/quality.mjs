// Do the intervals of `QualityEstimator` cover on real data? A data set is played in many random orders; in each the
// true online accuracy and F1 of the predictions are known, and are compared with what the answers to the few
// questions tell.
//
//   node experiments/quality.mjs --data-dir DIR [--runs 200] [--rows 5000] [--only spambase]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  createModel,
  GivenCoin,
  Metrics,
  permutation,
  QualityEstimator,
  Random,
  Row,
  RowTable,
  sparseRow,
} from '@askance/core'
import { loadLibsvm } from '@askance/data'

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    runs: { type: 'string', default: '200' },
    rows: { type: 'string', default: '5000' },
    only: { type: 'string' },
  },
})
const directory = values['data-dir']
if (!directory) {
  console.error('usage: node experiments/quality.mjs --data-dir DIR [--runs 200] [--rows 5000] [--only NAME]')
  process.exit(2)
}
const runs = Number(values.runs)
const most = Number(values.rows)

const AUDIT = 0.01

/** The smoothing with which each algorithm asks about 5 %, the audit included; found by hand. */
const sets = [
  { name: 'a9a', smoothing: { 'D-AMD': 0.019, 'PAA-II': 0.022, 'SOAL-diag': 0.00012 } },
  { name: 'ijcnn1', numeric: true, smoothing: { 'D-AMD': 0.0066, 'PAA-II': 0.027, 'SOAL-diag': 0.023 } },
  { name: 'magic04', numeric: true, smoothing: { 'D-AMD': 0.0019, 'PAA-II': 0.02, 'SOAL-diag': 0.0081 } },
  { name: 'mushrooms', smoothing: { 'D-AMD': 0.015, 'PAA-II': 0.031, 'SOAL-diag': 0.036 } },
  { name: 'phishing_websites', smoothing: { 'D-AMD': 0.0017, 'PAA-II': 0.023, 'SOAL-diag': 0.0052 } },
  { name: 'spambase', numeric: true, smoothing: { 'D-AMD': 0.0044, 'PAA-II': 0.024, 'SOAL-diag': 0.0063 } },
  { name: 'svmguide1', numeric: true, smoothing: { 'D-AMD': 0.0099, 'PAA-II': 0.033, 'SOAL-diag': 0.018 } },
  { name: 'w8a', smoothing: { 'D-AMD': 0.022, 'PAA-II': 0.044, 'SOAL-diag': 0.058 } },
]

/** Every column with mean 0 and variance 1. */
const standardized = (rows) => {
  const width = rows.index.subarray(0, rows.entries).reduce((most, index) => Math.max(most, index), 0)
  const [sums, squares] = [new Float64Array(width + 1), new Float64Array(width + 1)]
  for (let k = 0; k < rows.entries; k++) {
    sums[rows.index[k]] += rows.value[k]
    squares[rows.index[k]] += rows.value[k] ** 2
  }
  const columns = Array.from({ length: width }, (_, k) => k + 1)
  const means = sums.map((sum) => sum / rows.length)
  const spreads = squares.map((square, k) => Math.sqrt(Math.max(1e-12, square / rows.length - means[k] ** 2)))
  const made = new RowTable()
  for (let i = 0; i < rows.length; i++) {
    const dense = new Float64Array(width + 1)
    for (let k = rows.starts[i]; k < rows.starts[i + 1]; k++) dense[rows.index[k]] = rows.value[k]
    made.push(
      sparseRow(
        columns,
        columns.map((k) => (dense[k] - means[k]) / spreads[k]),
      ),
    )
  }
  return made
}

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

const mean = (results, of) => results.reduce((sum, result) => sum + of(result), 0) / results.length
const covers = ({ low, high }, value) => (value >= low - 1e-9 && value <= high + 1e-9 ? 1 : 0)
const percent = (share, digits = 1) => (100 * share).toFixed(digits).padStart(6)
const half = ({ low, high }) => (high - low) / 2

console.log(
  `${runs} orders, audit ${AUDIT}; all numbers in percent; ± is the mean half-width of 95 % intervals`,
)
console.log('data              algorithm  asked |   measure   true   bias any time      ± fixed time      ±')
for (const { name, numeric, smoothing } of sets) {
  if (values.only && values.only !== name) continue
  const { rows: read, labels: ids, names } = await loadLibsvm(join(directory, `${name}.libsvm.gz`))
  const labels = Int32Array.from(ids, (id) => (names.name(id) === '1' ? 1 : 0))
  const rows = numeric ? standardized(read) : read
  const size = Math.min(most, rows.length)
  for (const [algorithm, dial] of Object.entries(smoothing)) {
    const results = []
    for (let seed = 1; seed <= runs; seed++) {
      const order = permutation(rows.length, seed).subarray(0, size)
      results.push(play({ rows, labels, order, algorithm, smoothing: dial, seed }))
    }
    for (const measure of ['accuracy', 'f1']) {
      const at = ({ estimate }) => estimate[measure]
      const line = [
        name.padEnd(17),
        algorithm.padEnd(9),
        percent(mean(results, ({ truth }) => truth.queryRatio)),
        '|',
        measure.padStart(9),
        percent(mean(results, ({ truth }) => truth[measure])),
        percent(mean(results, (one) => (at(one).value ?? 0) - one.truth[measure])),
        percent(mean(results, (one) => covers(at(one).anyTime, one.truth[measure]))).padStart(8),
        percent(mean(results, (one) => half(at(one).anyTime))),
        percent(mean(results, (one) => covers(at(one).fixedTime, one.truth[measure]))).padStart(10),
        percent(mean(results, (one) => half(at(one).fixedTime))),
      ]
      console.log(line.join(' '))
    }
  }
}
