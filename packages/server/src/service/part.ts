import { AskanceError } from '@askance/core'
import { serverError } from '../errors.js'
import type { ItemRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { NamedItem, OperationName, Request, Result } from '../stream/operations.js'
import { decisionsAbout } from './decisions.js'

/** Makes the answer to a whole request of the answer to its part; of nothing, where nothing was to be done. */
export type Whole<Name extends OperationName> = (made?: Result<Name>) => Result<Name>

/** What of a request is still to be done. */
export interface Part<Name extends OperationName> {
  readonly part?: Request<Name>
  readonly whole: Whole<Name>
  /** Says an error in the caller's numbers. */
  refused(error: unknown): never
}

export const allOf = <Name extends OperationName>(request: Request<Name>): Part<Name> => ({
  part: request,
  whole: (made) => made as Result<Name>,
  refused: rethrown,
})

/** Items that were there already are not taken again: the decisions made then come back. */
export const itemsToTake = async (
  store: Store,
  stream: string,
  items: readonly NamedItem[],
  given: readonly string[],
): Promise<Part<'observe'>> => {
  const records = given.length > 0 ? await store.findItems(stream, given) : []
  if (records.length === 0) return allOf<'observe'>({ items })
  refuseOthers(records, false, items)
  const decisions = await decisionsAbout(store, stream, records)
  const fresh = items.filter(({ id }) => !decisions.has(id))
  return {
    ...(fresh.length > 0 && { part: { items: fresh } }),
    whole: (made = []) => {
      for (const decision of made) decisions.set(decision.id, decision)
      return items.flatMap(({ id }) => decisions.get(id) ?? [])
    },
    refused: renumbering(items, fresh),
  }
}

/** What was observed cannot be taught; what was taught before is corrected where its label is another. */
export const itemsToTeach = async (
  store: Store,
  stream: string,
  items: Request<'teach'>['items'],
  given: readonly string[],
): Promise<Part<'teach'>> => {
  if (given.length > 0) refuseOthers(await store.findItems(stream, given), true, items)
  return allOf<'teach'>({ items })
}

const refuseOthers = (
  records: readonly ItemRecord[],
  areTaught: boolean,
  items: readonly { readonly id?: string }[],
): void => {
  const other = records.find(({ t }) => (t === 0) !== areTaught)
  if (other)
    throw serverError('item/repeated', {
      id: other.id,
      number: 1 + items.findIndex(({ id }) => id === other.id),
    })
}

const rethrown = (error: unknown): never => {
  throw error
}

/** The engine counts the items it was given; the caller those that were sent. */
const renumbering =
  (items: readonly NamedItem[], fresh: readonly NamedItem[]) =>
  (error: unknown): never => {
    if (!(error instanceof AskanceError) || (error.code !== 'item/shape' && error.code !== 'item/repeated'))
      throw error
    const item = fresh[Number(error.details.number) - 1]
    throw serverError(error.code, { ...error.details, number: item ? items.indexOf(item) + 1 : 0 })
  }
