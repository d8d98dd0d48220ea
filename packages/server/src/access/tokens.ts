import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Role, TokenRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

const PREFIX = 'ask_'
const SHAPE = /^ask_[A-Za-z0-9_-]{43}$/

/** For how long a token is believed without looking it up: another process may have deleted it. */
const CACHE_MS = 30_000
const MAX_CACHED = 1000

export interface NewToken {
  readonly name: string
  readonly role: Role
  readonly stream?: string
  readonly expires?: number
}

/** A new token of 256 random bits, and what is kept of it: only its hash, from which nobody gets back to it. */
export const makeToken = (wish: NewToken, now: number): { token: string; record: TokenRecord } => {
  const token = PREFIX + randomBytes(32).toString('base64url')
  return { token, record: { id: randomUUID(), hash: hashToken(token), ...wish, created: now } }
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Finds whose a token is. What was found is kept for a moment, so that not every request asks the store. */
export class TokenCache {
  readonly #store: Pick<Store, 'findToken'>
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly record: TokenRecord; readonly until: number }>()

  constructor(store: Pick<Store, 'findToken'>, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** A token that was good a moment ago. */
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

  /** Believes a deleted token no longer. */
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

/** Compares without telling by the time it takes where the two differ. */
const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Creates a token, and notes who did. Only its hash is kept: what comes back here is never to be had again. */
export const createToken = async (
  store: Pick<Store, 'createToken' | 'note'>,
  wish: NewToken,
  who: string,
  now: number,
): Promise<{ readonly token: string; readonly record: TokenRecord }> => {
  const made = makeToken(wish, now)
  await store.createToken(made.record)
  const { stream, role, name } = wish
  await store.note({
    time: now,
    who,
    action: 'createToken',
    detail: `${made.record.id} ${role} ${name}`,
    ...(stream !== undefined && { stream }),
  })
  return made
}

/** Ends a token, and notes who did. */
export const deleteToken = async (
  store: Pick<Store, 'deleteToken' | 'note'>,
  id: string,
  who: string,
  now: number,
): Promise<void> => {
  await store.deleteToken(id)
  await store.note({ time: now, who, action: 'deleteToken', detail: id })
}
