import { serverError } from '../../errors.js'
import type { ItemBody } from '../../schema/items.js'
import type { ItemRecord, StreamRecord } from '../../store/records.js'
import { readLabels } from '../../stream/label-values.js'
import type { Context, RouteCall } from '../route.js'

/** Reads a stream; throws `stream/unknown` if it does not exist. */
export const requireStream = async ({ service }: Context, stream: string): Promise<StreamRecord> => {
  const record = await service.store.readStream(stream)
  if (!record) throw serverError('stream/unknown', { stream })
  return record
}

const quotas = {
  hooksPerStream: 'webhooks',
  invitesPerStream: 'invitations',
  grantsPerStream: 'grants',
} as const

/**
 * Creates one more of something in a stream, unless there are as many as it may have. They are created in turn, so that requests at the
 * same time do not exceed the limit together.
 */
export const withinQuota = <Created>(
  { counting, settings }: Context,
  stream: string,
  setting: keyof typeof quotas,
  counted: () => Promise<number>,
  create: () => Promise<Created>,
): Promise<Created> =>
  counting.holding([`${setting} ${stream}`], async () => {
    const count = await counted()
    const most = settings[setting]
    if (count >= most)
      throw serverError('stream/full', { stream, count, what: quotas[setting], most, setting })
    return create()
  })

/** Records an action of an owner in the audit log. */
export const recordAudit = async (
  { context, identity }: Pick<RouteCall<unknown, unknown, unknown>, 'context' | 'identity'>,
  action: string,
  about: { readonly stream?: string; readonly detail?: string },
): Promise<void> => {
  const { service } = context
  await service.store.note({ time: service.now(), who: identity.name, action, ...about })
}

/** The content of an item as it was sent; null after it was erased. */
export const parseContent = (content: string): unknown => (content === '' ? null : JSON.parse(content))

/** The same without its vector, which nobody reads. */
export const shownContent = (content: string): unknown => {
  const { vector: _, ...shown } = (parseContent(content) ?? {}) as ItemBody
  return content === '' ? null : shown
}

/** A stored item as it is listed. */
export const itemView = ({ content, predicted, ...item }: ItemRecord) => ({
  ...item,
  predicted: readLabels(predicted),
  content: shownContent(content),
})

/** Cursors are opaque to clients. */
export const encodeCursor = (place: string | number | readonly [number, string]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

const decodeCursor = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

export const numberCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined
  const place = decodeCursor(cursor)
  if (Number.isSafeInteger(place)) return place as number
  throw serverError('request/cursor', { cursor })
}

/** A number and an id, for lists in which several entries can have the same number. */
export const positionCursor = (cursor: string | undefined): { t: number; id: string } | undefined => {
  if (cursor === undefined) return undefined
  const place = decodeCursor(cursor)
  const [t, id, ...rest] = Array.isArray(place) ? place : []
  if (Number.isSafeInteger(t) && typeof id === 'string' && rest.length === 0) return { t, id }
  throw serverError('request/cursor', { cursor })
}

export const textCursor = (cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined
  const place = decodeCursor(cursor)
  if (typeof place === 'string' && place.length <= 200) return place
  throw serverError('request/cursor', { cursor })
}

export const DEFAULT_LIMIT = 50

/** Makes a page of `limit` entries. `found` has one more if there is a next page. */
export const toPage = <Item>(
  found: readonly Item[],
  limit: number,
  placeOf: (last: Item) => string | number,
): { items: readonly Item[]; next?: string } => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, ...(found.length > limit && last !== undefined && { next: encodeCursor(placeOf(last)) }) }
}
