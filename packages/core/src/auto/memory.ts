import type { Row } from '../rows/row.js'
import { rowsIn, savedRows } from '../rows/table.js'
import { floatsIn, integersIn, type State, stateIn } from '../state/state.js'
import { KERNEL, NO_VIEW, PRESENCE, TOPICS, VALUES, VECTOR } from './featurizer.js'
import type { View } from './linear/dual-svm.js'
import { bytesOf, singlesIn } from './single-floats.js'
import { TOPIC_SLOTS } from './topics/basis.js'
import { vectorSlots } from './vectors.js'

/** A learned row: as received, and its views. Several ensembles may share it. */
export interface StoredRow {
  readonly row: Row
  readonly label: number
  /** The number of answers learned before it. */
  readonly answer: number
  /** The views, and the index of the scales they were made with. */
  views: readonly View[]
  version: number
}

/** Computes the views of a row with the scales in use. */
export type ViewsOf = (row: Row) => readonly View[]

/** Saves rows. Views that `viewsOf` computes again, bit for bit, are not saved. */
export const storedRows = (rows: readonly StoredRow[], viewsOf?: ViewsOf): State => {
  const withViews = rows.flatMap(({ row, views }, i) => (viewsOf && isSame(views, viewsOf(row)) ? [] : [i]))
  return {
    rows: rows.length,
    labels: Int32Array.from(rows, ({ label }) => label),
    answers: Int32Array.from(rows, ({ answer }) => answer),
    versions: Int32Array.from(rows, ({ version }) => version),
    ...savedRows(rows.map(({ row }) => row)),
    withViews: Int32Array.from(withViews),
    views: storedViews(withViews.map((i) => rows[i].views)),
  }
}

/** Files of earlier versions have the views of all rows. */
export const loadedRows = (state: State, viewsOf?: ViewsOf): StoredRow[] => {
  const views = loadedViews(stateIn(state, 'views'))
  const withViews = 'withViews' in state ? integersIn(state, 'withViews') : views.keys()
  const viewsAt = new Map(Array.from(withViews, (i, place) => [i, views[place]]))
  const labels = integersIn(state, 'labels')
  const answers = integersIn(state, 'answers')
  const versions = integersIn(state, 'versions')
  return rowsIn(state).map((row, i) => {
    const own = viewsAt.get(i) ?? viewsOf?.(row) ?? []
    return { row, label: labels[i], answer: answers[i], views: own, version: versions[i] }
  })
}

const isSame = (some: readonly View[], others: readonly View[]): boolean =>
  some.every(({ slots, values, start, from, length, square }, v) => {
    const other = others[v]
    if (length !== other.length || square !== other.square) return false
    for (let k = 0; k < length; k++) {
      if (slots[start + k] !== other.slots[other.start + k]) return false
      if (!Object.is(values[from + k], other.values[other.from + k])) return false
    }
    return true
  })

/** Saves the views of all rows. That of the kernel differs from the values in its length alone. */
export const storedViews = (all: readonly (readonly View[])[]): State => ({
  presence: storedView(all.map((views) => views[PRESENCE])),
  values: storedView(all.map((views) => views[VALUES])),
  kernel: { squares: Float64Array.from(all, (views) => views[KERNEL].square) },
  topics: storedFew(all.map((views) => views[TOPICS])),
  ...(all.some((views) => views[VECTOR].length > 0) && {
    vectors: storedFew(all.map((views) => views[VECTOR])),
  }),
})

export const loadedViews = (state: State): (readonly View[])[] => {
  const presence = loadedView(stateIn(state, 'presence'))
  const values = loadedView(stateIn(state, 'values'))
  const squares = 'kernel' in state ? floatsIn(stateIn(state, 'kernel'), 'squares') : squaresOfWaves(state)
  const topics = loadedFew(stateIn(state, 'topics'), presence.length, TOPIC_SLOTS)
  const vectors = loadedFew(stateIn(state, 'vectors'), presence.length)
  return presence.map((own, i) => [own, values[i], kernelView(values[i], squares[i]), topics[i], vectors[i]])
}

/** Earlier versions had waves of rows of length 1. */
const squaresOfWaves = (state: State): Float64Array =>
  Float64Array.from(integersIn(stateIn(state, 'waves'), 'lengths'), (length) => Math.min(1, length))

const kernelView = (values: View, square: number): View => (square > 0 ? { ...values, square } : NO_VIEW)

/** Views that only some rows have, all of the same length: topics or vectors. Nothing if no row has one. */
const storedFew = (views: readonly View[]): State => {
  const there = Int32Array.from(views.flatMap(({ length }, i) => (length > 0 ? [i] : [])))
  if (there.length === 0) return {}
  const { length } = views[there[0]]
  const values = new Float32Array(there.length * length)
  there.forEach((i, place) => {
    const { values: own, from } = views[i]
    values.set(own.subarray(from, from + length), place * length)
  })
  return { there, values: bytesOf(values) }
}

const loadedFew = (state: State, rows: number, slots?: Int32Array): readonly View[] => {
  const views: View[] = new Array(rows).fill(NO_VIEW)
  if (!('there' in state)) return views
  const values = singlesIn(state, 'values')
  const there = integersIn(state, 'there')
  const length = values.length / there.length
  there.forEach((i, place) => {
    views[i] = {
      slots: slots ?? vectorSlots(length),
      values,
      start: 0,
      from: place * length,
      length,
      square: 1,
    }
  })
  return views
}

const storedView = (views: readonly View[]): State => {
  const total = views.reduce((sum, { length }) => sum + length, 0)
  return {
    lengths: Int32Array.from(views, ({ length }) => length),
    slots: joined(views, new Int32Array(total)),
    values: bytesOf(joined(views, new Float32Array(total))),
    squares: Float64Array.from(views, ({ square }) => square),
  }
}

const loadedView = (state: State): readonly View[] => {
  const slots = integersIn(state, 'slots')
  const values = singlesIn(state, 'values')
  const squares = floatsIn(state, 'squares')
  let at = 0
  return Array.from(integersIn(state, 'lengths'), (length, i) => {
    const start = at
    at += length
    return { slots, values, start, from: start, length, square: squares[i] }
  })
}

/** The concatenated slots or values of all rows. */
const joined = <A extends Int32Array | Float32Array>(views: readonly View[], out: A): A => {
  let at = 0
  for (const { slots, values, start, from, length } of views) {
    const own =
      out instanceof Int32Array ? slots.subarray(start, start + length) : values.subarray(from, from + length)
    out.set(own, at)
    at += length
  }
  return out
}
