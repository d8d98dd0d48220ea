export type Route =
  | { readonly view: 'streams' | 'lab' | 'sign-in' | 'unknown' }
  /** The query string can prefill the form. */
  | { readonly view: 'new'; readonly search?: string }
  | { readonly view: 'desk' | 'dashboard'; readonly stream?: string }

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
  if (view === 'desk' || view === 'dashboard')
    return stream ? { view, stream: decodeSegment(stream) } : { view }
  if (stream !== undefined) return { view: 'unknown' }
  if (view === '') return { view: 'streams' }
  return view === 'new' || view === 'lab' || view === 'sign-in' ? { view } : { view: 'unknown' }
}

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
