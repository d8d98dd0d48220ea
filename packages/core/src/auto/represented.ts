import { INTERCEPT, type Row } from '../rows/row.js'
import { featureEnd } from '../rows/vector.js'
import type { Features } from './features.js'
import { type Scales, squashed } from './scales.js'

/** The presence and values views of a row: the same slots with two values each, both of length 1. */
export class Represented {
  length = 0
  slots = new Int32Array(64)
  /** Dense: standardised. Sparse: present or not, weighted by rarity. */
  presence = new Float32Array(64)
  /** The same with the magnitude of sparse values, and weighted by relevance. */
  values = new Float32Array(64)
  /** The squared length of the values before they were scaled to length 1. */
  square = 1
  /** By slot, for the scales used last: the latest value of a dense feature, and what became of it. Most have few different values. */
  scales: Scales | undefined
  latest = new Float64Array(0)
  squashed = new Float64Array(0)
}

const LOG_OF_TWO = Math.log2(2)

/** By slot: the position of a dense feature in the current row. */
let places = new Int32Array(0)

/**
 * Writes the representation of a row to `out`, which is reused. Features are on one scale whatever their units, the intercept is
 * treated like any feature, and the length is 1, so that there is no step size to choose. With `unit` = false the length is not
 * scaled. Unseen features are skipped.
 */
export const represent = (
  x: Row,
  features: Features,
  scales: Scales,
  relevance: Float64Array,
  out: Represented,
  unit = true,
): void => {
  const { dense, denseCount, isDense, level, inverse, absent } = scales
  const end = featureEnd(x)
  reserve(out, 1 + denseCount + end - x.start)
  if (places.length < level.length) places = new Int32Array(2 * level.length)
  if (out.scales !== scales || out.latest.length < level.length) remember(out, scales)
  const { slots, presence, values, latest } = out
  slots[0] = 0
  presence[0] = 1
  values[0] = 1
  let at = 1
  for (let d = 0; d < denseCount; d++) {
    const slot = dense[d]
    if (inverse[slot] === 0) continue
    places[slot] = at
    slots[at] = slot
    presence[at] = absent[slot]
    values[at] = absent[slot] * relevance[slot]
    at++
  }
  for (let k = x.start; k < end; k++) {
    const value = x.value[k]
    const slot = features.slot(x.index[k])
    if (value === 0 || slot === 0 || !(inverse[slot] > 0) || x.index[k] === INTERCEPT) continue
    if (isDense[slot] === 1) {
      if (latest[slot] !== value) {
        latest[slot] = value
        out.squashed[slot] = squashed((value - level[slot]) * inverse[slot])
      }
      const z = out.squashed[slot]
      presence[places[slot]] = z
      values[places[slot]] = z * relevance[slot]
    } else {
      const lift = value < 0 ? -level[slot] : level[slot]
      slots[at] = slot
      presence[at] = lift
      const amount = Math.abs(value) * inverse[slot]
      // Most sparse features have one value, which is their root mean square.
      values[at] = (amount === 1 ? LOG_OF_TWO : Math.log2(1 + amount)) * lift * relevance[slot]
      at++
    }
  }
  out.length = at
  out.square = squareOf(values, at)
  if (unit) shorten(out)
}

/** Forgets what became of values with other scales. No value is 0. */
const remember = (out: Represented, scales: Scales): void => {
  const { length } = scales.level
  out.scales = scales
  if (out.latest.length >= length) out.latest.fill(0)
  else {
    out.latest = new Float64Array(2 * length)
    out.squashed = new Float64Array(2 * length)
  }
}

/** Allocates this many entries. */
const reserve = (out: Represented, length: number): void => {
  if (out.slots.length >= length) return
  out.slots = new Int32Array(2 * length)
  out.presence = new Float32Array(2 * length)
  out.values = new Float32Array(2 * length)
}

const squareOf = (values: Float32Array, end: number): number => {
  let square = 0
  for (let k = 0; k < end; k++) square += values[k] * values[k]
  return square
}

/** Scales both to length 1. No length is 0, because of the intercept. */
const shorten = ({ presence, values, length, square }: Represented): void => {
  const lift = 1 / Math.sqrt(squareOf(presence, length))
  const factor = 1 / Math.sqrt(square)
  for (let k = 0; k < length; k++) {
    presence[k] *= lift
    values[k] *= factor
  }
}

let shared = new Float64Array(0)

/** The relevance 1 of every feature, before it is computed. */
export const ones = (length: number): Float64Array => {
  if (shared.length < length) shared = new Float64Array(2 * length).fill(1)
  return shared
}
