// The protocol of the comparison with `auto`, as data: sets, ratios, seeds, and what the single algorithms are tuned over.

/**
 * All sets with at least 900 rows, those that take little time first, so that what is done early is of use. `rows` cuts a
 * set; a coarse grid is for those with several classes and long rows, whose rounds take longest.
 */
export const sets = [
  { name: 'vowel', task: 'multiclass' },
  { name: 'german', task: 'binary' },
  { name: 'relathe', task: 'binary' },
  { name: 'usenet1', task: 'binary', order: 'given' },
  { name: 'basehock', task: 'binary' },
  { name: 'segment', task: 'multiclass' },
  { name: 'isolet', task: 'multiclass', grid: 'coarse' },
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
  { name: 'news20_test', task: 'multiclass', grid: 'coarse' },
  { name: 'pendigits', task: 'multiclass' },
  { name: 'usps', task: 'multiclass', grid: 'coarse' },
  { name: 'ag_news_test', task: 'multiclass', grid: 'coarse' },
  { name: 'magic04', task: 'binary' },
  { name: 'phishing_urls', task: 'binary', rows: 20_000 },
  { name: 'a8a', task: 'binary' },
  { name: 'connect4', task: 'binary', rows: 30_000 },
  { name: 'a9a', task: 'binary' },
  { name: 'kddcup99_10pct', task: 'binary', rows: 40_000 },
  { name: 'ijcnn1', task: 'binary', rows: 40_000 },
  { name: 'electricity', task: 'binary', order: 'given' },
  { name: 'w8a', task: 'binary' },
  { name: 'covtype_first20k', task: 'multiclass' },
  { name: 'letter', task: 'multiclass' },
  { name: 'mnist', task: 'multiclass', grid: 'coarse', rows: 8_000 },
  { name: '20newsgroups', task: 'multiclass', grid: 'coarse' },
  { name: '20newsgroups_text', task: 'multiclass', grid: 'coarse' },
  { name: 'banking77', task: 'multiclass', grid: 'coarse' },
]

/** The permutation whose beginning is what a cut set consists of. */
export const cutSeed = 777

export const ratios = [0.05, 0.1, 0.2]

/** What is compared: F1 of the positive class, or accuracy where there are several. */
export const measureOf = (task) => (task === 'binary' ? 'f1' : 'accuracy')

/** The permutations on which a configuration is chosen, knowing all labels. */
export const hindsightSeeds = { binary: [1, 2, 3, 4, 5], multiclass: [1, 2, 3] }

/** The permutations on which the chosen one, and `auto`, are scored: more where there are few rows. */
export const freshSeeds = (rows) =>
  Array.from({ length: rows < 3_000 ? 20 : rows < 25_000 ? 5 : 3 }, (_, k) => 101 + k)

/**
 * Successive halving: all configurations of an algorithm play the beginning of the first permutation, so many rows, some
 * play all of it, and few every permutation. Short sets are played whole at once, and since luck weighs more there, more
 * configurations play every permutation.
 */
export const halving = {
  binary: { rows: 5_000, afterBeginning: 30, ofEachMode: 3, finalists: 8, finalistsOfShort: 60 },
  multiclass: { rows: 5_000, afterBeginning: 20, ofEachMode: 3, finalists: 8, finalistsOfShort: 30 },
}

export const scalings = ['none', 'l2', 'binary']

/**
 * How labels are spent. Steered: the dial is turned so that spending follows B·(t/T)^0.4. Capped: the dial stays where it
 * is, and that curve is never exceeded. Free: the dial stays, and only the total of B is never exceeded.
 */
export const modes = [
  { mode: 'steered' },
  ...['capped', 'free'].flatMap((mode) => [0.03, 0.3, 3].map((smoothing) => ({ mode, smoothing }))),
]

const rates = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]
const seconds = [0.001, 0.1, 10]

const crossed = (first, second) => first.flatMap((a) => second.map((b) => ({ ...a, ...b })))
const values = (name, numbers) => numbers.map((value) => ({ [name]: value }))

const aggressive = values('aggressiveness', rates)
const gaussian = crossed(values('stepSize', rates), values('regularization', seconds))
const adaptive = crossed(values('stepSize', rates), values('ridge', seconds))
const coarselyAdaptive = crossed(
  values('stepSize', rates.slice(1, -1)),
  values('ridge', seconds.slice(0, -1)),
)

/** The tuned algorithms and their grids. */
export const algorithms = {
  binary: { 'PAA-II': aggressive, 'SOAL-diag': gaussian, 'D-ADA': adaptive, 'D-AMD': adaptive },
  multiclass: { 'MPAA-II': aggressive, 'MD-ADA': adaptive, 'MD-AMD': adaptive, 'MM-AMD': adaptive },
}

/** Every configuration of an algorithm: its grid, how rows are scaled, how labels are spent. */
export const configurationsOf = ({ task, grid }, algorithm, amongScalings = scalings) => {
  const full = algorithms[task][algorithm]
  const points = grid === 'coarse' && full === adaptive ? coarselyAdaptive : full
  return points.flatMap((parameters) =>
    amongScalings.flatMap((scaling) => modes.map((mode) => ({ algorithm, parameters, scaling, ...mode }))),
  )
}
