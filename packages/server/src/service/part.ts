import { AskanceError } from '@askance/core'
import { serverError } from '../errors.js'
import type { ItemRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { OperationName, Request, Result } from '../stream/operations.js'
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

/** Items that were there already are not taken again: the decisions made then come back. */
export const partToDo = async <Name extends OperationName>(
  store: Store,
  stream: string,
  name: Name,
  request: Request<Name>,
): Promise<Part<Name>> => {
  if (name !== 'observe' && name !== 'teach')
    return { part: request, whole: (made) => made as Result<Name>, refused: rethrown }
  const { items } = request as Request<'observe'>
  const ids = items.map(({ id }) => id)
  const records = await store.findItems(stream, ids)
  refuseOthers(records, name === 'teach', ids)
  const known = new Set(records.map(({ id }) => id))
  const fresh = items.filter(({ id }) => !known.has(id))
  const whole =
    name === 'observe' ? await wholeOfDecisions(store, stream, ids, records) : () => ({ taught: ids.length })
  return {
    ...(fresh.length > 0 || items.length === 0 ? { part: { items: fresh } as unknown as Request<Name> } : {}),
    whole: whole as unknown as Whole<Name>,
    refused: fresh.length === items.length ? rethrown : renumbering(items, fresh),
  }
}

/** What was taught cannot be observed, and the other way round. */
const refuseOthers = (records: readonly ItemRecord[], areTaught: boolean, ids: readonly string[]): void => {
  const other = records.find(({ t }) => (t === 0) !== areTaught)
  if (other) throw serverError('item/repeated', { id: other.id, number: 1 + ids.indexOf(other.id) })
}

const wholeOfDecisions = async (
  store: Store,
  stream: string,
  ids: readonly string[],
  records: readonly ItemRecord[],
): Promise<Whole<'observe'>> => {
  const decisions = await decisionsAbout(store, stream, records)
  return (made = []) => {
    for (const decision of made) decisions.set(decision.id, decision)
    return ids.flatMap((id) => decisions.get(id) ?? [])
  }
}

const rethrown = (error: unknown): never => {
  throw error
}

/** The engine counts the items it was given; the caller those that were sent. */
const renumbering =
  (items: Request<'observe'>['items'], fresh: Request<'observe'>['items']) =>
  (error: unknown): never => {
    if (!(error instanceof AskanceError) || (error.code !== 'item/shape' && error.code !== 'item/repeated'))
      throw error
    const item = fresh[Number(error.details.number) - 1]
    throw serverError(error.code, { ...error.details, number: item ? items.indexOf(item) + 1 : 0 })
  }
