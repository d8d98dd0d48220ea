import { hasCode } from '@askance/core/internals'
import type { OwnedStream } from '../cluster/owner-loop.js'
import { serverError } from '../errors.js'
import { withIds } from '../operations/known-items.js'
import { type DecisionTexts, parseBody, type SentBody } from '../operations/receive.js'
import type { Received, SentItem } from '../operations/types.js'
import type { StreamConfig } from '../stream/config.js'
import type { Caller } from './computing.js'
import type { LoadedStreams } from './loaded-streams.js'
import type { WideStreams } from './options.js'

/** The wide streams of a service, if it has a cluster. */
export class WideItems {
  readonly #cluster: WideStreams | undefined
  readonly #streams: Pick<LoadedStreams, 'get'>
  readonly #shape: (stream: string, items: readonly SentItem[]) => Promise<unknown>

  /** `shape` decides at the owner of a stream how items become rows. */
  constructor(
    cluster: WideStreams | undefined,
    streams: Pick<LoadedStreams, 'get'>,
    shape: (stream: string, items: readonly SentItem[]) => Promise<unknown>,
  ) {
    this.#cluster = cluster
    this.#streams = streams
    this.#shape = shape
  }

  /** Rejects a wide stream in a service without a cluster. */
  checkNew(stream: string, { partitions }: StreamConfig): void {
    if (partitions !== undefined && !this.#cluster) throw serverError('cluster/off', { stream })
  }

  /** Has the workers decide about items, if the stream is wide; undefined otherwise. */
  async observe(
    stream: string,
    items: readonly SentItem[],
    { key }: Caller,
  ): Promise<readonly Received[] | undefined> {
    const cluster = this.#cluster
    if (!cluster) return undefined
    if (!(await cluster.has(stream))) {
      // The owner must see the first items before workers can.
      if (!(await this.#streams.get(stream)).wide) return undefined
      checkNoKey(key)
      await this.#shape(stream, items)
      await cluster.begin(stream)
    }
    checkNoKey(key)
    return cluster.observe(stream, withIds(items, Date.now()).items)
  }

  /** The same for the items of a request body. */
  async receive(
    stream: string,
    body: string,
    caller: Caller,
    limits: SentBody['limits'],
  ): Promise<DecisionTexts | undefined> {
    if (!(await this.#isWide(stream))) return undefined
    const { items, isBatch } = parseBody({ body, limits })
    const decisions = await this.observe(stream, items, caller)
    return { decisions: JSON.stringify(decisions).slice(1, -1), isBatch }
  }

  async #isWide(stream: string): Promise<boolean> {
    if (!this.#cluster) return false
    return (await this.#cluster.has(stream)) || (await this.#streams.get(stream)).wide !== undefined
  }

  /** A wide stream that this process owns; undefined if it does not exist or is not wide. */
  async owned(id: string): Promise<OwnedStream | undefined> {
    try {
      const { wide, epoch } = await this.#streams.get(id)
      return wide && { id, epoch, ...wide }
    } catch (error) {
      if (hasCode(error, 'stream/unknown')) return undefined
      throw error
    }
  }

  changed(stream: string): void {
    this.#cluster?.changed(stream)
  }

  /** If NATS cannot be reached now, the messages of the stream stay there. */
  async ended(stream: string): Promise<void> {
    await this.#cluster?.ended(stream).catch(() => undefined)
  }
}

/** A page has the items of many requests; their ids do what the key would. */
const checkNoKey = (key: Caller['key']): void => {
  if (key)
    throw serverError('request/invalid', {
      reason: 'Idempotency-Key is not supported in a wide stream; give each item an id instead',
    })
}
