import { serverError } from '../errors.js'
import type { Request } from '../operations/index.js'
import type { StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { changeable, type StreamChange, type StreamConfig } from '../stream/config.js'
import { checkConfig, type Limits } from '../stream/memory.js'
import { Stream } from '../stream/stream.js'
import type { Caller } from './computing.js'
import type { LoadedStreams } from './loaded-streams.js'
import type { NameLocks } from './name-locks.js'

interface StreamChangesOptions {
  readonly store: Store
  readonly streams: LoadedStreams
  readonly locks: NameLocks
  readonly limits: Limits
  now(): number
  /** Runs the operation that changes the configuration of the stream in memory and in its log. */
  configure(stream: string, input: Request<'configure'>, caller: Caller): Promise<unknown>
}

/** Creates, changes and deletes streams. */
export class StreamChanges {
  readonly #options: StreamChangesOptions

  constructor(options: StreamChangesOptions) {
    this.#options = options
  }

  async create(id: string, config: StreamConfig): Promise<StreamRecord> {
    const { store, limits, now } = this.#options
    checkConfig(id, config, limits)
    // The constructor rejects a configuration that cannot work.
    new Stream(id, config)
    return store.createStream(id, config, now())
  }

  /** Changes the configuration if its version has not changed. */
  async change(id: string, version: number, change: StreamChange, by: string): Promise<StreamRecord> {
    const fixed = Object.keys(change).filter((name) => !changeable.some((one) => one === name))
    if (fixed.length > 0)
      throw serverError('request/invalid', { reason: `${fixed.join(', ')} cannot be changed later` })
    const release = await this.#options.locks.take([`config ${id}`])
    try {
      return await this.#reconfigure(id, version, change, by)
    } finally {
      release()
    }
  }

  async #reconfigure(id: string, version: number, change: StreamChange, by: string): Promise<StreamRecord> {
    const { store, streams, limits, configure } = this.#options
    const record = await store.readStream(id)
    if (!record) throw serverError('stream/unknown', { stream: id })
    if (record.version !== version)
      throw serverError('stream/changed', { stream: id, found: record.version, expected: version })
    const config = { ...record.config, ...change }
    // A stream from before the limit can still be changed otherwise.
    if (config.classes.length > record.config.classes.length) checkConfig(id, config, limits)
    new Stream(id, config)
    await configure(id, { config }, { by })
    try {
      return await store.changeStream(id, version, config, (await streams.find(id))?.epoch)
    } catch (error) {
      // The stream in memory does not match its record.
      await this.#discard(id, serverError('stream/unloaded', { stream: id }))
      throw error
    }
  }

  async delete(id: string): Promise<void> {
    const { store, streams } = this.#options
    if (!(await store.readStream(id))) throw streams.unknown(id)
    const epoch = streams.ownEpoch(id)
    await this.#discard(id, serverError('stream/unknown', { stream: id }))
    await store.deleteStream(id, epoch)
    // Another request may have loaded it in between.
    await this.#discard(id, streams.unknown(id))
  }

  async #discard(id: string, reason: Error): Promise<void> {
    const loaded = await this.#options.streams.find(id)
    if (loaded) this.#options.streams.discard(loaded, reason)
  }
}
