import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Tracer } from '@opentelemetry/api'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteHandlerMethod,
} from 'fastify'
import type { TSchema } from 'typebox'
import { AuditTrail } from '../access/audit.js'
import { Grants } from '../access/grants.js'
import { LastUse } from '../access/last-use.js'
import { OidcProvider } from '../access/oidc.js'
import { TokenCache } from '../access/tokens.js'
import type { Cluster } from '../cluster/cluster.js'
import { serverError } from '../errors.js'
import { createLogger } from '../logs/logger.js'
import { acceptForwarded, forwardRequests } from '../nodes/forward.js'
import type { ClusterNode } from '../nodes/node.js'
import type { BackupStatus } from '../run/scheduled-backups.js'
import { emptySchema, lineSchema } from '../schema/common.js'
import { createCheck } from '../schema/validation.js'
import { NameLocks } from '../service/name-locks.js'
import type { Caller, Service } from '../service/service.js'
import { trustedProxies } from '../settings/read.js'
import type { Settings } from '../settings/table.js'
import { type Asset, serveAssets, unknownPage } from './assets.js'
import { recordRead, recordRefusals } from './auditing.js'
import { acceptBodies, KEY_HEADER, requestFingerprint } from './bodies.js'
import { serveDocs } from './docs-page.js'
import { buildDocument } from './document.js'
import { Feeds } from './events/feeds.js'
import { Guard, mediaType } from './guard.js'
import { sendProblem } from './problems.js'
import { answerClientError, bareHeaders, Connections, protect } from './protection.js'
import { Rates } from './rates.js'
import { reportRequests } from './requests.js'
import { type Context, type HttpMetrics, LINES_TYPE, type Route, type RouteCall } from './route.js'
import { allRoutes } from './routes/index.js'

export interface AppOptions {
  readonly service: Service
  readonly settings: Settings
  readonly version: string
  /** Defaults to a logger created from the settings. */
  readonly logger?: FastifyBaseLogger
  readonly metrics?: HttpMetrics
  /** Makes a span of every request. */
  readonly tracer?: Tracer
  /** The web pages. */
  readonly assets?: readonly Asset[]
  /** What came of the last scheduled backup. */
  readonly backups?: () => BackupStatus
  /** Additional routes. */
  readonly routes?: readonly Route[]
  /** This process among several nodes. */
  readonly node?: ClusterNode
  /** The wide streams. */
  readonly cluster?: Cluster
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

/** Which proxies Fastify trusts: those at given addresses, or so many in a row. */
const proxyTrust = ({
  trustProxy,
}: Settings): string[] | boolean | ((address: string, hop: number) => boolean) => {
  const trusted = trustedProxies(trustProxy) ?? false
  return typeof trusted === 'number' ? (_, hop) => hop < trusted : trusted
}

/** Creates the HTTP server without listening. */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { service, settings, version, metrics } = options
  const routes = [...allRoutes, ...(options.routes ?? [])]
  const app: FastifyInstance = fastify({
    loggerInstance: options.logger ?? createLogger(settings),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings.bodyLimit,
    trustProxy: proxyTrust(settings),
    connectionTimeout: IDLE,
    exposeHeadRoutes: false,
    // A request on an open connection is served or refused like any other, with Retry-After.
    return503OnClosing: false,
    genReqId: requestId,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(bareHeaders)),
    clientErrorHandler: answerClientError,
  })
  let document: string | undefined
  const tokens: TokenCache = new TokenCache(
    service.store,
    () => service.now(),
    (id) => feeds.endToken(id),
  )
  const grants: Grants = new Grants(
    service.store,
    () => service.now(),
    () => void feeds.recheck(),
  )
  const feeds = new Feeds({
    service,
    onCount: (change) => metrics?.follower(change),
    isValid: (token) => tokens.isValid(token),
  })
  const context: Context = {
    service,
    settings,
    version,
    tokens,
    grants,
    lastUse: new LastUse(
      service.store,
      () => service.now(),
      (error) => app.log.error({ err: error }, 'cannot write when tokens were used'),
    ),
    audit: new AuditTrail(
      service.store,
      () => service.now(),
      (error) => app.log.error({ err: error }, 'cannot write to the audit log'),
    ),
    document: () => {
      document ??= JSON.stringify(buildDocument(routes, version))
      return document
    },
    feeds,
    counting: new NameLocks(),
    ...(settings.oidcIssuer !== '' && !settings.anonymous && { signIn: new OidcProvider(settings) }),
    ...(metrics && { metrics }),
    ...(options.backups && { backups: options.backups }),
    ...(options.cluster && { cluster: options.cluster }),
  }
  app.decorate('feeds', feeds)
  app.decorate('forgetAccess', () => {
    tokens.clear()
    grants.changed()
  })
  const connections = new Connections(app.server, settings)
  app.setErrorHandler(sendProblem)
  recordRefusals(app, context)
  const missing = notFoundError(routes)
  const sendPage = unknownPage(options.assets ?? [])
  app.setNotFoundHandler(async (request, reply) => {
    const sent = sendPage(request, reply)
    if (!sent) throw missing(request.method, request.url)
    return sent
  })
  const guard = new Guard(context)
  const rates = new Rates(settings, () => service.now())
  app.decorateRequest('identity', null)
  app.decorateRequest('token', null)
  app.decorateRequest('fingerprint', null)
  reportRequests(app, options)
  await protect(app, settings)
  if (options.node) acceptForwarded(app, options.node)
  app.addHook('onRequest', async (request, reply) => {
    try {
      await guard.admit(request, reply)
    } catch (error) {
      // A refused request of a known caller counts in `rateLimit`, too.
      if (request.token) rates.check(request)
      throw error
    }
  })
  if (options.node)
    forwardRequests(app, {
      node: options.node,
      ...(metrics && { metrics }),
      isForAll: (operation, stream) =>
        operation === 'observeItems' && options.cluster?.find(stream) !== undefined,
    })
  rates.register(app)
  // Otherwise, its body would be waited for, and with it whoever sends one slowly would keep a connection.
  app.addHook('onRequest', async ({ is404, method, url }) => {
    if (is404 && method !== 'GET' && method !== 'HEAD') throw missing(method, url)
  })
  app.addHook('preClose', async () => {
    context.feeds.close()
    connections.closeIdle()
    await context.lastUse.close()
    await context.audit.close()
  })
  acceptBodies(app, settings, rates)
  for (const route of routes) addRoute(app, route, context, rates)
  serveAssets(app, options.assets ?? [])
  serveDocs(app)
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

const addRoute = (app: FastifyInstance, route: Route, context: Context, rates: Rates): void => {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { route },
    exposeHeadRoute: route.access === 'public',
    ...(route.bytes && { bodyLimit: context.settings.modelLimit }),
    handler: createHandler(route, context, rates),
  })
}

const checkKey = createCheck('body', lineSchema(200, 'An idempotency key'))

/** Aborted when the client closes the connection before it has the whole response. */
const leavingSignal = ({ raw }: FastifyReply): AbortSignal => {
  const leaving = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

const toCaller = (route: Route, request: FastifyRequest, reply: FastifyReply, by: string): Caller => {
  const caller = { by, signal: leavingSignal(reply) }
  const key = request.headers[KEY_HEADER]
  if (!route.idempotent || key === undefined) return caller
  return { ...caller, key: scopedKey(by, checkKey(key), requestFingerprint(request)) }
}

/** Two people may use the same key; neither gets the response of the other. */
const scopedKey = (by: string, key: string, fingerprint: string): NonNullable<Caller['key']> => ({
  key: `${by}\n${key}`,
  fingerprint,
})

const createHandler = (route: Route, context: Context, rates: Rates): RouteHandlerMethod => {
  const check = (part: 'params' | 'query' | 'body', schema: TSchema | undefined) =>
    createCheck(part, schema ?? emptySchema)
  const params = check('params', route.params)
  const query = check('query', route.query)
  const body =
    route.body && !route.parsedInThread ? createCheck('body', route.body) : (value: unknown) => value
  /** The time of checking a body counts in `computeLimit`, like what threads compute. */
  const timed = (part: typeof body, request: FastifyRequest): unknown => {
    const started = performance.now()
    try {
      return part(request.body)
    } finally {
      rates.computed(request, performance.now() - started)
    }
  }
  return async (request, reply) => {
    const identity = request.identity ?? { name: 'nobody', role: 'reader' }
    const isLines = route.lines !== undefined && mediaType(request) === LINES_TYPE
    const call = {
      params: params(request.params),
      query: query(request.query),
      body: isLines ? undefined : timed(body, request),
      identity,
      caller: {
        ...toCaller(route, request, reply, identity.name),
        admit: (isLong: boolean) => rates.admit(request, isLong),
        onCost: (milliseconds: number) => rates.computed(request, milliseconds),
        ...(request.span && { span: request.span }),
      },
      context,
      request,
      reply,
    } as RouteCall<unknown, unknown, unknown>
    reply.header('cache-control', 'no-store')
    await recordRead(route, call)
    const result = await route.handle(call as never)
    return reply.code(route.response.status).send(result)
  }
}
