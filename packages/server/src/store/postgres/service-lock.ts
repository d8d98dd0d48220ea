import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { serverError } from '../../errors.js'

/** The advisory lock that one service of a database holds. */
const SERVICE_LOCK = 4_270_922
const CONNECT_MS = 10_000
/** A service that was killed may hold the lock until the server notices. */
const PATIENCE_MS = 10_000
const AGAIN_MS = 1000

/**
 * Only one service may use a database, or several nodes that know of each other and share the lock: two others would lease the same
 * questions and send webhooks twice. The lock belongs to a
 * connection, so it ends with the process. If the connection is lost, it is taken again; as long as another service holds it then,
 * nothing is written.
 */
export class ServiceLock {
  readonly #url: string
  readonly #shown: string
  readonly #isShared: boolean
  #client: pg.Client | undefined
  #isTaken = false
  #isClosed = false

  constructor(url: string, shown: string, isShared: boolean) {
    this.#url = url
    this.#shown = shown
    this.#isShared = isShared
  }

  /** Takes the lock; rejects with `store/used` if another service holds it. */
  async take(patience = PATIENCE_MS): Promise<void> {
    const end = performance.now() + patience
    while (!(await this.#try())) {
      if (performance.now() > end) throw this.#used()
      await wait(Math.min(AGAIN_MS, patience))
    }
  }

  /** Throws if another service has taken the lock. */
  check(): void {
    if (this.#isTaken) throw this.#used()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => undefined)
  }

  #used(): Error {
    return serverError('store/used', { path: this.#shown })
  }

  async #try(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'askance lock',
    })
    client.on('error', () => undefined)
    const isHeld = await lockWith(client, this.#isShared).catch(async (error) => {
      await client.end().catch(() => undefined)
      throw error
    })
    if (!isHeld || this.#isClosed) {
      await client.end().catch(() => undefined)
      return false
    }
    this.#client = client
    client.once('end', () => void this.#retake())
    return true
  }

  async #retake(): Promise<void> {
    while (!this.#isClosed) {
      // While the server cannot be reached, writes fail by themselves.
      const held = await this.#try().catch(() => undefined)
      if (held !== undefined) this.#isTaken = !held
      if (held) return
      await wait(AGAIN_MS, undefined, { ref: false })
    }
  }
}

const lockWith = async (client: pg.Client, isShared: boolean): Promise<boolean> => {
  await client.connect()
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock${isShared ? '_shared' : ''}($1) AS held`,
    [SERVICE_LOCK],
  )
  return rows[0]?.held ?? false
}
