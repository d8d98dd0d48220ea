import type { RowTable } from '@askance/core'
import { permutation, Random } from '@askance/core/internals'
import { dataError } from '../errors.js'
import { wholeOption } from '../options.js'
import { SIGNS, type SyntheticStream, seededStream } from './stream.js'

/** A data set in memory, as returned by `loadLibsvm`. */
export interface LabelledTable {
  readonly rows: RowTable
  readonly labels: Int32Array
  readonly names: { readonly size: number }
}

interface RegroupedOptions {
  readonly seed?: number
  /** The number of rows after which the classes are regrouped; default 500. */
  readonly period?: number
  /** Whether the rows are shuffled; default true. */
  readonly shuffle?: boolean
  readonly noise?: number
}

/**
 * A data set of several classes as a shifting binary stream: a random group of the classes is positive, and the group
 * is redrawn after every `period` rows, as Moroshko and Crammer (2014) did with the digits of USPS. Every group except
 * the empty and the full one is equally likely.
 *
 * @example
 * const rows = new RowTable()
 * for (const digit of [1, 2, 3]) rows.push(denseRow([digit]))
 * const table = { rows, labels: Int32Array.of(0, 1, 2), names: new LabelNames(['1', '2', '3']) }
 * const stream = regroupedStream(table, { seed: 7, shuffle: false })
 * stream.rows // => 3
 * stream.next() && stream.row.value[stream.row.start] // => 1
 */
export const regroupedStream = (table: LabelledTable, options: RegroupedOptions = {}): SyntheticStream => {
  const { seed = 1, noise = 0, shuffle = true } = options
  const period = wholeOption('period', options.period ?? 500, 1, Number.MAX_SAFE_INTEGER)
  const classes = table.names.size
  if (classes < 2) throw dataError('synthetic/classes', { name: 'regrouped', classes })
  const { length } = table.rows
  const order = shuffle ? permutation(length, seed) : Int32Array.from({ length }, (_, k) => k)
  const world = new Random(seed, 'regrouped/world')
  let group = new Set<number>()
  let made = 0
  const size = { rows: length, dimension: largestIndex(table.rows) }
  return seededStream('regrouped', { ...size, seed, noise }, SIGNS, (row) => {
    if (made % period === 0) group = drawnGroup(classes, world)
    const k = order[made++]!
    table.rows.view(k, row)
    return Number(group.has(table.labels[k]!))
  })
}

/** Draws a group with one coin per class, again if all coins agree. */
const drawnGroup = (classes: number, random: Random): Set<number> => {
  for (;;) {
    const group = new Set<number>()
    for (let k = 0; k < classes; k++) if (random.uniform() < 0.5) group.add(k)
    if (group.size > 0 && group.size < classes) return group
  }
}

const largestIndex = (rows: RowTable): number => {
  let largest = 1
  for (let k = 0; k < rows.entries; k++) largest = Math.max(largest, rows.index[k]!)
  return largest
}
