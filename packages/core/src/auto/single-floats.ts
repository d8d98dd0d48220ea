import { bytesIn, type State } from '../state/state.js'

/** Numbers of single precision as a state can hold them. */
export const bytesOf = (values: Float32Array): Uint8Array => new Uint8Array(values.slice().buffer)

export const singlesIn = (state: State, name: string): Float32Array => {
  const bytes = bytesIn(state, name)
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
}
