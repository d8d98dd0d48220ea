import { randomUUID } from 'node:crypto'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { serverError } from '../errors.js'
import {
  conflict,
  KEPT,
  type Lease,
  type Message,
  type Place,
  type PlaceKind,
  subjectOf,
  type Wire,
} from './wire.js'

/** Before it, a cluster of three servers took two pages for one place. */
export const MIN_NATS = '2.10.27'
/** "wrong last sequence": with the found number, and without it. */
const WRONG_LAST = [10071, 10164]
const NO_MESSAGE = 10037
const HOUR_NS = 3_600_000_000_000
const kinds = Object.keys(KEPT) as PlaceKind[]

const streamOf = (kind: PlaceKind): string => `ASK_${kind.toUpperCase()}`

export interface NatsOptions {
  readonly servers: readonly string[]
  /** How many servers have each message: 3 in a cluster, 1 for a single server. */
  readonly replicas?: number
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

const codeOf = (error: unknown): number | undefined => (error as { readonly code?: number }).code

/**
 * A wire over NATS JetStream. A place is a subject; its numbers are those of its JetStream stream, and the server takes a message only if
 * the last number of the subject is the expected one.
 */
export class NatsWire implements Wire {
  readonly #connection: NatsConnection
  readonly #js: JetStreamClient
  readonly #manager: JetStreamManager
  readonly #replicas: number
  readonly #leases = new Map<number, Promise<KV>>()

  private constructor(connection: NatsConnection, manager: JetStreamManager, replicas: number) {
    this.#connection = connection
    this.#js = jetstream(connection)
    this.#manager = manager
    this.#replicas = replicas
  }

  /** Connects, refuses servers that are too old with `cluster/nats`, and creates the JetStream streams. */
  static async open({ servers, replicas = 1 }: NatsOptions): Promise<NatsWire> {
    const connection = await connect({ servers: [...servers], maxReconnectAttempts: -1 })
    const found = connection.info?.version ?? 'unknown'
    if (!isRecentNats(found)) {
      await connection.close()
      throw serverError('cluster/nats', { found, least: MIN_NATS })
    }
    const manager = await jetstreamManager(connection)
    for (const kind of kinds)
      await manager.streams.add({
        name: streamOf(kind),
        subjects: [`ask.${kind}.>`],
        num_replicas: replicas,
        max_msgs_per_subject: Number.isFinite(KEPT[kind]) ? KEPT[kind] : -1,
        max_age: kind === 'in' ? HOUR_NS : 0,
      })
    return new NatsWire(connection, manager, replicas)
  }

  async append(place: Place, bytes: Uint8Array, follows?: number): Promise<number> {
    const expect = follows === undefined ? {} : { expect: { lastSubjectSequence: follows } }
    try {
      const { seq } = await this.#js.publish(subjectOf(place), bytes, expect)
      return seq
    } catch (error) {
      if (!WRONG_LAST.includes(codeOf(error) ?? 0)) throw error
      const last = await this.last(place)
      throw conflict(place, follows ?? 0, last?.seq ?? 0)
    }
  }

  async *read(place: Place, after: number, follow: boolean, signal?: AbortSignal): AsyncIterable<Message> {
    let seen = after
    for (;;) {
      if (signal?.aborted) return
      const next = await this.#get(place.kind, { seq: seen + 1, next_by_subj: subjectOf(place) })
      if (!next) break
      seen = next.seq
      yield next
    }
    if (follow) yield* this.#follow(place, seen, signal)
  }

  /** An ordered consumer starts again by itself where it was, whatever happens to its server. */
  async *#follow(place: Place, after: number, signal: AbortSignal | undefined): AsyncIterable<Message> {
    const consumer = await this.#js.consumers.get(streamOf(place.kind), {
      filter_subjects: [subjectOf(place)],
      opt_start_seq: after + 1,
    })
    const messages = await consumer.consume()
    const stop = (): void => messages.stop()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    try {
      for await (const { seq, data } of messages) {
        yield { seq, bytes: data }
        if (signal?.aborted) return
      }
    } finally {
      signal?.removeEventListener('abort', stop)
      await consumer.delete().catch(() => false)
    }
  }

  last(place: Place): Promise<Message | undefined> {
    return this.#get(place.kind, { last_by_subj: subjectOf(place) })
  }

  /** Asks the leader of the stream: a follower might not have the last message yet. */
  async #get(
    kind: PlaceKind,
    query: { last_by_subj: string } | { seq: number; next_by_subj: string },
  ): Promise<Message | undefined> {
    try {
      const found = await this.#manager.streams.getMessage(streamOf(kind), query as { last_by_subj: string })
      return found ? { seq: found.seq, bytes: found.data } : undefined
    } catch (error) {
      if (codeOf(error) === NO_MESSAGE) return undefined
      throw error
    }
  }

  /** A bucket has one lifetime for all its keys, so there is one for each duration. */
  #bucket(seconds: number): Promise<KV> {
    const known = this.#leases.get(seconds)
    if (known) return known
    const options = { ttl: 1000 * seconds, history: 1, replicas: this.#replicas }
    const bucket = new Kvm(this.#js).create(`ask_work_${seconds}`, options)
    this.#leases.set(seconds, bucket)
    return bucket
  }

  async lease(name: string, seconds: number): Promise<Lease | undefined> {
    const bucket = await this.#bucket(seconds)
    const holder = randomUUID()
    const orUndefined = (error: unknown): undefined => {
      if (WRONG_LAST.includes(codeOf(error) ?? 0)) return undefined
      throw error
    }
    let revision = await bucket.create(name, holder).catch(orUndefined)
    if (revision === undefined) return undefined
    return {
      renew: async () => {
        if (revision === undefined) return false
        revision = await bucket.update(name, holder, revision).catch(orUndefined)
        return revision !== undefined
      },
      release: async () => {
        if (revision !== undefined) await bucket.delete(name, { previousSeq: revision }).catch(orUndefined)
        revision = undefined
      },
    }
  }

  async close(): Promise<void> {
    await this.#connection.drain()
  }
}
