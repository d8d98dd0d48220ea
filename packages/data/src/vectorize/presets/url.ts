import { type Mark, NO_MARK } from '../murmur3.js'
import type { Tokens } from '../tokens.js'
import { countOf, magnitude, type Preset, tenths } from './preset.js'

/** Scheme, user, host, port, path, query, fragment. Never fails: what does not fit goes into the path. */
const parts =
  /^\s*(?:([a-z][a-z0-9+.-]{0,30}):(?:\/\/)?|\/\/)?(?:([^/?#@\s]*)@)?([^/?#:\s]*)(?::(\d*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?/is
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|0x[0-9a-f]+|\d{8,10}|\[[0-9a-f:.]*\]?)$/i

/**
 * The lexical features of a URL (after Ma, Saul, Savage, Voelker 2009, "Beyond blacklists", KDD): the words of host, path
 * and query by where they stand, the domain and its ending, sizes by power of two, digits in tenths, and what is odd about it.
 */
export const url: Preset = (tokens, text, mark = NO_MARK) => {
  takeApart(tokens, text, mark)
  tokens.segment(mark, text)
}

/** The features of a URL without its characters. */
export const takeApart = (tokens: Tokens, text: string, mark: Mark): void => {
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
