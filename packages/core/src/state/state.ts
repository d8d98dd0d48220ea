import { AskanceError, coreError } from '../errors.js'

export type StateArray = Float64Array | Int32Array | Uint8Array

/** Everything a part must carry over a save: plain numbers and typed arrays, nested by name. */
export interface State {
  readonly [name: string]: number | StateArray | State
}

const missing = (name: string, kind: string) =>
  coreError('model/state', { reason: `${name} should be ${kind}` })

/** Typed access to a state that came from a file: each says what is missing or of the wrong kind. */
export const numberIn = (state: State, name: string): number => {
  const value = state[name]
  if (typeof value !== 'number') throw missing(name, 'a number')
  return value
}

/** A whole number from 0 to `most`. Loops and arrays are as long as such numbers say, so that a file must not choose them freely. */
export const countIn = (state: State, name: string, most: number): number => {
  const value = numberIn(state, name)
  if (!(Number.isInteger(value) && value >= 0 && value <= most))
    throw missing(name, `a whole number from 0 to ${most}`)
  return value
}

export const floatsIn = (state: State, name: string): Float64Array => {
  const value = state[name]
  if (!(value instanceof Float64Array)) throw missing(name, 'an array of floats')
  return value.slice()
}

/** Weights, which must be finite: from others every score would be NaN. */
export const weightsIn = (state: State, name: string): Float64Array => {
  const weights = floatsIn(state, name)
  if (!weights.every(Number.isFinite))
    throw coreError('model/state', { reason: `${name} has numbers that are not finite` })
  return weights
}

/** Integers, all of them less than `end`. */
export const integersIn = (state: State, name: string, end = Number.POSITIVE_INFINITY): Int32Array => {
  const value = state[name]
  if (!(value instanceof Int32Array)) throw missing(name, 'an array of integers')
  if (!value.every((one) => one < end)) throw missing(name, `integers less than ${end}`)
  return value.slice()
}

export const bytesIn = (state: State, name: string): Uint8Array => {
  const value = state[name]
  if (!(value instanceof Uint8Array)) throw missing(name, 'an array of bytes')
  return value.slice()
}

/** A group without anything in it leaves no trace in a file: what is not there counts as empty. */
export const stateIn = (state: State, name: string): State => {
  const value = state[name] ?? {}
  if (typeof value !== 'object' || ArrayBuffer.isView(value)) throw missing(name, 'a group')
  return value as State
}

/**
 * What a file describes. Its arrays and numbers may not fit each other, which can show anywhere while it is loaded, also as an error of the
 * language: that is the fault of the file.
 */
export const loadedFrom = <Loaded>(load: () => Loaded): Loaded => {
  try {
    return load()
  } catch (cause) {
    if (cause instanceof AskanceError) throw cause
    throw coreError('model/state', { reason: String(cause) })
  }
}
