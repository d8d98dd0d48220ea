// The tasks of the experiment with pools: plain data with a key, so that a stopped run resumes.
import { fileOf, labelling, openPoolSet, playPool, playStream, rareFile } from './play.mjs'

/** The sets of the mean over ten. */
export const TEN = [
  '20newsgroups_text',
  'a9a',
  'ag_news_test',
  'letter',
  'magic04',
  'movie_reviews',
  'sms_spam',
  'spamassassin_mail',
  'spambase',
  'w8a',
]
const ITEMS = 4000
/** Coverage is measured on smaller files, drawn again in every run. */
const COVERED_ITEMS = 1500
const POINTS = [100, 300, 500]

/** All tasks, those with the most to tell first. */
export const tasksFor = (sets, seeds, runs) => {
  const each = (kind, names, more = {}) =>
    seeds.flatMap((seed) =>
      names.filter((set) => sets.includes(set)).map((set) => ({ kind, set, seed, ...more })),
    )
  const covered = ['spambase', 'sms_spam'].filter((set) => sets.includes(set))
  return [
    ...each('pool', TEN),
    ...each('stream', TEN),
    ...each('pool', TEN, { measure: 0.2 }),
    ...each('rare', ['sms_spam']),
    ...each('whole', ['ag_news_test']),
    ...each('pool', TEN, { atOnce: 10 }),
    ...Array.from({ length: runs }, (_, k) =>
      covered.map((set) => ({ kind: 'coverage', set, seed: 1001 + k })),
    ).flat(),
  ]
}

export const keyOf = ({ kind, set, seed, measure = 0, atOnce = 1 }) =>
  [
    kind,
    set,
    seed,
    ...(measure ? [`measure ${measure}`] : []),
    ...(atOnce > 1 ? [`${atOnce} open`] : []),
  ].join(' ')

const opened = new Map()
const setFor = async (name, folder) => {
  if (!opened.has(name)) opened.set(name, await openPoolSet(name, folder))
  return opened.get(name)
}

/** The result of a task. */
export const resultOf = async (task, folder) => {
  const set = await setFor(task.set, folder)
  return played[task.kind](set, task)
}

const curve = (file, seed, { measure = 0, atOnce = 1 } = {}) => {
  const values = {}
  playPool(file, {
    points: POINTS.filter((labels) => labels <= file.order.length),
    measure,
    atOnce,
    seed,
    onLabels(labels, pool) {
      values[labels] = labelling(pool, file)
    },
  })
  return values
}

const played = {
  pool: (set, { seed, measure, atOnce }) => curve(fileOf(set, seed, ITEMS), seed, { measure, atOnce }),
  whole: (set, { seed }) => curve(fileOf(set, seed), seed),
  stream: (set, { seed }) => ({ 300: playStream(fileOf(set, seed, ITEMS), 300, seed) }),
  /** The number of labels until the fifth positive of 40 among 4,000 negatives. */
  rare(set, { seed }) {
    const file = rareFile(fileOf(set, seed), ITEMS, ITEMS / 100, seed)
    let [found, fifth] = [0, 300]
    const onAnswer = (label, answers) => {
      if (label === file.classes.length - 1 && ++found === 5) fifth = answers
    }
    playPool(file, { points: [300], measure: 0, seed, onAnswer })
    return { fifth }
  },
  coverage(set, { seed }) {
    const file = fileOf(set, seed, COVERED_ITEMS)
    const pool = playPool(file, { points: [300], seed })
    const { accuracy, f1 } = pool.poolQuality()
    return { truth: labelling(pool, file), accuracy, f1 }
  },
}
