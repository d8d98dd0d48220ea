import { lookup as systemLookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { VERSION } from '@askance/core'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'

/**
 * Networks that are not the public internet, by the registries of special-purpose addresses of IANA: this machine, private
 * networks, link-local ones with the metadata services of clouds, those that carry an IPv4 address inside, multicast.
 */
const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

const PRIVATE_IPV6 = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

const privateNetworks = new BlockList()
for (const [network, bits] of PRIVATE_IPV4) privateNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of PRIVATE_IPV6) privateNetworks.addSubnet(network, bits, 'ipv6')

/**
 * Whether an address is of this machine or of a private network. An IPv4 address inside an IPv6 one counts as itself.
 *
 * @example
 * isPrivateAddress('::ffff:10.0.0.1') // => true
 * isPrivateAddress('93.184.216.34') // => false
 */
export const isPrivateAddress = (address: string): boolean =>
  privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const LOCAL_NAME = /(?:^|\.)localhost\.?$/i

/** The address inside the brackets that a URL puts around IPv6. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const urlProblem = (url: URL, { privateHooks }: Pick<Settings, 'privateHooks'>): string | undefined => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'expected http or https'
  if (url.username !== '' || url.password !== '') return 'a name or a password must not stand in it'
  if (privateHooks) return undefined
  const host = bare(url.hostname)
  const isPrivate = isIP(host) === 0 ? LOCAL_NAME.test(host) : isPrivateAddress(host)
  return isPrivate ? PRIVATE_REASON : undefined
}

const PRIVATE_REASON = 'it is on this machine or in a private network, which the setting privateHooks forbids'

/**
 * The address of a webhook, if it may be called as far as its spelling tells; throws `hook/url`. What its name stands for
 * is looked at when it is called, by `guardedLookup`.
 *
 * @example
 * checkHookUrl('https://example.org/hook', { privateHooks: false }).hostname // => 'example.org'
 * checkHookUrl('http://169.254.169.254/latest', { privateHooks: false }) // => throws hook/url
 */
export const checkHookUrl = (text: string, settings: Pick<Settings, 'privateHooks'>): URL => {
  if (!URL.canParse(text)) throw serverError('hook/url', { url: text, reason: 'it is no address' })
  const url = new URL(text)
  const reason = urlProblem(url, settings)
  if (reason === undefined) return url
  url.username = url.username && '***'
  url.password = url.password && '***'
  throw serverError('hook/url', { url: url.href, reason })
}

/**
 * Looks a name up and refuses it when any of its addresses is private. The connection is made to the very address that
 * was looked at, so that a name cannot mean another one a moment later.
 */
export const guardedLookup =
  ({ privateHooks }: Pick<Settings, 'privateHooks'>, lookup = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (fault, addresses) => {
      const [first] = addresses ?? []
      if (fault || !first) return callback(fault ?? new Error(`no address for ${hostname}`), [])
      const refused = !privateHooks && addresses.some(({ address }) => isPrivateAddress(address))
      if (refused) return callback(serverError('hook/url', { url: hostname, reason: PRIVATE_REASON }), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

export interface Posted {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Gives up when this says so. */
  readonly signal: AbortSignal
}

/** Posts a message and gives the status of the answer; rejects when there is none. */
export type Send = (posted: Posted) => Promise<number>

/** What is read of an answer, in bytes: nobody looks at it, but a receiver may want to finish its sentence. */
const MAX_READ = 64 * 1024

/** Redirects are not followed, for they would lead past the check of the address. */
export const sendWith =
  (settings: Pick<Settings, 'privateHooks'>, lookup = guardedLookup(settings)): Send =>
  async ({ url: text, headers, body, signal }) => {
    const url = checkHookUrl(text, settings)
    const request = url.protocol === 'https:' ? secureRequest : plainRequest
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: 'POST',
          agent: false,
          lookup,
          signal,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': `askance/${VERSION}`,
          },
        },
        (response) => {
          const { statusCode = 0 } = response
          let read = 0
          response.on('data', (chunk: Buffer) => {
            read += chunk.length
            if (read > MAX_READ) response.destroy()
          })
          response.on('error', () => resolve(statusCode))
          response.on('close', () => resolve(statusCode))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }
