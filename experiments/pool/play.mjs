// Plays pools and streams over files with known labels.
import { livePlayer, openSet, Pass, stageOf } from '@askance/bench'
import { Classifier, Metrics, Pool } from '@askance/core'
import { Random } from '@askance/core/internals'
import { sets, specOf } from '../auto/protocol.mjs'

/** A set as `auto` takes it, in random order. */
export const openPoolSet = (name, folder) =>
  openSet({ ...specOf(sets.find((one) => one.name === name) ?? { name }), order: 'shuffled' }, folder, 1)

/** A file: at most `items` items of a set, in the order of a seed. */
export const fileOf = (set, seed, items = Number.POSITIVE_INFINITY) => {
  const stage = stageOf(set, seed)
  return { ...stage, order: stage.order.subarray(0, items), classes: set.facts.classes }
}

/** The first negatives of a file and only so many of its positives (the last class), in random order. */
export const rareFile = ({ labels, order, classes, ...file }, negatives, positives, seed) => {
  const isPositive = (k) => labels[k] === classes.length - 1
  const random = new Random(seed, 'experiment/rare')
  const kept = [
    ...[...order].filter((k) => !isPositive(k)).slice(0, negatives),
    ...[...order].filter(isPositive).slice(0, positives),
  ]
  const shuffled = kept.map((k) => [random.uniform(), k]).sort(([a], [b]) => a - b)
  return { ...file, labels, classes, order: Int32Array.from(shuffled, ([, k]) => k) }
}

/** F1 of the last class and accuracy of a labelling, given as class indices by place in the file. */
export const metricsOf = ({ labels, order, classes }, predicted) => {
  const metrics = new Metrics(classes.length, classes.length - 1)
  order.forEach((k, place) => {
    metrics.add(predicted[place], labels[k], false, false)
  })
  const { f1, accuracy } = metrics.values()
  return { f1, accuracy }
}

/** The final labelling of a pool's file, and the expected and true positives among its unlabelled items. */
export const labelling = (pool, file) => {
  const { labels, order, classes } = file
  const last = classes.length - 1
  let expected = 0
  let positives = 0
  const predicted = Array.from(pool.labelled(), ({ id, label, known, probabilities }) => {
    if (!known) {
      expected += probabilities[last]
      if (labels[order[Number(id)]] === last) positives++
    }
    return classes.indexOf(label)
  })
  return { ...metricsOf(file, predicted), expected, positives }
}

/**
 * Answers the questions of a pool truthfully, `atOnce` open at a time. Calls `onLabels` after these numbers of labels and
 * `onAnswer` after each. The id of an item is its place in the file.
 */
export const playPool = (file, { points, atOnce = 1, onLabels, onAnswer, ...options }) => {
  const { rows, labels, order, classes } = file
  const pool = new Pool({ classes, budget: { total: Math.max(...points) }, ...options })
  order.forEach((k, place) => {
    pool.add({ row: rows.row(k) }, String(place))
  })
  const open = []
  for (let answers = 0; ; ) {
    while (open.length < atOnce) {
      const question = pool.next()
      if (!question) break
      open.push(question.id)
    }
    const id = open.shift()
    if (id === undefined) return pool
    const label = labels[order[Number(id)]]
    pool.answer(id, classes[label])
    answers++
    onAnswer?.(label, answers)
    if (points.includes(answers)) onLabels?.(answers, pool)
  }
}

/** One pass of `auto` over the file as a stream, with answers at once, and then the final labelling of the file. */
export const playStream = (file, labels, seed) => {
  const { order, rows, classes } = file
  const budget = { total: labels, horizon: order.length }
  const stream = new Classifier({ classes, budget, measure: 0, shadow: false, seed })
  const predicted = new Array(order.length).fill(-1)
  let t = 0
  const onRound = ({ asked }) => {
    if (asked) predicted[t] = file.labels[order[t]]
    t++
  }
  const metrics = new Metrics(classes.length, classes.length - 1)
  new Pass(livePlayer(stream), metrics, { onRound }).play(file, 0, order.length)
  order.forEach((k, place) => {
    if (predicted[place] < 0) predicted[place] = classes.indexOf(stream.predict({ row: rows.row(k) }))
  })
  return { ...metricsOf(file, predicted), asked: stream.counts.spent }
}
