import type { Features } from './features.js'

/** Signatures closer than this count as equal. */
const SAME = 1e-9
/** A feature equal to another waits until it was seen this often; by then they differ, or one is a copy. */
const OFTEN = 64

/**
 * Assigns frequencies to features in the order of their signatures, so that neither indices nor units matter. Assigned positions
 * stay; 0 means none yet.
 */
export const waveOrder = (features: Features, before: Int32Array): Int32Array => {
  const { seen, count, square, signature } = features
  const order = new Int32Array(seen + 1)
  order.set(before)
  const marks = Float64Array.from(
    { length: seen + 1 },
    (_, slot) => signature[slot] / Math.sqrt(square[slot]),
  )
  const waiting = [...order.keys()].filter((slot) => slot > 0 && order[slot] === 0)
  waiting.sort((a, b) => marks[a] - marks[b])
  let given = before.reduce((most, place) => Math.max(most, place), 0)
  for (const alike of runsOf(waiting, (a, b) => marks[b] - marks[a] < SAME))
    for (const slot of alike.sort((a, b) => a - b))
      if (alike.length === 1 || count[slot] >= OFTEN) order[slot] = ++given
  return order
}

/** Groups neighbours with equal signatures. */
const runsOf = (values: readonly number[], areAlike: (a: number, b: number) => boolean): number[][] => {
  const runs: number[][] = []
  values.forEach((value, k) => {
    if (k > 0 && areAlike(values[k - 1], value)) runs[runs.length - 1].push(value)
    else runs.push([value])
  })
  return runs
}
