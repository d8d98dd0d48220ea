import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const started = (program: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL(`../children/${program}.js`, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const firstLine = async (child: ChildProcess): Promise<string> => {
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')
  return line as string
}

export const startServerProcess = async (
  program: 'empty-route' | 'serve',
  ...args: readonly string[]
): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  const child = started(program, args)
  const url = await firstLine(child)
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

export interface LoadResult {
  /** Requests per second. */
  readonly rate: number
  /** In milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly refused: number
}

/** Sends load from another process, so that it does not compete for this thread. */
export const sendLoad = async (
  url: string,
  body: object,
  seconds: number,
  connections: number,
): Promise<LoadResult> => {
  const child = started('load', [JSON.stringify({ url, body: JSON.stringify(body), seconds, connections })])
  return JSON.parse(await firstLine(child)) as LoadResult
}

export const latency = ({ p50, p99 }: LoadResult): string =>
  `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
