import type { Engine } from './engine.js'
import { Workshop } from './workshop.js'

/** Streams that live where requests are read: no message has to be passed, but a slow one keeps everybody waiting. */
export const inlineEngine = (): Engine => {
  const workshop = new Workshop()
  return {
    open: async (...given) => workshop.open(...given),
    restore: async (...given) => workshop.restore(...given),
    replay: async (...given) => workshop.replay(...given),
    run: async (...given) => workshop.run(...given),
    save: async (stream) => workshop.save(stream),
    drop: async (stream) => workshop.drop(stream),
    close: async () => undefined,
  }
}
