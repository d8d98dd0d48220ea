const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Fields of an item may be nested 32 levels, and everything else less. */
const MAX_DEPTH = 64
/** More lists and objects than the largest batch has. */
const MAX_PARTS = 2 ** 20
/** As many names as an item can have features. */
const MAX_NAMES = 100_000

interface TooMuch {
  readonly at: number
  readonly reason: string
}

/**
 * Where JSON is nested too deeply or has too many parts; undefined if it may be parsed. Every list and every name takes time and
 * memory in the parser, many times that of its characters, while a search costs little next to parsing.
 *
 * @example
 * tooMuchIn('{"a":[1,{"b":"]]]"}]}') // => undefined
 * tooMuchIn('['.repeat(100)) // => { at: 64, reason: 'is nested more than 64 levels deep' }
 */
export const tooMuchIn = (text: string): TooMuch | undefined => {
  const names = new Uint32Array(MAX_DEPTH + 1)
  let [depth, parts] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Most characters outside of strings are digits, which come before the colon.
    if (code < COLON) {
      if (code !== QUOTE) continue
      at = closingQuote(text, at)
      if (at < 0) return undefined
    } else if (code === COLON) {
      if (++names[depth]! > MAX_NAMES)
        return { at, reason: `has an object with more than ${MAX_NAMES} names` }
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (depth === MAX_DEPTH) return { at, reason: `is nested more than ${MAX_DEPTH} levels deep` }
      if (++parts > MAX_PARTS) return { at, reason: `has more than ${MAX_PARTS} lists and objects` }
      names[++depth] = 0
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth = Math.max(0, depth - 1)
  }
  return undefined
}

/** Where a string ends that begins here; -1 if it does not. */
const closingQuote = (text: string, from: number): number => {
  let at = from
  do at = text.indexOf('"', at + 1)
  while (at >= 0 && isEscaped(text, at))
  return at
}

const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charCodeAt(before - 1) === BACKSLASH) before--
  return (at - before) % 2 === 1
}
