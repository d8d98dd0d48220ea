import { MAX_KEYED_CLASSES } from '../parts/class-filter.js'
import { useShortcuts } from '../parts/shortcuts.js'

/** The action that a key triggers on the desk. */
type KeyAction =
  /** In a multi-label stream, it chooses the label or takes it back. */
  | { readonly does: 'answer'; readonly label: string }
  /** `search` focuses the search box, which then receives the letter. */
  | {
      readonly does:
        | ('skip' | 'unsure' | 'undo' | 'reveal' | 'add' | 'help' | 'up' | 'down' | 'search')
        | ('accept' | 'reject' | 'list')
        | ('none' | 'send')
    }

/** How classes are chosen: one key each, by a search, or accept or reject. */
export type KeyLayout = 'keys' | 'search' | 'confirm'

/** The layout for the classes; `isConfirming` while one class is accepted or rejected. */
export const layoutFor = (classes: readonly string[], isConfirming = false): KeyLayout => {
  if (isConfirming) return 'confirm'
  return classes.length > MAX_KEYED_CLASSES ? 'search' : 'keys'
}

const classKeys = [...'123456789abc']

/**
 * Returns the key for the class at a zero-based index; undefined beyond the available keys.
 *
 * @example
 * classKey(0) // => '1'
 * classKey(9) // => 'a'
 * classKey(12) // => undefined
 */
export const classKey = (place: number): string | undefined => classKeys[place]

type OtherKeys = Readonly<Record<string, Exclude<KeyAction['does'], 'answer'>>>

const common: OtherKeys = {
  ' ': 'skip',
  Backspace: 'undo',
  '+': 'add',
  '?': 'help',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const layouts: Readonly<Record<KeyLayout, OtherKeys>> = {
  keys: { ...common, u: 'unsure', r: 'reveal', g: 'help' },
  /** Every letter starts a search, so these are signs that need no shift on most keyboards. */
  search: { ...common, ',': 'unsure', '.': 'reveal' },
  confirm: { ...common, u: 'unsure', g: 'help', y: 'accept', n: 'reject', l: 'list' },
}

/** In a multi-label stream, an answer is put together and then sent. */
const severalKeys: OtherKeys = { 0: 'none', Enter: 'send' }

/**
 * The key of an action; undefined if the layout has none.
 *
 * @example
 * keyFor('unsure', 'keys') // => 'u'
 * keyFor('unsure', 'search') // => ','
 */
export const keyFor = (does: KeyAction['does'], layout: KeyLayout): string | undefined =>
  Object.keys(layouts[layout]).find((key) => layouts[layout][key] === does)

/**
 * Maps a key to its action for the given classes.
 *
 * @example
 * actionForKey('2', ['ham', 'spam']) // => { does: 'answer', label: 'spam' }
 * actionForKey('u', ['ham', 'spam']) // => { does: 'unsure' }
 * actionForKey('7', ['ham', 'spam']) // => undefined
 * actionForKey('Enter', ['sport', 'music'], 'keys', true) // => { does: 'send' }
 * actionForKey('u', Array.from({ length: 77 }, String)) // => { does: 'search' }
 */
export const actionForKey = (
  key: string,
  classes: readonly string[],
  layout = layoutFor(classes),
  isMultiLabel = false,
): KeyAction | undefined => {
  const name = key.length === 1 ? key.toLowerCase() : key
  const others = { ...layouts[layout], ...(isMultiLabel && severalKeys) }
  const does = Object.hasOwn(others, name) ? others[name] : undefined
  if (does) return { does }
  if (layout === 'search') return /^[\p{L}\p{N}]$/u.test(key) ? { does: 'search' } : undefined
  const label = layout === 'keys' ? classes[classKeys.indexOf(name)] : undefined
  return label === undefined ? undefined : { does: 'answer', label }
}

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
