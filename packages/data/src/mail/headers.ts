import { mailDate } from './date.js'

/** A mail header with its continuation lines unfolded. */
export interface MailHeader {
  readonly name: string
  readonly value: string
}

/** The headers and the body of a mail or a part. */
export interface SplitMail {
  readonly headers: readonly MailHeader[]
  readonly rest: string
}

const MAX_HEADERS = 300
const line = /([!-9;-~]{1,60}):[ \t]?(.*(?:\r?\n[ \t].*)*)(?:\r?\n|$)/y
/** Lines of the form "name: value" count as headers only if at least one of these is among them. */
const commonHeader =
  /^(?:from|to|subject|received|return-path|delivery-date|delivered-to|message-id|mime-version|reply-to|content-.*|x-.*)$/i

/** Splits off the leading lines that look like headers. */
export const headed = (text: string): SplitMail => {
  let end = /^From .*\r?\n/.exec(text)?.[0].length ?? 0
  const headers: MailHeader[] = []
  while (end < text.length && headers.length < MAX_HEADERS) {
    line.lastIndex = end
    const found = line.exec(text)
    if (!found) break
    end = line.lastIndex
    headers.push({ name: found[1] ?? '', value: (found[2] ?? '').replace(/\r?\n[ \t]+/g, ' ').trim() })
  }
  return { headers, rest: text.slice(end).replace(/^\r?\n/, '') }
}

/**
 * Splits a mail into headers and body. The "From " line of a mailbox is not a header.
 *
 * @example
 * splitMail('Subject: A long\n  story\n\nHello').headers // => [{ name: 'Subject', value: 'A long story' }]
 * splitMail('URL: example.org\n\nHello').rest // => 'URL: example.org\n\nHello'
 */
export const splitMail = (text: string): SplitMail => {
  const split = headed(text)
  return split.headers.some(({ name }) => commonHeader.test(name)) ? split : { headers: [], rest: text }
}

/** The value of the first header with that name (in lower case). */
export const headerOf = (headers: readonly MailHeader[], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value

/**
 * A parameter of a header value; empty if there is none.
 *
 * @example
 * parameterOf('multipart/mixed; boundary="a b"', 'boundary') // => 'a b'
 */
export const parameterOf = (value: string, name: string): string =>
  new RegExp(`[;\\s]${name}\\s*=\\s*(?:"([^"]*)"|"?([^";\\s]+))`, 'i').exec(value)?.slice(1).find(Boolean) ??
  ''

/** The headers of a mail. */
export interface MailHead {
  readonly subject: string | undefined
  readonly from: string | undefined
  /** The delivery date, else the sent date; undefined if neither is readable. */
  readonly date: Date | undefined
}

/**
 * Reads the headers of a mail: unfolded, with encoded words unchanged. The date is that of the first Received
 * header or another delivery header, because the sender controls the Date header, and spam forges it.
 *
 * @example
 * const head = mailHead('Received: by mx; Thu, 22 Aug 2002 12:36:16 +0100\nSubject: Hello\n world\nDate: 1 Jan 2030\n\nHi')
 * head.subject // => 'Hello world'
 * head.date.toISOString() // => '2002-08-22T11:36:16.000Z'
 */
export const mailHead = (mail: string): MailHead => {
  const { headers } = headed(mail)
  const received = headers.flatMap(({ name, value }) =>
    name.toLowerCase() === 'received' ? [value.slice(value.lastIndexOf(';') + 1)] : [],
  )
  const [envelope] = /^From \S+ +.+/.exec(mail) ?? []
  const dates = [
    ...received,
    headerOf(headers, 'delivery-date'),
    envelope?.replace(/^From \S+ +/, ''),
    headerOf(headers, 'date'),
  ]
  return {
    subject: headerOf(headers, 'subject'),
    from: headerOf(headers, 'from'),
    date: dates.map((text) => text && mailDate(text)).find((date) => date instanceof Date),
  }
}
