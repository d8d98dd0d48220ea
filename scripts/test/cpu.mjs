import { readFileSync } from 'node:fs'

/** The unit of CPU time in /proc. */
const TICKS_PER_SECOND = 100

/**
 * CPU seconds so far of a process and of the processes below it that have ended; 0 on systems without /proc. Those that still run are
 * left out: looking for them among all processes, twice for each file, took longer than many tests.
 */
export const cpuSeconds = (pid) => {
  try {
    // The name in parentheses may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
