import { claimsOn, storedDecisions } from '../operations/known-items.js'
import type { Prepared } from '../operations/operation.js'
import type { DecisionTexts, GivenIds, SentBody } from '../operations/receive.js'
import type { Received } from '../operations/types.js'
import type { Settings } from '../settings/table.js'
import type { Store } from '../store/store.js'
import { type Caller, checkWaiting } from './computing.js'
import type { NameLocks } from './name-locks.js'
import { keyClaims, storedResponse } from './receipts.js'

interface Receiving {
  readonly stream: string
  readonly body: string
  readonly number: number
  readonly caller: Caller
  readonly locks: NameLocks
  /** Runs the operation in the thread of the stream. */
  operate(prepared: Prepared<SentBody, DecisionTexts | GivenIds>): Promise<DecisionTexts | GivenIds>
}

/**
 * Observes the items of a request body. The thread of the stream parses it; if items have ids, it returns those first, to be looked up
 * in the store.
 */
export const receiveBody = (
  { store, settings }: { readonly store: Store; readonly settings: Settings },
  { stream, body, number, caller, locks, operate }: Receiving,
): Promise<DecisionTexts> =>
  locks.holding(keyClaims(stream, caller), async () => {
    checkWaiting(caller)
    const before = await storedResponse(store, stream, caller)
    if (before !== undefined) return repeatedTexts(body, before)
    const { batchLimit, textLimit } = settings
    const sent = { body, number, limits: { batchLimit, textLimit } }
    const found = givenIn(body) ?? (await operate({ input: sent }))
    if ('decisions' in found) return found
    const ids = found.given.flatMap((id) => id ?? [])
    return locks.holding(claimsOn({ stream }, ids), async () => {
      checkWaiting(caller)
      const items = found.given.map((id) => (id === undefined ? {} : { id }))
      const decisions = await storedDecisions(store, stream, ids, items)
      const stored = ids.filter((id) => decisions.has(id))
      const complete = (made?: DecisionTexts | GivenIds) => filled(made as DecisionTexts, decisions)
      const input = { ...sent, stored }
      return (await operate({ input, ...(stored.length > 0 && { complete }) })) as DecisionTexts
    })
  })

/** A body of up to so many characters is parsed faster than its ids are asked for in the other thread. */
const SHORT = 2048

/** The ids in a short body; undefined if it has none or is invalid, which the thread of the stream finds out. */
const givenIn = (body: string): GivenIds | undefined => {
  if (body.length > SHORT || !body.includes('"id"')) return undefined
  try {
    const parsed = JSON.parse(body) as { readonly items?: readonly { readonly id?: unknown }[] }
    const given = (parsed.items ?? [parsed as { readonly id?: unknown }]).map(({ id }) => id)
    const areIds = given.every((id): id is string | undefined => id === undefined || typeof id === 'string')
    return areIds && given.some((id) => id !== undefined) ? { given } : undefined
  } catch {
    return undefined
  }
}

/** Puts the stored decisions into the places of their ids. */
const filled = (made: DecisionTexts, stored: ReadonlyMap<string, Received>): DecisionTexts => {
  const all = JSON.parse(`[${made.decisions}]`) as readonly (string | Received)[]
  return { ...made, decisions: textsOf(all.map((one) => (typeof one === 'string' ? stored.get(one) : one))) }
}

/** The decisions of an earlier request with the same body. */
const repeatedTexts = (body: string, decisions: unknown): DecisionTexts => ({
  decisions: textsOf(decisions as readonly unknown[]),
  isBatch: 'items' in (JSON.parse(body) as object),
})

const textsOf = (decisions: readonly unknown[]): string => JSON.stringify(decisions).slice(1, -1)
