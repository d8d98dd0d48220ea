import type { SentItem } from './types.js'

const [SPACE, QUOTE, COMMA, COLON] = [0x20, 0x22, 0x2c, 0x3a]
const [ZERO, NINE] = [0x30, 0x39]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]

const START = '{"items":['
/** A number may be written with millions of digits, which no limit of texts would count. */
const MAX_DIGITS = 32

/**
 * The items of a valid body as they are written there, so that they need not be serialized again. An item is missing if `JSON.stringify`
 * would write it differently, except for its numbers; all are if the body has whitespace between values, very long numbers, or escaped
 * characters, which a search would not find.
 *
 * @example
 * itemTexts('{"items":[{"row":{"index":[1],"value":[1e0]}}]}', [{ row: { index: [1], value: [1] } }])[0] // => '{"row":{"index":[1],"value":[1e0]}}'
 * itemTexts('{"text": "a"}', [{ text: 'a' }]) // => []
 * itemTexts('{"text":"a","text":"b"}', [{ text: 'b' }]) // => [undefined]
 */
export const itemTexts = (body: string, items: readonly SentItem[]): readonly (string | undefined)[] => {
  if (body.includes('\\')) return []
  const texts: (string | undefined)[] = []
  const last = body.startsWith(START) ? body.length - 2 : body.length
  let [depth, from, keys] = [0, 0, 0]
  /** Where the characters of a number can begin. */
  let begin = last < body.length ? START.length : 0
  for (let k = begin; k < last; k++) {
    const code = body.charCodeAt(k)
    // Most characters of a body are digits or in a text.
    if (code >= ZERO && code <= NINE) continue
    if (code === QUOTE) {
      k = body.indexOf('"', k + 1)
      begin = k + 1
      continue
    }
    const isOpening = code === OPEN_BRACE || code === OPEN_BRACKET
    const isClosing = code === CLOSE_BRACE || code === CLOSE_BRACKET
    if (!isOpening && !isClosing && code !== COMMA && code !== COLON) {
      if (code <= SPACE) return []
      continue
    }
    if (k - begin > MAX_DIGITS) return []
    begin = k + 1
    if (code === COLON) keys++
    else if (isOpening) {
      if (depth++ === 0) [from, keys] = [k, 0]
    } else if (isClosing) {
      if (--depth > 0) continue
      // The list ended before the body does: it may be there twice.
      if (depth < 0) return []
      const item = items[texts.length]
      texts.push(item && keys === keysIn(item) ? body.slice(from, k + 1) : undefined)
    }
  }
  return texts
}

/** The number of names in an item. Fields can be nested, so an item with fields is never as it is written. */
const keysIn = ({ features, row, meta, fields, ...rest }: SentItem): number => {
  if (fields) return Number.NaN
  return [rest, features, row, meta].reduce(
    (sum: number, one) => sum + (one ? 1 + Object.keys(one).length : 0),
    -1,
  )
}
