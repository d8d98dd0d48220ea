import { coreError } from '../errors.js'

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

export const integersIn = (state: State, name: string): Int32Array => {
  const value = state[name]
  if (!(value instanceof Int32Array)) throw missing(name, 'an array of integers')
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
