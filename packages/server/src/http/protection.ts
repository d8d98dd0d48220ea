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

/** The most important of these headers, for answers that are given before anything is looked at. */
export const bareHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const

/** Headers that keep browsers from doing anything with answers but read them. */
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
    // Only who ends TLS in front of the service knows whether it will always be there.
    strictTransportSecurity: false,
  })

/** Pages of these other sites may call. */
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

/** So many requests a minute. Looked at once it is known who asks. */
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

/** How long connections may dally, and how many there may be. */
export const limitConnections = ({ server }: FastifyInstance, settings: Settings): void => {
  server.maxConnections = settings.connectionLimit
  server.headersTimeout = 15 * SECOND
  server.keepAliveTimeout = 72 * SECOND
}

const CHECK = 100

/**
 * Lets go of connections on which nothing is being answered, while the service shuts down: those that become idle only
 * then, and those on which nothing was ever asked, which Node takes for busy. They would hold it up for a minute.
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

/** What is wrong with requests that Node cannot read, by the code of its error. */
const known: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not come in time'],
  HPE_HEADER_OVERFLOW: [431, 'the headers of the request are too large'],
}

const clientProblem = (code = ''): Problem => {
  const [status, detail] = known[code] ?? [400, 'the request cannot be read']
  return {
    type: 'urn:askance:problem:request/invalid',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: randomUUID(),
    code: 'request/invalid',
  }
}

/** Answers what is no request at all with a problem, and hangs up. */
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
