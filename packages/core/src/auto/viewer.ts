import type { Row } from '../rows/row.js'
import type { Design } from './design.js'
import type { Draws } from './draws.js'
import type { View } from './dual-svm.js'
import type { Features } from './features.js'
import { Represented, represent } from './represented.js'
import type { Sight } from './sight.js'
import { Waves } from './waves.js'

/** The ways in which a row is seen, in their order: one member looks at each. */
export const WAYS = ['presence', 'values', 'waves'] as const
export const PRESENCE = 0
export const WAVES = 2

const NOTHING: View = { slots: new Int32Array(0), values: new Float32Array(0), length: 0, square: 0 }

/** A window on what is written anew for every row. */
type Window = { -readonly [Name in keyof View]: View[Name] }

/** Represents rows: once, for all members, each of which looks at its own side of it. */
export class Viewer {
  readonly #features: Features
  readonly #waves: Waves
  readonly #row = new Represented()
  /** The row seen last, in every way. */
  readonly views: readonly [Window, Window, Window]

  constructor(design: Design, features: Features, draws: Draws) {
    this.#features = features
    this.#waves = new Waves(draws, design.waves, design.width, design.waveIntercept)
    const { slots, presence, values } = this.#row
    const waves = new Float32Array(design.waves + 1)
    this.views = [
      { slots, values: presence, length: 0, square: 1 },
      { slots, values, length: 0, square: 1 },
      { slots: this.#waves.slots, values: waves, length: waves.length, square: 0 },
    ]
  }

  /** Looks at a row; as waves only where these take part. */
  see(x: Row, sight: Sight, waving: boolean): void {
    const row = this.#row
    const [presence, values, waves] = this.views
    sight.reserve(this.#features.met)
    represent(x, this.#features, sight.scales, sight.relevance, row)
    presence.slots = row.slots
    presence.values = row.presence
    presence.length = row.length
    values.slots = row.slots
    values.values = row.values
    values.length = row.length
    waves.length = waving ? this.#waves.count + 1 : 0
    if (waving) waves.square = this.#waves.of(row, waves.values)
  }

  /** What was seen last, to be stored. */
  copies(): readonly View[] {
    const [presence, values, waves] = this.views
    const slots = presence.slots.slice(0, presence.length)
    return [
      { ...presence, slots, values: presence.values.slice(0, presence.length) },
      { ...values, slots, values: values.values.slice(0, values.length) },
      waves.length > 0 ? { ...waves, values: waves.values.slice() } : NOTHING,
    ]
  }

  /** Where a feature stands in the row seen last; −1 where it does not. */
  placeOf(index: number): number {
    const slot = this.#features.slot(index)
    return slot === 0 ? -1 : this.#row.slots.subarray(0, this.#row.length).indexOf(slot)
  }
}
