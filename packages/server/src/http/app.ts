import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteHandlerMethod,
} from 'fastify'
import type { TSchema } from 'typebox'
import { TokenCache } from '../access/tokens.js'
import { serverError } from '../errors.js'
import { createLogger } from '../logs/logger.js'
import { emptySchema, lineSchema } from '../schema/common.js'
import type { Caller, Service } from '../service/service.js'
import type { Settings } from '../settings/table.js'
import { type Asset, serveAssets, unknownPage } from './assets.js'
import { KEY_HEADER, limitBodyTime, registerBodyParsers } from './bodies.js'
import { serveDocs } from './docs-page.js'
import { buildDocument } from './document.js'
import { Feeds } from './events/feeds.js'
import { Guard, mediaType } from './guard.js'
import { sendProblem } from './problems.js'
import { answerClientError, bareHeaders, idleCloser, limitConnections, protect } from './protection.js'
import { type Context, type HttpMetrics, LINES_TYPE, type Route, type RouteCall } from './route.js'
import { allRoutes } from './routes/index.js'
import { createCheck } from './validation.js'

export interface AppOptions {
  readonly service: Service
  readonly settings: Settings
  readonly version: string
  /** Defaults to a logger created from the settings. */
  readonly logger?: FastifyBaseLogger
  readonly metrics?: HttpMetrics
  /** The web pages. */
  readonly assets?: readonly Asset[]
  /** Additional routes. */
  readonly routes?: readonly Route[]
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/
/** An id has up to 200 characters, each percent-encoded in up to 12. */
const MAX_PARAMETER_LENGTH = 200 * 12
/** Idle connections are closed after this time. */
const IDLE = 300_000

/** The request id: the one from the header if it is safe to log, or a new one. */
const requestId = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** Creates the HTTP server without listening. */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { service, settings, version, metrics } = options
  const routes = [...allRoutes, ...(options.routes ?? [])]
  const app: FastifyInstance = fastify({
    loggerInstance: options.logger ?? createLogger(settings),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings.bodyLimit,
    trustProxy: settings.trustProxy,
    connectionTimeout: IDLE,
    exposeHeadRoutes: false,
    genReqId: requestId,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(bareHeaders)),
    clientErrorHandler: answerClientError,
  })
  let document: object | undefined
  const context: Context = {
    service,
    settings,
    version,
    tokens: new TokenCache(service.store, () => service.now()),
    document: () => {
      document ??= buildDocument(routes, version)
      return document
    },
    feeds: new Feeds(service, (change) => metrics?.follower(change)),
    ...(metrics && { metrics }),
  }
  limitConnections(app, settings)
  const closeIdle = idleCloser(app.server)
  app.setErrorHandler(sendProblem)
  const missing = notFoundError(routes)
  const sendPage = unknownPage(options.assets ?? [])
  app.setNotFoundHandler(async (request, reply) => {
    const sent = sendPage(request, reply)
    if (!sent) throw missing(request.method, request.url)
    return sent
  })
  const guard = new Guard(context)
  app.decorateRequest('identity', null)
  app.decorateRequest('fingerprint', null)
  await protect(app, settings)
  app.addHook('onRequest', async (request, reply) => guard.admit(request, reply))
  app.addHook('preClose', async () => {
    context.feeds.close()
    closeIdle()
  })
  registerBodyParsers(app)
  limitBodyTime(app)
  reportRequests(app, metrics)
  for (const route of routes) addRoute(app, route, context)
  serveAssets(app, options.assets ?? [])
  serveDocs(app, context.document)
  return app
}

const pathPattern = ({ path }: Route): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** Creates the error for an unknown path or an unsupported method. */
const notFoundError = (routes: readonly Route[]) => {
  const patterns = routes.map((route) => ({ pattern: pathPattern(route), method: route.method }))
  return (method: string, url: string) => {
    const path = url.split('?')[0] ?? url
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map((found) => found.method)
    return methods.length > 0
      ? serverError('route/method', { path, method, methods: methods.join(', ') })
      : serverError('route/unknown', { path })
  }
}

const reportRequests = (app: FastifyInstance, metrics: HttpMetrics | undefined): void => {
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const route = request.routeOptions.config.route?.path ?? 'other'
    metrics?.observeRequest(request.method, route, statusCode, elapsedTime / 1000)
    const by = request.identity?.name
    request.log.info(
      { method: request.method, route, status: statusCode, ms: Math.round(elapsedTime), by },
      'request',
    )
  })
}

const addRoute = (app: FastifyInstance, route: Route, context: Context): void => {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { route },
    exposeHeadRoute: route.access === 'public',
    ...(route.bytes && { bodyLimit: context.settings.modelLimit }),
    handler: createHandler(route, context),
  })
}

const checkKey = createCheck('body', lineSchema(200, 'An idempotency key'))

const toCaller = (route: Route, by: string, key: unknown, fingerprint: string | null): Caller => {
  if (!route.idempotent || key === undefined || fingerprint === null) return { by }
  return { by, key: { key: checkKey(key), fingerprint } }
}

const createHandler = (route: Route, context: Context): RouteHandlerMethod => {
  const check = (part: 'params' | 'query' | 'body', schema: TSchema | undefined) =>
    createCheck(part, schema ?? emptySchema)
  const params = check('params', route.params)
  const query = check('query', route.query)
  const body = route.body ? createCheck('body', route.body) : (value: unknown) => value
  return async (request, reply) => {
    const identity = request.identity ?? { name: 'nobody', role: 'reader' }
    const isLines = route.lines !== undefined && mediaType(request) === LINES_TYPE
    const call = {
      params: params(request.params),
      query: query(request.query),
      body: isLines ? undefined : body(request.body),
      identity,
      caller: toCaller(route, identity.name, request.headers[KEY_HEADER], request.fingerprint),
      context,
      request,
      reply,
    } as RouteCall<unknown, unknown, unknown>
    reply.header('cache-control', 'no-store')
    const result = await route.handle(call as never)
    return reply.code(route.response.status).send(result)
  }
}
