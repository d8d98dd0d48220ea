import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeModel, encodeModel, Random, type State } from '../src/internals.js'
import { repeatedValues } from '../src/state/repeated.js'
import { ownRows, shareRows } from '../src/state/shared-rows.js'

type Plain = readonly (readonly [number, number])[]

const tableOf = (rows: readonly Plain[]): State => {
  const entries = rows.flat()
  const starts = new Int32Array(rows.length + 1)
  rows.forEach((row, i) => {
    starts[i + 1] = starts[i] + row.length
  })
  return {
    starts,
    index: Int32Array.from(entries, ([index]) => index),
    value: Float64Array.from(entries, ([, value]) => value),
  }
}

const odd = [-0, 1, Number.NaN, Number.NEGATIVE_INFINITY, 5e-324]

const drawnRows = (random: Random, count: number): Plain[] =>
  Array.from({ length: count }, () =>
    Array.from({ length: random.below(6) }, (_, k) => [
      2 * k + random.below(2),
      random.below(3) > 0 ? odd[random.below(odd.length)] : random.normal(),
    ]),
  )

const encoded = (state: State): Uint8Array => encodeModel({ config: {}, state }, 'test')

describe('rows in a file', () => {
  test('come back to every part with every bit, whoever shares them', () => {
    const random = new Random(3, 'shared rows')
    for (let round = 0; round < 30; round++) {
      const rows = drawnRows(random, 20)
      const some = (): State =>
        tableOf(Array.from({ length: random.below(30) }, () => rows[random.below(rows.length)]))
      const state = {
        questions: { ...some(), more: 1 },
        learner: { deep: { rows: some(), names: Uint8Array.of(1, 2) } },
        empty: tableOf([]),
        // Not tables of rows: of another length, or with a decreasing start.
        other: { ...some(), value: new Float64Array(3), index: new Int32Array(4) },
        falling: { starts: Int32Array.of(0, 2, 1), index: Int32Array.of(7), value: Float64Array.of(1) },
      }
      assert.deepEqual(ownRows(shareRows(state)), state, `round ${round}`)
      assert.deepEqual(decodeModel(encoded(state)).state, state, `round ${round}`)
    }
  })

  test('are stored once', () => {
    const random = new Random(4, 'shared rows')
    const rows = Array.from({ length: 200 }, () =>
      Array.from({ length: 50 }, (_, k) => [3 * k + random.below(3), random.normal()] as const),
    )
    const one = encoded({ questions: tableOf(rows) }).length
    const reversed = tableOf([...rows].reverse())
    const three = encoded({
      questions: tableOf(rows),
      learner: reversed,
      shadow: tableOf(rows.slice(50)),
    }).length
    assert.ok(three < one + 1500, `${one} bytes for one table, ${three} for three`)
    // Rows of the same indices whose values differ in the sign of a zero are two.
    const zeros = shareRows({ rows: tableOf([[[1, 0]], [[1, -0]]]) })
    assert.deepEqual(zeros.rows, { rowNumbers: Int32Array.of(0, 1) })
  })

  test('that a file names wrongly, or too often, are refused', () => {
    const sharedRows = tableOf([Array.from({ length: 1000 }, (_, k) => [k, 1])])
    const naming = (...numbers: number[]): Uint8Array =>
      encoded({ sharedRows, part: { rowNumbers: Int32Array.from(numbers) } })
    assert.deepEqual(decodeModel(naming(0)).state.part, sharedRows)
    assert.throws(() => decodeModel(naming(1)), { code: 'model/format' })
    assert.throws(() => decodeModel(naming(-1)), { code: 'model/format' })
    assert.throws(() => decodeModel(naming(...new Array(1000).fill(0)), 1e6), { code: 'model/size' })
  })
})

test('repeated values are those that a plain count finds', () => {
  const random = new Random(5, 'repeated')
  for (let round = 0; round < 50; round++) {
    const values = Float64Array.from({ length: random.below(300) }, () =>
      random.below(2) ? random.below(40) / 7 : -0,
    )
    const counts = new Map<string, number>()
    // A map takes −0 for 0.
    const keyOf = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))
    for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1)
    const often = [...counts].filter(([, count]) => count >= 3)
    const { list, places, covered } = repeatedValues(values, 1000)
    assert.deepEqual(Array.from(list, keyOf).sort(), often.map(([key]) => key).sort())
    assert.equal(
      covered,
      often.reduce((sum, [, count]) => sum + count, 0),
    )
    places.forEach((place, k) => {
      if (place > 0) assert.equal(keyOf(list[place - 1]), keyOf(values[k]))
      else assert.ok((counts.get(keyOf(values[k])) ?? 0) < 3)
    })
    const falling = Array.from(list, (value) => counts.get(keyOf(value)) ?? 0)
    assert.deepEqual(
      falling,
      falling.toSorted((a, b) => b - a),
    )
    assert.ok(repeatedValues(values, 2).list.length <= 2)
  }
})
