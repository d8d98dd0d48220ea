// The comparison with `auto` as protocols of @askance/bench: sets, ratios, and the grids of the single algorithms.
import { parseProtocol } from '@askance/bench'

/** All sets with at least 900 rows, fastest first, so that partial results are useful. */
export const sets = [
  { name: 'vowel', task: 'multiclass' },
  { name: 'german', task: 'binary' },
  { name: 'relathe', task: 'binary' },
  { name: 'usenet1', task: 'binary', order: 'given' },
  { name: 'basehock', task: 'binary' },
  { name: 'segment', task: 'multiclass' },
  { name: 'isolet', task: 'multiclass' },
  { name: 'spambase', task: 'binary' },
  { name: 'sms_spam', task: 'binary' },
  { name: 'spamassassin_mail', task: 'binary' },
  { name: 'svmguide1', task: 'binary' },
  { name: 'higgs_7500', task: 'binary' },
  { name: 'mushrooms', task: 'binary' },
  { name: 'spam_corpus', task: 'binary' },
  { name: 'movie_reviews', task: 'binary' },
  { name: 'phishing_websites', task: 'binary' },
  { name: 'outdoor_objects', task: 'multiclass', order: 'given' },
  { name: 'news20_test', task: 'multiclass' },
  { name: 'pendigits', task: 'multiclass' },
  { name: 'usps', task: 'multiclass' },
  { name: 'ag_news_test', task: 'multiclass' },
  { name: 'magic04', task: 'binary' },
  { name: 'phishing_urls', task: 'binary', sample: 20_000 },
  { name: 'a8a', task: 'binary' },
  { name: 'connect4', task: 'binary', sample: 30_000 },
  { name: 'a9a', task: 'binary' },
  { name: 'kddcup99_10pct', task: 'binary', sample: 40_000 },
  { name: 'ijcnn1', task: 'binary', sample: 40_000 },
  { name: 'electricity', task: 'binary', order: 'given' },
  { name: 'w8a', task: 'binary' },
  { name: 'covtype_first20k', task: 'multiclass' },
  { name: 'letter', task: 'multiclass' },
  { name: 'mnist', task: 'multiclass', sample: 8_000 },
  { name: '20newsgroups', task: 'multiclass' },
  { name: '20newsgroups_text', task: 'multiclass' },
  { name: 'banking77', task: 'multiclass' },
]

export const ratios = [0.05, 0.1, 0.2]

/** The metric: F1 of the positive class, or accuracy for several classes. */
export const measureOf = (task) => (task === 'binary' ? 'f1' : 'accuracy')

/** The seed of the first run and the number of runs: more for small sets. */
export const SEED = 101
export const runsFor = (rows) => (rows < 3_000 ? 20 : rows < 25_000 ? 5 : 3)

const rates = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]
const adaptive = { stepSize: rates, ridge: [0.001, 0.1, 10] }

/** The tuned algorithms and their grids. */
export const algorithms = {
  binary: {
    'PAA-II': { aggressiveness: rates },
    'SOAL-diag': { stepSize: rates, regularization: [0.001, 0.1, 10] },
    'D-ADA': adaptive,
    'D-AMD': adaptive,
  },
  multiclass: {
    'MPAA-II': { aggressiveness: rates },
    'MD-ADA': adaptive,
    'MD-AMD': adaptive,
    'MM-AMD': adaptive,
  },
}

/** The label suffix of algorithms with unit-length rows. */
export const UNIT = ', unit rows'

/** A set for `auto`: raw rows, in their own order if it is chronological. */
export const specOf = ({ name, order = 'shuffled', sample }) => ({
  name,
  source: { data: name },
  order,
  ...(sample && { sample }),
})

/** The protocols of a set: tuned single algorithms on rows with an intercept; `auto` on raw rows. */
export const protocolsOf = (set, runs) => {
  const metric = measureOf(set.task)
  const common = {
    ratios,
    metric,
    metrics: ['f1', 'accuracy', 'queryRatio'],
    runs,
    seed: SEED,
    curvePoints: 0,
  }
  const specs = Object.entries(algorithms[set.task]).flatMap(([name, grid]) => [
    { name, grid },
    { name, grid, unitRows: true, label: `${name}${UNIT}`, sets: [set.name] },
  ])
  const raw = specOf(set)
  const presence = { ...raw, name: `${set.name}, presence`, scaling: 'binary' }
  return {
    tuned: parseProtocol({
      ...common,
      sets: [raw, presence].map((spec) => ({ ...spec, intercept: 1, tuningRows: 5_000 })),
      algorithms: specs,
      tuning: { method: 'halving', folds: 5, score: 'online' },
    }),
    auto: parseProtocol({
      ...common,
      sets: [raw],
      algorithms: [{ name: 'auto' }],
      tuning: { method: 'none' },
    }),
  }
}
