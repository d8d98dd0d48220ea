import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

export type StopMode = 'fast' | 'immediate'

/** A server of our own, in a temporary folder. */
export interface Postgres {
  /** Of the database that is always there. */
  readonly url: string
  readonly pid: number
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>
  /** For good: the folder goes too, so that by default nothing is written before. */
  stop(mode?: StopMode): Promise<void>
  /** `immediate` is what a crash does. */
  restart(mode: StopMode): Promise<void>
}

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
const DEBIAN = '/usr/lib/postgresql'
const READY_MS = 60_000

const findPrograms = (): string => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const installed = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...installed]
  const found = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
  if (!found)
    throw new Error(
      'These tests need PostgreSQL, and neither PATH nor /usr/lib/postgresql has its initdb and postgres: install the Debian package postgresql, or run scripts/postgres.sh as root.',
    )
  return found
}

/** PostgreSQL refuses to run as root: there it runs as somebody else. */
const runAs = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/**
 * Ends the server and takes the folder away as soon as this process is gone, however it went: it waits for the end of its
 * input, which only we hold open.
 */
const CARETAKER = `cat > /dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null) && kill -QUIT "$pid" 2> /dev/null
while [ -n "$pid" ] && kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
rm -rf "$1"`

const startCaretaker = (folder: string): ChildProcess => {
  const caretaker = spawn('sh', ['-c', CARETAKER, 'sh', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  caretaker.unref()
  ;(caretaker.stdin as Socket).unref()
  return caretaker
}

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export const startPostgres = async (): Promise<Postgres> => {
  const programs = findPrograms()
  const user = runAs()
  const folder = mkdtempSync(join(tmpdir(), 'askance-postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const caretaker = startCaretaker(folder)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
  await promisify(execFile)(
    join(programs, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'askance', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  )
  const port = await freePort()
  const address = (database: string) => `postgres://askance@127.0.0.1:${port}/${database}`
  let server = await launch()
  let databases = 0

  async function launch(): Promise<ChildProcess> {
    const log = openSync(join(folder, 'log'), 'a')
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=on']
    const flags = settings.flatMap((setting) => ['-c', setting])
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    child.unref()
    for (let waited = 0; !(await answers(address('postgres'))); waited += 50) {
      if (child.exitCode !== null || waited > READY_MS)
        throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`)
      await sleep(50)
    }
    return child
  }

  const halt = async (mode: StopMode): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.ref()
    server.kill(SIGNALS[mode])
    await exited
    rmSync(join(data, 'postmaster.pid'), { force: true })
  }

  return {
    url: address('postgres'),
    get pid() {
      return server.pid!
    },
    async createDatabase() {
      const name = `store_${++databases}`
      const client = new pg.Client({ connectionString: address('postgres') })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return address(name)
    },
    async stop(mode = 'immediate') {
      await halt(mode)
      caretaker.ref()
      const ended = new Promise((resolve) => caretaker.once('exit', resolve))
      caretaker.stdin!.end()
      await ended
    },
    async restart(mode) {
      await halt(mode)
      server = await launch()
    },
  }
}
