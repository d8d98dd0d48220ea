import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { parseRoute, type Route, routePath } from './routes.js'

const ROUTE_CHANGED = 'askance-moved'

const show = (route: Route, how: 'pushState' | 'replaceState'): void => {
  history[how](null, '', routePath(route))
  scrollTo(0, 0)
  dispatchEvent(new Event(ROUTE_CHANGED))
}

/** Navigates without reloading the page. */
export const navigate = (route: Route): void => show(route, 'pushState')

/** Navigates and replaces the current history entry. */
export const replaceRoute = (route: Route): void => show(route, 'replaceState')

/** The current route; updates on navigation. */
export const useRoute = (): Route => {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const look = () => setPath(location.pathname)
    addEventListener('popstate', look)
    addEventListener(ROUTE_CHANGED, look)
    return () => {
      removeEventListener('popstate', look)
      removeEventListener(ROUTE_CHANGED, look)
    }
  }, [])
  return useMemo(() => parseRoute(path), [path])
}

interface LinkProps {
  readonly to: Route
  readonly class?: string
  readonly 'aria-label'?: string
  readonly 'aria-current'?: 'page'
  readonly children: ComponentChildren
}

/** An internal link. It has a real href, so it can be opened in another tab. */
export const Link = ({ to, children, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={routePath(to)}
    onClick={(event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      navigate(to)
    }}
  >
    {children}
  </a>
)
