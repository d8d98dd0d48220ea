import { dataError } from '../errors.js'

const MAX_REDIRECTS = 5

/** A connection that failed or broke off: another try may go better. */
export class Broken extends Error {}

/** The answer to a request, redirections followed, but to http and https only. */
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
    // Packed for the way, the bytes could not be counted, nor fetched from the middle.
    return await fetch(url, {
      headers: { 'accept-encoding': 'identity', ...headers },
      signal,
      redirect: 'manual',
    })
  } catch (cause) {
    throw broken(cause)
  }
}

/** 416 says that there is nothing to go on with; whatever is the server's trouble of the moment may pass. */
const accepted = async (response: Response, url: URL): Promise<Response> => {
  const { status } = response
  if (status === 200 || status === 206 || status === 416) return response
  await response.body?.cancel()
  if (status === 429 || status >= 500) throw new Broken(`the server returned status ${status}`)
  throw dataError('fetch/status', { url: url.href, status })
}

/** The error of a connection with the reason that lies under it. */
export const broken = (cause: unknown): Broken => {
  const under = cause instanceof Error ? (cause.cause ?? cause) : cause
  return new Broken(under instanceof Error ? under.message : String(under))
}

/**
 * An address of the web, relative to another where that is given.
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
