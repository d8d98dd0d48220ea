import { Worker } from 'node:worker_threads'
import type { Engine } from './engine.js'
import { type Call, errorOf, type Reply } from './wire.js'

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

const startWorker = (): Worker => new Worker(new URL('./worker.js', import.meta.url))

/** Streams that live in a thread of their own. When it dies, all that waited is refused, and `died` is told. */
export const threadEngine = (died: (error: Error) => void, worker = startWorker()): Engine => {
  const pending = new Map<number, Pending>()
  let count = 0
  let ended: Error | undefined

  worker.on('message', (reply: Reply) => {
    const waiting = pending.get(reply.number)
    pending.delete(reply.number)
    if ('fault' in reply) waiting?.reject(errorOf(reply.fault))
    else waiting?.resolve(reply.value)
  })
  const refuse = (error: Error): void => {
    ended = error
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  const end = (error: Error): void => {
    if (ended) return
    refuse(error)
    died(error)
  }
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`a learning thread has ended with code ${code}`)))

  const call = (method: keyof Engine, given: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      count++
      pending.set(count, { resolve, reject })
      worker.postMessage({ number: count, method, given } satisfies Call)
    })

  return {
    open: (...given) => call('open', given) as ReturnType<Engine['open']>,
    restore: (...given) => call('restore', given) as ReturnType<Engine['restore']>,
    replay: (...given) => call('replay', given) as ReturnType<Engine['replay']>,
    run: (...given) => call('run', given) as Promise<never>,
    save: (...given) => call('save', given) as ReturnType<Engine['save']>,
    drop: (...given) => call('drop', given) as ReturnType<Engine['drop']>,
    async close() {
      refuse(ended ?? new Error('the learning threads are closed'))
      await worker.terminate()
    },
  }
}
