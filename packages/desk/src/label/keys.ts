/** The action that a key triggers on the desk. */
export type KeyAction =
  | { readonly does: 'answer'; readonly label: string }
  | { readonly does: 'skip' | 'unsure' | 'undo' | 'reveal' | 'add' | 'help' | 'up' | 'down' }

/** Letters without u (unsure), r (reveal) and g (guidelines), which have their own action. */
const letters = [...'abcdefhijklmnopqstvwxyz']
const classKeys = [...'123456789', ...letters]

/**
 * Returns the key for the class at a zero-based index; undefined beyond the available keys.
 *
 * @example
 * classKey(0) // => '1'
 * classKey(9) // => 'a'
 * classKey(15) // => 'h'
 */
export const classKey = (place: number): string | undefined => classKeys[place]

const others: Readonly<Record<string, Exclude<KeyAction['does'], 'answer'>>> = {
  ' ': 'skip',
  u: 'unsure',
  Backspace: 'undo',
  r: 'reveal',
  '+': 'add',
  '?': 'help',
  g: 'help',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/**
 * Maps a key to its action for the given classes.
 *
 * @example
 * actionForKey('2', ['ham', 'spam']) // => { does: 'answer', label: 'spam' }
 * actionForKey('u', ['ham', 'spam']) // => { does: 'unsure' }
 * actionForKey('7', ['ham', 'spam']) // => undefined
 */
export const actionForKey = (key: string, classes: readonly string[]): KeyAction | undefined => {
  const name = key.length === 1 ? key.toLowerCase() : key
  const does = Object.hasOwn(others, name) ? others[name] : undefined
  if (does) return { does }
  const label = classes[classKeys.indexOf(name)]
  return label === undefined ? undefined : { does: 'answer', label }
}

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** The element context of a key press. */
export interface KeyContext {
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
