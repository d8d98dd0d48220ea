import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Minimum distance in pixels, and minimum ratio of horizontal to vertical movement. */
const MIN_DISTANCE = 80
const MIN_SLOPE = 2

/**
 * Returns the swipe direction, or undefined if the movement is not a swipe.
 *
 * @example
 * swipeDirection(120, 10) // => 'right'
 * swipeDirection(-120, 100) // => undefined
 */
export const swipeDirection = (across: number, down: number): 'left' | 'right' | undefined => {
  if (Math.abs(across) < MIN_DISTANCE || Math.abs(across) < MIN_SLOPE * Math.abs(down)) return undefined
  return across > 0 ? 'right' : 'left'
}

/** Whether the element scrolls horizontally or text is being selected. */
const isBlocked = (target: EventTarget | null): boolean => {
  if (getSelection()?.isCollapsed === false) return true
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
    if (
      at.scrollWidth > at.clientWidth + 1 &&
      getComputedStyle(at).overflowX !== 'hidden' &&
      at !== document.body
    )
      return getComputedStyle(at).overflowX === 'auto' || getComputedStyle(at).overflowX === 'scroll'
  return false
}

/** Calls back on swipes over an element. */
export const useSwipe = (
  element: RefObject<HTMLElement | null>,
  onSwipe: ((to: 'left' | 'right') => void) | undefined,
): void => {
  const latest = useRef(onSwipe)
  latest.current = onSwipe
  useEffect(() => {
    const over = element.current
    if (!over) return
    let from: Touch | undefined
    const start = (event: TouchEvent) => {
      from = event.touches.length === 1 ? event.touches[0] : undefined
    }
    const end = (event: TouchEvent) => {
      const to = event.changedTouches[0]
      if (!from || !to || isBlocked(event.target)) return
      const swipe = swipeDirection(to.clientX - from.clientX, to.clientY - from.clientY)
      from = undefined
      if (swipe) latest.current?.(swipe)
    }
    over.addEventListener('touchstart', start, { passive: true })
    over.addEventListener('touchend', end, { passive: true })
    return () => {
      over.removeEventListener('touchstart', start)
      over.removeEventListener('touchend', end)
    }
  }, [element])
}
