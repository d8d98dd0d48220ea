/** What a key does on the desk. */
export type Action =
  | { readonly does: 'answer'; readonly label: string }
  | { readonly does: 'skip' | 'unsure' | 'undo' | 'reveal' | 'add' | 'help' | 'up' | 'down' }

/** Letters with a meaning of their own are no classes: u is unsure, r reveals, g gives guidelines. */
const letters = [...'abcdefhijklmnopqstvwxyz']
const classKeys = [...'123456789', ...letters]

/**
 * The key that answers with a class, by its place from 0; classes beyond the keys have none.
 *
 * @example
 * keyOfClass(0) // => '1'
 * keyOfClass(9) // => 'a'
 * keyOfClass(15) // => 'h'
 */
export const keyOfClass = (place: number): string | undefined => classKeys[place]

const others: Readonly<Record<string, Exclude<Action['does'], 'answer'>>> = {
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
 * What a key does, with these classes.
 *
 * @example
 * actionOf('2', ['ham', 'spam']) // => { does: 'answer', label: 'spam' }
 * actionOf('u', ['ham', 'spam']) // => { does: 'unsure' }
 * actionOf('7', ['ham', 'spam']) // => undefined
 */
export const actionOf = (key: string, classes: readonly string[]): Action | undefined => {
  const name = key.length === 1 ? key.toLowerCase() : key
  const does = Object.hasOwn(others, name) ? others[name] : undefined
  if (does) return { does }
  const label = classes[classKeys.indexOf(name)]
  return label === undefined ? undefined : { does: 'answer', label }
}

interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** Where a key is pressed. */
export interface Spot {
  /** In a field for text, or a choice. */
  readonly inField: boolean
  /** On something that space and enter press. */
  readonly onButton: boolean
  readonly inDialog: boolean
}

/**
 * Whether a press is one of ours, or means what it means everywhere.
 *
 * @example
 * const press = { key: ' ', ctrlKey: false, altKey: false, metaKey: false }
 * isOurs(press, { inField: false, onButton: true, inDialog: false }) // => false
 * isOurs({ ...press, key: '1' }, { inField: false, onButton: true, inDialog: false }) // => true
 */
export const isOurs = (
  { key, ctrlKey, altKey, metaKey }: Press,
  { inField, onButton, inDialog }: Spot,
): boolean => {
  if (ctrlKey || altKey || metaKey || inField || inDialog) return false
  return !(onButton && (key === ' ' || key === 'Enter'))
}
