import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
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

type Response = ServerResponse<IncomingMessage>

/** Whether a response waits for its client, who has not sent the rest of the request or does not read. */
const isWaiting = ({ req }: Response): boolean =>
  (!req.complete && req.readableLength === 0) || req.socket.writableLength > 0

/**
 * The connections of the server. At the limit, the one that has been idle longest is closed for a new one, or else the one that waits
 * longest for its client, so that connections that send nothing, or read nothing, do not shut others out.
 */
export class Connections {
  readonly #server: Server
  /** The responses under way on each connection, those without a change for longest first. */
  readonly #responses = new Map<Socket, Set<Response>>()
  readonly #most: number

  constructor(server: Server, { connectionLimit }: Pick<Settings, 'connectionLimit'>) {
    this.#server = server
    this.#most = connectionLimit
    server.headersTimeout = 15 * SECOND
    server.keepAliveTimeout = 72 * SECOND
    server.on('connection', (socket: Socket) => this.#opened(socket))
    server.on('request', ({ socket }, response: Response) => {
      this.#change(socket, (responses) => responses.add(response))
      response.once('close', () => this.#change(socket, (responses) => responses.delete(response)))
    })
  }

  #opened(socket: Socket): void {
    if (this.#responses.size >= this.#most) {
      const closed = this.#idle().next().value ?? this.#waiting().next().value
      if (!closed) return void socket.destroy()
      this.#responses.delete(closed)
      closed.destroy()
    }
    this.#responses.set(socket, new Set())
    socket.once('close', () => this.#responses.delete(socket))
  }

  #change(socket: Socket, change: (responses: Set<Response>) => void): void {
    const responses = this.#responses.get(socket)
    if (!responses) return
    change(responses)
    this.#responses.delete(socket)
    this.#responses.set(socket, responses)
  }

  *#idle(): Generator<Socket, undefined> {
    for (const [socket, responses] of this.#responses) if (responses.size === 0) yield socket
  }

  *#waiting(): Generator<Socket, undefined> {
    for (const [socket, responses] of this.#responses) if ([...responses].some(isWaiting)) yield socket
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
