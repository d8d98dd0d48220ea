/** The numbers that a magnitude stands for: 0, 1, 2–3, 4–7 and so on. */
const rangeOf = (magnitude: string): string => {
  const n = Number(magnitude)
  if (n < 2) return String(n)
  return `${2 ** (n - 1)}–${2 ** n - 1}`
}

const amount = (magnitude: string, things: string): string =>
  magnitude === '0' ? `no ${things}` : `${rangeOf(magnitude)} ${things}`

const percentage = (tenths: string): string =>
  tenths === '10' ? '100 %' : `${10 * Number(tenths)}–${10 * Number(tenths) + 9} %`

/** Coded features of e-mails and URLs, by their prefix. `of` is "link " for the URLs in an e-mail. */
const coded: Readonly<Record<string, (value: string, of: string) => string>> = {
  'loud:!': (value) => amount(value, 'exclamation marks'),
  'loud:$': (value) => amount(value, 'currency signs'),
  'loud:A': (value) => (value === '0' ? 'few capitals' : `${percentage(value)} of words in capitals`),
  'header:': (value) => `header ${value}`,
  'html:': (value) => `HTML tag ${value}`,
  'length:': (value, of) => `${of || 'URL '}of ${rangeOf(value)} characters`,
  'host-length:': (value, of) => `${of}host of ${rangeOf(value)} characters`,
  'path-length:': (value, of) =>
    value === '0' ? `${of}without path` : `${of}path of ${rangeOf(value)} characters`,
  'query-length:': (value, of) =>
    value === '0' ? `${of}without query` : `${of}query of ${rangeOf(value)} characters`,
  'depth:': (value, of) => `${of}path with ${value} ${value === '1' ? 'level' : 'levels'}`,
  'labels:': (value, of) => `${of}host with ${value} ${value === '1' ? 'part' : 'parts'}`,
  'digits:': (value, of) => `${percentage(value)} digits in the ${of || 'URL '}`.trimEnd(),
  'host-digits:': (value, of) => `${percentage(value)} digits in the ${of}host`,
  'hyphens:': (value, of) => `${value === '0' ? 'no' : value} hyphens in the ${of}host`,
  'tld:': (value, of) => `${of}domain ends with .${value}`,
  'domain:': (value, of) => `${of}domain ${value}`,
  'scheme:': (value, of) => `${of}scheme ${value}`,
  'port:': (value, of) => `${of}port ${value}`,
  'file:': (value, of) => `${of}file type ${value}`,
  'key:': (value, of) => `${of}parameter ${value}`,
  'odd:': (value, of) => `${of}with ${odd[value] ?? value}`,
  'address:': (value) => `address at ${value}`,
}

const odd: Readonly<Record<string, string>> = {
  user: 'a user name',
  address: 'a numeric address',
  escape: 'escaped characters',
  'url-inside': 'another URL inside',
  punycode: 'an encoded international name',
}

const prefixes = Object.keys(coded)

/** The prefix of the pieces of words: n-grams of characters. */
export const PIECE = 'chr:'

/**
 * A feature in words: what a code stands for, and character n-grams in quotes, with dots where a word goes on.
 *
 * @example
 * featureText('loud:!0') // => 'no exclamation marks'
 * featureText('url-path-length:5') // => 'link path of 16–31 characters'
 * featureText('subject:offer') // => 'subject: offer'
 * featureText('chr: lat') // => '“lat…”'
 * featureText('offer') // => 'offer'
 */
export const featureText = (feature: string): string => {
  if (feature.startsWith(PIECE)) return pieceText(feature.slice(PIECE.length))
  const isLink = feature.startsWith('url-')
  const name = isLink ? feature.slice('url-'.length) : feature
  const prefix = prefixes.find((one) => name.startsWith(one) && name.length > one.length)
  if (prefix !== undefined) return coded[prefix]!(name.slice(prefix.length), isLink ? 'link ' : '')
  const domain = /^([a-z-]+)-domain:(.+)$/.exec(name)
  if (domain) return `${domain[1]}: ${domain[2]}`
  return (isLink ? `link ${name}` : name).replace(/(?<![^ ])([a-z-]+):(?=\S)/, '$1: ')
}

const pieceText = (piece: string): string => {
  const [start, end] = [piece.startsWith(' ') ? '' : '…', piece.endsWith(' ') ? '' : '…']
  return `“${start}${piece.trim()}${end}”`
}
