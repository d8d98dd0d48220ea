import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { isSame } from '../access/is-same.js'

/** Marks a request that another node has passed on, with the address of its client. */
export const FORWARDED_HEADER = 'x-askance-forwarded'

interface Signed {
  readonly method: string
  readonly url: string
  readonly client: string
}

const signature = (secret: string, { method, url, client }: Signed): string =>
  createHmac('sha256', secret).update(`${method}\n${url}\n${client}`).digest('hex')

/**
 * The value of the header for a request that is passed on. Only nodes know the secret, so nobody else can name the address of a
 * client. Before a node has read the secret, it believes nobody.
 *
 * @example
 * const header = forwardedHeader('key', { method: 'GET', url: '/v1/streams/s', client: '192.0.2.1' })
 * forwardedClient('key', header, 'GET', '/v1/streams/s') // => '192.0.2.1'
 * forwardedClient('key', header, 'GET', '/v1/streams/t') // => undefined
 * forwardedClient('other', header, 'GET', '/v1/streams/s') // => undefined
 * forwardedClient('', forwardedHeader('', { method: 'GET', url: '/', client: '192.0.2.1' }), 'GET', '/') // => undefined
 */
export const forwardedHeader = (secret: string, signed: Signed): string =>
  `${signed.client} ${signature(secret, signed)}`

/** The address of the client of a request that a node has passed on; undefined if no node has signed the header. */
export const forwardedClient = (
  secret: string,
  header: string | string[] | undefined,
  method: string,
  url: string,
): string | undefined => {
  if (secret === '') return undefined
  const [client = '', given = ''] = typeof header === 'string' ? header.split(' ') : []
  return isIP(client) > 0 && isSame(given, signature(secret, { method, url, client })) ? client : undefined
}
