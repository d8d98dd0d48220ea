import { serverError } from '../errors.js'
import { deliveriesFor } from '../hooks/events.js'
import { type OperationName, operationNamed, type Result } from '../operations/index.js'
import type { Prepared } from '../operations/operation.js'
import type { HookRecord, Page } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Draft } from '../stream/draft.js'
import type { Caller } from './computing.js'

/** The stored response of an earlier request with the same key; undefined if there is none. */
export const storedResponse = async (store: Store, stream: string, { key }: Caller): Promise<unknown> => {
  const receipt = key && (await store.readReceipt(stream, key.key))
  if (!receipt) return undefined
  if (receipt.fingerprint !== key.fingerprint)
    throw serverError('request/key-reused', { key: key.key.split('\n').at(-1) })
  return JSON.parse(receipt.body)
}

/** The result of an operation as it is stored for a repeated request. */
export const responseText = <Name extends OperationName>(name: Name, result: Result<Name>): string =>
  operationNamed(name).receipt?.(result) ?? JSON.stringify(result)

/** Requests with the same key run one after the other. */
export const keyClaims = (stream: string, { key }: Caller): readonly string[] =>
  key ? [`key ${stream} ${key.key}`] : []

/** The page of an erasure, with what it removes from earlier ones. */
export const redacted = (
  draft: Draft,
  redaction: Prepared<unknown, unknown>['redaction'],
): Draft & Pick<Page, 'redaction'> => {
  if (!redaction) return draft
  const { rename, ...rest } = redaction
  return { ...draft, ...(rename && { events: rename(draft.events) }), redaction: rest }
}

/** The page of a request, with its webhook messages and the response for repeated requests. */
export const pageOf = (
  { id, hooks }: { readonly id: string; readonly hooks: readonly HookRecord[] },
  draft: Draft & Pick<Page, 'redaction'>,
  key: Caller['key'],
  response: () => string,
): Page => {
  const deliveries = deliveriesFor(hooks, { ...draft, stream: id })
  return {
    ...draft,
    stream: id,
    ...(key && { receipt: { ...key, status: 200, body: response(), time: draft.time } }),
    ...(deliveries.length > 0 && { deliveries }),
  }
}
