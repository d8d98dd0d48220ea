import { useShortcuts } from '../parts/shortcuts.js'
import { actionForKey, type KeyAction, type KeyLayout } from './keys.js'

/** Handles the shortcuts of the desk. */
export const useKeys = (
  classes: readonly string[],
  layout: KeyLayout,
  isMultiLabel: boolean,
  act: (action: KeyAction) => void,
): void =>
  useShortcuts((event) => {
    const action = actionForKey(event.key, classes, layout, isMultiLabel)
    if (!action || (event.repeat && action.does !== 'up' && action.does !== 'down')) return
    // The search box gets the focus now, and then the letter.
    if (action.does !== 'search') event.preventDefault()
    act(action)
  })
