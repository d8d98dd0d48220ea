/** The views of one stream. */
const streamViews = ['desk', 'dashboard', 'items', 'review', 'people'] as const
export type StreamView = (typeof streamViews)[number]

export type Route =
  | { readonly view: 'streams' | 'lab' | 'sign-in' | 'join' | 'unknown' }
  /** The query string can prefill the form. */
  | { readonly view: 'new'; readonly search?: string }
  | { readonly view: StreamView; readonly stream?: string }

/**
 * Parses a path into a route.
 *
 * @example
 * parseRoute('/desk/front%20mail') // => { view: 'desk', stream: 'front mail' }
 * parseRoute('/nowhere') // => { view: 'unknown' }
 */
export const parseRoute = (path: string): Route => {
  const [view = '', stream, ...rest] = path.split('/').slice(1)
  if (rest.length > 0) return { view: 'unknown' }
  const ofStream = streamViews.find((name) => name === view)
  if (ofStream) return stream ? { view: ofStream, stream: decodeSegment(stream) } : { view: ofStream }
  if (stream !== undefined) return { view: 'unknown' }
  if (view === '') return { view: 'streams' }
  const known = (['new', 'lab', 'sign-in', 'join'] as const).find((name) => name === view)
  return { view: known ?? 'unknown' }
}

/** Whether a route belongs to a stream, given or still to be chosen. */
export const isStreamView = (route: Route): route is Extract<Route, { readonly view: StreamView }> =>
  streamViews.some((view) => view === route.view)

const decodeSegment = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Returns the path of a route.
 *
 * @example
 * routePath({ view: 'dashboard', stream: 'mail' }) // => '/dashboard/mail'
 * routePath({ view: 'streams' }) // => '/'
 * routePath({ view: 'new', search: '?algorithm=auto' }) // => '/new?algorithm=auto'
 */
export const routePath = (route: Route): string => {
  if (route.view === 'streams') return '/'
  if ('stream' in route && route.stream !== undefined)
    return `/${route.view}/${encodeURIComponent(route.stream)}`
  return `/${route.view}${'search' in route ? (route.search ?? '') : ''}`
}
