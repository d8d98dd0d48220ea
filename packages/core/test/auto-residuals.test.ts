import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromResiduals, residualsOf } from '../src/auto/residuals.js'
import { Random } from '../src/internals.js'
import type { State } from '../src/state/state.js'

const bitsOf = (values: Float64Array): BigUint64Array => new BigUint64Array(values.slice().buffer)

const assertKept = (values: Float64Array, expected: Float64Array): State => {
  const state = residualsOf(values, expected)
  assert.deepEqual(bitsOf(fromResiduals(state, expected)), bitsOf(values))
  return state
}

test('Residuals keep every bit of any numbers', () => {
  const random = new Random(1, 'residuals')
  const any = Float64Array.from({ length: 500 }, () => {
    const words = Uint32Array.of(random.bits(), random.bits())
    return new Float64Array(words.buffer)[0]
  })
  const special = [
    0,
    -0,
    1,
    -1,
    Infinity,
    -Infinity,
    NaN,
    Number.MIN_VALUE,
    -Number.MIN_VALUE,
    Number.MAX_VALUE,
  ]
  const pairs = special.flatMap((value) => special.map((other) => [value, other]))
  assertKept(any, any.toReversed())
  assertKept(any, any.subarray(0, 100))
  assertKept(any.subarray(0, 100), any)
  assertKept(
    Float64Array.from(pairs, ([value]) => value),
    Float64Array.from(pairs, ([, other]) => other),
  )
})

test('Numbers next to the expected ones are stored as steps, across a carry and in both signs', () => {
  const bits = [0x3ff0000000000000n, 0xbff0000000000000n, 0x3fe00000ffffffffn]
  const expected = new Float64Array(BigUint64Array.from(bits).buffer)
  for (const step of [1n, -1n, 1000n, -1000n, 2n ** 31n - 1n]) {
    const values = new Float64Array(BigUint64Array.from(bits, (word) => word + step).buffer)
    const { steps, far } = assertKept(values, expected)
    assert.deepEqual(steps, new Int32Array(bits.length).fill(Number(step)))
    assert.deepEqual(far, new Float64Array(0))
  }
  const { far } = assertKept(Float64Array.of(2, -3), Float64Array.of(1, 3))
  assert.deepEqual(far, Float64Array.of(2, -3))
})
