import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
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

export const protect = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  await protectHeaders(app)
  if (settings.corsOrigins.length > 0) await allowOrigins(app, settings.corsOrigins)
}

const CHECK = 100

/**
 * The connections of the server. At the limit, the one that has been idle longest is closed for a new one, so that connections
 * that never send a request do not shut others out.
 */
export class Connections {
  readonly #server: Server
  /** The number of requests of each connection, those that are idle longest first. */
  readonly #busy = new Map<Socket, number>()
  readonly #most: number

  constructor(server: Server, { connectionLimit }: Pick<Settings, 'connectionLimit'>) {
    this.#server = server
    this.#most = connectionLimit
    server.headersTimeout = 15 * SECOND
    server.keepAliveTimeout = 72 * SECOND
    server.on('connection', (socket: Socket) => this.#opened(socket))
    server.on('request', ({ socket }, response) => {
      this.#change(socket, 1)
      response.once('close', () => this.#change(socket, -1))
    })
  }

  #opened(socket: Socket): void {
    if (this.#busy.size >= this.#most) {
      const idle = this.#idle().next().value
      if (!idle) return void socket.destroy()
      this.#busy.delete(idle)
      idle.destroy()
    }
    this.#busy.set(socket, 0)
    socket.once('close', () => this.#busy.delete(socket))
  }

  #change(socket: Socket, by: 1 | -1): void {
    const requests = this.#busy.get(socket)
    if (requests === undefined) return
    this.#busy.delete(socket)
    this.#busy.set(socket, requests + by)
  }

  *#idle(): Generator<Socket, undefined> {
    for (const [socket, requests] of this.#busy) if (requests === 0) yield socket
  }

  /**
   * Closes idle connections until the server is closed. Node does not close connections that become idle later or that never
   * sent a request, and they would delay the shutdown by a minute.
   */
  closeIdle(): void {
    const timer = setInterval(() => {
      for (const socket of this.#idle()) socket.destroy()
    }, CHECK)
    this.#server.once('close', () => clearInterval(timer))
    if (!this.#server.listening) clearInterval(timer)
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
