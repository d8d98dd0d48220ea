import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Role, TokenRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

const PREFIX = 'ask_'
const SHAPE = /^ask_[A-Za-z0-9_-]{43}$/

/** How long a token is cached. The limit is short because another process may revoke it. */
const CACHE_MS = 30_000
const MAX_CACHED = 1000

export interface NewToken {
  readonly name: string
  readonly role: Role
  readonly stream?: string
  readonly expires?: number
}

/** Creates a token of 256 random bits. Only its SHA-256 hash is stored. */
export const makeToken = (given: NewToken, now: number): { token: string; record: TokenRecord } => {
  const token = PREFIX + randomBytes(32).toString('base64url')
  return { token, record: { id: randomUUID(), hash: hashToken(token), ...given, created: now } }
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Looks up tokens and caches them, so that not every request queries the store. */
export class TokenCache {
  readonly #store: Pick<Store, 'findToken'>
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly record: TokenRecord; readonly until: number }>()

  constructor(store: Pick<Store, 'findToken'>, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** The record of a cached token. */
  known(token: string): TokenRecord | undefined {
    const kept = this.#kept.get(hashToken(token))
    return kept && kept.until > this.#now() ? this.#valid(kept.record) : undefined
  }

  async find(token: string): Promise<TokenRecord | undefined> {
    if (!SHAPE.test(token)) return undefined
    const hash = hashToken(token)
    const record = await this.#store.findToken(hash)
    if (!record || !isSame(record.hash, hash) || !this.#valid(record)) return undefined
    this.#keep(hash, record)
    return record
  }

  /** Removes a revoked token from the cache. */
  forget(id: string): void {
    for (const [hash, { record }] of this.#kept) if (record.id === id) this.#kept.delete(hash)
  }

  #keep(hash: string, record: TokenRecord): void {
    if (this.#kept.size >= MAX_CACHED) this.#kept.clear()
    this.#kept.set(hash, { record, until: this.#now() + CACHE_MS })
  }

  #valid(record: TokenRecord): TokenRecord | undefined {
    return record.expires === undefined || record.expires > this.#now() ? record : undefined
  }
}

/** Compares in constant time. */
const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Creates a token and records it in the audit log. The returned token cannot be read again. */
export const createToken = async (
  store: Pick<Store, 'createToken' | 'note'>,
  token: NewToken,
  who: string,
  now: number,
): Promise<{ readonly token: string; readonly record: TokenRecord }> => {
  const created = makeToken(token, now)
  await store.createToken(created.record)
  const { stream, role, name } = token
  await store.note({
    time: now,
    who,
    action: 'createToken',
    detail: `${created.record.id} ${role} ${name}`,
    ...(stream !== undefined && { stream }),
  })
  return created
}

/** Revokes a token and records it in the audit log. */
export const deleteToken = async (
  store: Pick<Store, 'deleteToken' | 'note'>,
  id: string,
  who: string,
  now: number,
): Promise<void> => {
  await store.deleteToken(id)
  await store.note({ time: now, who, action: 'deleteToken', detail: id })
}
