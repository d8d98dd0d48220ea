/** Rarer values are not listed. */
const MIN_COUNT = 3
/** Values that do not find their place in the hash table after so many steps count as rare, so that no input makes it slow. */
const MAX_STEPS = 32

export interface RepeatedValues {
  /** The values that occur often, the most frequent first. */
  readonly list: Float64Array
  /** Of each value: its place in the list, from 1; 0 if it is not there. */
  readonly places: Int32Array
  /** How many values are in the list. */
  readonly covered: number
}

/**
 * Finds values that occur several times, by their bits.
 *
 * @example
 * const { list, places } = repeatedValues(Float64Array.of(1, 0.3, -0, 1, -0, 1, -0, 1, 0), 100)
 * list // => Float64Array.of(1, -0)
 * places // => Int32Array.of(1, 0, 2, 1, 2, 1, 2, 1, 0)
 */
export const repeatedValues = (values: Float64Array, maxList: number): RepeatedValues => {
  const bits = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length)
  const ids = distinctIds(bits)
  const counts = new Int32Array(values.length)
  for (let k = 0; k < ids.length; k++) counts[ids[k]]++
  // A value has the number of its first occurrence.
  const frequent: number[] = []
  for (let id = 0; id < counts.length; id++) if (counts[id] >= MIN_COUNT) frequent.push(id)
  frequent.sort((a, b) => counts[b] - counts[a] || a - b)
  frequent.length = Math.min(frequent.length, maxList)
  const placeOf = new Int32Array(values.length)
  let covered = 0
  frequent.forEach((id, place) => {
    placeOf[id] = place + 1
    covered += counts[id]
  })
  return {
    list: Float64Array.from(frequent, (id) => values[id]),
    places: ids.map((id) => placeOf[id]),
    covered,
  }
}

/** Distinct values in the order of their first coming, and the place of each value in this list, from 0. */
export interface ListedValues {
  readonly list: readonly number[]
  readonly places: Int32Array
}

/**
 * Lists the distinct values, if there are at most `most` of them. A −0 or what is no number is not listed, since these have several
 * bits: then there is no list.
 *
 * @example
 * listedValues(Float64Array.of(3, 0.5, 3), 2) // => { list: [3, 0.5], places: Int32Array.of(0, 1, 0) }
 * listedValues(Float64Array.of(3, 0.5, 3), 1) // => undefined
 */
export const listedValues = (values: Float64Array, most: number): ListedValues | undefined => {
  const bits = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length)
  const mask = 2 ** Math.ceil(Math.log2(2 * most + 2)) - 1
  const table = new Int32Array(mask + 1)
  const list: number[] = []
  const places = new Int32Array(values.length)
  for (let k = 0; k < values.length; k++) {
    const value = values[k]
    if (!(value < 0 || value > 0)) return undefined
    let slot = hashOf(bits[2 * k], bits[2 * k + 1]) & mask
    for (let step = 0; table[slot] > 0 && list[table[slot] - 1] !== value; step++) {
      if (step === MAX_STEPS) return slowlyListed(values, most)
      slot = (slot + 1) & mask
    }
    if (table[slot] === 0) {
      if (list.length + 1 > most) return undefined
      table[slot] = list.push(value)
    }
    places[k] = table[slot] - 1
  }
  return { list, places }
}

/** The same where hashes are alike. */
const slowlyListed = (values: Float64Array, most: number): ListedValues | undefined => {
  const placeOf = new Map<number, number>()
  for (const value of values) {
    if (!(value < 0 || value > 0)) return undefined
    if (!placeOf.has(value)) placeOf.set(value, placeOf.size)
    if (placeOf.size > most) return undefined
  }
  return { list: [...placeOf.keys()], places: Int32Array.from(values, (value) => placeOf.get(value) ?? 0) }
}

const hashOf = (low: number, high: number): number => {
  const hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

/** Of each value, where the same bits came first. */
const distinctIds = (bits: Uint32Array): Int32Array => {
  const count = bits.length / 2
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1
  const table = new Int32Array(mask + 1)
  const ids = new Int32Array(count)
  for (let k = 0; k < count; k++) {
    const [low, high] = [bits[2 * k], bits[2 * k + 1]]
    const hash = hashOf(low, high)
    ids[k] = k
    for (let step = 0; step < MAX_STEPS; step++) {
      const slot = (hash + step) & mask
      const first = table[slot] - 1
      if (first < 0) {
        table[slot] = k + 1
        break
      }
      if (bits[2 * first] !== low || bits[2 * first + 1] !== high) continue
      ids[k] = first
      break
    }
  }
  return ids
}
