import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Settings } from '../../src/settings/table.js'

/** A service in a process of its own, which can be killed. */
export interface ServiceProcess {
  readonly url: string
  readonly child: ChildProcess
  /** As if the machine had lost its power: nothing is finished. */
  kill(): Promise<void>
  /** As an operator stops it; resolves with the exit code. */
  stop(): Promise<number | null>
}

const children = new Set<ChildProcess>()

/** Ends what a failed test has left behind. */
export const endProcesses = async (): Promise<void> => {
  const ends = [...children].map((child) => once(child, 'exit'))
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(ends)
}

/** Starts one that needs no tokens, on a free port, or a worker of wide streams. */
export const startProcess = async (
  settings: Partial<Settings> & { readonly isWorker?: true },
): Promise<ServiceProcess> => {
  const script = new URL('../bundle/crash-serve.js', import.meta.url)
  const child = spawn(process.execPath, [script.pathname, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const ended = once(child, 'exit') as Promise<[number | null]>
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const first = await Promise.race([line, ended])
  if (typeof first[0] !== 'string') throw new Error(`the service ended with ${first[0]} before it was ready`)
  return {
    url: first[0],
    child,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}
