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

const MOST_HEADERS = 300
const line = /([!-9;-~]{1,60}):[ \t]?(.*(?:\r?\n[ \t].*)*)(?:\r?\n|$)/y
/** Lines with a name and a colon are a head only if something is among them that heads have. */
const usual =
  /^(?:from|to|subject|received|return-path|delivery-date|delivered-to|message-id|mime-version|reply-to|content-.*|x-.*)$/i

/** The lines at the beginning of a text that look like headers, and what comes after. */
export const headed = (text: string): SplitMail => {
  let end = /^From .*\r?\n/.exec(text)?.[0].length ?? 0
  const headers: MailHeader[] = []
  while (end < text.length && headers.length < MOST_HEADERS) {
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
  return split.headers.some(({ name }) => usual.test(name)) ? split : { headers: [], rest: text }
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
