import { createToken } from '../access/noted-tokens.js'
import type { Settings } from '../settings/table.js'
import type { Store } from '../store/store.js'

/** Without any token nobody could come in, not even to create one: the first start makes one for the owner. */
export const firstToken = async (
  store: Store,
  { anonymous }: Pick<Settings, 'anonymous'>,
  now: number,
): Promise<string | undefined> => {
  if (anonymous || (await store.listTokens()).length > 0) return undefined
  const { token } = await createToken(store, { name: 'owner', role: 'owner' }, 'first start', now)
  return token
}
