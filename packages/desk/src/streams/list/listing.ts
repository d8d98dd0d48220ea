import type { Schemas } from '@askance/server/client'

type Whole = Schemas['Stream']

/** A stream without its vectorizer, which the list does not need. */
export type Stream = Omit<Whole, 'config'> & { readonly config: Omit<Whole['config'], 'vectorizer'> }

/** Start of a page: the previous id and its cursor. */
export interface PageStart {
  readonly after: string
  readonly cursor?: string
}

/** The loaded streams by id, and the next cursor. */
export interface Listing {
  readonly streams: readonly Stream[]
  readonly starts: readonly PageStart[]
  readonly next?: PageStart
}

export const emptyListing: Listing = { streams: [], starts: [], next: { after: '' } }

const byId = (a: Stream, b: Stream): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Merges a page. Streams missing from the page's id range were deleted.
 *
 * @example
 * const page = { items: [], next: undefined }
 * withPage(emptyListing, { after: '' }, page).starts.length // => 1
 */
export const withPage = (
  { streams, starts, next }: Listing,
  start: PageStart,
  page: { readonly items: readonly Stream[]; readonly next?: string | undefined },
): Listing => {
  const last = page.next === undefined ? undefined : page.items.at(-1)?.id
  const others = streams.filter(({ id }) => id <= start.after || (last !== undefined && id > last))
  const known = starts.some(({ after }) => after === start.after)
  const isFurthest = !known || starts.at(-1)?.after === start.after || last === undefined
  const follows = last === undefined ? undefined : { after: last, cursor: page.next! }
  const goesOn = isFurthest ? follows : next
  return {
    streams: [...others, ...page.items].sort(byId),
    starts: (known ? starts : [...starts, start]).filter(
      ({ after }) => last !== undefined || after <= start.after,
    ),
    ...(goesOn && { next: goesOn }),
  }
}

/**
 * Returns the pages that contain the given streams.
 *
 * @example
 * const starts = [{ after: '' }, { after: 'm', cursor: 'bQ' }]
 * pageStarts(starts, ['news', 'tickets']) // => [{ after: 'm', cursor: 'bQ' }]
 */
export const pageStarts = (starts: readonly PageStart[], ids: Iterable<string>): readonly PageStart[] => {
  const seen = [...ids]
  return starts.filter(({ after }, k) => {
    const end = starts[k + 1]?.after
    return seen.some((id) => id > after && (end === undefined || id <= end))
  })
}

/**
 * Whether every search word occurs in the title or id.
 *
 * @example
 * matchesSearch({ id: 'front-mail', title: 'Front desk' }, 'desk FRONT') // => true
 * matchesSearch({ id: 'front-mail', title: 'Front desk' }, 'tickets') // => false
 */
export const matchesSearch = (
  { id, title = '' }: { readonly id: string; readonly title?: string | undefined },
  wanted: string,
): boolean => {
  const text = `${title} ${id}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
