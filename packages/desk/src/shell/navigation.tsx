import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Place, pathOf, placeOf } from './places.js'

const MOVED = 'askance-moved'

/** Shows another place, without loading the page again. */
export const goTo = (place: Place): void => {
  history.pushState(null, '', pathOf(place))
  scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

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
  return placeOf(path)
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
