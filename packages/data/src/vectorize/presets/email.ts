import { NO_MARK } from '../murmur3.js'
import type { Tokens } from '../tokens.js'
import { countOf, magnitude, type Preset, tenths } from './preset.js'
import { takeApart } from './url.js'

/** One header line and the indented lines that belong to it. */
const header = /([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]?(.*(?:\r?\n[ \t]+.*)*)(?:\r?\n|$)/y
/** The headers whose words are kept; of the others only that they are there. */
const worded = new Set(['subject', 'x-mailer', 'user-agent', 'content-type', 'organization', 'list-id'])
const addressed = new Set(['from', 'to', 'cc', 'reply-to', 'return-path', 'sender'])

/** Comments, tags, entities, URLs and addresses; lengths are bounded so that no text takes more than linear time. */
const special =
  /<!--|<\/?([a-z][a-z0-9]{0,20})\b[^<>]{0,2000}>|&(?:[a-z]{1,10}|#x?[0-9a-f]{1,6});|(?:https?:\/\/|www\.)[^\s<>"']{1,2000}|[\w.+-]{1,64}@[a-z0-9-]{1,64}(?:\.[a-z0-9-]{1,64}){1,8}/gi

/**
 * An e-mail: headers if the text begins with them (and the subject if the item's metadata have one), words of the
 * subject marked, addresses and URLs taken apart, HTML taken out and its tags counted, and how loud it is.
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

/** Adds the headers; returns where the body begins. */
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
