import { RowTable } from '@askance/core'
import { permutation } from '@askance/core/internals'
import { findStream } from '@askance/data'
import type { OpenSet } from './set.js'
import { rowsOf } from './table.js'

/** Rows and the order in which they are played. */
export interface Stage {
  readonly rows: RowTable
  readonly labels: Int32Array
  readonly order: Int32Array
}

/** The set for a run with this seed: permuted, in its own order, or generated. */
export const stageOf = (set: OpenSet, seed: number): Stage => {
  if (set.stream) {
    const { rows, labels } = streamTable({ ...set, stream: set.stream }, seed)
    return { rows, labels, order: inOrder(rows.length) }
  }
  const { length } = set.table.labels
  const order = set.shuffled ? permutation(length, seed) : inOrder(length)
  return { rows: rowsOf(set.table), labels: set.table.labels, order }
}

/**
 * The training part of a fold, and the rest. In a permuted or ordered set, every k-th
 * item is held out; a stream is generated for each fold and played completely.
 */
export const foldOf = (
  set: OpenSet,
  seed: number,
  fold: number,
  folds: number,
  most = Number.POSITIVE_INFINITY,
): { train: Stage; rest: Int32Array } => {
  if (set.stream) {
    const stage = stageOf(set, seed + fold)
    return { train: { ...stage, order: stage.order.subarray(0, most) }, rest: stage.order.subarray(0, 0) }
  }
  const stage = stageOf(set, seed)
  const kept = set.shuffled ? stage.order.subarray(0, most) : spread(stage.order, most)
  return {
    train: { ...stage, order: kept.filter((_, k) => k % folds !== fold) },
    rest: kept.filter((_, k) => k % folds === fold),
  }
}

/** At most `most` positions, evenly spaced, in order. */
const spread = (order: Int32Array, most: number): Int32Array =>
  order.length <= most
    ? order
    : Int32Array.from({ length: most }, (_, k) => order[Math.floor((k * order.length) / most)]!)

const inOrder = (length: number): Int32Array => Int32Array.from({ length }, (_, k) => k)

interface MadeTable {
  readonly rows: RowTable
  readonly labels: Int32Array
  readonly classes: readonly string[]
}

/** Generates a synthetic stream with a seed. */
export const streamTable = (
  { table, stream }: Required<Pick<OpenSet, 'table' | 'stream'>>,
  seed: number,
): MadeTable => {
  const base = { rows: rowsOf(table), labels: table.labels, names: { size: stream.classes } }
  const made = findStream(stream.name).create(stream.parameters, seed, base)
  const rows = new RowTable()
  const labels: number[] = []
  while (made.next()) {
    rows.push(made.row)
    labels.push(made.label)
  }
  return { rows, labels: Int32Array.from(labels), classes: made.classes }
}
