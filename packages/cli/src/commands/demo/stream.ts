import { RowTable } from '@askance/core'
import { LabelNames, textLikeStream } from '@askance/data'
import type { Classes } from '../../stream/classes.js'
import { type Items, loadedItems } from '../../stream/items.js'

export interface DemoStream {
  readonly items: Items
  readonly classes: Classes
  readonly size: number
}

/** How many words there are. */
export const FEATURES = 5000
const WORDS = 40
const NOISE = 0.02

/** A made-up stream in memory: short texts over many words, in two classes, a few of them mislabelled. */
export const makeStream = (size: number, seed: number): DemoStream => {
  const stream = textLikeStream({ rows: size, dimension: FEATURES, nonZeros: WORDS, noise: NOISE, seed })
  const rows = new RowTable()
  // A little more than is used on average, so that nothing is copied while it grows.
  rows.reserve(size, Math.ceil(1.05 * size * WORDS))
  const labels = new Int32Array(size)
  for (let i = 0; stream.next(); i++) {
    rows.push(stream.row)
    labels[i] = stream.label
  }
  const table = {
    rows,
    labels,
    lines: new Int32Array(0),
    names: new LabelNames(stream.classes),
    base: 1 as const,
  }
  const classes = { names: stream.classes, positive: 1 }
  return { items: loadedItems(table, 'demo'), classes, size }
}
