/** What an address shows. */
export type Place =
  | { readonly view: 'streams' | 'lab' | 'sign-in' | 'unknown' }
  /** The form can be filled in beforehand by the query of its address. */
  | { readonly view: 'new'; readonly search?: string }
  | { readonly view: 'desk' | 'dashboard'; readonly stream?: string }

/**
 * What the path of an address shows.
 *
 * @example
 * placeOf('/desk/front%20mail') // => { view: 'desk', stream: 'front mail' }
 * placeOf('/nowhere') // => { view: 'unknown' }
 */
export const placeOf = (path: string): Place => {
  const [view = '', stream, ...rest] = path.split('/').slice(1)
  if (rest.length > 0) return { view: 'unknown' }
  if (view === 'desk' || view === 'dashboard') return stream ? { view, stream: decoded(stream) } : { view }
  if (stream !== undefined) return { view: 'unknown' }
  if (view === '') return { view: 'streams' }
  return view === 'new' || view === 'lab' || view === 'sign-in' ? { view } : { view: 'unknown' }
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * The path under which a place is found.
 *
 * @example
 * pathOf({ view: 'dashboard', stream: 'mail' }) // => '/dashboard/mail'
 * pathOf({ view: 'streams' }) // => '/'
 * pathOf({ view: 'new', search: '?algorithm=auto' }) // => '/new?algorithm=auto'
 */
export const pathOf = (place: Place): string => {
  if (place.view === 'streams') return '/'
  if ('stream' in place && place.stream !== undefined)
    return `/${place.view}/${encodeURIComponent(place.stream)}`
  return `/${place.view}${'search' in place ? (place.search ?? '') : ''}`
}
