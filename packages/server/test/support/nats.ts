import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRecentNats } from '../../src/cluster/nats-wire.js'
import { until } from './until.js'

/** A server in a temporary folder. */
export interface Nats {
  readonly url: string
  stop(): Promise<void>
}

const candidates = [
  process.env.NATS_SERVER,
  'nats-server',
  '/usr/sbin/nats-server',
  '/usr/local/sbin/nats-server',
]

const versionOf = (program: string): string | undefined => {
  try {
    return /v(\d\S*)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]
  } catch {
    return undefined
  }
}

const program = candidates.find((one) => one !== undefined && isRecentNats(versionOf(one) ?? '0'))

/** Why tests that need it are skipped; undefined if it is there. */
export const withoutNats =
  program === undefined ? 'needs nats-server 2.10.27 or newer (scripts/nats.sh)' : undefined

/** Starts a server with JetStream on a free port. */
export const startNats = async (): Promise<Nats> => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-nats-'))
  const args = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', '-1', '--ports_file_dir', folder]
  const child: ChildProcess = spawn(program ?? 'nats-server', args, { stdio: 'ignore' })
  const ports = join(folder, `nats-server_${child.pid}.ports`)
  const read = (): string | undefined => {
    try {
      return JSON.parse(readFileSync(ports, 'utf8')).nats[0]
    } catch {
      return undefined
    }
  }
  await until(() => read() !== undefined, 'nats-server listens')
  return {
    url: read() ?? '',
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
