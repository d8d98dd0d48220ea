import type { Row } from '../rows/row.js'
import { featureEnd } from '../rows/vector.js'
import type { Features } from './features.js'
import type { View } from './linear/dual-svm.js'
import { Represented, represent } from './represented.js'
import type { Scales } from './scales.js'
import { TOPIC_SLOTS } from './topics/basis.js'
import type { Topics } from './topics/topics.js'
import { NO_CENTRE, vectorSlots } from './vectors.js'
import { ViewBlocks } from './view-blocks.js'
import type { ViewScaling } from './view-scaling.js'

/** The views of a row, in order. Each member uses one. */
export const PRESENCE = 0
export const VALUES = 1
export const KERNEL = 2
export const TOPICS = 3
export const VECTOR = 4
/** The inputs of the stack. A row has few features and a kernel, or many and topics, so these share one. */
export const INPUT_OF_VIEW = [PRESENCE, VALUES, KERNEL, KERNEL, 3] as const
export const VECTOR_INPUT = INPUT_OF_VIEW[VECTOR]

/** The views of a younger ensemble. */
export const YOUNG_VIEWS = [PRESENCE, VECTOR] as const

/** The number of inputs of the stack of an ensemble. That of the vector is the last, and there is none before the first vector. */
export const inputsOf = (hasVector: boolean, isWhole = true): number =>
  (isWhole ? VECTOR_INPUT : YOUNG_VIEWS.length - 1) + (hasVector ? 1 : 0)

/** The view of a member that does not see rows. */
export const NO_VIEW: View = {
  slots: new Int32Array(0),
  values: new Float32Array(0),
  start: 0,
  from: 0,
  length: 0,
  square: 0,
}

/** A view whose arrays are overwritten for every row. */
type Window = { -readonly [Name in keyof View]: View[Name] }

/** The topics of a row, if it has any. */
type Basis = Pick<Scales, 'topics'>

const NOWHERE = { start: 0, from: 0 }

/** Computes the views of a row, once for all members. */
export class Featurizer {
  readonly #features: Features
  readonly #topics: Topics
  readonly #row = new Represented()
  readonly #blocks = new ViewBlocks()
  /** The positions of slots in the last row, once one was asked for. */
  #places: ReadonlyMap<number, number> | undefined
  /** The views of the last row. That of the kernel has the entries of `values`, but not their length. */
  readonly views: readonly [Window, Window, Window, Window, Window]

  constructor(features: Features, topics: Topics) {
    this.#features = features
    this.#topics = topics
    const { slots, presence, values } = this.#row
    this.views = [
      { slots, values: presence, ...NOWHERE, length: 0, square: 1 },
      { slots, values, ...NOWHERE, length: 0, square: 1 },
      { slots, values, ...NOWHERE, length: 0, square: 0 },
      { slots: TOPIC_SLOTS, values: new Float32Array(TOPIC_SLOTS.length), ...NOWHERE, length: 0, square: 1 },
      { slots: vectorSlots(0), values: new Float32Array(0), ...NOWHERE, length: 0, square: 1 },
    ]
  }

  /** Computes the views of a row; that of the kernel only if it is used, otherwise that of these topics. */
  featurize(
    x: Row,
    scaling: ViewScaling,
    usesKernel: boolean,
    { topics: basis }: Basis = scaling.scales,
  ): void {
    const row = this.#row
    this.#places = undefined
    const { views } = this
    const presence = views[PRESENCE]
    const values = views[VALUES]
    const kernel = views[KERNEL]
    const topics = views[TOPICS]
    const vector = views[VECTOR]
    scaling.reserve(this.#features.seen)
    represent(x, this.#features, scaling.scales, scaling.relevance, row)
    presence.slots = row.slots
    presence.values = row.presence
    presence.length = row.length
    values.slots = row.slots
    values.values = row.values
    values.length = row.length
    kernel.slots = row.slots
    kernel.values = row.values
    kernel.length = usesKernel ? row.length : 0
    kernel.square = usesKernel ? scaling.squareOf(row.square) : 0
    topics.length =
      !usesKernel && basis && this.#topics.view(x, basis, topics.values) ? TOPIC_SLOTS.length : 0
    const start = featureEnd(x)
    vector.length = start < x.end ? 1 + x.end - start : 0
    if (vector.length === 0) return
    if (vector.values.length < vector.length) vector.values = new Float32Array(vector.length)
    vector.slots = vectorSlots(vector.length)
    const { centre = NO_CENTRE } = scaling.scales
    centre.view(x, start, vector.values)
  }

  /** Copies of the last views, for storage. The memory of `old` copies is used again if they fit. */
  copies(old?: readonly View[]): readonly View[] {
    const { length } = this.views[PRESENCE]
    const topics = this.views[TOPICS].length
    const vector = this.views[VECTOR].length
    if (
      old?.[PRESENCE].length === length &&
      old[TOPICS].length === topics &&
      old[VECTOR].length === vector &&
      old[KERNEL].length === this.views[KERNEL].length
    )
      return this.#copyTo(old[PRESENCE].slots, old[VALUES].values, old[PRESENCE].start)
    const at = this.#blocks.allocate(3 * length + topics + vector)
    return this.#copyTo(this.#blocks.integers, this.#blocks.singles, at)
  }

  /** Slots, presence, values, topics and vector, one after the other. */
  #copyTo(integers: Int32Array, singles: Float32Array, start: number): readonly View[] {
    const { slots, presence, values, length } = this.#row
    const from = start + length
    const next = from + length
    for (let k = 0; k < length; k++) {
      integers[start + k] = slots[k]
      singles[from + k] = presence[k]
      singles[next + k] = values[k]
    }
    const { square } = this.views[KERNEL]
    const topics = this.views[TOPICS]
    const vector = this.views[VECTOR]
    return [
      { slots: integers, values: singles, start, from, length, square: 1 },
      { slots: integers, values: singles, start, from: next, length, square: 1 },
      this.views[KERNEL].length > 0
        ? { slots: integers, values: singles, start, from: next, length, square }
        : NO_VIEW,
      copied(topics, singles, next + length),
      copied(vector, singles, next + length + topics.length),
    ]
  }

  /** The position of a feature in the last row; −1 if it is absent. */
  placeOf(index: number): number {
    const slot = this.#features.slot(index)
    if (slot === 0) return -1
    this.#places ??= placesIn(this.#row)
    return this.#places.get(slot) ?? -1
  }
}

/** A copy of a view with slots that all rows share. */
const copied = ({ slots, values, length, square }: View, to: Float32Array, from: number): View => {
  if (length === 0) return NO_VIEW
  for (let k = 0; k < length; k++) to[from + k] = values[k]
  return { slots, values: to, start: 0, from, length, square }
}

const placesIn = ({ slots, length }: Represented): ReadonlyMap<number, number> => {
  const places = new Map<number, number>()
  for (let k = 0; k < length; k++) places.set(slots[k], k)
  return places
}
