import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Place, pathOf, placeOf } from './places.js'

const MOVED = 'askance-moved'

const show = (place: Place, how: 'pushState' | 'replaceState'): void => {
  history[how](null, '', pathOf(place))
  scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

/** Shows another place, without loading the page again. */
export const goTo = (place: Place): void => show(place, 'pushState')

/** The same where the place at hand only leads on: the way back goes past it. */
export const leadTo = (place: Place): void => show(place, 'replaceState')

/** The place that the address names, now and whenever it changes. */
export const usePlace = (): Place => {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const look = () => setPath(location.pathname)
    addEventListener('popstate', look)
    addEventListener(MOVED, look)
    return () => {
      removeEventListener('popstate', look)
      removeEventListener(MOVED, look)
    }
  }, [])
  return useMemo(() => placeOf(path), [path])
}

interface LinkProps {
  readonly to: Place
  readonly class?: string
  readonly 'aria-label'?: string
  readonly 'aria-current'?: 'page'
  readonly children: ComponentChildren
}

/** A link to a place of ours. It is a real address, so that it can be opened in another tab. */
export const Link = ({ to, children, ...rest }: LinkProps) => (
  <a
    {...rest}
    href={pathOf(to)}
    onClick={(event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      goTo(to)
    }}
  >
    {children}
  </a>
)
