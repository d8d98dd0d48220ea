import { useEffect, useRef } from 'preact/hooks'

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** The element context of a key press. */
interface KeyContext {
  /** In an input, textarea or select. */
  readonly inField: boolean
  /** On an element that space and Enter activate. */
  readonly onButton: boolean
  readonly inDialog: boolean
}

/**
 * Whether a key press is a shortcut, not normal keyboard use of the page.
 *
 * @example
 * const press = { key: ' ', ctrlKey: false, altKey: false, metaKey: false }
 * isShortcut(press, { inField: false, onButton: true, inDialog: false }) // => false
 * isShortcut({ ...press, key: '1' }, { inField: false, onButton: true, inDialog: false }) // => true
 */
export const isShortcut = (
  { key, ctrlKey, altKey, metaKey }: KeyPress,
  { inField, onButton, inDialog }: KeyContext,
): boolean => {
  if (ctrlKey || altKey || metaKey || inField || inDialog) return false
  return !(onButton && (key === ' ' || key === 'Enter'))
}

const keyContext = (target: EventTarget | null): KeyContext => {
  const within = (selector: string) => target instanceof Element && target.closest(selector) !== null
  return {
    inField: within('input, textarea, select, [contenteditable]'),
    onButton: within('button, a, summary'),
    inDialog: document.querySelector('dialog[open]') !== null,
  }
}

/** Calls back for key presses that are shortcuts, wherever the focus is. */
export const useShortcuts = (onKey: (event: KeyboardEvent) => void): void => {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && isShortcut(event, keyContext(event.target))) latest.current(event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
