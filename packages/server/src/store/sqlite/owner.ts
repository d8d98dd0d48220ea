import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { OpeningFailure } from '../failures.js'

/** Who uses a store. The builds of SQLite lock files in different ways, so this file keeps them apart. */
interface Owner {
  readonly pid: number
  readonly host: string
  /** When the process started, where the system says it: numbers of processes are used again. */
  readonly started: string
  /** Whether it also holds a lock that the system frees. */
  readonly hasSystemLock: boolean
}

const ownerPath = (store: string): string => `${store}-owner`

/**
 * Takes a store for this process. Throws `store/used` or `store/elsewhere` if a running process may have it. `isStale` says that its last user did not
 * release it.
 *
 * @param hasSystemLock whether this process already holds the lock of the system, so that no other that does can be running
 */
export const takeStore = (
  store: string,
  hasSystemLock: boolean,
): { readonly isStale: boolean; release(): void } => {
  const path = ownerPath(store)
  const draft = `${path}.${process.pid}.${Math.trunc(performance.now() * 1000)}`
  const own: Owner = {
    pid: process.pid,
    host: hostname(),
    started: startOf(process.pid),
    hasSystemLock,
  }
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 })
  try {
    const isStale = removeStale(path, draft, hasSystemLock, store)
    // Unlike a rename, this fails if another process was faster.
    linkSync(draft, path)
    return { isStale, release: () => rmSync(path, { force: true }) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new OpeningFailure('store/used', { path: store })
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the file of a process that is gone. */
const removeStale = (path: string, draft: string, hasSystemLock: boolean, store: string): boolean => {
  const text = textOf(path)
  if (text === undefined) return false
  checkGone(text, hasSystemLock, store)
  const aside = `${draft}.stale`
  renameSync(path, aside)
  const moved = textOf(aside)
  // Another process took the store between reading and renaming.
  if (moved !== text) linkSync(aside, path)
  rmSync(aside)
  if (moved !== text) throw new OpeningFailure('store/used', { path: store })
  return true
}

/** Throws `store/used` or `store/elsewhere` if a process that the text of an owner file names may still use the store. */
const checkGone = (text: string, hasSystemLock: boolean, store: string): void => {
  let owner: Owner
  try {
    owner = JSON.parse(text) as Owner
  } catch {
    return
  }
  if (owner.hasSystemLock && hasSystemLock) return
  const { host, pid, started } = owner
  // What runs on another machine, or in another container, cannot be seen from here.
  if (host !== hostname())
    throw new OpeningFailure('store/elsewhere', { path: store, host, file: ownerPath(store) })
  if (isAlive(pid) && started === startOf(pid)) throw new OpeningFailure('store/used', { path: store })
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The start time of a process in ticks, on Linux; empty elsewhere. */
const startOf = (pid: number): string => {
  const text = textOf(`/proc/${pid}/stat`)
  // The name of the program, in parentheses, may contain spaces.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
