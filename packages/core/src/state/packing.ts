import { Bytes, Reader } from './bytes.js'
import { expanded, squeezed, squeezing } from './entropy.js'
import { matched, unmatched } from './matches.js'
import { type ListedValues, listedValues, type RepeatedValues, repeatedValues } from './repeated.js'
import type { StateArray } from './state.js'

/**
 * The smallest exact encoding of an array that we know: zeros are left out, whole numbers are stored by their differences in as
 * many bytes as they need, values that repeat by their place in a list, doubles that are singles as such; what is left is
 * stored in as many bits as its frequency wants (`entropy.ts`). Every bit comes back, −0 and NaN included.
 *
 *   byte 0   how the values are encoded (`Coding`)
 *   varint   how many bytes the runs take, then the runs: how many zeros, how many others, how many zeros, … until all are covered
 *   varint   how many bytes the values take, then the values that are not zero
 *
 * Where only some values repeat (`mixed`), a list of these and the other values come first, each in so many bytes; then a value is its
 * place in the list from 1, or 0 for the next of the others.
 *
 * Bytes are stored by themselves: byte 0 is the stride of their planes, 1 or, where they are singles, 4; or 0 where repeated
 * parts are left out (`matches.ts`).
 */
const Coding = { raw: 0, single: 1, whole: 2, listed: 3, steps: 4, mixed: 5 } as const
type Coding = (typeof Coding)[keyof typeof Coding]

/** A list of distinct values pays up to this length: a place in it takes a byte, or two. */
const LONGEST_LIST = 0x3fff
const DOUBLE_BYTES = 8
/** Instead of a stride: the bytes are stored as `matches.ts` does. */
const MATCHED = 0
const SINGLE_BYTES = 4
/** A place in a list takes at most this many bytes, and every other value at most as many as a double. */
const MAX_PLACE_BYTES = 2
/** A number is never written in more bytes than it counts values, except 0: the first of all runs and the last may be empty. */
const MAX_EMPTY_RUNS = 2

const isZero = (value: number): boolean => value === 0 && 1 / value > 0

/** Whole numbers of which differences and doubles are exact, and no −0. */
const isWhole = (value: number): boolean =>
  Math.abs(value) <= 2 ** 50 && Number.isInteger(value) && !Object.is(value, -0)

/**
 * @example
 * const sparse = new Float64Array(1000)
 * sparse[500] = 0.1
 * packArray(sparse).length < 40 // => true
 * unpackArray(packArray(sparse), 'float64', 1000) // => sparse
 */
export const packArray = (array: StateArray): Uint8Array => {
  if (array instanceof Uint8Array) return packBytes(array)
  const values = valuesOf(array)
  const listed = listedValues(values, Math.min(LONGEST_LIST, values.length / 4))
  const best = codingOf(values, listed)
  const repeated = best === Coding.raw ? paying(repeatedValues(values, LONGEST_LIST)) : undefined
  const coding = repeated ? Coding.mixed : best
  const runs = new Bytes()
  writeRuns(runs, array)
  const written = new Bytes()
  if (coding === Coding.listed && listed) for (const place of listed.places) written.varint(place)
  else if (repeated) for (const place of repeated.places) written.varint(place)
  else writeValues(written, values, coding)
  const out = new Bytes()
  out.byte(coding)
  if (coding === Coding.listed && listed) writeList(out, listed.list)
  if (repeated) {
    writePart(out, doublesOf(repeated.list), DOUBLE_BYTES)
    writePart(out, doublesOf(values.filter((_, k) => repeated.places[k] === 0)), DOUBLE_BYTES)
  }
  writePart(out, runs, 1)
  writePart(out, written, strideOf(coding))
  return out.taken()
}

const writePart = (out: Bytes, part: Bytes, stride: number): void => {
  out.varint(part.length)
  out.all(squeezed(part.taken(), stride))
}

const doublesOf = (values: Float64Array): Bytes => {
  const bytes = new Bytes()
  for (const value of values) bytes.double(value)
  return bytes
}

/** A listed value saves most of its eight bytes, but is in the list once; every value needs some bits for its place. */
const paying = (repeated: RepeatedValues): RepeatedValues | undefined => {
  const { list, places, covered } = repeated
  return 6 * covered > 8 * list.length + places.length / 4 ? repeated : undefined
}

const packBytes = (array: Uint8Array): Uint8Array => {
  const [plain, planes] = [squeezing(array, 1), squeezing(array, SINGLE_BYTES)]
  const [stride, best] = planes.length < plain.length ? [SINGLE_BYTES, planes] : [1, plain]
  // Singles have no parts that repeat, but the planes of a text may be a little shorter by chance.
  const parts = 0.9 * plain.length <= planes.length ? matched(array) : undefined
  const [stored, bytes] = parts && parts.length < best.length ? [MATCHED, parts] : [stride, best.written()]
  const out = new Uint8Array(bytes.length + 1)
  out[0] = stored
  out.set(bytes, 1)
  return out
}

const strideOf = (coding: Coding): number =>
  coding === Coding.raw ? DOUBLE_BYTES : coding === Coding.single ? SINGLE_BYTES : 1

const writeRuns = (bytes: Bytes, array: StateArray): void => {
  for (let at = 0; at < array.length; ) {
    let from = at
    while (at < array.length && isZero(array[at])) at++
    bytes.varint(at - from)
    from = at
    while (at < array.length && !isZero(array[at])) at++
    bytes.varint(at - from)
  }
}

const valuesOf = (array: StateArray): Float64Array => {
  const values = new Float64Array(array.length)
  let end = 0
  for (let k = 0; k < array.length; k++) if (!isZero(array[k])) values[end++] = array[k]
  return values.slice(0, end)
}

const codingOf = (values: Float64Array, listed: ListedValues | undefined): Coding => {
  let areWhole = true
  let areSingle = true
  let wholes = 0
  let steps = 0
  let previous = 0
  for (const value of values) {
    if (areWhole && isWhole(value)) {
      wholes += widthOf(value)
      steps += widthOf(value - previous)
      previous = value
    } else areWhole = false
    // NaN may carry bits that a single does not keep.
    if (areSingle && !(Math.fround(value) === value)) areSingle = false
    if (!areWhole && !areSingle) break
  }
  const sizes: [Coding, number][] = [[Coding.raw, 8 * values.length]]
  if (areSingle) sizes.push([Coding.single, 4 * values.length])
  if (areWhole) sizes.push([Coding.whole, wholes], [Coding.steps, steps])
  if (listed) sizes.push([Coding.listed, DOUBLE_BYTES * listed.list.length + values.length])
  return sizes.reduce((best, one) => (one[1] < best[1] ? one : best))[0]
}

const widthOf = (value: number): number => {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  if (rest < 0x80) return 1
  let width = 1
  for (; rest >= 0x80; rest /= 0x80) width++
  return width
}

const writeList = (bytes: Bytes, list: readonly number[]): void => {
  bytes.varint(list.length)
  for (const value of list) bytes.double(value)
}

const writeValues = (bytes: Bytes, values: Float64Array, coding: Coding): void => {
  let previous = 0
  for (const value of values) {
    if (coding === Coding.raw) bytes.double(value)
    else if (coding === Coding.single) bytes.single(value)
    else if (coding === Coding.whole) bytes.signed(value)
    else bytes.signed(value - previous)
    previous = value
  }
}

export const unpackArray = (
  bytes: Uint8Array,
  type: 'float64' | 'int32' | 'uint8',
  length: number,
): StateArray => {
  if (type === 'uint8') return unpackBytes(bytes, length)
  const array = type === 'int32' ? new Int32Array(length) : new Float64Array(length)
  const reader = new Reader(bytes)
  const coding = reader.byte() as Coding
  const list = coding === Coding.listed ? listIn(reader) : []
  const isMixed = coding === Coding.mixed
  const [repeated, others] = isMixed
    ? [LONGEST_LIST, length].map((most) => reader.part(DOUBLE_BYTES, DOUBLE_BYTES * most))
    : []
  const runs = reader.part(1, length + MAX_EMPTY_RUNS)
  const values = reader.part(strideOf(coding), (isMixed ? MAX_PLACE_BYTES : DOUBLE_BYTES) * length)
  const next = repeated && others ? mixedFrom(values, repeated, others) : valuesFrom(values, coding, list)
  for (let at = 0; at < length; ) {
    at += runs.varint()
    const end = at + runs.varint()
    if (end > length || runs.isIdle(end)) throw new Error('an array has another length')
    for (; at < end; at++) array[at] = next()
  }
  return array
}

const unpackBytes = (bytes: Uint8Array, length: number): Uint8Array =>
  bytes[0] === MATCHED
    ? unmatched(bytes.subarray(1), length)
    : expanded(bytes, bytes[0] === SINGLE_BYTES ? SINGLE_BYTES : 1, length, 1).bytes

const listIn = (reader: Reader): readonly number[] =>
  Array.from({ length: Math.min(reader.varint(), LONGEST_LIST) }, () => reader.double())

/** Values that are in the list, or the next of the others. */
const mixedFrom = (places: Reader, repeated: Reader, others: Reader): (() => number) => {
  const list = Float64Array.from({ length: repeated.length / DOUBLE_BYTES }, () => repeated.double())
  return () => {
    const place = places.varint()
    if (place > list.length) throw new Error('a value is not in its list')
    return place > 0 ? list[place - 1] : others.double()
  }
}

/** The values one after the other. */
const valuesFrom = (reader: Reader, coding: Coding, list: readonly number[]): (() => number) => {
  let previous = 0
  switch (coding) {
    case Coding.raw:
      return () => reader.double()
    case Coding.single:
      return () => reader.single()
    case Coding.whole:
      return () => reader.signed()
    case Coding.steps:
      return () => {
        previous += reader.signed()
        return previous
      }
    case Coding.listed:
      return () => list[reader.varint()]
    default:
      throw new Error(`no values are encoded as ${coding}`)
  }
}
