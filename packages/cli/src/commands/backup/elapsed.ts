import type { Context } from '../../context.js'
import { duration } from '../../terminal/numbers.js'
import { StatusLine } from '../../terminal/status-line.js'

/** Between two drawings of the line, in milliseconds. */
const PAUSE = 500

/** Does something long, and shows for how long it has been at it. Gives the seconds it took. */
export const withElapsed = async (
  context: Context,
  what: string,
  action: () => Promise<void>,
): Promise<number> => {
  const status = new StatusLine(context)
  const begun = performance.now()
  const elapsed = (): number => (performance.now() - begun) / 1000
  const timer = setInterval(() => status.show(() => `${what} … ${duration(elapsed())}`), PAUSE)
  try {
    await action()
    return elapsed()
  } finally {
    clearInterval(timer)
    status.end()
  }
}
