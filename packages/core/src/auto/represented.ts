import { INTERCEPT, type Row } from '../rows/row.js'
import type { Features } from './features.js'
import { type Scales, squashed } from './scales.js'

/** A row as the linear members see it: the same slots with two values each, both of length 1. */
export class Represented {
  length = 0
  slots = new Int32Array(64)
  /** Dense: standardised. Sparse: there or not, lifted by rarity. */
  presence = new Float32Array(64)
  /** The same with the magnitude of sparse values, and all of it weighed by relevance. */
  values = new Float32Array(64)
}

/** By slot, where in the row that is being represented a dense feature stands. */
let places = new Int32Array(0)

/**
 * Represents a row into `out`, which is reused. What features say is on one scale, whatever units they came in; the
 * intercept is one feature among the others, and the length is 1, so that no step size is left to choose. Without `unit`
 * the length is left as it is. Features that were never met are passed over.
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
  reserve(out, 1 + denseCount + x.end - x.start)
  if (places.length < level.length) places = new Int32Array(2 * level.length)
  const { slots, presence, values } = out
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
  for (let k = x.start; k < x.end; k++) {
    const value = x.value[k]
    const slot = features.slot(x.index[k])
    if (value === 0 || slot === 0 || !(inverse[slot] > 0) || x.index[k] === INTERCEPT) continue
    if (isDense[slot] === 1) {
      const z = squashed((value - level[slot]) * inverse[slot])
      presence[places[slot]] = z
      values[places[slot]] = z * relevance[slot]
    } else {
      const lift = value < 0 ? -level[slot] : level[slot]
      slots[at] = slot
      presence[at] = lift
      values[at] = Math.log2(1 + Math.abs(value) * inverse[slot]) * lift * relevance[slot]
      at++
    }
  }
  out.length = at
  if (!unit) return
  shorten(presence, at)
  shorten(values, at)
}

/** Room for so many entries. */
export const reserve = (out: Represented, length: number): void => {
  if (out.slots.length >= length) return
  out.slots = new Int32Array(2 * length)
  out.presence = new Float32Array(2 * length)
  out.values = new Float32Array(2 * length)
}

/** Divides by the length; it is never 0, for the intercept is in it. */
const shorten = (values: Float32Array, end: number): void => {
  let square = 0
  for (let k = 0; k < end; k++) square += values[k] * values[k]
  const factor = 1 / Math.sqrt(square)
  for (let k = 0; k < end; k++) values[k] *= factor
}
