import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats } from '@nats-io/transport-node'
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
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  let stopping: Promise<void> | undefined
  return {
    url: read() ?? '',
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** One of several servers, which can be killed and started again with what it had stored. */
export interface NatsMember {
  readonly name: string
  readonly pid: number | undefined
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isOpen: boolean): void => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

interface NatsCluster {
  readonly members: readonly NatsMember[]
  stop(): Promise<void>
}

/** How long new servers may take to find each other; it takes a second, a few on a busy machine. */
const FOUND_MS = 30_000

/**
 * Starts three servers that replicate everything. Now and then new servers never find each other's storage ("no suitable peers for
 * placement", nats-server 2.10.27): then others are started.
 */
export const startNatsCluster = async (): Promise<NatsCluster> => {
  let cluster = await newCluster()
  let end = performance.now() + FOUND_MS
  await until(async () => {
    if (performance.now() > end) {
      await cluster.stop()
      cluster = await newCluster()
      end = performance.now() + FOUND_MS
    }
    return canReplicate(cluster.members)
  }, 'three NATS servers replicate')
  return cluster
}

const newCluster = async (): Promise<NatsCluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-nats-'))
  const ports = await Promise.all(Array.from({ length: 6 }, freePort))
  const routes = ports.slice(3).map((port) => `nats://127.0.0.1:${port}`)
  const members = [0, 1, 2].map((k) => newMember(folder, `n${k}`, ports[k] ?? 0, ports[k + 3] ?? 0, routes))
  await Promise.all(members.map((member) => member.start()))
  return {
    members,
    stop: async () => {
      await Promise.all(members.map((member) => member.kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const canReplicate = async (members: readonly NatsMember[]): Promise<boolean> => {
  const connection = await connectNats({ servers: members.map(({ url }) => url) })
  try {
    const { streams } = await jetstreamManager(connection)
    await streams.add({ name: 'PROBE', subjects: ['probe'], num_replicas: members.length })
    return await streams.delete('PROBE')
  } catch {
    return false
  } finally {
    await connection.close()
  }
}

const newMember = (
  folder: string,
  name: string,
  port: number,
  route: number,
  routes: readonly string[],
): NatsMember => {
  const file = join(folder, `${name}.conf`)
  writeFileSync(
    file,
    `listen: 127.0.0.1:${port}
server_name: ${name}
max_payload: 8MB
jetstream { store_dir: "${join(folder, name)}" }
cluster { name: tests, listen: 127.0.0.1:${route}, routes: [${routes.join(', ')}] }
`,
  )
  let child: ChildProcess | undefined
  return {
    name,
    get pid() {
      return child?.pid
    },
    url: `nats://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(program ?? 'nats-server', ['-c', file], { stdio: 'ignore' })
      await until(() => canConnect(port), `${name} listens`)
    },
    kill: async () => {
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      child = undefined
      await ended
    },
  }
}
