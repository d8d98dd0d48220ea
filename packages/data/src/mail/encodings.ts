const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** The fallback for mails that declare no character set and are not UTF-8. */
const DEFAULT_CHARSET = 'windows-1252'

const decodedAs = (bytes: Uint8Array, charset: string, fatal = false): string | undefined => {
  try {
    const decoder = new TextDecoder(charset, { fatal })
    // Without streaming, Node 20 decodes windows-1252 as latin1.
    return decoder.decode(bytes, { stream: true }) + decoder.decode()
  } catch {
    return undefined
  }
}

/** Decodes with fallbacks, so that an unknown or wrong character set still gives readable text. */
export const decoded = (bytes: Uint8Array, charset: string): string => {
  const named = charset.trim() === '' ? undefined : decodedAs(bytes, charset.trim())
  return named ?? decodedAs(bytes, 'utf-8', true) ?? decodedAs(bytes, DEFAULT_CHARSET) ?? ''
}

const unquoted = (text: string): string =>
  text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Decodes quoted-printable. Without a character set it is UTF-8 or else windows-1252.
 *
 * @example
 * fromQuoted('caf=C3=A9 =\r\nau lait', 'utf-8') // => 'café au lait'
 * fromQuoted('caf=E9', '') // => 'café'
 */
export const fromQuoted = (text: string, charset: string): string => {
  const joined = text.replace(/=[ \t]*\r?\n/g, '')
  // Text that was already decoded contains characters beyond one byte; they stay.
  return isAscii(joined)
    ? decoded(bytesOf(unquoted(joined)), charset)
    : joined.replace(/(?:=[0-9a-f]{2})+/gi, (run) => decoded(bytesOf(unquoted(run)), charset))
}

/**
 * Decodes unencoded text, which may be 7-bit Japanese (ISO-2022-JP).
 *
 * @example
 * fromPlain('\u001b$B$"\u001b(B', 'iso-2022-jp') // => 'あ'
 * fromPlain('café', 'utf-8') // => 'café'
 */
export const fromPlain = (text: string, charset: string): string =>
  /^iso-2022-jp/i.test(charset) && isAscii(text) ? decoded(bytesOf(text), charset) : text

/**
 * Decodes base64. Other characters are ignored, and a truncated end is accepted.
 *
 * @example
 * fromBase64('aGVs\nbG8=', 'utf-8') // => 'hello'
 */
export const fromBase64 = (text: string, charset: string): string => {
  const clean = text.replace(/[^A-Za-z0-9+/]/g, '')
  const whole = clean.length % 4 === 1 ? clean.slice(0, -1) : clean
  return decoded(bytesOf(atob(whole)), charset)
}

const word = /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?]{0,2000})\?=/gi

/**
 * Decodes the encoded words of a header (RFC 2047).
 *
 * @example
 * headerText('=?utf-8?B?WsO8cmljaA==?= =?utf-8?Q?_im_M=C3=A4rz?=') // => 'Zürich im März'
 */
export const headerText = (text: string): string =>
  text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(word, (_, charset: string, code: string, inner: string) =>
      code.toLowerCase() === 'b'
        ? fromBase64(inner, charset)
        : fromQuoted(inner.replaceAll('_', ' '), charset),
    )
