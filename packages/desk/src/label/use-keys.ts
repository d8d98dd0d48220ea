import { useEffect, useRef } from 'preact/hooks'
import { actionForKey, isShortcut, type KeyAction, type KeyContext, type KeyLayout } from './keys.js'

const keyContext = (target: EventTarget | null): KeyContext => {
  const within = (selector: string) => target instanceof Element && target.closest(selector) !== null
  return {
    inField: within('input, textarea, select, [contenteditable]'),
    onButton: within('button, a, summary'),
    inDialog: document.querySelector('dialog[open]') !== null,
  }
}

/** Handles the shortcuts of the desk, wherever the focus is. */
export const useKeys = (
  classes: readonly string[],
  layout: KeyLayout,
  isMultiLabel: boolean,
  act: (action: KeyAction) => void,
): void => {
  const latest = useRef({ classes, layout, isMultiLabel, act })
  latest.current = { classes, layout, isMultiLabel, act }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event, keyContext(event.target))) return
      const { classes: all, layout: keys, isMultiLabel: isSeveral } = latest.current
      const action = actionForKey(event.key, all, keys, isSeveral)
      if (!action || (event.repeat && action.does !== 'up' && action.does !== 'down')) return
      // The search box gets the focus now, and then the letter.
      if (action.does !== 'search') event.preventDefault()
      latest.current.act(action)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
