import { parentPort, workerData } from 'node:worker_threads'
import { serve } from '@askance/core/rpc'
import { inlineEngine } from './engine.js'
import { JobClock } from './turns.js'

/** Transfers snapshots to the main thread instead of copying them. */
const transfer = (value: unknown): ArrayBuffer[] => {
  const { bytes } = Object(value) as { bytes?: unknown }
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : []
}

const { clock } = (workerData ?? {}) as { readonly clock?: SharedArrayBuffer }

if (parentPort) serve(parentPort, inlineEngine(clock && new JobClock(clock)), { transfer })
