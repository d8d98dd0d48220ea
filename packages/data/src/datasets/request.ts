import { dataError } from '../errors.js'

const MAX_REDIRECTS = 5

/** A failed or broken connection; a retry may succeed. */
export class Broken extends Error {}

/** Sends a request and follows redirects, to http and https only. */
export const request = async (
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> => {
  let url = webAddress(address)
  for (let k = 0; k <= MAX_REDIRECTS; k++) {
    const response = await answer(url, headers, signal)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return accepted(response, url)
    await response.body?.cancel()
    url = webAddress(location, url)
  }
  throw dataError('fetch/redirects', { url: address, most: MAX_REDIRECTS })
}

const answer = async (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> => {
  try {
    // A compressed response could not be counted or resumed.
    return await fetch(url, {
      headers: { 'accept-encoding': 'identity', ...headers },
      signal,
      redirect: 'manual',
    })
  } catch (cause) {
    throw broken(cause)
  }
}

/** 416 means that nothing is left to resume; temporary server errors may be retried. */
const accepted = async (response: Response, url: URL): Promise<Response> => {
  const { status } = response
  if (status === 200 || status === 206 || status === 416) return response
  await response.body?.cancel()
  if (status === 429 || status >= 500) throw new Broken(`the server returned status ${status}`)
  throw dataError('fetch/status', { url: url.href, status })
}

/** A connection error with its underlying reason. */
export const broken = (cause: unknown): Broken => {
  const under = cause instanceof Error ? (cause.cause ?? cause) : cause
  return new Broken(under instanceof Error ? under.message : String(under))
}

/**
 * Parses an http or https URL, relative to `base` if given.
 *
 * @example
 * webAddress('data/a9a', new URL('https://example.org/sets/')).href // => 'https://example.org/sets/data/a9a'
 * webAddress('file:///etc/passwd') // => throws fetch/address
 */
export const webAddress = (address: string, base?: URL): URL => {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw dataError('fetch/address', { url: address })
}
