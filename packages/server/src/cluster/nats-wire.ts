import { setTimeout as wait } from 'node:timers/promises'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import {
  AuthorizationError,
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node'
import { serverError } from '../errors.js'
import { Bucket, codeOf, WRONG_LAST } from './nats-leases.js'
import { patiently, REQUEST_MS, readSubject } from './nats-reader.js'
import {
  conflict,
  type HeldLease,
  KEPT,
  type Lease,
  type Message,
  PLACE_KINDS,
  type Place,
  type PlaceKind,
  type Places,
  streamIn,
  subjectOf,
  type Wire,
} from './wire.js'

/** Before it, a cluster of three servers took two pages for one place. */
const MIN_NATS = '2.10.27'
const NO_MESSAGE = 10037
const HOUR_NS = 3_600_000_000_000
/** How long servers may take to be ready, and how soon something is tried again. */
const READY_MS = 30_000
const PAUSE_MS = 250
const PING_MS = 5000
const CONNECT_MS = 5000
/** A large message may take longer: at 4 MB/s. */
const SLOWEST_BYTES_PER_MS = 4000

const streamOf = (kind: PlaceKind): string => `ASK_${kind.toUpperCase()}`

interface NatsOptions {
  readonly servers: readonly string[]
  /** How many servers have each message: 3 in a cluster, 1 for a single server. */
  readonly replicas?: number
  /** Ends the attempts to open it. */
  readonly signal?: AbortSignal
}

/**
 * Whether a version of NATS can be used.
 *
 * @example
 * isRecentNats('2.9.10') // => false
 * isRecentNats('2.10.27') // => true
 * isRecentNats('2.11.0-beta.1') // => true
 */
export const isRecentNats = (version: string): boolean => {
  const found = version.split(/[.-]/).map(Number)
  for (const [k, least] of MIN_NATS.split('.').map(Number).entries()) {
    const own = found[k] ?? 0
    if (own !== least) return own > least
  }
  return true
}

/** Nats takes names and passwords apart from addresses. */
const connectionOptions = (servers: readonly string[]): NodeConnectionOptions => {
  const urls = servers.map((server) => (server.includes('://') ? server : `nats://${server}`))
  const { username, password } = new URL(urls.find((url) => url.includes('@')) ?? 'nats://none')
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: urls.map((url) => url.replace(/\/\/.*@/, '//')),
    maxReconnectAttempts: -1,
    reconnectTimeWait: PAUSE_MS,
    pingInterval: PING_MS,
    timeout: CONNECT_MS,
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
    ...(urls.some((url) => url.startsWith('tls:')) && { tls: {} }),
  }
}

/** "stream name already in use with a different configuration". */
const OTHER_CONFIG = 10058

const addStream = async (manager: JetStreamManager, kind: PlaceKind, replicas: number): Promise<void> => {
  const config = {
    name: streamOf(kind),
    subjects: [`ask.${kind}.>`],
    num_replicas: replicas,
    max_msgs_per_subject: Number.isFinite(KEPT[kind]) ? KEPT[kind] : -1,
    max_age: kind === 'in' ? HOUR_NS : 0,
  }
  try {
    await manager.streams.add(config)
  } catch (error) {
    if (codeOf(error) !== OTHER_CONFIG) throw error
    await manager.streams.update(config.name, config)
  }
}

/**
 * A wire over NATS JetStream. A place is a subject; its numbers are those of its JetStream stream, and the server takes a message only if
 * the last number of the subject is the expected one.
 */
export class NatsWire implements Wire {
  readonly #connection: NatsConnection
  readonly #js: JetStreamClient
  readonly #manager: JetStreamManager
  readonly #replicas: number
  readonly #buckets = new Map<number, Promise<Bucket>>()
  #isConnected = true

  private constructor(connection: NatsConnection, manager: JetStreamManager, replicas: number) {
    this.#connection = connection
    this.#js = jetstream(connection, { timeout: REQUEST_MS })
    this.#manager = manager
    this.#replicas = replicas
    void this.#watchConnection()
  }

  /**
   * Connects and creates the JetStream streams. Rejects with `cluster/closed` if no server can be reached or is ready in time, with `cluster/refused`
   * for wrong credentials, and with `cluster/nats` if the servers are too old.
   */
  static async open({ servers, replicas = 1, signal }: NatsOptions): Promise<NatsWire> {
    const refused = (reason: unknown): Error =>
      serverError(reason instanceof AuthorizationError ? 'cluster/refused' : 'cluster/closed', {
        servers: servers.map((one) => one.replace(/\/\/.*@/, '//')).join(', '),
        reason: reason instanceof Error ? reason.message : String(reason),
      })
    const connection = await connect(connectionOptions(servers)).catch((error: unknown) => {
      throw refused(error)
    })
    const found = connection.info?.version ?? 'unknown'
    if (!isRecentNats(found)) {
      await connection.close()
      throw serverError('cluster/nats', { found, least: MIN_NATS })
    }
    const end = performance.now() + READY_MS
    for (;;)
      try {
        const manager = await jetstreamManager(connection, { timeout: REQUEST_MS })
        for (const kind of PLACE_KINDS) await addStream(manager, kind, replicas)
        return new NatsWire(connection, manager, replicas)
      } catch (error) {
        // Servers that were just started have to choose a leader first.
        if (performance.now() > end || signal?.aborted) {
          await connection.close()
          throw refused(error)
        }
        await wait(PAUSE_MS)
      }
  }

  get maxBytes(): number {
    return this.#connection.info?.max_payload ?? 2 ** 20
  }

  get problem(): string | undefined {
    return this.#isConnected ? undefined : 'there is no connection to NATS'
  }

  /** Says whether there is a connection; the client connects again by itself. */
  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#connection.status())
      if (type === 'disconnect') this.#isConnected = false
      else if (type === 'reconnect') this.#isConnected = true
    this.#isConnected = false
  }

  async append(place: Place, bytes: Uint8Array, follows?: number, key?: string): Promise<number> {
    if (bytes.length > this.maxBytes)
      throw serverError('wire/size', { place: subjectOf(place), found: bytes.length, most: this.maxBytes })
    const options = {
      ...(follows !== undefined && { expect: { lastSubjectSequence: follows } }),
      ...(key !== undefined && { msgID: key }),
    }
    const timeout = REQUEST_MS + bytes.length / SLOWEST_BYTES_PER_MS
    let tries = 0
    try {
      const { seq } = await this.#patiently(() => {
        tries++
        return this.#js.publish(subjectOf(place), bytes, { ...options, timeout })
      })
      return seq
    } catch (error) {
      if (!WRONG_LAST.includes(codeOf(error) ?? 0)) throw error
      const last = await this.last(place)
      // An earlier try was taken, and its acknowledgement was late.
      if (tries > 1 && last && last.seq > (follows ?? 0) && Buffer.compare(last.bytes, bytes) === 0)
        return last.seq
      throw conflict(place, follows ?? 0, last?.seq ?? 0)
    }
  }

  async *read(places: Places, after: number, follow: boolean, signal?: AbortSignal): AsyncIterable<Message> {
    const last = follow ? undefined : await this.#get(places.kind, { last_by_subj: subjectOf(places) })
    if (!follow && (!last || last.seq <= after)) return
    const reading = {
      js: this.#js,
      manager: this.#manager,
      stream: streamOf(places.kind),
      subject: subjectOf(places),
      isClosed: () => this.#connection.isClosed(),
    }
    for await (const { seq, data, subject } of readSubject(reading, after, signal)) {
      yield { seq, bytes: data, stream: streamIn(subject) }
      if (last && seq >= last.seq) return
    }
  }

  #patiently<Value>(request: () => Promise<Value>): Promise<Value> {
    return patiently(request, () => this.#connection.isClosed())
  }

  last(place: Place): Promise<Message | undefined> {
    return this.#get(place.kind, { last_by_subj: subjectOf(place) })
  }

  async end(kind: PlaceKind): Promise<number> {
    const info = await this.#patiently(() => this.#manager.streams.info(streamOf(kind)))
    return info.state.last_seq
  }

  async trim(place: Place, before: number): Promise<void> {
    await this.#manager.streams.purge(streamOf(place.kind), { filter: subjectOf(place), seq: before })
  }

  async remove(stream: string): Promise<void> {
    for (const kind of PLACE_KINDS)
      await this.#manager.streams.purge(streamOf(kind), { filter: subjectOf({ kind, stream }) })
  }

  /** Asks the leader of the stream: a follower might not have the last message yet. */
  async #get(
    kind: PlaceKind,
    query: { last_by_subj: string } | { seq: number; next_by_subj: string },
  ): Promise<Message | undefined> {
    try {
      const get = () => this.#manager.streams.getMessage(streamOf(kind), query as { last_by_subj: string })
      const found = await this.#patiently(get)
      return found ? { seq: found.seq, bytes: found.data, stream: streamIn(found.subject) } : undefined
    } catch (error) {
      if (codeOf(error) === NO_MESSAGE) return undefined
      throw error
    }
  }

  #bucket(seconds: number): Promise<Bucket> {
    const known = this.#buckets.get(seconds)
    if (known) return known
    const opened = Bucket.open(this.#js, seconds, this.#replicas)
    this.#buckets.set(seconds, opened)
    opened.catch(() => this.#buckets.delete(seconds))
    return opened
  }

  async lease(name: string, seconds: number, note = ''): Promise<Lease | undefined> {
    return (await this.#bucket(seconds)).lease(name, note)
  }

  async leases(seconds: number): Promise<readonly HeldLease[]> {
    return (await this.#bucket(seconds)).held()
  }

  async close(): Promise<void> {
    // Without a server there is nobody to drain to.
    await this.#connection.drain().catch(() => this.#connection.close())
  }
}
