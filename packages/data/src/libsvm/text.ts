/** Digits, a dot among or around them, an exponent: what LIBSVM files call a number. No hex, no names. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The number that the text is, correctly rounded; NaN where it is none. */
export const decimal = (text: string): number => (DECIMAL.test(text) ? Number(text) : Number.NaN)

/** So many arguments every engine takes. */
const MAX_CODES = 1 << 12

/** The bytes as a string, one character each. */
export const latin = (text: Uint8Array, from: number, to: number): string => {
  let string = ''
  for (let at = from; at < to; at += MAX_CODES)
    string += Reflect.apply(String.fromCharCode, undefined, text.subarray(at, Math.min(to, at + MAX_CODES)))
  return string
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The bytes as UTF-8; what is none becomes a replacement character. */
export const readable = (bytes: Uint8Array): string => utf8.decode(bytes)

const strictUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/** The same; undefined where they are no UTF-8. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

const MAX_QUOTE_LENGTH = 40

/** The bytes for an error message: quoted, not too long. */
export const quoted = (bytes: Uint8Array): string => {
  const text = readable(bytes.subarray(0, 4 * MAX_QUOTE_LENGTH))
  const characters = [...text]
  const short = characters.length > MAX_QUOTE_LENGTH || bytes.length > 4 * MAX_QUOTE_LENGTH
  return JSON.stringify(short ? `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…` : text)
}
