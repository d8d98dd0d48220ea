import type { LoadedStream } from './loaded-stream.js'

/** Notes that a stream has work; returns a function that finishes it in slices, unless one runs already. */
export const finishing = (
  loaded: LoadedStream,
  work: () => Promise<boolean>,
  isClosing: () => boolean,
): (() => Promise<void>) | undefined => {
  loaded.hasWork = true
  if (loaded.isWorking) return undefined
  loaded.isWorking = true
  return async () => {
    try {
      while (loaded.hasWork && !isClosing()) {
        // More may be reported while a slice is computed or written.
        loaded.hasWork = false
        if (await work()) loaded.hasWork = true
      }
    } finally {
      loaded.isWorking = false
    }
  }
}
