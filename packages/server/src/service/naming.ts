import { randomBytes } from 'node:crypto'
import type { NamedItem, SentItem } from '../stream/operations.js'

let last = 0
let drawn = 0

/**
 * An id that nobody has: a UUID of version 7 (RFC 9562), which begins with the time and a count, so that what comes
 * together lies together in the store.
 */
export const drawnId = (time: number): string => {
  drawn = time > last ? 0 : drawn + 1
  last = Math.max(last, time) + (drawn > 0xfff ? 1 : 0)
  if (drawn > 0xfff) drawn = 0
  const when = last.toString(16).padStart(12, '0')
  const count = drawn.toString(16).padStart(3, '0')
  const rest = randomBytes(8)
  rest[0] = 0x80 | ((rest[0] ?? 0) & 0x3f)
  const chance = rest.toString('hex')
  return `${when.slice(0, 8)}-${when.slice(8)}-7${count}-${chance.slice(0, 4)}-${chance.slice(4)}`
}

/** Items with ids, drawn where none came; and the ids that came, which may be there already. */
export const named = <Item extends SentItem>(
  items: readonly Item[],
  time: number,
): { readonly items: readonly (Item & NamedItem)[]; readonly given: readonly string[] } => {
  const given: string[] = []
  const all = items.map((item) => {
    if (item.id === undefined) return { ...item, id: drawnId(time) }
    given.push(item.id)
    return { ...item, id: item.id }
  })
  return { items: all, given }
}
