import { randomUUID } from 'node:crypto'
import type { JetStreamClient } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import type { HeldLease, Lease } from './wire.js'

/** "wrong last sequence": with the found number, and without it. */
export const WRONG_LAST = [10071, 10164]

export const codeOf = (error: unknown): number | undefined => (error as { readonly code?: number }).code

const orUndefined = (error: unknown): undefined => {
  if (WRONG_LAST.includes(codeOf(error) ?? 0)) return undefined
  throw error
}

/** Leases of one duration in NATS KV. A bucket has one lifetime for all its keys, so there is one for each duration. */
export class Bucket {
  readonly #keys: KV
  readonly #seconds: number
  /** What is known of the leases of others, and since when. Expiry is not reported, so it is counted here. */
  readonly #seen = new Map<string, { readonly note: string; readonly at: number }>()
  #isWatching = false

  private constructor(keys: KV, seconds: number) {
    this.#keys = keys
    this.#seconds = seconds
  }

  static async open(js: JetStreamClient, seconds: number, replicas: number): Promise<Bucket> {
    const options = { ttl: 1000 * seconds, history: 1, replicas }
    return new Bucket(await new Kvm(js).create(`ask_work_${seconds}`, options), seconds)
  }

  async lease(name: string, note: string): Promise<Lease | undefined> {
    const keys = this.#keys
    // A value of its own, so that no two leases are alike.
    const holder = randomUUID()
    let said = note
    const value = (): string => JSON.stringify({ holder, note: said })
    let revision = await keys.create(name, value()).catch(orUndefined)
    if (revision === undefined) return undefined
    return {
      renew: async (more) => {
        if (revision === undefined) return false
        said = more ?? said
        revision = await keys.update(name, value(), revision).catch(orUndefined)
        return revision !== undefined
      },
      release: async () => {
        if (revision !== undefined) await keys.delete(name, { previousSeq: revision }).catch(orUndefined)
        revision = undefined
      },
    }
  }

  /** At first, leases of others may be missing: they are reported after a moment. */
  async held(): Promise<readonly HeldLease[]> {
    if (!this.#isWatching) void this.#watch()
    const oldest = performance.now() - 1000 * this.#seconds
    return [...this.#seen].flatMap(([name, { note, at }]) => (at > oldest ? [{ name, note }] : []))
  }

  /** A watch that ends, because its connection was closed or its server is gone, is begun again by the next look. */
  async #watch(): Promise<void> {
    this.#isWatching = true
    try {
      for await (const { key, operation, value } of await this.#keys.watch())
        this.#note(key, operation, value)
    } catch {
      // The leases that were seen expire meanwhile.
    } finally {
      this.#isWatching = false
    }
  }

  #note(key: string, operation: string, value: Uint8Array): void {
    if (operation === 'PUT') {
      const { note } = JSON.parse(new TextDecoder().decode(value)) as { readonly note: string }
      this.#seen.set(key, { note, at: performance.now() })
    } else this.#seen.delete(key)
  }
}
