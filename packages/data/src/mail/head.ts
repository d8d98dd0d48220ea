import { mailDate } from './date.js'
import { headed, headerOf } from './headers.js'

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
