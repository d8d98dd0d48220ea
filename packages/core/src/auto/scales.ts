import { MAX_INDEX } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { countIn, floatsIn, integersIn, numberIn, type State } from '../state/state.js'
import type { Features } from './features.js'
import type { TopicBasis } from './topics/basis.js'
import { VectorCentre } from './vectors.js'

/** A variance this small relative to the mean square is rounding error. */
const CONSTANT = 1e-10

/**
 * The scales of features, fixed from one renewal to the next so that all rows of that time are comparable. A feature first seen
 * in between gets its scale then; nothing else changes.
 */
export class Scales {
  /** The round from which they apply, and the number of features seen and the threshold at that time. */
  from = 0
  seen = 0
  threshold = 0.5
  /** By slot: whether the feature is dense, that is centred and present in every row. */
  isDense: Uint8Array = new Uint8Array(1)
  dense: Int32Array = new Int32Array(0)
  denseCount = 0
  /** Dense: the mean. Sparse: the lift, frequency^−¼. */
  level: Float64Array = new Float64Array(1)
  /** By slot: the count of the feature and of rows when it was scaled. */
  #count: Int32Array = new Int32Array(1)
  #rows: Int32Array = new Int32Array(1)
  /** Whether they come from a file of version 0.1, which saved all scales and no counts. */
  #isWhole = false
  /** Dense: 1/deviation. Sparse: 1/root mean square of the values. 0: not used. */
  inverse: Float64Array = new Float64Array(1)
  /** The value of a dense feature that is missing in a row; nothing beyond the last one, because old scales are kept. */
  absent: Float64Array = new Float64Array(1)
  /** Whether a feature that was seen may have no scale, although it is not dense. */
  hasUnscaled = false

  /** The topics of rows with many features; undefined if there are few, or too few rows so far. */
  topics: TopicBasis | undefined
  /** The centre of the vectors; undefined if there were none. */
  centre: VectorCentre | undefined

  /** Allocates scales for the slots up to this one. */
  reserve(slot: number): void {
    if (slot < this.inverse.length) return
    this.level = enlarged(this.level, slot + 1)
    this.inverse = enlarged(this.inverse, slot + 1)
    this.#count = enlarged(this.#count, slot + 1)
    this.#rows = enlarged(this.#rows, slot + 1)
    const longer = new Uint8Array(this.inverse.length)
    longer.set(this.isDense)
    this.isDense = longer
  }

  makeDense(slot: number): void {
    this.dense = enlarged(this.dense, this.denseCount + 1)
    this.dense[this.denseCount++] = slot
    this.absent = enlarged(this.absent, slot + 1)
    this.isDense[slot] = 1
  }

  /** Computes the scale of a feature from the current statistics. */
  measure({ rows, count, sum, square }: Features, slot: number, rarity: number): void {
    this.#count[slot] = count[slot]
    this.#rows[slot] = rows
    if (this.isDense[slot] === 1) {
      const mean = sum[slot] / rows
      const meanSquare = square[slot] / rows
      const variance = meanSquare - mean * mean
      const inverse = variance > CONSTANT * meanSquare ? 1 / Math.sqrt(variance) : 0
      this.level[slot] = mean
      this.inverse[slot] = inverse
      this.absent[slot] = squashed(-mean * inverse)
    } else {
      this.level[slot] = lifted(count[slot], rows, rarity)
      this.inverse[slot] = sparseInverse(count[slot], square[slot])
      if (this.inverse[slot] === 0) this.hasUnscaled = true
    }
  }

  /** A typical value of a feature: one deviation above the mean if dense, present if sparse. */
  typical(slot: number): number {
    if (slot >= this.inverse.length || !(this.inverse[slot] > 0)) return 0
    return this.isDense[slot] === 1 ? squashed(1) : this.level[slot]
  }

  /**
   * Most scales equal those that follow, or those that would be computed now. Only differences are saved; lifts are not saved at
   * all, because they follow from the counts. In the saved inverses, 0 means "the same", and −0, which no scale is, means 0.
   */
  save(later: Counted): State {
    const { from, seen, threshold, level, inverse, absent } = this
    const dense = this.dense.slice(0, this.denseCount)
    const always = {
      from,
      met: seen,
      threshold,
      dense,
      absent: trimmed(absent),
      size: inverse.length,
      ...(this.centre && { centre: this.centre.save() }),
    }
    if (this.#isWhole) return { ...always, level: trimmed(level), inverse: trimmed(inverse) }
    const counts = this.#count.map((count, slot) => (count > 0 ? (later.count[slot] ?? 0) - count : 0))
    return {
      ...always,
      means: Float64Array.from(dense, (slot) => level[slot]),
      rows: trimmed(this.#rows),
      counts: trimmed(counts),
      changes: changesFrom(later.inverse, trimmed(inverse)),
    }
  }

  /** What predicts: all scales as they are, which `load` reads like those of version 0.1. */
  saveReplica(): State {
    const { from, seen, threshold, level, inverse, absent } = this
    return {
      from,
      met: seen,
      threshold,
      dense: this.dense.slice(0, this.denseCount),
      absent: trimmed(absent),
      size: inverse.length,
      ...(this.centre && { centre: this.centre.save() }),
      level: trimmed(level),
      inverse: trimmed(inverse),
    }
  }

  load(state: State, later: Counted, rarity: number): void {
    this.from = numberIn(state, 'from')
    this.seen = numberIn(state, 'met')
    this.threshold = numberIn(state, 'threshold')
    const size = 'size' in state ? countIn(state, 'size', 2 * MAX_INDEX) : floatsIn(state, 'inverse').length
    this.dense = integersIn(state, 'dense', size)
    this.denseCount = this.dense.length
    this.centre = 'centre' in state ? VectorCentre.load(state, 'centre') : undefined
    this.#isWhole = 'inverse' in state
    this.reserve(size - 1)
    const absent = floatsIn(state, 'absent')
    this.absent = enlarged(absent.slice(), this.dense.reduce((most, slot) => Math.max(most, slot), 0) + 1)
    if (this.#isWhole) {
      this.level.set(floatsIn(state, 'level'))
      this.inverse.set(floatsIn(state, 'inverse'))
    } else this.#loadChanges(state, later, rarity)
    for (const slot of this.dense) this.isDense[slot] = 1
    this.hasUnscaled = this.#isWhole || this.inverse.some((inverse, slot) => this.#isUnscaled(inverse, slot))
  }

  #isUnscaled(inverse: number, slot: number): boolean {
    return inverse === 0 && this.#rows[slot] > 0 && this.isDense[slot] === 0
  }

  #loadChanges(state: State, later: Counted, rarity: number): void {
    this.#rows.set(integersIn(state, 'rows'))
    this.#count.set(integersIn(state, 'counts'))
    this.inverse.set(withChanges(later.inverse, floatsIn(state, 'changes')))
    for (let slot = 1; slot < this.#rows.length; slot++) {
      if (this.#rows[slot] === 0) continue
      this.#count[slot] = (later.count[slot] ?? 0) - this.#count[slot]
      this.level[slot] = lifted(this.#count[slot], this.#rows[slot], rarity)
    }
    const means = floatsIn(state, 'means')
    this.dense.forEach((slot, d) => {
      this.level[slot] = means[d]
    })
  }

  /** The reference that the preceding scales are compared with. */
  get counted(): Counted {
    return { count: this.#count, inverse: this.inverse }
  }
}

/** The counts of features and the scales of the sparse ones. */
export interface Counted {
  readonly count: ArrayLike<number>
  readonly inverse: Float64Array
}

/** (count/rows)^−rarity. Roots are the same bits on every machine, powers are not. */
const lifted = (count: number, rows: number, rarity: number): number =>
  rarity === 0.25 ? 1 / Math.sqrt(Math.sqrt(count / rows)) : (count / rows) ** -rarity

/** By slot: 1/root mean square of the values so far, which would be the scale of a sparse feature now. */
export const sparseInverses = ({ seen, count, square }: Features): Float64Array => {
  const inverses = new Float64Array(seen + 1)
  for (let slot = 1; slot <= seen; slot++) inverses[slot] = sparseInverse(count[slot], square[slot])
  return inverses
}

/** A value whose square underflows is not used. */
const sparseInverse = (count: number, square: number): number =>
  square > 0 ? 1 / Math.sqrt(square / count) : 0

/** Removes trailing zeros. */
const trimmed = <A extends Float64Array | Int32Array>(array: A): A => {
  let end = array.length
  while (end > 0 && array[end - 1] === 0) end--
  return array.slice(0, end) as A
}

const changesFrom = (later: Float64Array, own: Float64Array): Float64Array =>
  own.map((value, slot) => {
    if (slot >= later.length) return value
    return value === later[slot] ? 0 : value === 0 ? -0 : value
  })

const withChanges = (later: Float64Array, changes: Float64Array): Float64Array =>
  changes.map((value, slot) => {
    if (value !== 0) return value
    return Object.is(value, -0) ? 0 : (later[slot] ?? 0)
  })

/** sign(z)·ln(1 + |z|), which dampens outliers. */
export const squashed = (z: number): number => (z < 0 ? -Math.log(1 - z) : Math.log(1 + z))
