/** A mail or a part of one: what its head says of it, and the rest. */
interface Part {
  readonly type: string
  readonly encoding: string
  readonly charset: string
  readonly boundary: string | undefined
  readonly body: string
}

/** Mails in mails in mails are not followed further. */
const MOST_DEPTH = 5
const USUAL_CHARSET = 'windows-1252'
/** A mail that says nothing of itself, or not the truth, and begins like a page is one. */
const PAGE = /^\s*(?:<[^>]{1,200}>\s*)*<(?:!doctype html|html|head|body|table|font|p|center)\b/i

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  middot: '·',
  bull: '•',
}

/**
 * A mail as a mail program shows it: without its head, the text of its parts, transfer encodings undone, markup left out.
 *
 * @example
 * readable('Subject: Hello\nContent-Transfer-Encoding: quoted-printable\n\nSee=20you=\n soon.\n') // => 'See you soon.'
 * readable('Content-Type: text/html\n\n<p>Win &pound;100<br>now</p>') // => 'Win 100\nnow'
 */
export const readable = (mail: string): string => {
  const part = partIn(mail)
  return (textOf(part, 0)?.text || part.body).trim()
}

/**
 * A line of the head with its encoded words (RFC 2047) undone.
 *
 * @example
 * headerText('=?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?IPCfmYI=?= from Ada') // => 'Grüße 🙂 from Ada'
 */
export const headerText = (text: string): string =>
  text.replace(
    /=\?([\w-]+)\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi,
    (_, charset: string, kind: string, coded: string) =>
      inCharset(
        /b/i.test(kind) ? Buffer.from(coded, 'base64') : unquoted(coded.replaceAll('_', ' ')),
        charset,
      ),
  )

const partIn = (text: string): Part => {
  const blank = /^\r?\n|\r?\n\r?\n/.exec(text)
  const head = (blank ? text.slice(0, blank.index) : text).replace(/\r?\n[ \t]+/g, ' ')
  const header = (name: string): string =>
    new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const type = header('content-type')
  return {
    type: /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0].toLowerCase() ?? 'text/plain',
    encoding: header('content-transfer-encoding').toLowerCase(),
    charset: /charset="?([\w-]+)/i.exec(type)?.[1] ?? USUAL_CHARSET,
    boundary: /boundary="?([^";]+)/i.exec(type)?.[1],
    body: blank ? text.slice(blank.index + blank[0].length) : '',
  }
}

interface Found {
  readonly text: string
  readonly isPlain: boolean
}

/** The text of a part; that of the plain one, where the same is there in several forms. */
const textOf = (part: Part, depth: number): Found | undefined => {
  const { type, boundary, body } = part
  if (type.startsWith('multipart/') && boundary !== undefined) {
    if (depth >= MOST_DEPTH) return undefined
    const [, ...pieces] = body.split(`--${boundary}`)
    const found = pieces
      .filter((piece) => !piece.startsWith('--'))
      .flatMap((piece) => textOf(partIn(piece.replace(/^[ \t]*\r?\n/, '')), depth + 1) ?? [])
      .filter(({ text }) => text !== '')
    return found.find(({ isPlain }) => isPlain) ?? found[0]
  }
  if (!type.startsWith('text/') && !type.startsWith('multipart/')) return undefined
  const decoded = decodedBody(part)
  const isPage = type === 'text/html' || PAGE.test(decoded)
  return { text: (isPage ? withoutMarkup(decoded) : decoded).trim(), isPlain: !isPage }
}

const decodedBody = ({ encoding, charset, body }: Part): string => {
  if (encoding === 'base64') return inCharset(Buffer.from(body, 'base64'), charset)
  if (encoding !== 'quoted-printable') return body
  return inCharset(unquoted(body.replace(/[ \t]*=[ \t]*\r?\n/g, '')), charset)
}

/** The bytes that are written as =E4. */
const unquoted = (text: string): Uint8Array =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const inCharset = (bytes: Uint8Array, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder(USUAL_CHARSET).decode(bytes)
  }
}

const withoutMarkup = (page: string): string =>
  page
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(style|script|title)\b.*?<\/\1\s*>/gis, '')
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|p|\/p|div|\/div|li|tr|\/tr|h[1-6]|\/h[1-6]|hr)\b[^>]*>/gi, '\n')
    .replace(/<[a-z/!][^>]*>/gi, ' ')
    .replace(/&(?:#(\d{1,7})|([a-z]{2,8}));?/gi, (_, code: string | undefined, name: string | undefined) =>
      code === undefined ? (NAMED[name?.toLowerCase() ?? ''] ?? '') : characterOf(Number(code)),
    )
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')

const characterOf = (code: number): string =>
  code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
