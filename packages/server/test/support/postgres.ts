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

type StopMode = 'fast' | 'immediate'

/** A server in a temporary folder. */
export interface Postgres {
  /** The address of the database that is always there. */
  readonly url: string
  readonly pid: number
  /** For good: the folder goes too, so that by default nothing is written before. */
  stop(mode?: StopMode): Promise<void>
  /** `immediate` is what a crash does. */
  restart(mode: StopMode): Promise<void>
}

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
const DEBIAN = '/usr/lib/postgresql'
const READY_MS = 300_000

const findPrograms = (): string | undefined => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const installed = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...installed]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

const programs = findPrograms()

/** Why tests that need PostgreSQL are skipped; false where it is installed. */
export const withoutPostgres: string | false =
  programs === undefined && 'no PostgreSQL: neither PATH nor /usr/lib/postgresql has initdb and postgres'

/** PostgreSQL refuses to run as root, so it runs as another user. */
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

let databases = 0

/** Makes a new, empty database on the server at `url`, which several processes may share; gives its address. */
export const createDatabase = async (url: string): Promise<string> => {
  const name = `store_${process.pid}_${++databases}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return url.replace(/[^/]*$/, name)
}

export const startPostgres = async (): Promise<Postgres> => {
  if (programs === undefined) throw new Error(withoutPostgres || '')
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
  const url = `postgres://askance@127.0.0.1:${port}/postgres`
  let server = await launch()

  async function launch(): Promise<ChildProcess> {
    const log = openSync(join(folder, 'log'), 'a')
    // Tests kill processes, not the machine: what was written to the system is not lost, so no disk is waited for.
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      // Each test has a database of its own: several times a second a process would look for work in one of hundreds.
      'autovacuum=off',
    ]
    const flags = settings.flatMap((setting) => ['-c', setting])
    const child = spawn(join(programs!, 'postgres'), ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    child.unref()
    const deadline = Date.now() + READY_MS
    while (!(await answers(url))) {
      if (child.exitCode !== null || Date.now() > deadline)
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
    url,
    get pid() {
      return server.pid!
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
