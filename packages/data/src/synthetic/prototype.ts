import { MAX_INDEX, Random } from '@askance/core/internals'
import { wholeOption } from '../options.js'
import { type SyntheticOptions, type SyntheticStream, seededStream } from './stream.js'

interface PrototypeOptions extends SyntheticOptions {
  /** The number of classes; default 10. */
  readonly classes?: number
}

const PROTOTYPES_PER_CLASS = 2
/** The share of features in a prototype, the share of them a row loses, and the share of the others it gains. */
const SUPPORT = 0.19
const LOST = 0.1
const GAINED = 0.02

/**
 * Rows like small pictures: each is a blurred copy of one of its class's two prototypes, with values in (0, 1].
 *
 * @example
 * const digits = prototypeStream({ rows: 10, dimension: 780, seed: 7 })
 * digits.classes // => ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
 */
export const prototypeStream = (options: PrototypeOptions): SyntheticStream => {
  const { seed = 1 } = options
  const dimension = wholeOption('dimension', options.dimension, 1, MAX_INDEX)
  const count = wholeOption('classes', options.classes ?? 10, 2, 10_000)
  const world = new Random(seed, 'prototype/world')
  const random = new Random(seed, 'prototype/rows')
  const prototypes = Float32Array.from({ length: count * PROTOTYPES_PER_CLASS * dimension }, () =>
    world.uniform() < SUPPORT ? 0.3 + 0.7 * world.uniform() : 0,
  )
  const index = new Int32Array(dimension)
  const value = new Float64Array(dimension)
  const names = Array.from({ length: count }, (_, k) => String(k))

  return seededStream('prototype', options, names, (row) => {
    const chosen = random.below(count * PROTOTYPES_PER_CLASS)
    let end = 0
    for (let k = 0; k < dimension; k++) {
      const strength = prototypes[chosen * dimension + k]!
      const coin = random.uniform()
      if (coin >= (strength > 0 ? 1 - LOST : GAINED)) continue
      index[end] = k + 1
      value[end] = strength > 0 ? within(strength + 0.25 * random.normal()) : within(random.uniform())
      end++
    }
    row.index = index
    row.value = value
    row.end = end
    return Math.floor(chosen / PROTOTYPES_PER_CLASS)
  })
}

const within = (value: number): number => Math.min(1, Math.max(0.01, value))
