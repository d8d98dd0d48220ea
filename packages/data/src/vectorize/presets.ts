import type { Item } from '../item.js'
import { type Mark, NO_MARK } from './murmur3.js'
import type { Tokens } from './tokens.js'

/** Extracts the tokens of a text. `mark` distinguishes the text columns of a table. */
type Preset = (tokens: Tokens, text: string, mark?: Mark, meta?: Item['meta']) => void

/** The power of two below a size: 0, 1, 2 for 2 and 3, 3 for 4 to 7, and so on. */
export const magnitude = (size: number): string => String(32 - Math.clz32(size))

/** A share in tenths, rounded down. */
export const tenths = (part: number, whole: number): string =>
  String(whole === 0 ? 0 : Math.floor((10 * part) / whole))

export const countOf = (text: string, pattern: RegExp): number => {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) count++
  return count
}

/** The words of the text. */
export const plain: Preset = (tokens, text, mark = NO_MARK) => tokens.text(mark, text)

/** Scheme, user, host, port, path, query, fragment. Always matches; the path takes the rest. */
const parts =
  /^\s*(?:([a-z][a-z0-9+.-]{0,30}):(?:\/\/)?|\/\/)?(?:([^/?#@\s]*)@)?([^/?#:\s]*)(?::(\d*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?/is
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|0x[0-9a-f]+|\d{8,10}|\[[0-9a-f:.]*\]?)$/i

/**
 * The lexical features of a URL (after Ma, Saul, Savage, Voelker 2009, "Beyond blacklists", KDD): the words of host, path
 * and query by position, the domain and its suffix, sizes by power of two, shares of digits in tenths, and suspicious traits.
 */
export const url: Preset = (tokens, text, mark = NO_MARK) => {
  takeApart(tokens, text, mark)
  tokens.segment(mark, text)
}

/** The features of a URL without its characters. */
const takeApart = (tokens: Tokens, text: string, mark: Mark): void => {
  const found = parts.exec(text)
  const [scheme, user, host, port, path, query] = [1, 2, 3, 4, 5, 6].map((k) => found?.[k])
  const flag = (name: string, value: string) => tokens.flag(tokens.mark(`${mark.text}${name}:`), value)
  const words = (name: string, value: string) => tokens.words(tokens.mark(`${mark.text}${name}:`), value)
  flag('scheme', (scheme ?? 'none').toLowerCase())
  hostFeatures((host ?? '').toLowerCase(), flag, words)
  if (user !== undefined) flag('odd', 'user')
  if (port) flag('port', port)
  if (path) words('path', path)
  const ending = /\.([a-z0-9]{1,8})$/i.exec(path ?? '')
  if (ending) flag('file', ending[1]!.toLowerCase())
  for (const pair of (query ?? '').split('&', 100)) {
    const [key, value] = pair.split('=', 2)
    if (key) flag('key', key.toLowerCase().slice(0, 64))
    if (value) words('query', value)
  }
  flag('depth', String(Math.min(countOf(path ?? '', /\/+[^/]/g), 10)))
  flag('length', magnitude(text.length))
  flag('path-length', magnitude(path?.length ?? 0))
  flag('query-length', magnitude(query?.length ?? 0))
  flag('digits', tenths(countOf(text, /\d/g), text.length))
  if (text.includes('%')) flag('odd', 'escape')
  if (/https?:|www\./i.test(path ?? '') || /https?(?::|%3a)/i.test(query ?? '')) flag('odd', 'url-inside')
}

type Add = (name: string, value: string) => void

const hostFeatures = (host: string, flag: Add, words: Add): void => {
  flag('host-length', magnitude(host.length))
  if (address.test(host)) {
    flag('odd', 'address')
    return
  }
  const labels = host.split('.').filter((label) => label !== '')
  flag('labels', String(Math.min(labels.length, 10)))
  flag('host-digits', tenths(countOf(host, /\d/g), host.length))
  flag('hyphens', String(Math.min(countOf(host, /-/g), 10)))
  if (labels.some((label) => label.startsWith('xn--'))) flag('odd', 'punycode')
  if (labels.length === 0) return
  flag('tld', labels.at(-1)!.slice(0, 64))
  flag('domain', labels.slice(-2).join('.').slice(0, 128))
  words('host', host)
}

/** One header with its continuation lines. */
const header = /([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]?(.*(?:\r?\n[ \t]+.*)*)(?:\r?\n|$)/y
/** Headers whose words are kept; of the others only their presence counts. */
const worded = new Set(['subject', 'x-mailer', 'user-agent', 'content-type', 'organization', 'list-id'])
const addressed = new Set(['from', 'to', 'cc', 'reply-to', 'return-path', 'sender'])

/** Comments, tags, entities, URLs and addresses; lengths are bounded to keep matching linear. */
const special =
  /<!--|<\/?([a-z][a-z0-9]{0,20})\b[^<>]{0,2000}>|&(?:[a-z]{1,10}|#x?[0-9a-f]{1,6});|(?:https?:\/\/|www\.)[^\s<>"']{1,2000}|[\w.+-]{1,64}@[a-z0-9-]{1,64}(?:\.[a-z0-9-]{1,64}){1,8}/gi

/**
 * An e-mail: its headers (and the subject from the item's metadata), marked words of the
 * subject, parts of addresses and URLs, counts of HTML tags, exclamation marks, currency signs and capitals.
 */
export const email: Preset = (tokens, text, mark = NO_MARK, meta) => {
  const { subject } = meta ?? {}
  if (typeof subject === 'string') tokens.text(tokens.mark('subject:'), subject)
  const body = text.slice(headersOf(tokens, text))
  const lastComment = body.lastIndexOf('-->')
  let from = 0
  for (;;) {
    special.lastIndex = from
    const found = special.exec(body)
    if (!found) break
    if (found.index > from) tokens.text(mark, body.slice(from, found.index))
    from = found.index + found[0].length
    if (found[0] === '<!--') {
      if (from <= lastComment) from = body.indexOf('-->', from) + 3
    } else piece(tokens, found[0], found[1])
  }
  if (from < body.length) tokens.text(mark, body.slice(from))
  loudness(tokens, typeof subject === 'string' ? `${subject}\n${body}` : body)
}

/** Adds the headers; returns the start of the body. */
const headersOf = (tokens: Tokens, text: string): number => {
  header.lastIndex = /^From .*\r?\n/.exec(text)?.[0].length ?? 0
  let end = 0
  for (;;) {
    const found = header.exec(text)
    if (!found) break
    end = header.lastIndex
    const name = found[1]!.toLowerCase()
    if (worded.has(name)) tokens.text(tokens.mark(`${name}:`), found[2]!)
    else if (addressed.has(name)) addresses(tokens, name, found[2]!)
    else tokens.flag(tokens.mark('header:'), name)
    if (end >= text.length) break
  }
  return end
}

const addresses = (tokens: Tokens, name: string, text: string): void => {
  tokens.words(tokens.mark(`${name}:`), text)
  for (const [, domain] of text.matchAll(/@([\w.-]{1,128})/g)) domainOf(tokens, `${name}-domain:`, domain!)
}

const domainOf = (tokens: Tokens, mark: string, domain: string): void =>
  tokens.flag(tokens.mark(mark), domain.toLowerCase())

/** A tag, an entity, a URL or an address. */
const piece = (tokens: Tokens, text: string, tag: string | undefined): void => {
  if (tag !== undefined) tokens.flag(tokens.mark('html:'), tag.toLowerCase())
  if (text.startsWith('&')) return
  const link = /(?:https?:\/\/|www\.)[^\s<>"']{1,2000}/i.exec(text)
  if (link) takeApart(tokens, link[0], tokens.mark('url-'))
  else if (tag === undefined) domainOf(tokens, 'address:', text.slice(text.indexOf('@') + 1))
}

const loudness = (tokens: Tokens, text: string): void => {
  const loud = tokens.mark('loud:')
  const words = countOf(text, /\p{L}{2,}/gu)
  tokens.flag(loud, `!${magnitude(countOf(text, /(?<!<)!/g))}`)
  tokens.flag(loud, `$${magnitude(countOf(text, /\p{Sc}/gu))}`)
  tokens.flag(loud, `A${tenths(countOf(text, /(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu), words)}`)
}
