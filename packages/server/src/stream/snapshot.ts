import { serverError } from '../errors.js'
import type { StreamConfig } from './config.js'
import type { Shape } from './input.js'

/** The saved state of a stream without its classifier. */
export interface Saved {
  readonly seq: number
  readonly shape?: Shape
  readonly beginning: StreamConfig
  readonly votes: unknown
  readonly labellers: unknown
  readonly labels?: unknown
  readonly checks?: unknown
  readonly curve: unknown
  /** What the owner of a wide stream keeps. */
  readonly wide?: unknown
}

/** Packs a snapshot: the length of the JSON, the JSON and the model file. */
export const packed = (rest: unknown, model: Uint8Array): Uint8Array => {
  const json = new TextEncoder().encode(JSON.stringify(rest))
  const bytes = new Uint8Array(4 + json.length + model.length)
  new DataView(bytes.buffer).setUint32(0, json.length, true)
  bytes.set(json, 4)
  bytes.set(model, 4 + json.length)
  return bytes
}

export const unpacked = (bytes: Uint8Array): { readonly rest: unknown; readonly model: Uint8Array } => {
  const length = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  if (length === 0 || 4 + length > bytes.length)
    throw serverError('store/broken', { reason: 'a snapshot is truncated' })
  return {
    rest: JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))),
    model: bytes.subarray(4 + length),
  }
}
