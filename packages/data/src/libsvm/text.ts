/** Decimal numbers in LIBSVM: digits, an optional dot and exponent; no hex, no names. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The number, correctly rounded; NaN if the text is invalid. */
export const decimal = (text: string): number => (DECIMAL.test(text) ? Number(text) : Number.NaN)

/** Every engine accepts this many arguments. */
const MAX_CODES = 1 << 12

/** The bytes as a string, one character each. */
export const latin = (text: Uint8Array, from: number, to: number): string => {
  let string = ''
  for (let at = from; at < to; at += MAX_CODES)
    string += Reflect.apply(String.fromCharCode, undefined, text.subarray(at, Math.min(to, at + MAX_CODES)))
  return string
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes UTF-8; invalid bytes become replacement characters. */
export const readable = (bytes: Uint8Array): string => utf8.decode(bytes)

const strictUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/** Decodes UTF-8; undefined if it is invalid. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

const MAX_QUOTE_LENGTH = 40

/** The bytes for an error message, quoted and shortened. */
export const quoted = (bytes: Uint8Array): string => {
  const text = readable(bytes.subarray(0, 4 * MAX_QUOTE_LENGTH))
  const characters = [...text]
  const short = characters.length > MAX_QUOTE_LENGTH || bytes.length > 4 * MAX_QUOTE_LENGTH
  return JSON.stringify(short ? `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…` : text)
}
