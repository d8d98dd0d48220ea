import type { View } from '../../src/auto/linear/dual-svm.js'
import type { Random } from '../../src/internals.js'

/** The view of a row with some of the slots below `end`, in any order. */
export const drawnView = (random: Random, end: number): View => {
  const slots = [0]
  for (let slot = 1; slot < end; slot++) if (random.uniform() < 0.5) slots.push(slot)
  const order = slots.map((slot) => ({ slot, at: random.uniform() })).sort((a, b) => a.at - b.at)
  const values = order.map(() => random.normal())
  const length = Math.hypot(...values)
  return {
    // After entries of other rows.
    slots: Int32Array.of(7, ...order.map(({ slot }) => slot)),
    values: Float32Array.of(5, 5, ...values.map((value) => value / length)),
    start: 1,
    from: 2,
    length: order.length,
    square: 0.3 + random.uniform(),
  }
}

/** The slow and obvious one, in double precision. */
export const kernel = (a: View, b: View): number => {
  const [u, v] = [a, b].map(({ slots, values, start, from, length, square }) => {
    const vector = new Map<number, number>()
    for (let k = 0; k < length; k++) vector.set(slots[start + k], Math.sqrt(square) * values[from + k])
    return vector
  })
  let distance = 0
  for (const slot of new Set([...u.keys(), ...v.keys()]))
    distance += ((u.get(slot) ?? 0) - (v.get(slot) ?? 0)) ** 2
  const e = Math.exp(-2 * distance)
  return e / 2 + e ** 5 / 2 + 0.09
}
