import type { TokenRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { makeToken, type TokenWish } from './tokens.js'

/** Creates a token, and notes who did. Only its hash is kept: what comes back here is never to be had again. */
export const createToken = async (
  store: Pick<Store, 'createToken' | 'note'>,
  wish: TokenWish,
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
