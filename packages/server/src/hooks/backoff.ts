/** Seconds to wait after each attempt that failed. After the last a message is dead: ten attempts over about three days. */
export const WAITS = [5, 30, 120, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600] as const

/** The share by which a wait is longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.2

/**
 * When to try again, in milliseconds from now, after so many attempts; undefined when it was the last.
 *
 * @example
 * waitAfter(1, 0.5) // => 5000
 * waitAfter(10, 0.5) // => undefined
 */
export const waitAfter = (attempts: number, chance: number): number | undefined => {
  const seconds = WAITS[attempts - 1]
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + JITTER * (2 * chance - 1)))
}
