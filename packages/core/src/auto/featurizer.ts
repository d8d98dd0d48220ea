import type { Row } from '../rows/row.js'
import type { Design } from './design.js'
import type { Draws } from './draws.js'
import type { View } from './dual-svm.js'
import type { Features } from './features.js'
import { Represented, represent, reserve } from './represented.js'
import type { ViewScaling } from './view-scaling.js'
import { Waves, waveSlots } from './waves.js'

/** The views of a row, in order. Each member uses one. */
export const VIEW_NAMES = ['presence', 'values', 'waves'] as const
export type ViewName = (typeof VIEW_NAMES)[number]
export const PRESENCE = 0
export const VALUES = 1
export const WAVES = 2

const NOTHING: View = { slots: waveSlots(0), values: new Float32Array(0), length: 0, square: 0 }

/** A view whose arrays are overwritten for every row. */
type Window = { -readonly [Name in keyof View]: View[Name] }

/** Computes the views of a row, once for all members. */
export class Featurizer {
  readonly #features: Features
  readonly #waves: Waves
  readonly #row = new Represented()
  readonly #bent = new Represented()
  readonly #isOrderly: boolean
  /** The views of the last row. */
  readonly views: readonly [Window, Window, Window]

  constructor(design: Design, features: Features, draws: Draws) {
    this.#features = features
    this.#isOrderly = design.orderly === 1
    this.#waves = new Waves(draws, design.waves, design.width, design.waveIntercept)
    const { slots, presence, values } = this.#row
    const waves = new Float32Array(design.waves + 1)
    this.views = [
      { slots, values: presence, length: 0, square: 1 },
      { slots, values, length: 0, square: 1 },
      { slots: this.#waves.slots, values: waves, length: waves.length, square: 0 },
    ]
  }

  /** Computes the views of a row; waves only if they are used. */
  featurize(x: Row, scaling: ViewScaling, usesWaves: boolean): void {
    const row = this.#row
    const [presence, values, waves] = this.views
    scaling.reserve(this.#features.seen)
    represent(x, this.#features, scaling.scales, scaling.relevance, row)
    presence.slots = row.slots
    presence.values = row.presence
    presence.length = row.length
    values.slots = row.slots
    values.values = row.values
    values.length = row.length
    waves.length = usesWaves ? this.#waves.count + 1 : 0
    if (usesWaves)
      waves.square = this.#waves.of(this.#isOrderly ? this.#placed(scaling.scales.wave) : row, waves.values)
  }

  /** The row with the wave positions of its features; features without a position are omitted. */
  #placed(places: Int32Array): Represented {
    const { slots, values, length } = this.#row
    const out = this.#bent
    reserve(out, length)
    let at = 0
    for (let k = 0; k < length; k++) {
      const place = slots[k] < places.length ? places[slots[k]] : 0
      if (place === 0 && k > 0) continue
      out.slots[at] = place
      out.values[at++] = values[k]
    }
    out.length = at
    return out
  }

  /** Copies of the last views, for storage. The arrays of `old` copies are used again where they fit. */
  copies(old?: readonly View[]): readonly View[] {
    const [presence, values, waves] = this.views
    const slots = copied(presence.slots, presence.length, old?.[PRESENCE].slots)
    return [
      { ...presence, slots, values: copied(presence.values, presence.length, old?.[PRESENCE].values) },
      { ...values, slots, values: copied(values.values, values.length, old?.[VALUES].values) },
      waves.length > 0
        ? { ...waves, values: copied(waves.values, waves.values.length, old?.[WAVES].values) }
        : NOTHING,
    ]
  }

  /** The position of a feature in the last row; −1 if it is absent. */
  placeOf(index: number): number {
    const slot = this.#features.slot(index)
    return slot === 0 ? -1 : this.#row.slots.subarray(0, this.#row.length).indexOf(slot)
  }
}

/** A copy of the first entries, in an array that is no longer needed if it has their number. */
const copied = <A extends Int32Array | Float32Array>(from: A, length: number, old?: A): A => {
  if (old?.length !== length) return from.slice(0, length) as A
  old.set(from.subarray(0, length))
  return old
}
