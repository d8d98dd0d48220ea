import type { StateArray } from './state.js'

/**
 * The smallest exact encoding of an array that we know: zeros are left out, whole numbers are stored by their differences in as
 * many bytes as they need, values that repeat by their number in a list, doubles that are singles as such. Every bit comes
 * back, −0 and NaN included.
 *
 *   byte 0   how the values are encoded (`Coding`)
 *   bytes    runs: how many zeros, how many others, how many zeros, … as varints, until all are covered
 *   bytes    the values that are not zero
 */
const Coding = { raw: 0, single: 1, whole: 2, listed: 3, steps: 4 } as const
type Coding = (typeof Coding)[keyof typeof Coding]

/** A list of distinct values pays up to this length; a number in it takes one byte or two. */
const LONGEST_LIST = 0xffff
const BYTE_LIST = 0x100

/** Collects bytes; grows as needed. */
class Bytes {
  #view = new DataView(new ArrayBuffer(1024))
  length = 0

  #room(count: number): void {
    if (this.length + count <= this.#view.byteLength) return
    const wider = new Uint8Array(2 * (this.length + count))
    wider.set(new Uint8Array(this.#view.buffer, 0, this.length))
    this.#view = new DataView(wider.buffer)
  }

  byte(value: number): void {
    this.#room(1)
    this.#view.setUint8(this.length++, value)
  }

  short(value: number): void {
    this.#room(2)
    this.#view.setUint16(this.length, value, true)
    this.length += 2
  }

  single(value: number): void {
    this.#room(4)
    this.#view.setFloat32(this.length, value, true)
    this.length += 4
  }

  double(value: number): void {
    this.#room(8)
    this.#view.setFloat64(this.length, value, true)
    this.length += 8
  }

  /** A whole number from 0 in groups of seven bits, the lowest first. */
  varint(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.byte(rest)
  }

  /** A whole number of any sign, the small ones first: 0, −1, 1, −2 … */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  taken(): Uint8Array {
    return new Uint8Array(this.#view.buffer, 0, this.length)
  }
}

const isZero = (value: number): boolean => value === 0 && !Object.is(value, -0)

/** Whole numbers of which differences and doubles are exact, and no −0. */
const isWhole = (value: number): boolean =>
  Math.abs(value) <= 2 ** 50 && Number.isInteger(value) && !Object.is(value, -0)

/**
 * @example
 * const sparse = new Float64Array(1000)
 * sparse[500] = 0.1
 * packArray(sparse).length // => 14
 * unpackArray(packArray(sparse), 'float64', 1000) // => sparse
 */
export const packArray = (array: StateArray): Uint8Array => {
  const bytes = new Bytes()
  if (array instanceof Uint8Array) return array
  const values = valuesOf(array)
  const list = distinct(values)
  const coding = codingOf(values, list)
  bytes.byte(coding)
  writeRuns(bytes, array)
  if (coding === Coding.listed) writeListed(bytes, values, list ?? [])
  else writeValues(bytes, values, coding)
  return bytes.taken()
}

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
  let count = 0
  for (let k = 0; k < array.length; k++) if (!isZero(array[k])) count++
  const values = new Float64Array(count)
  let end = 0
  for (let k = 0; k < array.length; k++) if (!isZero(array[k])) values[end++] = array[k]
  return values
}

/** The distinct values in the order of their first coming; undefined where there are too many, or some are no numbers. */
const distinct = (values: Float64Array): readonly number[] | undefined => {
  const most = Math.min(LONGEST_LIST, values.length / 4)
  const seen = new Set<number>()
  for (const value of values) {
    // A set takes −0 for 0, and all that is no number for the same.
    if (value === 0 || Number.isNaN(value)) return undefined
    seen.add(value)
    if (seen.size > most) return undefined
  }
  return [...seen]
}

const codingOf = (values: Float64Array, list: readonly number[] | undefined): Coding => {
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
  if (list) {
    const place = list.length <= BYTE_LIST ? 1 : 2
    sizes.push([Coding.listed, 8 * list.length + place * values.length])
  }
  return sizes.reduce((best, one) => (one[1] < best[1] ? one : best))[0]
}

const widthOf = (value: number): number => {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  let width = 1
  for (; rest >= 0x80; rest /= 0x80) width++
  return width
}

const writeListed = (bytes: Bytes, values: Float64Array, list: readonly number[]): void => {
  const places = new Map(list.map((value, k) => [value, k]))
  bytes.varint(list.length)
  for (const value of list) bytes.double(value)
  for (const value of values) {
    const place = places.get(value) ?? 0
    if (list.length <= BYTE_LIST) bytes.byte(place)
    else bytes.short(place)
  }
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

/** Reads what `Bytes` wrote; beyond the end it fails. */
class Reader {
  readonly #view: DataView
  at = 0

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  byte(): number {
    return this.#view.getUint8(this.at++)
  }

  short(): number {
    this.at += 2
    return this.#view.getUint16(this.at - 2, true)
  }

  single(): number {
    this.at += 4
    return this.#view.getFloat32(this.at - 4, true)
  }

  double(): number {
    this.at += 8
    return this.#view.getFloat64(this.at - 8, true)
  }

  varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.byte()
      value += (byte % 0x80) * factor
      if (byte < 0x80) return value
      if (factor > 2 ** 49) throw new Error('a number is too long')
    }
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}

export const unpackArray = (
  bytes: Uint8Array,
  type: 'float64' | 'int32' | 'uint8',
  length: number,
): StateArray => {
  if (type === 'uint8') {
    if (bytes.length !== length) throw new Error('an array has another length')
    return bytes.slice()
  }
  const array = type === 'int32' ? new Int32Array(length) : new Float64Array(length)
  const reader = new Reader(bytes)
  const coding = reader.byte()
  const runs: number[] = []
  for (let covered = 0; covered < length; ) {
    const zeros = reader.varint()
    const others = reader.varint()
    covered += zeros + others
    if (covered > length || zeros + others === 0) throw new Error('an array has another length')
    runs.push(zeros, others)
  }
  const next = valuesFrom(reader, coding)
  let at = 0
  for (let k = 0; k < runs.length; k += 2) {
    at += runs[k]
    for (let end = at + runs[k + 1]; at < end; at++) array[at] = next()
  }
  return array
}

/** The values one after the other. */
const valuesFrom = (reader: Reader, coding: number): (() => number) => {
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
    case Coding.listed: {
      const list = Array.from({ length: Math.min(reader.varint(), LONGEST_LIST) }, () => reader.double())
      return list.length <= BYTE_LIST ? () => list[reader.byte()] : () => list[reader.short()]
    }
    default:
      throw new Error(`no values are encoded as ${coding}`)
  }
}
