import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serverError } from '../errors.js'
import type { Metrics } from '../metrics/metrics.js'
import type { ClusterNode } from './node.js'
import { FORWARDED_HEADER, forwardedClient, forwardedHeader } from './signature.js'

/** Headers of one connection, which are not passed on. */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]

/**
 * Headers that may be passed on, without those that the Connection header names. The length of the body always stays: without it, the
 * other node would read the body as another request.
 *
 * @example
 * passedOn({ host: 'a', connection: 'close, x-own', 'x-own': '1', te: 'trailers' }) // => { host: 'a' }
 * passedOn({ 'content-length': '3', connection: 'content-length' }) // => { 'content-length': '3' }
 */
export const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== 'content-length')
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name) && !named.includes(name)),
  )
}

/** Without a body, these can be sent again, even if the other node has begun them. */
const READS = ['GET', 'HEAD']

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** How long another node may take to accept a connection. */
const CONNECT_MS = 2000
/** How often a request is sent if the other node has not begun it. */
const MAX_ATTEMPTS = 2

/** What came of a request that was passed on: `unreachable` was not begun or only reads, `lost` has no response, `left` has no client any more. */
export type ForwardOutcome = 'answered' | 'unreachable' | 'lost' | 'left'

interface Forwarding {
  readonly node: Pick<ClusterNode, 'locate' | 'mistaken' | 'lifeOf' | 'secret'>
  readonly metrics?: Pick<Metrics, 'forwarded'>
  /** Whether every node can answer a request: items of a wide stream that has begun. */
  isForAll?(operation: string, stream: string): boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether another node has passed the request on. */
    isForwarded: boolean
  }
}

/** Recognizes requests that other nodes have passed on, with the address of their client. It must come before anybody is admitted. */
export const acceptForwarded = (app: FastifyInstance, node: Pick<ClusterNode, 'secret'>): void => {
  app.decorateRequest('isForwarded', false)
  app.addHook('onRequest', async (request) => {
    const { method = '', url = '' } = request.raw
    const client = forwardedClient(node.secret, request.headers[FORWARDED_HEADER], method, url)
    if (client === undefined) return
    request.isForwarded = true
    Object.defineProperty(request, 'ip', { value: client })
  })
}

/** Passes requests for streams of other nodes on to them, once the caller was admitted: a stranger must not cause work at the database. */
export const forwardRequests = (app: FastifyInstance, forwarding: Forwarding): void => {
  const followed = new Set<ServerResponse>()
  // They would keep the server open, and their clients can follow the stream elsewhere.
  app.addHook('preClose', async () => {
    for (const response of followed) response.end()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.route?.path.includes('{stream}')) return
    const { isForwarded } = request
    const { stream } = request.params as { readonly stream: string }
    if (forwarding.isForAll?.(request.routeOptions.config.route.operation, stream)) return
    // The other node has just read who owns the stream.
    if (isForwarded) forwarding.node.mistaken(stream)
    for (let attempt = 1; ; attempt++) {
      const place = await forwarding.node.locate(stream)
      if (!place || place.at === 'here') return
      // A request is passed on once: two nodes that disagree must not pass it back and forth.
      if (isForwarded) throw serverError('stream/unowned', { stream })
      const outcome = await forward(request, reply, place.at, forwarding.node, followed)
      forwarding.metrics?.forwarded(outcome)
      if (outcome === 'answered') return
      forwarding.node.mistaken(stream)
      if (outcome === 'left') throw serverError('request/cancelled')
      if (outcome === 'lost') throw serverError('node/lost', { stream })
      if (attempt === MAX_ATTEMPTS) throw serverError('stream/unowned', { stream })
    }
  })
}

/**
 * Sends a request to another node and streams the response back. Resolves to `answered` as soon as the response has begun: from then on
 * an error ends the connection to the client.
 */
const forward = async (
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  node: Forwarding['node'],
  followed: Set<ServerResponse>,
): Promise<ForwardOutcome> => {
  const { method = 'GET', headers } = request.raw
  const url = pathOf(request.raw.url ?? '')
  const isRead = READS.includes(method) && !hasBody(headers)
  const send = address.startsWith('https:') ? httpsRequest : httpRequest
  const outgoing = send(address, {
    method,
    path: url,
    headers: {
      ...passedOn(headers),
      // Node sends a body of unknown length in pieces for methods that usually have one, even if there is none.
      ...(headers['transfer-encoding'] !== undefined
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': headers['content-length'] ?? '0' }),
      ...(!isRead && { expect: '100-continue' }),
      'x-request-id': request.id,
      [FORWARDED_HEADER]: forwardedHeader(node.secret, { method, url, client: plainAddress(request.ip) }),
    },
    // A connection of its own: a kept one may be closed by the other side at the moment it is used.
    agent: false,
  })
  const isConnected = await connected(outgoing)
  if (!isConnected) return 'unreachable'
  // A client that has left sends nothing any more.
  if (reply.raw.destroyed) {
    outgoing.destroy()
    return 'left'
  }
  const end = (): void => void outgoing.destroy()
  reply.raw.once('close', end)
  const life = node.lifeOf(address)
  life.addEventListener('abort', end)
  outgoing.once('close', () => life.removeEventListener('abort', end))
  let hasBegun = false
  const begin = (): void => {
    hasBegun = !isRead
    request.raw.pipe(outgoing)
  }
  // A node that stops resets connections that its system has accepted, but not the node. It has begun what it said 100 Continue to.
  if (isRead) begin()
  else outgoing.once('continue', begin)
  const response = await responded(outgoing)
  if (!response) return reply.raw.destroyed ? 'left' : hasBegun ? 'lost' : 'unreachable'
  if (response.statusCode === 503) node.mistaken((request.params as { stream: string }).stream)
  reply.hijack()
  reply.raw.writeHead(response.statusCode ?? 502, passedOn(response.headers))
  reply.raw.flushHeaders()
  response.on('error', () => reply.raw.destroy())
  response.on('aborted', () => reply.raw.destroy())
  response.pipe(reply.raw)
  if (response.headers['content-type']?.startsWith('text/event-stream')) {
    followed.add(reply.raw)
    reply.raw.once('close', () => followed.delete(reply.raw))
  }
  return 'answered'
}

/**
 * The path of a request. A client may send a whole address in its place, as to a proxy; it must not decide where a request is passed on to.
 *
 * @example
 * pathOf('http://elsewhere.example/v1/streams/s?a=1') // => '/v1/streams/s?a=1'
 * pathOf('//elsewhere.example/v1') // => '//elsewhere.example/v1'
 */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '')

/** IPv4 clients of an IPv6 socket. */
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/, '')

const connected = (outgoing: ClientRequest): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => outgoing.destroy(), CONNECT_MS)
    const end = (isConnected: boolean): void => {
      clearTimeout(timer)
      resolve(isConnected)
    }
    outgoing.once('socket', (socket) => {
      // A destroyed request can have no open socket any more.
      const onOpen = (): void => end(true)
      if (socket.connecting) socket.once('connect', onOpen)
      else onOpen()
    })
    outgoing.on('error', () => end(false))
    outgoing.once('close', () => end(false))
  })

const responded = (outgoing: ClientRequest): Promise<IncomingMessage | undefined> =>
  new Promise((resolve) => {
    outgoing.once('response', resolve)
    outgoing.on('error', () => resolve(undefined))
    outgoing.once('close', () => resolve(undefined))
  })
