import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Settings } from '../settings/table.js'
import type { Role, TokenKind, TokenRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { isSame } from './is-same.js'

/** A secret begins with its kind, so that none is mistaken for the other: a session is not a bearer token. */
const PREFIXES: Readonly<Record<TokenKind, string>> = { token: 'ask_', session: 'ses_' }
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** How long a token is cached. The limit is short because another process may revoke it. */
const CACHE_MS = 30_000
const MAX_CACHED = 1000

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** How long the previous secret of a rotated token stays valid, unless another time is given. */
const DEFAULT_GRACE_HOURS = 24

/**
 * When a new token expires: at the given time, never if it is null, or else after the days of the settings, of which 0 is never.
 *
 * @example
 * expiryOf(undefined, { tokenDays: 1 }, 5) // => { expires: 86400005 }
 * expiryOf(7, { tokenDays: 1 }, 5) // => { expires: 7 }
 * expiryOf(null, { tokenDays: 1 }, 5) // => {}
 */
export const expiryOf = (
  given: number | null | undefined,
  { tokenDays }: Pick<Settings, 'tokenDays'>,
  now: number,
): { readonly expires?: number } => {
  if (given === null || (given === undefined && tokenDays === 0)) return {}
  return { expires: given ?? now + tokenDays * DAY }
}

export interface NewToken {
  readonly name: string
  readonly role: Role
  readonly stream?: string
  readonly expires?: number
}

const newSecret = (kind: TokenKind): string => PREFIXES[kind] + randomBytes(32).toString('base64url')

/** Creates a token or a session of 256 random bits. Only its SHA-256 hash is stored. */
export const makeToken = (
  given: NewToken,
  now: number,
  kind: TokenKind = 'token',
): { token: string; record: TokenRecord } => {
  const token = newSecret(kind)
  return { token, record: { id: randomUUID(), kind, hash: hashToken(token), ...given, created: now } }
}

/** Whether a text can be a secret of this kind at all. */
export const isWellFormed = (token: string, kind: TokenKind = 'token'): boolean =>
  token.startsWith(PREFIXES[kind]) && SECRET.test(token.slice(PREFIXES[kind].length))

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
  known(token: string, kind: TokenKind = 'token'): TokenRecord | undefined {
    const kept = isWellFormed(token, kind) ? this.#kept.get(hashToken(token)) : undefined
    return kept && kept.until > this.#now() ? this.#valid(kept.record) : undefined
  }

  async find(token: string, kind: TokenKind = 'token'): Promise<TokenRecord | undefined> {
    const record = isWellFormed(token, kind) ? await this.#read(hashToken(token)) : undefined
    return record?.kind === kind ? record : undefined
  }

  /** Whether a token is still valid; another process may have revoked it. */
  async isValid({ hash }: TokenRecord): Promise<boolean> {
    return (await this.#read(hash)) !== undefined
  }

  async #read(hash: string): Promise<TokenRecord | undefined> {
    const found = await this.#store.findToken(hash)
    const record = found && bySecret(found, hash)
    if (!record || !this.#valid(record)) return undefined
    this.#keep(hash, record)
    return record
  }

  /** Removes a revoked token from the cache. */
  forget(id: string): void {
    this.reread(id)
    this.#onRevoked(id)
  }

  /** Has a token read from the store again, after it was changed. */
  reread(id: string): void {
    for (const [hash, { record }] of this.#kept) if (record.id === id) this.#kept.delete(hash)
  }

  /** Has all tokens read from the store again, after another node has changed some. */
  clear(): void {
    this.#kept.clear()
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

/** The record as the holder of a secret has it. The previous secret of a rotated token ends earlier than the token. */
const bySecret = (record: TokenRecord, hash: string): TokenRecord | undefined => {
  if (isSame(record.hash, hash)) return record
  const { previous, previousUntil = 0, expires = previousUntil } = record
  if (previous === undefined || !isSame(previous, hash)) return undefined
  return { ...record, hash, expires: Math.min(previousUntil, expires) }
}

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
  action = 'deleteToken',
): Promise<void> => {
  await store.deleteToken(id)
  await store.note({ time: now, who, action, detail: id })
}

export interface Rotation {
  /** How long the previous secret stays valid; default 24. */
  readonly graceHours?: number
  /** When the token expires; never if it is missing. */
  readonly expires?: number
}

/** Gives a token a new secret, and records it in the audit log. The id, name, role and stream stay. */
export const rotateToken = async (
  store: Pick<Store, 'rotateToken' | 'note'>,
  id: string,
  { graceHours = DEFAULT_GRACE_HOURS, expires }: Rotation,
  who: string,
  now: number,
): Promise<{ readonly token: string; readonly record: TokenRecord }> => {
  const token = newSecret('token')
  const change = {
    hash: hashToken(token),
    previousUntil: now + graceHours * HOUR,
    ...(expires !== undefined && { expires }),
  }
  const record = await store.rotateToken(id, change)
  const { stream } = record
  await store.note({
    time: now,
    who,
    action: 'rotateToken',
    detail: `${id} grace ${graceHours} h`,
    ...(stream !== undefined && { stream }),
  })
  return { token, record }
}
