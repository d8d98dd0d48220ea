import type { Item } from '../item.js'
import { decoded } from './encodings.js'
import { headerOf } from './headers.js'
import { readMail } from './read-mail.js'

/**
 * An item from the bytes of a mail: its sender, its subject and the part that a mail program would show. The id is the
 * message id.
 *
 * @example
 * const bytes = new TextEncoder().encode('From: Zoe <zoe@example.org>\nSubject: Hi\nMessage-ID: <7@example.org>\n\nSee you')
 * mailItem(bytes, 1).text // => 'From: Zoe <zoe@example.org>\nSubject: Hi\n\nSee you'
 * mailItem(bytes, 1).id // => '7@example.org'
 */
export const mailItem = (bytes: Uint8Array, line: number): Item => {
  const { from, address, subject, body, headers } = readMail(decoded(bytes, ''))
  const sender = address === '' ? from : `${from} <${address}>`
  const id = headerOf(headers, 'message-id')?.replace(/^\s*<|>\s*$/g, '')
  const text = `From: ${sender}\nSubject: ${subject}\n\n${body}`
  return { line, text, ...(id !== undefined && id !== '' && { id }) }
}
