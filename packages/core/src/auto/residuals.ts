import { floatsIn, integersIn, type State } from '../state/state.js'

/** Marks a number that is too far from the expected one; it is stored as it is. */
const FAR = -(2 ** 31)
const WORD = 2 ** 32

/**
 * Stores numbers by their distance from expected ones, in units in the last place: numbers that were computed in two ways differ
 * in the last bits only, and these take few bytes. Every bit comes back, −0 included. Numbers beyond the end of `expected` are expected to be 0.
 *
 * @example
 * const state = residualsOf(Float64Array.of(0.1 + 0.2, 0, 5), Float64Array.of(0.3, 0))
 * state.steps // => Int32Array.of(1, 0, -(2 ** 31))
 * state.far // => Float64Array.of(5)
 * fromResiduals(state, Float64Array.of(0.3, 0)) // => Float64Array.of(0.1 + 0.2, 0, 5)
 */
export const residualsOf = <A extends Float64Array | Float32Array>(values: A, expected: A): State =>
  values instanceof Float32Array
    ? { singles: differences(values, expected as Float32Array) }
    : residualsOfDoubles(values, expected as Float64Array)

const residualsOfDoubles = (values: Float64Array, expected: Float64Array): State => {
  const steps = new Int32Array(values.length)
  const far: number[] = []
  const own = wordsOf(values)
  const other = wordsOf(expected)
  for (let k = 0; k < values.length; k++) {
    const low = 2 * k
    const isExpected = low < other.length
    const high = own[low + 1] - (isExpected ? other[low + 1] : 0)
    const step = WORD * high + own[low] - (isExpected ? other[low] : 0)
    if (Math.abs(step) < -FAR) steps[k] = step
    else {
      steps[k] = FAR
      far.push(values[k])
    }
  }
  return { steps, far: Float64Array.from(far) }
}

/** Those of single precision always fit. */
const differences = (values: Float32Array, expected: Float32Array): Int32Array => {
  const other = bitsOf(expected)
  return bitsOf(values).map((own, k) => own - (other[k] ?? 0))
}

/** The numbers that `residualsOf` stored. Files of earlier versions have doubles where numbers are of single precision now. */
export const fromResiduals = <A extends Float64Array | Float32Array>(state: State, expected: A): A => {
  if (expected instanceof Float64Array) return fromResidualsOfDoubles(state, expected) as A
  if (!('singles' in state))
    return Float32Array.from(fromResidualsOfDoubles(state, Float64Array.from(expected))) as A
  const other = bitsOf(expected)
  const sums = integersIn(state, 'singles').map((step, k) => step + (other[k] ?? 0))
  return new Float32Array(sums.buffer) as A
}

const fromResidualsOfDoubles = (state: State, expected: Float64Array): Float64Array => {
  const steps = integersIn(state, 'steps')
  const values = new Float64Array(steps.length)
  values.set(expected.subarray(0, values.length))
  const words = wordsOf(values)
  const far = floatsIn(state, 'far')
  let taken = 0
  steps.forEach((step, k) => {
    if (step === 0) return
    if (step === FAR) {
      values[k] = far[taken++]
      return
    }
    const low = words[2 * k] + step
    words[2 * k] = low
    words[2 * k + 1] += Math.floor(low / WORD)
  })
  return values
}

const bitsOf = ({ buffer, byteOffset, length }: Float32Array): Int32Array =>
  new Int32Array(buffer, byteOffset, length)

/** The bits of numbers, the lower half of each first on all machines that run this. */
const wordsOf = (values: Float64Array): Uint32Array =>
  new Uint32Array(values.buffer, values.byteOffset, 2 * values.length)
