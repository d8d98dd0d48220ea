import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import { NAME_HEADER } from './guard.js'
import { PROBLEM_TYPE, type Problem } from './problems.js'

const SECOND = 1000

/** The essential security headers, for responses that bypass the plugins. */
export const bareHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const

/** Security headers for API responses. */
const protectHeaders = (app: FastifyInstance) =>
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // HSTS is left to the proxy that terminates TLS.
    strictTransportSecurity: false,
  })

/** Enables CORS for these origins. */
const allowOrigins = (app: FastifyInstance, origins: readonly string[]) =>
  app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['ETag', 'Location', 'Retry-After', 'X-Request-Id'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'Last-Event-ID',
      NAME_HEADER,
    ],
    maxAge: 600,
  })

const rateLimitKey = ({ identity, ip }: FastifyRequest): string =>
  identity && identity.name !== 'nobody' ? `${identity.name} ${identity.stream ?? ''}` : ip

/** Limits requests per minute, after authentication. */
const limitRate = (app: FastifyInstance, max: number) =>
  app.register(rateLimit, {
    max,
    timeWindow: 60 * SECOND,
    hook: 'preParsing',
    cache: 10_000,
    keyGenerator: rateLimitKey,
    errorResponseBuilder: (_, { ttl }) =>
      serverError('request/too-many', { seconds: Math.ceil(ttl / SECOND) }),
  })

export const protect = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  await protectHeaders(app)
  if (settings.corsOrigins.length > 0) await allowOrigins(app, settings.corsOrigins)
  if (settings.rateLimit > 0) await limitRate(app, settings.rateLimit)
}

/** Limits the number of connections and their timeouts. */
export const limitConnections = ({ server }: FastifyInstance, settings: Settings): void => {
  server.maxConnections = settings.connectionLimit
  server.headersTimeout = 15 * SECOND
  server.keepAliveTimeout = 72 * SECOND
}

const CHECK = 100

/**
 * Closes idle connections during shutdown. Node does not close connections that become idle later or that never sent a
 * request, and they would delay the shutdown by a minute.
 */
export const idleCloser = (server: Server): (() => void) => {
  const busy = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    busy.set(socket, 0)
    socket.once('close', () => busy.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    response.once('close', () => {
      if (busy.has(socket)) busy.set(socket, (busy.get(socket) ?? 1) - 1)
    })
  })
  return () => {
    const closeIdle = () => {
      for (const [socket, requests] of busy) if (requests === 0) socket.destroy()
    }
    const timer = setInterval(closeIdle, CHECK)
    server.once('close', () => clearInterval(timer))
    if (!server.listening) clearInterval(timer)
  }
}

/** Responses to requests that Node cannot parse, by error code. */
const known: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'the request headers are too large'],
}

const clientProblem = (code = ''): Problem => {
  const [status, detail] = known[code] ?? [400, 'malformed request']
  return {
    type: 'urn:askance:problem:request/invalid',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: randomUUID(),
    code: 'request/invalid',
  }
}

/** Answers a malformed request with a problem and closes the connection. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const problem = clientProblem(error.code)
  const body = JSON.stringify(problem)
  const headers = {
    ...bareHeaders,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': problem.instance,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n`
  if (socket.writable) socket.write(head + body)
  socket.destroy(error)
}
