import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { firstLine } from '../first-line.js'

/** The seconds of CPU that the threads of a process have used so far. Only Linux says so. */
export const cpuSeconds = (pid: number): number => {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  return nanoseconds / 1e9
}

/** A service with a cluster or a worker, in a process of its own. */
export interface WideProcess {
  /** The first line that it has printed: the address of a service. */
  readonly line: string
  readonly pid: number
  stop(): Promise<void>
}

export const startWideProcess = async (settings: object): Promise<WideProcess> => {
  const script = fileURLToPath(new URL('../children/wide.js', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const line = await firstLine(child)
  child.stderr?.pipe(process.stderr, { end: false })
  return {
    line,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
