import { enlarged } from '../rows/table.js'
import { bytesIn, floatsIn, integersIn, numberIn, type State } from '../state/state.js'
import type { Features } from './features.js'

/** A variance this small beside the mean square is rounding. */
const CONSTANT = 1e-10

/**
 * How features are scaled, frozen from one refresh to the next, so that all rows of that time are on one scale. A feature
 * that is first met meanwhile gets its scale then; nothing else ever changes.
 */
export class Scales {
  /** The round from which they hold, how many features had been met then, and what the threshold was. */
  from = 0
  met = 0
  threshold = 0.5
  /** By slot, whether a feature is dense: centred, and there in every row. */
  isDense: Uint8Array = new Uint8Array(1)
  dense: Int32Array = new Int32Array(0)
  denseCount = 0
  /** Dense: the mean. Sparse: the lift, frequency^−¼. */
  level: Float64Array = new Float64Array(1)
  /** Dense: 1/deviation. Sparse: 1/root mean square of the values. 0: it says nothing. */
  inverse: Float64Array = new Float64Array(1)
  /** What a dense feature is where the row has none. */
  absent: Float64Array = new Float64Array(1)

  /** By slot, whose the so-manieth frequencies are; 0 where a feature has none yet. */
  wave: Int32Array = new Int32Array(1)

  /** Makes room for the slots up to this one. */
  reserve(slot: number): void {
    if (slot < this.inverse.length) return
    this.level = enlarged(this.level, slot + 1)
    this.inverse = enlarged(this.inverse, slot + 1)
    this.absent = enlarged(this.absent, slot + 1)
    const longer = new Uint8Array(this.inverse.length)
    longer.set(this.isDense)
    this.isDense = longer
  }

  makeDense(slot: number): void {
    this.dense = enlarged(this.dense, this.denseCount + 1)
    this.dense[this.denseCount++] = slot
    this.isDense[slot] = 1
  }

  /** Scales a feature by what is known of it now. */
  measure({ rows, count, sum, square }: Features, slot: number, rarity: number): void {
    if (this.isDense[slot] === 1) {
      const mean = sum[slot] / rows
      const meanSquare = square[slot] / rows
      const variance = meanSquare - mean * mean
      const inverse = variance > CONSTANT * meanSquare ? 1 / Math.sqrt(variance) : 0
      this.level[slot] = mean
      this.inverse[slot] = inverse
      this.absent[slot] = squashed(-mean * inverse)
    } else {
      this.level[slot] = (count[slot] / rows) ** -rarity
      // What is too small to be squared says nothing.
      this.inverse[slot] = square[slot] > 0 ? 1 / Math.sqrt(square[slot] / count[slot]) : 0
    }
  }

  /** What a feature is as it usually is: a deviation above its mean where it is dense, there where it is sparse. */
  usual(slot: number): number {
    if (slot >= this.inverse.length || !(this.inverse[slot] > 0)) return 0
    return this.isDense[slot] === 1 ? squashed(1) : this.level[slot]
  }

  save(): State {
    const { from, met, threshold, isDense, level, inverse, absent } = this
    return {
      from,
      met,
      threshold,
      isDense: isDense.slice(),
      dense: this.dense.slice(0, this.denseCount),
      level: level.slice(),
      inverse: inverse.slice(),
      absent: absent.slice(),
      wave: this.wave,
    }
  }

  load(state: State): void {
    this.from = numberIn(state, 'from')
    this.met = numberIn(state, 'met')
    this.threshold = numberIn(state, 'threshold')
    this.isDense = bytesIn(state, 'isDense')
    this.dense = integersIn(state, 'dense')
    this.denseCount = this.dense.length
    this.level = floatsIn(state, 'level')
    this.inverse = floatsIn(state, 'inverse')
    this.absent = floatsIn(state, 'absent')
    this.wave = integersIn(state, 'wave')
  }
}

/** sign(z)·ln(1 + |z|): far out is far, but not that far. */
export const squashed = (z: number): number => (z < 0 ? -Math.log(1 - z) : Math.log(1 + z))
