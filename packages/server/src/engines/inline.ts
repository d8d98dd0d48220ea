import type { Engine } from './engine.js'
import { Turns } from './turns.js'
import { type Task, Workshop } from './workshop.js'

/** Streams that live where requests are read: no message has to be passed, but what is slow keeps everybody waiting. */
export const inlineEngine = (): Engine => {
  const workshop = new Workshop()
  const turns = new Turns()
  const call = <Value>(task: Task, stream: string, ...given: readonly unknown[]): Promise<Value> =>
    new Promise<Value>((resolve, reject) =>
      turns.add(stream, {
        begin: () => workshop.begin(task, [stream, ...given]),
        done: (value) => resolve(value as Value),
        failed: reject,
      }),
    )
  return {
    open: (...given) => call('open', ...given),
    restore: (...given) => call('restore', ...given),
    replay: (...given) => call('replay', ...given),
    run: (...given) => call('run', ...given),
    save: (...given) => call('save', ...given),
    drop: (...given) => call('drop', ...given),
    close: async () => undefined,
  }
}
