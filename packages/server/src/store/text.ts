/**
 * PostgreSQL holds no NUL in a text, and no database a half of a surrogate pair, but both may stand in what a client calls
 * an item. Such characters are stored as an escape and another character, in both databases alike: two texts that differ
 * stay different, and the order of texts by their bytes stays what it was.
 */
const ESCAPE = '\u0001'
const NUL = `${ESCAPE}\u0001`
const ESCAPED_ESCAPE = `${ESCAPE}\u0002`
/** In Unicode mode the range matches halves that stand alone. */
const SPECIAL = new RegExp(`[\\u0000${ESCAPE}\\ud800-\\udfff]`, 'gu')
const STORED = new RegExp(`${ESCAPE}(?:\\u0001|\\u0002|\\u0003([0-9a-f]{4}))`, 'g')

const escapeOne = (character: string): string => {
  if (character === '\0') return NUL
  if (character === ESCAPE) return ESCAPED_ESCAPE
  return `${ESCAPE}\u0003${character.charCodeAt(0).toString(16)}`
}

const readOne = (stored: string, surrogate: string | undefined): string => {
  if (surrogate !== undefined) return String.fromCharCode(Number.parseInt(surrogate, 16))
  return stored === NUL ? '\0' : ESCAPE
}

/** A text as it is stored. */
export const toStored = (text: string): string => text.replace(SPECIAL, escapeOne)

/** The text that was stored. */
export const fromStored = (stored: string): string =>
  stored.includes(ESCAPE) ? stored.replace(STORED, readOne) : stored
