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

/** Whether a text can be a token at all. */
export const isWellFormed = (token: string): boolean => SHAPE.test(token)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Looks up tokens and caches them, so that not every request queries the store. */
export class TokenCache {
  readonly #store: Pick<Store, 'findToken'>
  readonly #now: () => number
  readonly #onRevoked: (id: string) => void
  readonly #kept = new Map<string, { readonly record: TokenRecord; readonly until: number }>()

  /** `onRevoked` is called with the id of every token that `forget` removes. */
  constructor(
    store: Pick<Store, 'findToken'>,
    now: () => number,
    onRevoked: (id: string) => void = () => undefined,
  ) {
    this.#store = store
    this.#now = now
    this.#onRevoked = onRevoked
  }

  /** The record of a cached token. */
  known(token: string): TokenRecord | undefined {
    const kept = this.#kept.get(hashToken(token))
    return kept && kept.until > this.#now() ? this.#valid(kept.record) : undefined
  }

  async find(token: string): Promise<TokenRecord | undefined> {
    return isWellFormed(token) ? this.#read(hashToken(token)) : undefined
  }

  /** Whether a token is still valid; another process may have revoked it. */
  async isValid({ hash }: TokenRecord): Promise<boolean> {
    return (await this.#read(hash)) !== undefined
  }

  async #read(hash: string): Promise<TokenRecord | undefined> {
    const record = await this.#store.findToken(hash)
    if (!record || !isSame(record.hash, hash) || !this.#valid(record)) return undefined
    this.#keep(hash, record)
    return record
  }

  /** Removes a revoked token from the cache. */
  forget(id: string): void {
    for (const [hash, { record }] of this.#kept) if (record.id === id) this.#kept.delete(hash)
    this.#onRevoked(id)
  }

  /** Removes the tokens of a deleted stream, which are not valid for a new one of the same name. */
  forgetStream(stream: string): void {
    for (const [hash, { record }] of this.#kept) if (record.stream === stream) this.#kept.delete(hash)
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
