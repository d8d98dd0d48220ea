import { parentPort } from 'node:worker_threads'
import { Turns } from './turns.js'
import { type Call, faultOf, type Reply } from './wire.js'
import { type Task, Workshop } from './workshop.js'

const workshop = new Workshop()
const turns = new Turns()

/** What can be handed over instead of copied. */
const transferred = (value: unknown): ArrayBuffer[] => {
  const { bytes } = (value ?? {}) as { bytes?: Uint8Array }
  return bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : []
}

parentPort?.on('message', ({ number, method, given }: Call) => {
  const failed = (error: unknown): void =>
    parentPort?.postMessage({ number, fault: faultOf(error) } satisfies Reply)
  turns.add(String(given[0]), {
    begin: () => workshop.begin(method as Task, given),
    done: (value) => parentPort?.postMessage({ number, value } satisfies Reply, transferred(value)),
    failed,
  })
})
