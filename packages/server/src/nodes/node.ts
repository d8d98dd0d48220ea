import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { serverError } from '../errors.js'
import type { Metrics } from '../metrics/metrics.js'
import type { ServiceLogger } from '../service/loaded-stream.js'
import type { Ownership } from '../service/options.js'
import type { KnownNode, NodeIdentity, NodeStore } from '../store/methods/nodes.js'
import { surplus } from './balance.js'
import { Lease } from './lease.js'

interface ClusterNodeOptions {
  readonly name: string
  readonly leaseSeconds: number
  readonly store: NodeStore
  readonly logger: ServiceLogger
  readonly metrics?: Pick<Metrics, 'failover' | 'pageRefused'>
  /** Milliseconds between two heartbeats. */
  readonly beatMs?: number
}

/** What a node does with the streams that it gives away. */
export interface Releasing {
  /** Finishes and unloads a stream, then calls `handOver`. */
  release(stream: string, handOver: () => Promise<void>): Promise<void>
  /** Called after this node has lost or given away a stream. */
  onGone(stream: string): void
  /** Called after tokens or grants were changed by any node. */
  onAccessChanged(): void
}

/** Where a request for a stream belongs: here, at the address of another node, or nowhere if the stream does not exist. */
export type Place = { readonly at: 'here' } | { readonly at: string } | undefined

const HERE: Place = { at: 'here' }
const BEAT_MS = 1000
/** Heartbeats between two looks at how many streams each node has. */
const BALANCE_EVERY = 5
/** How long the owner of a stream is remembered; a wrong one responds 503, and is forgotten. */
const REMEMBERED_MS = 2000
const MAX_REMEMBERED = 100_000
/** How many streams are given away at the same time. */
const AT_ONCE = 8

/** This process as one of several nodes over a database: its heartbeat, the streams it owns and where the others are. */
export class ClusterNode implements Ownership {
  readonly #options: ClusterNodeOptions
  readonly #lease: Lease
  readonly #owned = new Map<string, number>()
  readonly #claims = new Map<string, Promise<Place>>()
  readonly #leaving = new Map<string, Promise<void>>()
  readonly #remembered = new Map<string, { readonly address: string; readonly until: number }>()
  /** For each address of another node, what ends when that node is dead. */
  readonly #lives = new Map<string, AbortController>()
  #me: NodeIdentity
  #address = ''
  #secret = ''
  #releasing: Releasing | undefined
  #nodes: readonly KnownNode[] = []
  #access: string | undefined
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | undefined
  #beats = 0
  #isLeaving = false

  constructor(options: ClusterNodeOptions) {
    this.#options = options
    const lease = 1000 * options.leaseSeconds
    this.#lease = new Lease(lease)
    this.#me = { name: options.name, session: randomUUID(), lease }
  }

  /** The key of forwarded requests. */
  get secret(): string {
    return this.#secret
  }

  /** How many streams this node owns, and how many nodes are alive. */
  get counts(): { readonly owned: number; readonly alive: number } {
    return { owned: this.#owned.size, alive: this.#alive().length }
  }

  /** Whether this node does what only one has to do: it is the first of those alive. */
  get isFirst(): boolean {
    return this.#lease.isValid && this.#alive()[0]?.name === this.#me.name
  }

  /** Whose webhook messages this node sends; undefined while it may be dead for the others. */
  get deliveries(): { readonly node: string; readonly alive: readonly string[] } | undefined {
    if (!this.#lease.isValid) return undefined
    return { node: this.#me.name, alive: this.#alive().map(({ name }) => name) }
  }

  #alive(): readonly KnownNode[] {
    return this.#nodes.filter(({ isAlive, name }) => isAlive || name === this.#me.name)
  }

  /** Registers the node. A process of the same name that was killed is waited for. Rejects with `node/used`. */
  async start(address: string, releasing: Releasing): Promise<void> {
    const { store, name } = this.#options
    this.#address = address
    this.#releasing = releasing
    this.#secret = await store.secret(randomBytes(32).toString('base64url'))
    const end = performance.now() + 2 * this.#me.lease
    while (!(await store.register(this.#me, address))) {
      if (performance.now() > end) throw serverError('node/used', { name })
      await wait(BEAT_MS / 4)
    }
    await this.#beat()
    this.#plan()
  }

  #plan(): void {
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat()
        .catch((error: unknown) => this.#options.logger.warn({ err: error }, 'heartbeat failed'))
        .finally(() => this.#plan())
    }, this.#options.beatMs ?? BEAT_MS)
    this.#timer.unref()
  }

  async #beat(): Promise<void> {
    const { store, logger } = this.#options
    const until = this.#lease.begin()
    // A node that registers during the heartbeat may be missing in its result.
    const known = [...this.#lives.keys()]
    const beat = await store.beat(this.#me)
    if (!beat) return this.#registerAgain()
    this.#nodes = beat.nodes
    this.#endLives(known)
    if (beat.wasDead || !this.#lease.isValid) await this.#recheck()
    this.#lease.extend(until)
    if (this.#access !== undefined && this.#access !== beat.access) this.#releasing?.onAccessChanged()
    this.#access = beat.access
    if (++this.#beats % BALANCE_EVERY === 0 && !this.#isLeaving)
      void this.#balance().catch((error: unknown) => logger.warn({ err: error }, 'balancing failed'))
  }

  /** Aborted when the node with this address is dead: one that was stopped accepts connections and never responds. */
  lifeOf(address: string): AbortSignal {
    const life = this.#lives.get(address) ?? new AbortController()
    this.#lives.set(address, life)
    return life.signal
  }

  #endLives(known: readonly string[]): void {
    const alive = new Set(this.#alive().map(({ address }) => address))
    for (const address of known) {
      if (alive.has(address)) continue
      const life = this.#lives.get(address)
      this.#lives.delete(address)
      const isDead = this.#nodes.some((node) => node.address === address)
      if (isDead) life?.abort()
      // A node that has left has sent its responses, but they may not have been read yet.
      else setTimeout(() => life?.abort(), this.#me.lease).unref()
    }
  }

  /** Another process has had the name meanwhile, or the row was deleted. */
  async #registerAgain(): Promise<void> {
    this.#lease.end()
    this.#forget([...this.#owned.keys()])
    this.#me = { ...this.#me, session: randomUUID() }
    if (!(await this.#options.store.register(this.#me, this.#address)))
      throw serverError('node/used', { name: this.#me.name })
  }

  /** Forgets streams that others have claimed while they took this node for dead. */
  async #recheck(): Promise<void> {
    const { store, logger } = this.#options
    const found = await store.owned(this.#me)
    const lost = [...this.#owned].filter(([id, epoch]) => found.get(id) !== epoch).map(([id]) => id)
    if (lost.length > 0) logger.warn({ streams: lost.length }, 'other nodes have taken streams over')
    this.#forget(lost)
  }

  #forget(streams: readonly string[]): void {
    for (const id of streams) {
      this.#owned.delete(id)
      this.#releasing?.onGone(id)
    }
  }

  epochOf(stream: string): number {
    const epoch = this.#owned.get(stream)
    if (epoch === undefined || !this.#lease.isValid) throw serverError('stream/unowned', { stream })
    return epoch
  }

  refused(stream: string): void {
    this.#options.metrics?.pageRefused()
    this.#forget([stream])
  }

  forget(stream: string): void {
    this.#forget([stream])
  }

  async check(): Promise<void> {
    if (this.#isLeaving) throw serverError('service/stopping')
    if (!this.#lease.isValid) throw serverError('store/lost', { reason: 'the node has no heartbeat' })
  }

  /** Forgets where a stream is, because its owner could not be reached or does not own it. */
  mistaken(stream: string): void {
    this.#remembered.delete(stream)
  }

  /**
   * Where a request for a stream belongs; claims the stream if no living node owns it. Rejects with `stream/unowned` while this node may
   * be dead for the others.
   */
  async locate(stream: string): Promise<Place> {
    await this.#leaving.get(stream)
    if (!this.#lease.isValid) throw serverError('stream/unowned', { stream })
    if (this.#owned.has(stream)) return HERE
    const known = this.#remembered.get(stream)
    if (known && known.until > performance.now()) return { at: known.address }
    const claim = this.#claims.get(stream) ?? this.#claim(stream)
    this.#claims.set(stream, claim)
    return claim.finally(() => this.#claims.delete(stream))
  }

  async #claim(stream: string): Promise<Place> {
    const { store, metrics, logger } = this.#options
    for (;;) {
      const found = await store.readOwner(stream, this.#me.lease)
      if (!found) return undefined
      const { owner, epoch } = found
      if (owner?.isAlive && owner.name !== this.#me.name) {
        if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear()
        this.#remembered.set(stream, { address: owner.address, until: performance.now() + REMEMBERED_MS })
        return { at: owner.address }
      }
      if (this.#isLeaving || !this.#lease.isValid) throw serverError('stream/unowned', { stream })
      const own = await store.claim(this.#me, stream, epoch)
      if (own === undefined) continue
      this.#owned.set(stream, own)
      if (owner && owner.name !== this.#me.name) metrics?.failover()
      logger.info({ stream, epoch: own, before: owner?.name }, 'stream claimed')
      return HERE
    }
  }

  async #balance(): Promise<void> {
    const found = await this.#options.store.shares()
    const shares = new Map(this.#alive().map(({ name }) => [name, found.get(name) ?? 0]))
    const more = surplus(this.#me.name, shares)
    if (!more) return
    const given = [...this.#owned.keys()].slice(0, more.count)
    this.#options.logger.info({ to: more.to, streams: given.length }, 'giving streams away')
    await this.#giveAll(given, () => more.to)
  }

  async #giveAll(streams: readonly string[], to: (k: number) => string | undefined): Promise<void> {
    for (let k = 0; k < streams.length; k += AT_ONCE)
      await Promise.all(streams.slice(k, k + AT_ONCE).map((id, n) => this.#give(id, to(k + n))))
  }

  /** Requests that arrive meanwhile wait, and are passed on to the new owner. */
  async #give(stream: string, to: string | undefined): Promise<void> {
    const epoch = this.#owned.get(stream)
    if (epoch === undefined || this.#leaving.has(stream)) return
    const handOver = async (): Promise<void> => {
      this.#owned.delete(stream)
      await this.#options.store.giveAway(this.#me, stream, epoch, to)
    }
    const given = (this.#releasing?.release(stream, handOver) ?? handOver())
      .catch((error: unknown) => this.#options.logger.warn({ err: error, stream }, 'giving away failed'))
      .finally(() => this.#leaving.delete(stream))
    this.#leaving.set(stream, given)
    await given
    this.#releasing?.onGone(stream)
  }

  /** Gives all streams away, evenly to the other nodes. Requests for them are passed on until the service is closed. */
  async leave(): Promise<void> {
    this.#isLeaving = true
    const others = this.#alive().filter(({ name }) => name !== this.#me.name)
    await this.#giveAll([...this.#owned.keys()], (k) => others[k % Math.max(1, others.length)]?.name)
  }

  /** Ends the heartbeat, and says that this node is gone. */
  async close(): Promise<void> {
    await this.#beating
    clearTimeout(this.#timer)
    this.#lease.end()
    await this.#options.store.unregister(this.#me).catch(() => undefined)
  }
}
