import { fromBase64, fromQuoted, headerText } from './encodings.js'
import { textOfHtml } from './html-text.js'

/** A mail as people read it. */
export interface Mail {
  readonly subject: string
  readonly from: string
  readonly address: string
  /** Milliseconds since 1970, where the mail says when it was written. */
  readonly date?: number
  readonly body: string
  readonly headers: readonly Header[]
  /** Whether the body goes on beyond what was read. */
  readonly isCut: boolean
}

export interface Header {
  readonly name: string
  readonly value: string
}

/** Nobody reads more of a mail than this to find its class. */
const MOST_READ = 400_000
const MOST_HEADERS = 300
const MOST_DEPTH = 5
const MOST_PARTS = 50

const headerLine = /([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]?(.*(?:\r?\n[ \t].*)*)(?:\r?\n|$)/y

interface Split {
  readonly headers: readonly Header[]
  readonly rest: string
}

/** Headers, if a text begins with some, and what comes after. */
const splitHeaders = (text: string): Split => {
  let end = /^From .*\r?\n/.exec(text)?.[0].length ?? 0
  const headers: Header[] = []
  while (end < text.length && headers.length < MOST_HEADERS) {
    headerLine.lastIndex = end
    const found = headerLine.exec(text)
    if (!found) break
    end = headerLine.lastIndex
    headers.push({ name: found[1] ?? '', value: (found[2] ?? '').replace(/\r?\n[ \t]+/g, ' ').trim() })
  }
  return headers.length === 0
    ? { headers, rest: text }
    : { headers, rest: text.slice(end).replace(/^\r?\n/, '') }
}

const headerOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value

const parameter = (value: string, name: string): string =>
  new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value)?.slice(1).find(Boolean) ?? ''

/** Whether a part was written to be read, or is the same as a page, or is something else. */
type Form = 'plain' | 'html' | 'other'
interface Part {
  readonly form: Form
  readonly text: string
}

const formOf = (type: string): Form => {
  if (/^text\/html/i.test(type)) return 'html'
  return type === '' || /^text\//i.test(type) ? 'plain' : 'other'
}

const decodedPart = ({ headers, rest }: Split): Part => {
  const type = headerOf(headers, 'content-type') ?? ''
  const form = formOf(type)
  if (form === 'other') return { form, text: '' }
  const charset = parameter(type, 'charset')
  const coding = (headerOf(headers, 'content-transfer-encoding') ?? '').trim().toLowerCase()
  const text =
    coding === 'base64'
      ? fromBase64(rest, charset)
      : coding === 'quoted-printable'
        ? fromQuoted(rest, charset)
        : rest
  return { form, text: form === 'html' ? textOfHtml(text) : text }
}

/** The best part to read: the first plain one, or else the first page. */
const partOf = (split: Split, depth = 0): Part => {
  const type = headerOf(split.headers, 'content-type') ?? ''
  if (/^message\/rfc822/i.test(type) && depth < MOST_DEPTH) return partOf(splitHeaders(split.rest), depth + 1)
  const boundary = /^multipart\//i.test(type) ? parameter(type, 'boundary') : ''
  if (boundary === '' || depth >= MOST_DEPTH) return decodedPart(split)
  const [preamble = '', ...parts] = `\n${split.rest}`.split(`\n--${boundary}`).slice(0, MOST_PARTS)
  const read = parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => partOf(splitHeaders(part.replace(/^[ \t]*\r?\n/, '')), depth + 1))
    .filter(({ text }) => text.trim() !== '')
  const found = read.find(({ form }) => form === 'plain') ?? read.find(({ form }) => form === 'html')
  return found ?? { form: 'plain', text: preamble }
}

const looksLikeHtml = (text: string): boolean =>
  /^\s*(?:<!doctype html|<html|<body|<head|<table|<p\b|<div)/i.test(text)

const dateOf = (value: unknown): number | undefined => {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) ? time : undefined
}

/**
 * Name and address of a sender.
 *
 * @example
 * senderOf('"Maren Holt" <maren@example.org>') // => { from: 'Maren Holt', address: 'maren@example.org' }
 * senderOf('maren@example.org') // => { from: 'maren@example.org', address: '' }
 */
export const senderOf = (value: string): { readonly from: string; readonly address: string } => {
  const found = /^\s*"?([^"<]*?)"?\s*<([^<>]*)>/.exec(value)
  const name = found?.[1]?.trim() ?? ''
  const address = found?.[2]?.trim() ?? ''
  return name === '' ? { from: address || value.trim(), address: '' } : { from: name, address }
}

/**
 * Reads a mail: headers at the beginning of its text or in what is known about it, the part that was written to be read,
 * decoded. Pages come as text.
 *
 * @example
 * const mail = readMail('Subject: Hi\nContent-Type: text/html\n\n<p>1 &lt; 2</p>', { from: 'Zoe <zoe@example.org>' })
 * mail.subject // => 'Hi'
 * mail.body // => '1 < 2'
 * mail.from // => 'Zoe'
 */
export const readMail = (text: string, meta: Readonly<Record<string, unknown>>): Mail => {
  const split = splitHeaders(text.slice(0, MOST_READ))
  const told = (name: string): string => {
    const known = meta[name]
    return headerText(typeof known === 'string' ? known : (headerOf(split.headers, name) ?? ''))
  }
  const part = partOf(split)
  const isPage = part.form === 'plain' && looksLikeHtml(part.text)
  const date = dateOf(meta.date ?? headerOf(split.headers, 'date'))
  return {
    subject: told('subject'),
    ...senderOf(told('from')),
    ...(date !== undefined && { date }),
    body: (isPage ? textOfHtml(part.text) : part.text).replace(/\r\n?/g, '\n').trim(),
    headers: split.headers,
    isCut: text.length > MOST_READ,
  }
}
