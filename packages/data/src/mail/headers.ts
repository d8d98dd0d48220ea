import { mailDate } from './date.js'

/** A line of the head of a mail, and the indented lines that belong to it, in one. */
export interface MailHeader {
  readonly name: string
  readonly value: string
}

/** A mail or a part of one: its head and what comes after. */
export interface SplitMail {
  readonly headers: readonly MailHeader[]
  readonly rest: string
}

const MAX_HEADERS = 300
const line = /([!-9;-~]{1,60}):[ \t]?(.*(?:\r?\n[ \t].*)*)(?:\r?\n|$)/y
/** Lines with a name and a colon are a head only if something is among them that heads have. */
const commonHeader =
  /^(?:from|to|subject|received|return-path|delivery-date|delivered-to|message-id|mime-version|reply-to|content-.*|x-.*)$/i

/** The lines at the beginning of a text that look like headers, and what comes after. */
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
 * The head of a mail, if a text begins with one, and what comes after. The line with which a mailbox begins a mail is none.
 *
 * @example
 * splitMail('Subject: A long\n  story\n\nHello').headers // => [{ name: 'Subject', value: 'A long story' }]
 * splitMail('URL: example.org\n\nHello').rest // => 'URL: example.org\n\nHello'
 */
export const splitMail = (text: string): SplitMail => {
  const split = headed(text)
  return split.headers.some(({ name }) => commonHeader.test(name)) ? split : { headers: [], rest: text }
}

/** The value of the first header of that name, which is written small. */
export const headerOf = (headers: readonly MailHeader[], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value

/**
 * What a header says by name behind its value; empty where it says nothing.
 *
 * @example
 * parameterOf('multipart/mixed; boundary="a b"', 'boundary') // => 'a b'
 */
export const parameterOf = (value: string, name: string): string =>
  new RegExp(`[;\\s]${name}\\s*=\\s*(?:"([^"]*)"|"?([^";\\s]+))`, 'i').exec(value)?.slice(1).find(Boolean) ??
  ''

/** What the head of a mail says. */
export interface MailHead {
  readonly subject: string | undefined
  readonly from: string | undefined
  /** When it was delivered, else when it says it was sent; nothing where neither can be read. */
  readonly date: Date | undefined
}

/**
 * Reads the head of a mail: headers unfolded, encoded words left as they are. The date is that of the first Received
 * header or of another mark of delivery, since the Date header is the sender's, and spam lies in it.
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
