import type { Features } from './features.js'

/** Signatures as near as this are the same. */
const SAME = 1e-9
/** A feature that looks like another waits until it was met so often: by then they differ, or one is a copy of the other. */
const OFTEN = 3

/**
 * Gives features their places among the frequencies that are drawn, in the order of their signatures: so it does not matter
 * how they are numbered, nor in which units they come. Places that were given stay; 0 is none yet.
 */
export const waveOrder = (features: Features, before: Int32Array): Int32Array => {
  const { met, count, square, signature } = features
  const order = new Int32Array(met + 1)
  order.set(before)
  const marks = Float64Array.from({ length: met + 1 }, (_, slot) => signature[slot] / Math.sqrt(square[slot]))
  const waiting = [...order.keys()].filter((slot) => slot > 0 && order[slot] === 0)
  waiting.sort((a, b) => marks[a] - marks[b])
  const isLike = (a: number, b: number | undefined): boolean =>
    b !== undefined && Math.abs(marks[a] - marks[b]) < SAME
  let given = before.reduce((most, place) => Math.max(most, place), 0)
  waiting.forEach((slot, k) => {
    const isAlike = isLike(slot, waiting[k - 1]) || isLike(slot, waiting[k + 1])
    if (!isAlike || count[slot] >= OFTEN) order[slot] = ++given
  })
  return order
}
