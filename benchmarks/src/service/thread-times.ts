import { readdirSync, readFileSync } from 'node:fs'

/** The threads of the service, by what they do. `others` are those of Node itself: garbage collection, compilation, file system. */
export const roles = ['main', 'engine', 'store', 'others'] as const
export type Role = (typeof roles)[number]

/** Milliseconds of CPU by role. */
export type ThreadTimes = Readonly<Record<Role, number>>

const scripts: Readonly<Record<string, Role>> = {
  main: 'main',
  'engine-worker.bundle.js': 'engine',
  'sqlite-worker.js': 'store',
}

/** Reads what every thread of a process has used so far; `names` is the file that `note-thread` has written. Only Linux says so. */
export const threadTimes = (pid: number, names: string): ThreadTimes => {
  const lines = readFileSync(names, 'utf8').trim().split('\n')
  const named = new Map(lines.map((line) => line.split(' ') as [string, string]))
  const times: Record<Role, number> = { main: 0, engine: 0, store: 0, others: 0 }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    times[scripts[named.get(thread) ?? ''] ?? 'others'] += Number(nanoseconds) / 1e6
  }
  return times
}

export const difference = (after: ThreadTimes, before: ThreadTimes): ThreadTimes =>
  Object.fromEntries(roles.map((role) => [role, after[role] - before[role]])) as unknown as ThreadTimes

export const sumOf = (times: ThreadTimes): number => roles.reduce((sum, role) => sum + times[role], 0)
