/** A parsed URL, for display. */
export interface Address {
  readonly scheme: string
  readonly user: string
  /** The host, split into subdomain and registrable domain. */
  readonly subdomain: string
  readonly domain: string
  readonly port: string
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly fragment: string
}

const parts =
  /^\s*(?:([a-z][a-z0-9+.-]{0,30}):(?:\/\/)?|\/\/)?(?:([^/?#@\s]*)@)?(\[[^\]]*\]|[^/?#:\s]*)(?::(\d*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?/is
const numeric = /^(?:[\d.]+|0x[0-9a-f]+|\[.*)$/i
/** Second-level labels under which domains are registered in country-code TLDs. */
const sharedSecondLevel = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gob',
  'gov',
  'ltd',
  'me',
  'mil',
  'net',
  'nom',
  'ne',
  'or',
  'org',
  'plc',
  'sch',
])
const MAX_QUERY_PARAMETERS = 200

/** Number of labels that form the registrable domain. */
const registeredLabels = (labels: readonly string[]): number => {
  const [second = '', last = ''] = labels.slice(-2)
  return last.length === 2 && sharedSecondLevel.has(second.toLowerCase()) ? 3 : 2
}

const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/**
 * Parses a URL leniently. Anything unexpected ends up in the path.
 *
 * @example
 * const { subdomain, domain, query } = parseAddress('http://login.bank.example.co.uk/a?to=%C3%A9')
 * subdomain // => 'login.bank.'
 * domain // => 'example.co.uk'
 * query // => [['to', 'é']]
 */
export const parseAddress = (text: string): Address => {
  const found = parts.exec(text.trim())
  const [scheme = '', user = '', host = '', port = '', path = '', query = '', fragment = ''] =
    found?.slice(1) ?? []
  const labels = numeric.test(host) ? [host] : host.split('.')
  const domain = labels.slice(-registeredLabels(labels)).join('.')
  const pairs = query === '' ? [] : query.split('&', MAX_QUERY_PARAMETERS)
  return {
    scheme,
    user,
    subdomain: host.slice(0, host.length - domain.length),
    domain,
    port,
    path,
    query: pairs.map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [decodeText(pair), ''] : [decodeText(pair.slice(0, at)), decodeText(pair.slice(at + 1))]
    }),
    fragment,
  }
}
