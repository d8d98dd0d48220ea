/** The codes in which mails are written, as far as it takes to read them. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** A character set that is unknown, or a wrong one, leaves something to be read. */
const decoded = (bytes: Uint8Array, charset: string): string => {
  try {
    return new TextDecoder(charset.trim().toLowerCase() || 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

/**
 * Text from quoted-printable.
 *
 * @example
 * fromQuoted('caf=C3=A9 =\r\nau lait', 'utf-8') // => 'café au lait'
 */
export const fromQuoted = (text: string, charset: string): string => {
  const joined = text.replace(/=[ \t]*\r?\n/g, '')
  return joined.replace(/(?:=[0-9a-f]{2})+/gi, (run) =>
    decoded(
      Uint8Array.from(run.slice(1).split('='), (pair) => Number.parseInt(pair, 16)),
      charset,
    ),
  )
}

/**
 * Text from base64. What is not base64 is left out, and a cut end is no harm.
 *
 * @example
 * fromBase64('aGVs\nbG8=', 'utf-8') // => 'hello'
 */
export const fromBase64 = (text: string, charset: string): string => {
  const clean = text.replace(/[^A-Za-z0-9+/]/g, '')
  const whole = clean.length % 4 === 1 ? clean.slice(0, -1) : clean
  return decoded(bytesOf(atob(whole)), charset)
}

const word = /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\s]{0,2000})\?=/gi

/**
 * A header with its encoded words written out (RFC 2047).
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
