import { mailDate } from './date.js'
import { fromBase64, fromPlain, fromQuoted, headerText } from './encodings.js'
import { headerOf, type MailHeader, parameterOf, type SplitMail, splitMail } from './headers.js'
import { isPage, textOfHtml } from './html-text.js'

/** A mail as a mail program shows it. */
export interface Mail {
  readonly subject: string
  readonly from: string
  readonly address: string
  /** Milliseconds since 1970, if the mail has a date. */
  readonly date?: number
  readonly body: string
  readonly headers: readonly MailHeader[]
  /** Whether the body was truncated. */
  readonly isCut: boolean
}

/** Longer mails are truncated; this is enough to classify them. */
const MAX_LENGTH = 400_000
/** Limits nested messages. */
const MAX_DEPTH = 5
const MAX_PARTS = 50

/** A body part: plain text, HTML or something else. */
interface Part {
  readonly form: 'plain' | 'page' | 'other'
  readonly text: string
}

const nothing: Part = { form: 'other', text: '' }

const typeOf = (said: string): string =>
  /^[\w.+-]{1,80}\/[\w.+-]{1,80}/.exec(said)?.[0].toLowerCase() ?? 'text/plain'

const decodedBody = ({ headers, rest }: SplitMail, charset: string): string => {
  const coding = headerOf(headers, 'content-transfer-encoding')?.toLowerCase()
  if (coding === 'base64') return fromBase64(rest, charset)
  return coding === 'quoted-printable' ? fromQuoted(rest, charset) : fromPlain(rest, charset)
}

/** The part to display: the first plain one, or else the first HTML one. */
const partOf = (split: SplitMail, depth = 0): Part => {
  const said = headerOf(split.headers, 'content-type') ?? ''
  const type = typeOf(said)
  const isMail = type === 'message/rfc822'
  const boundary = type.startsWith('multipart/') ? parameterOf(said, 'boundary') : ''
  if (isMail || boundary !== '') {
    if (depth >= MAX_DEPTH) return nothing
    return isMail ? partOf(splitMail(split.rest), depth + 1) : bestOf(split.rest, boundary, depth)
  }
  if (!/^(?:text|multipart)\//.test(type)) return nothing
  const text = decodedBody(split, parameterOf(said, 'charset'))
  return type === 'text/html' || isPage(text)
    ? { form: 'page', text: textOfHtml(text) }
    : { form: 'plain', text }
}

const bestOf = (body: string, boundary: string, depth: number): Part => {
  const [preamble = '', ...parts] = `\n${body}`.split(`\n--${boundary}`, MAX_PARTS)
  const read = parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => partOf(splitMail(part.replace(/^[ \t]*\r?\n/, '')), depth + 1))
    .filter(({ text }) => text.trim() !== '')
  const found = read.find(({ form }) => form === 'plain') ?? read.find(({ form }) => form === 'page')
  return found ?? { form: 'plain', text: preamble }
}

const dateOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const time = mailDate(value)?.getTime() ?? Date.parse(value)
  return Number.isFinite(time) ? time : undefined
}

/**
 * Splits a sender into name and address.
 *
 * @example
 * senderOf('"Maren Holt" <maren@example.org>') // => { from: 'Maren Holt', address: 'maren@example.org' }
 * senderOf('maren@example.org') // => { from: 'maren@example.org', address: '' }
 */
export const senderOf = (value: string): { readonly from: string; readonly address: string } => {
  const found = /^([^<]*)<([^<>]*)>/.exec(value)
  const name = found?.[1]?.trim().replace(/^"|"$/g, '').trim() ?? ''
  const address = found?.[2]?.trim() ?? ''
  return name === '' ? { from: address || value.trim(), address: '' } : { from: name, address }
}

/**
 * Reads a mail as a mail program shows it: headers from its text or from `known`, and the decoded
 * part to display. HTML is converted to text.
 *
 * @example
 * const mail = readMail('Subject: Hi\nContent-Type: text/html\n\n<p>1 &lt; 2</p>', { from: 'Zoe <zoe@example.org>' })
 * mail.subject // => 'Hi'
 * mail.body // => '1 < 2'
 * mail.from // => 'Zoe'
 */
export const readMail = (text: string, known: Readonly<Record<string, unknown>> = {}): Mail => {
  const split = splitMail(text.slice(0, MAX_LENGTH))
  const headerValue = (name: string): string => {
    const value = known[name]
    return headerText(typeof value === 'string' ? value : (headerOf(split.headers, name) ?? ''))
  }
  const date = dateOf(known.date ?? headerOf(split.headers, 'date'))
  return {
    subject: headerValue('subject'),
    ...senderOf(headerValue('from')),
    ...(date !== undefined && { date }),
    body: partOf(split).text.replace(/\r\n?/g, '\n').trim(),
    headers: split.headers,
    isCut: text.length > MAX_LENGTH,
  }
}
