// What all algorithms of the comparison have in common: the rows of a set, the permutations, the coins, the labels allowed.
import { openSet } from '@askance/bench'
import { permutation, RowPreparer, RowTable, SeededCoins } from '@askance/core'
import { cutSeed } from './protocol.mjs'

/** Opens a set: raw rows without an intercept, labels as class indices; of two classes, 1 is the positive one. */
export const openArena = async ({ name, task, order = 'shuffled', rows: most }, folder) => {
  const { table, facts } = await openSet({ name, source: { data: name }, scaling: 'none', order }, folder, 1)
  const { length } = table.labels
  const chosen =
    most !== undefined && most < length ? permutation(length, cutSeed).subarray(0, most) : naturals(length)
  const rows = renumbered(table, chosen)
  const labels = Int32Array.from(chosen, (i) => table.labels[i])
  return { name, task, order, rows, labels, classes: facts.classes, scaled: new Map() }
}

/** The rows as one of the scalings wants them, with an intercept of 1; made once. */
export const scaledRows = ({ rows, scaled }, scaling) => {
  const known = scaled.get(scaling)
  if (known) return known
  const made = prepared(rows, scaling === 'l2' ? 'l2' : 'none')
  // The core's presence forgets the sign.
  if (scaling === 'binary') made.value = made.value.map(Math.sign)
  scaled.set(scaling, made)
  return made
}

/** The scalings that differ on these rows: rows of ones are the same raw and as presence. */
export const distinctScalings = (arena, scalings) => {
  const valuesOf = (scaling) => scaledRows(arena, scaling).value
  const isSame = (a, b) => valuesOf(a).every((value, k) => value === valuesOf(b)[k])
  return scalings.filter((scaling, k) => !scalings.slice(0, k).some((earlier) => isSame(earlier, scaling)))
}

/** A run of a seed: the order of the rows (of the first so many), and a coin for every round. */
export const runOf = ({ labels, order }, seed, most = labels.length) => {
  const all = order === 'given' ? naturals(labels.length) : permutation(labels.length, seed)
  const coins = new SeededCoins(seed)
  const rounds = Math.min(most, labels.length)
  return {
    seed,
    order: all.subarray(0, rounds),
    coins: Float64Array.from({ length: rounds }, () => coins.toss()),
  }
}

/** B: how many labels may be asked for. */
export const labelsAllowed = (ratio, rounds) => Math.floor(ratio * rounds)

const naturals = (length) => Int32Array.from({ length }, (_, k) => k)

/**
 * The chosen rows, their features numbered from 1 without gaps. The order of features stays, so that no learner can tell;
 * hashed features would otherwise cost each of the many learners all the room between them.
 */
const renumbered = ({ starts, index, value }, chosen) => {
  const numbers = new Int32Array(index.reduce((most, feature) => Math.max(most, feature), 0) + 1)
  for (const i of chosen) for (let k = starts[i]; k < starts[i + 1]; k++) numbers[index[k]] = 1
  let count = 0
  for (let feature = 0; feature < numbers.length; feature++)
    if (numbers[feature] > 0) numbers[feature] = ++count
  const from = Object.assign(new RowTable(), {
    length: starts.length - 1,
    starts,
    index: index.map((feature) => numbers[feature]),
    value,
  })
  return copied(from, chosen, (row) => row)
}

const prepared = (rows, normalize) => {
  const preparer = new RowPreparer({ normalize, intercept: 1 })
  return copied(rows, naturals(rows.length), (row) => preparer.prepare(row))
}

const copied = (rows, chosen, change) => {
  const made = new RowTable()
  const row = rows.row(0)
  for (const i of chosen) made.push(change(rows.view(i, row)))
  return made
}
