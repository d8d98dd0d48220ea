import { serverError } from '../errors.js'

/** How a list says where it goes on. What is in it is nobody's business. */
export const cursorOf = (place: string | number): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

const placeIn = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

export const numberIn = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined
  const place = placeIn(cursor)
  if (Number.isSafeInteger(place)) return place as number
  throw serverError('request/cursor', { cursor })
}

export const textIn = (cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined
  const place = placeIn(cursor)
  if (typeof place === 'string' && place.length <= 200) return place
  throw serverError('request/cursor', { cursor })
}

export const USUAL_LIMIT = 50

/** A page of a list that was asked for one more than it shows, so that it knows whether there is a next. */
export const pageFrom = <Item>(
  found: readonly Item[],
  limit: number,
  placeOf: (last: Item) => string | number,
): { items: readonly Item[]; next?: string } => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, ...(found.length > limit && last !== undefined && { next: cursorOf(placeOf(last)) }) }
}
