import { parentPort } from 'node:worker_threads'
import { serve } from '@askance/core/rpc'
import { inlineEngine } from './engine.js'

/** Transfers snapshots to the main thread instead of copying them. */
const transfer = (value: unknown): ArrayBuffer[] => {
  const { bytes } = Object(value) as { bytes?: unknown }
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : []
}

if (parentPort) serve(parentPort, inlineEngine(), { transfer })
