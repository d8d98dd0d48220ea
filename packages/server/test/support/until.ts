const LONGEST_PAUSE = 100

/**
 * Waits until something holds, and asks ever less often, so that waiting takes no time from what is waited for. The limit is
 * far beyond what a busy machine needs.
 */
export const until = async (
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string) = String(holds),
): Promise<void> => {
  const deadline = Date.now() + 300_000
  for (let pause = 1; !(await holds()); pause = Math.min(LONGEST_PAUSE, 1.5 * pause)) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
