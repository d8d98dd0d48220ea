import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { VERSION } from '@askance/core'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import { type Lookup, lookupFor } from './lookup.js'

/**
 * Networks outside the public internet, from the IANA special-purpose address registries: loopback, private, link-local
 * (cloud metadata services) and multicast.
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

/**
 * Only 2000::/3 is assigned for public use: everything around it counts as private, such as NAT64 in ::/8, and so do its parts that lead
 * elsewhere.
 */
const PRIVATE_IPV6 = [
  ['::', 8],
  ['100::', 8],
  ['200::', 7],
  ['400::', 6],
  ['800::', 5],
  ['1000::', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
] as const

const privateIpv4 = new BlockList()
for (const [network, bits] of PRIVATE_IPV4) privateIpv4.addSubnet(network, bits, 'ipv4')
const privateIpv6 = new BlockList()
for (const [network, bits] of PRIVATE_IPV6) privateIpv6.addSubnet(network, bits, 'ipv6')
/** IPv6 addresses that name IPv4 hosts. */
const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/**
 * Whether an address is loopback or private. An IPv4-mapped IPv6 address counts as its IPv4 address.
 *
 * @example
 * isPrivateAddress('::ffff:10.0.0.1') // => true
 * isPrivateAddress('93.184.216.34') // => false
 */
export const isPrivateAddress = (address: string): boolean => {
  if (isIP(address) === 4) return privateIpv4.check(address, 'ipv4')
  return (mapped.check(address, 'ipv6') ? privateIpv4 : privateIpv6).check(address, 'ipv6')
}

const LOCAL_NAME = /(?:^|\.)localhost\.?$/i

/** Removes the brackets of an IPv6 host. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const urlProblem = (url: URL, { privateHooks }: Pick<Settings, 'privateHooks'>): string | undefined => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'expected http or https'
  if (url.username !== '' || url.password !== '') return 'it must not contain credentials'
  if (privateHooks) return undefined
  const host = bare(url.hostname)
  const isPrivate = isIP(host) === 0 ? LOCAL_NAME.test(host) : isPrivateAddress(host)
  return isPrivate ? PRIVATE_REASON : undefined
}

const PRIVATE_REASON = 'it is a loopback or private network address; set privateHooks to allow it'

/**
 * Parses and checks the URL of a webhook; throws `hook/url`. `guardedLookup` checks the resolved address when it is
 * called.
 *
 * @example
 * checkHookUrl('https://example.org/hook', { privateHooks: false }).hostname // => 'example.org'
 * checkHookUrl('http://169.254.169.254/latest', { privateHooks: false }) // => throws hook/url
 */
export const checkHookUrl = (text: string, settings: Pick<Settings, 'privateHooks'>): URL => {
  if (!URL.canParse(text)) throw serverError('hook/url', { url: text, reason: 'not a URL' })
  const url = new URL(text)
  const reason = urlProblem(url, settings)
  if (reason === undefined) return url
  url.username = url.username && '***'
  url.password = url.password && '***'
  throw serverError('hook/url', { url: url.href, reason })
}

/**
 * Resolves a name and rejects it if any address is private. The connection uses the resolved address, so that the name
 * cannot be changed in between (DNS rebinding).
 */
export const guardedLookup =
  (settings: Pick<Settings, 'privateHooks'>, find: Lookup = lookupFor(settings)): LookupFunction =>
  (hostname, { all = false }, callback) => {
    const found = (addresses: Awaited<ReturnType<Lookup>>) => {
      const [first] = addresses
      if (!first) return callback(new Error(`no address for ${hostname}`), [])
      const refused = !settings.privateHooks && addresses.some(({ address }) => isPrivateAddress(address))
      if (refused) return callback(serverError('hook/url', { url: hostname, reason: PRIVATE_REASON }), [])
      if (all) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    }
    find(hostname).then(found, (error: Error) => callback(error, []))
  }

interface Posted {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborts the request. */
  readonly signal: AbortSignal
}

/** Posts a message and resolves to the response status. */
export type Send = (posted: Posted) => Promise<number>

/** How many bytes of a response are read (and ignored) before the connection is closed. */
const MAX_READ = 64 * 1024

/** How many responses such as 103 may come before the final one. */
const MAX_INTERIM = 10

/** Redirects are not followed, because they would bypass the address check. */
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
      let interim = 0
      sent.on('information', () => {
        if (++interim > MAX_INTERIM) sent.destroy(new Error(`more than ${MAX_INTERIM} interim responses`))
      })
      // With 101 there is no response, and the socket is ours.
      sent.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy()
        resolve(statusCode)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
