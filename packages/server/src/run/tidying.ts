import type { Logger } from '../logs/logger.js'
import type { Store } from '../store/store.js'

const HOUR = 3600 * 1000
/** How long receipts and delivered messages are kept, in milliseconds. */
const KEPT = 7 * 24 * HOUR

/** Forgets every hour what has been kept long enough. Gives the function that ends it. */
export const startTidying = (store: Pick<Store, 'tidy'>, logger: Logger, now: () => number): (() => void) => {
  const tidy = (): void => {
    store.tidy(now() - KEPT).catch((error: unknown) => logger.error({ err: error }, 'tidying failed'))
  }
  const timer = setInterval(tidy, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
