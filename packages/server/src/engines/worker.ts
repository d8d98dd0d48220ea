import { parentPort } from 'node:worker_threads'
import { type Call, faultOf, type Reply } from './wire.js'
import { Workshop } from './workshop.js'

const workshop = new Workshop()

/** What can be handed over instead of copied. */
const transferred = (value: unknown): ArrayBuffer[] => {
  const { bytes } = (value ?? {}) as { bytes?: Uint8Array }
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : []
}

parentPort?.on('message', ({ number, method, given }: Call) => {
  try {
    const value = (workshop[method as keyof Workshop] as (...all: unknown[]) => unknown)(...given)
    parentPort?.postMessage({ number, value } satisfies Reply, transferred(value))
  } catch (error) {
    parentPort?.postMessage({ number, fault: faultOf(error) } satisfies Reply)
  }
})
