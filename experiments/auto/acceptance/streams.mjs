// Scores on shuffled sets, on whole sets and on drifting streams, and how often the order test speaks on shuffled ones.
import { openSet } from '@askance/bench'
import { scalingOf } from '../../tools.mjs'
import { specOf } from '../protocol.mjs'
import {
  autoFor,
  flippedLabels,
  openRaw,
  orderWithClassesAdded,
  passOf,
  scoreOf,
  streamOf,
} from '../streams.mjs'
import { playedSvm } from '../svm.mjs'

const RATIO = 0.1
const ROWS = 8000
const ORDER_ROWS = 4096
const seedsFrom = (first, count) => Array.from({ length: count }, (_, k) => first + k)

const shortened = (stream) => ({ ...stream, order: stream.order.slice(0, ROWS) })

const played = (stream, ratio, measure, create) => {
  const player = autoFor(stream, ratio, { create, objective: { measure } })
  return scoreOf(stream, passOf(stream, player, ratio), 0, stream.order.length, measure)
}

const SHUFFLED = [
  ...[
    'vowel',
    'german',
    'segment',
    'isolet',
    'basehock',
    'spambase',
    'svmguide1',
    'phishing_websites',
    'pendigits',
  ],
  ...['letter', 'magic04', 'covtype_first20k', 'ijcnn1', 'w8a', 'a9a', 'usps', '20newsgroups'],
]

const each = (builds, plays) =>
  Object.fromEntries(
    Object.entries(builds).flatMap(([build, create]) =>
      plays.map(([key, play]) => [`${key}, ${build}`, () => play(create)]),
    ),
  )

/** Two permutations of each set. */
export const setParts = (folder, builds) => {
  const plays = [...SHUFFLED.map((name) => [name, 'accuracy']), ['ijcnn1', 'f1']].map(([name, measure]) => [
    `${name}, ${measure}`,
    async (create) => {
      const set = await openRaw(name, folder)
      return seedsFrom(101, 2).map((seed) => played(shortened(streamOf(set, seed)), RATIO, measure, create))
    },
  ])
  return each(builds, plays)
}

const ownOrder = (name) => (folder) => openSet({ name, source: { data: name }, order: 'given' }, folder, 1)
const made = (name, source) => (folder) => openSet({ name, source, order: 'given' }, folder, 1)
const flipped = (parts) => (stream) => ({
  ...stream,
  labels: flippedLabels(stream.order, stream.labels, stream.classes, parts),
})
const withClassesAdded = (stream) => {
  const { order } = orderWithClassesAdded(stream.order, stream.labels, stream.classes)
  return { ...stream, order }
}
const shuffled = (name, change) => [(folder) => openRaw(name, folder), change]

/** How each stream is opened, and what changes in it. */
const DRIFTING = {
  usenet1: [ownOrder('usenet1')],
  electricity: [ownOrder('electricity')],
  outdoor_objects: [ownOrder('outdoor_objects')],
  'spam_corpus in file order': [ownOrder('spam_corpus')],
  'shifting Gaussian': [made('shifting Gaussian', { stream: 'shifting-gaussian', parameters: {} })],
  'usps regrouped': [made('usps regrouped', { stream: 'regrouped', parameters: {}, of: 'usps' })],
  'spambase, labels flipped': shuffled('spambase', flipped(2)),
  'spambase, labels flipped every fifth': shuffled('spambase', flipped(5)),
  'pendigits, labels flipped': shuffled('pendigits', flipped(2)),
  'magic04, labels flipped': shuffled('magic04', flipped(2)),
  'usps, classes added': shuffled('usps', withClassesAdded),
}

/** Four runs of each stream. */
export const driftingParts = (folder, builds) => {
  const plays = [0.1, 0.05].flatMap((ratio) =>
    Object.entries(DRIFTING).map(([name, [open, change = (stream) => stream]]) => [
      `${name}, ${ratio}`,
      async (create) => {
        const set = await open(folder)
        const streams = seedsFrom(201, 4).map((seed) => change(shortened(streamOf(set, seed))))
        return streams.map((stream) => played(stream, ratio, 'accuracy', create))
      },
    ]),
  )
  return each(builds, plays)
}

/** One permutation of whole sets; a support vector machine has the labels of the first tenth. */
export const wholeParts = (folder) => {
  const streamFor = async (set) => streamOf(set, 101)
  return {
    letter: async () => played(await streamFor(await openRaw('letter', folder)), RATIO, 'accuracy'),
    magic04: async () => played(await streamFor(await openRaw('magic04', folder)), RATIO, 'accuracy'),
    'letter, SVM': async () => {
      const spec = { ...specOf({ name: 'letter' }), scaling: scalingOf('letter') }
      const stream = await streamFor(await openSet(spec, folder, 1))
      const count = Math.floor(RATIO * stream.order.length)
      const pass = playedSvm(stream, count, 'rbf', 'accuracy')
      return scoreOf(stream, pass, 0, stream.order.length, 'accuracy')
    },
  }
}

/** In how many of a hundred permutations the test finds an order. */
export const orderParts = (folder) =>
  Object.fromEntries(
    ['letter', 'a9a', 'pendigits', '20newsgroups'].map((name) => [
      name,
      async () => {
        const set = await openRaw(name, folder)
        return seedsFrom(1001, 100).filter((seed) => findsOrder(streamOf(set, seed))).length
      },
    ]),
  )

const findsOrder = (stream) => {
  const { statistics } = autoFor(stream, RATIO).learner
  return stream.order.subarray(0, ORDER_ROWS).some((i) => {
    const row = stream.rows.row(i)
    statistics.observe(row)
    return statistics.findsOrder(row)
  })
}
