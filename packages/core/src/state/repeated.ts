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

/** Of each value, where the same bits came first. */
const distinctIds = (bits: Uint32Array): Int32Array => {
  const count = bits.length / 2
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1
  const table = new Int32Array(mask + 1)
  const ids = new Int32Array(count)
  for (let k = 0; k < count; k++) {
    const [low, high] = [bits[2 * k], bits[2 * k + 1]]
    let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
    hash ^= hash >>> 15
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
