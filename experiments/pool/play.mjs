// Plays a pool with known labels.
import { openSet, stageOf } from '@askance/bench'
import { Metrics, Pool, RowTable } from '@askance/core'
import { Random } from '@askance/core/internals'
import { sets, specOf } from '../auto/protocol.mjs'

/** A set as `auto` takes it, in random order. */
export const openPoolSet = (name, folder) =>
  openSet({ ...specOf(sets.find((one) => one.name === name) ?? { name }), order: 'shuffled' }, folder, 1)

/** At most `items` items of a set: rows and labels, in the order of a seed. */
export const fileOf = (set, seed, items = Number.POSITIVE_INFINITY) => {
  const { rows, labels, order } = stageOf(set, seed)
  const kept = [...order.subarray(0, items)]
  return {
    rows: kept.map((k) => rows.row(k)),
    labels: kept.map((k) => labels[k]),
    classes: set.facts.classes,
  }
}

/** The negatives of a file and only so many of its positives (the last class). */
export const rareFile = ({ rows, labels, classes }, negatives, positives, seed) => {
  const last = classes.length - 1
  const random = new Random(seed, 'experiment/rare')
  const of = (isWanted, count) => labels.flatMap((label, k) => (isWanted(label) ? [k] : [])).slice(0, count)
  const kept = [...of((label) => label !== last, negatives), ...of((label) => label === last, positives)]
  for (let k = kept.length - 1; k > 0; k--) {
    const j = random.below(k + 1)
    ;[kept[k], kept[j]] = [kept[j], kept[k]]
  }
  return { rows: kept.map((k) => rows[k]), labels: kept.map((k) => labels[k]), classes }
}

/** A pool with the items of a file; the id of an item is its number from 0. */
export const poolOf = ({ rows, classes }, options) => {
  const pool = new Pool({ classes, ...options })
  rows.forEach((row, k) => {
    pool.add({ row }, String(k))
  })
  return pool
}

/** The metrics of the final labelling of the whole file. */
export const labelledMetrics = (pool, { labels, classes }) => {
  const metrics = new Metrics(classes.length, classes.length - 1)
  for (const { id, label } of pool.labelled()) {
    // Classes added by answers are not part of a file, so every label has an index.
    metrics.add(classes.indexOf(label), labels[Number(id)], false, false)
  }
  return metrics.values()
}

/**
 * Answers questions truthfully, `atOnce` open at a time, and calls `onLabels` after these numbers of labels. Returns the order
 * of the questions.
 */
export const played = (file, { points, atOnce = 1, onLabels, onAnswer, ...options }) => {
  const pool = poolOf(file, { budget: { total: Math.max(...points) }, ...options })
  const asked = []
  const open = []
  for (;;) {
    while (open.length < atOnce) {
      const question = pool.next()
      if (!question) break
      open.push(question.id)
    }
    const id = open.shift()
    if (id === undefined) break
    pool.answer(id, file.classes[file.labels[Number(id)]])
    asked.push(Number(id))
    onAnswer?.(pool, asked)
    if (points.includes(asked.length)) onLabels(asked.length, pool)
  }
  return { pool, asked }
}

/** A table with these rows only. */
export const tableOf = (rows) => {
  const table = new RowTable()
  for (const row of rows) table.push(row)
  return table
}
