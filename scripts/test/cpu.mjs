import { readdirSync, readFileSync } from 'node:fs'

/** The unit of CPU time in /proc. */
const TICKS_PER_SECOND = 100

/** The parent of a process, and the CPU seconds of it and of those of its children that have ended. */
const statOf = (pid) => {
  try {
    // The name in parentheses may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return {
      parent: fields[1],
      cpu: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND,
    }
  } catch {
    return undefined
  }
}

const processes = () => {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** CPU seconds so far of a process and of everything it started; 0 on systems without /proc. */
export const cpuSeconds = (root) => {
  const stats = new Map(processes().map((pid) => [pid, statOf(pid)]))
  const isBelow = (pid) => pid === root || (stats.get(pid) !== undefined && isBelow(stats.get(pid).parent))
  let sum = 0
  for (const [pid, stat] of stats) if (stat && isBelow(pid)) sum += stat.cpu
  return sum
}
