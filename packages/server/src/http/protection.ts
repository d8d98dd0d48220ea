import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import { NAME_HEADER } from './guard.js'

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

const whoAsks = ({ identity, ip }: FastifyRequest): string =>
  identity && identity.name !== 'nobody' ? `${identity.name} ${identity.stream ?? ''}` : ip

/** So many requests a minute. Looked at once it is known who asks. */
const limitRate = (app: FastifyInstance, max: number) =>
  app.register(rateLimit, {
    max,
    timeWindow: 60 * SECOND,
    hook: 'preParsing',
    cache: 10_000,
    keyGenerator: whoAsks,
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
