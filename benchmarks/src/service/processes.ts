import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { firstLine } from '../first-line.js'
import { type ThreadTimes, threadTimes } from './thread-times.js'

const scriptOf = (program: string, base = import.meta.url): string =>
  fileURLToPath(new URL(`../children/${program}.js`, base))

const started = (
  script: string,
  args: readonly string[],
  nodeArgs: readonly string[] = [],
  env = {},
): ChildProcess =>
  spawn(process.execPath, [...nodeArgs, script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })

interface ServerProcess {
  readonly url: string
  /** The CPU times of its threads so far, if it was started with `threads`. */
  times(): ThreadTimes
  stop(): Promise<void>
}

interface ServerOptions {
  /** The root of the checkout whose build is started; this one by default. */
  readonly checkout?: string
  /** A file for the names of its threads, whose CPU times can be read then. */
  readonly threads?: string
}

export const startServerProcess = async (
  program: 'empty-route' | 'serve',
  args: readonly string[] = [],
  { checkout, threads = '' }: ServerOptions = {},
): Promise<ServerProcess> => {
  const base = checkout && pathToFileURL(`${checkout}/benchmarks/dist/service/processes.js`).href
  const preload = threads ? ['--import', pathToFileURL(scriptOf('note-thread')).href] : []
  const child = started(scriptOf(program, base), args, preload, { ASKANCE_THREADS: threads })
  const url = await firstLine(child)
  return {
    url,
    times: () => threadTimes(child.pid ?? 0, threads),
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

/** How long to send, or how many requests. */
type LoadLimit = { readonly seconds: number } | { readonly amount: number }

/** Sends load from another process, so that it does not compete for this thread. */
export const sendLoad = async (
  url: string,
  body: object,
  limit: LoadLimit,
  connections: number,
): Promise<LoadResult> => {
  const args = { url, body: JSON.stringify(body), ...limit, connections }
  return JSON.parse(await firstLine(started(scriptOf('load'), [JSON.stringify(args)]))) as LoadResult
}

export const latency = ({ p50, p99 }: LoadResult): string =>
  `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
