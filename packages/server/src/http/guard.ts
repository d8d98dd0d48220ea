import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Grants, roleFor } from '../access/grants.js'
import { serverError } from '../errors.js'
import { Name } from '../schema/common.js'
import { createCheck } from '../schema/validation.js'
import type { Action, Role, TokenRecord } from '../store/records.js'
import { readCookie } from './cookies.js'
import type { Feeds } from './events/feeds.js'
import { acceptedTypes, actionOf, type Context, type Route } from './route.js'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** The token of the caller; null without one. */
    token: TokenRecord | null
    /** The hash of the body, where the request came with an idempotency key. */
    fingerprint: string | null
  }
  interface FastifyInstance {
    feeds: Feeds
    /** Has tokens and grants read from the store again. */
    forgetAccess(): void
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

export const NAME_HEADER = 'x-askance-name'
const NOBODY: Identity = { name: 'nobody', role: 'reader' }
/** Why a request without credentials is refused. Such refusals are not audited. */
export const NO_TOKEN = 'no token was sent'
const BEARER = /^Bearer +(\S{1,200})$/i

const checkName = createCheck('body', Name)

/** Authorizes requests by host, token, role, grants and media type before the body is read. */
export class Guard {
  readonly #context: Context
  readonly #attempts: Attempts

  constructor(context: Context) {
    this.#context = context
    this.#attempts = new Attempts(context.settings.loginLimit, () => context.service.now())
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('x-request-id', request.id)
    if (this.#context.settings.anonymous) this.#checkHost(request)
    const { route } = request.routeOptions.config
    if (!route) return
    request.identity = await this.#identify(request, route)
    checkMediaType(request, route)
  }

  #checkHost({ headers }: FastifyRequest): void {
    const { host, origin } = headers
    if (!isLoopbackHost(host)) throw serverError('access/host', { host: String(host) })
    // A form on another site can send a request without a preflight, but the browser sets its origin.
    if (origin !== undefined && !isOwnOrigin(origin, host, this.#context.settings.corsOrigins))
      throw serverError('access/host', { host: origin })
  }

  async #identify(request: FastifyRequest, route: Route): Promise<Identity> {
    const { access } = route
    if (access === 'public') return NOBODY
    if (this.#context.settings.anonymous) return { name: anonymousName(request), role: 'owner' }
    if (access === 'local' && isLocal(request)) return NOBODY
    const token = await this.#holder(request)
    request.token = token
    return authorized(this.#context.grants, toIdentity(token), request, route)
  }

  /** Every token that can be one is looked up: only failures are limited, so that a neighbour's do not lock anybody out. */
  async #holder(request: FastifyRequest): Promise<TokenRecord> {
    const { headers, ip } = request
    const session = headers.authorization === undefined ? this.#sessionOf(request) : undefined
    const token = session ?? BEARER.exec(headers.authorization ?? '')?.[1]
    if (token === undefined)
      throw serverError('access/token', {
        reason:
          headers.authorization === undefined ? NO_TOKEN : 'the Authorization header is not a bearer token',
      })
    const { tokens, lastUse } = this.#context
    const kind = session === undefined ? 'token' : 'session'
    const found = tokens.known(token, kind) ?? (await tokens.find(token, kind))
    if (found) {
      lastUse.mark(found.id)
      return found
    }
    const seconds = this.#attempts.wait(ip)
    if (seconds > 0) throw serverError('request/too-many', { seconds })
    this.#attempts.failed(ip)
    throw serverError('access/token', { reason: `the ${kind} is unknown or has expired` })
  }

  /** The session cookie of a browser, if people can sign in. Other sites cannot use it: not even to read, though they would not see the response. */
  #sessionOf(request: FastifyRequest): string | undefined {
    const { signIn, settings } = this.#context
    const session = signIn && readCookie(request, 'session', settings)
    if (session) checkOwnPage(request, settings.publicUrl)
    return session
  }
}

/**
 * Refuses a request with a session cookie that another site has caused. Browsers name the origin of every request that may change
 * something; a program without an origin has no cookie.
 */
const checkOwnPage = ({ method, headers }: FastifyRequest, publicUrl: string): void => {
  const { origin, 'sec-fetch-site': site } = headers
  const isRead = method === 'GET' || method === 'HEAD'
  const isOwn = origin === undefined ? isRead || site === 'same-origin' : origin === publicUrl
  if (!isOwn || site === 'cross-site')
    throw serverError('access/origin', { origin: origin ?? String(site ?? 'none') })
}

/** Whether the connection comes from localhost. A request forwarded by a proxy does not count, whatever it says of its origin. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean => {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded
  return isLoopbackAddress(socket.remoteAddress ?? '') && forwarded === undefined
}

const toIdentity = ({ name, role, stream }: TokenRecord): Identity => ({
  name,
  role,
  ...(stream !== undefined && { stream }),
})

/** The name of a caller without a token. It may be percent-encoded, because headers are ASCII. */
const anonymousName = ({ headers }: FastifyRequest): string => {
  const given = headers[NAME_HEADER]
  if (typeof given !== 'string' || given === '') return 'anonymous'
  try {
    return checkName(decodeURIComponent(given))
  } catch {
    throw serverError('request/invalid', {
      reason: `invalid header ${NAME_HEADER}: expected 1 to 80 printable characters`,
    })
  }
}

/**
 * Checks what the caller may do: by the stream of the token, by the grants in the stream of the path, or by the role where the
 * path names no stream. Returns the caller with the role that they have in that stream.
 */
const authorized = async (
  grants: Grants,
  identity: Identity,
  { params }: Pick<FastifyRequest, 'params'>,
  route: Route,
): Promise<Identity> => {
  const needed = route.access === 'owner' || route.access === 'labeller' ? route.access : 'reader'
  const refuse = (wanted: string) =>
    serverError('access/role', { needed: wanted, name: identity.name, role: describeRole(identity) })
  const { stream } = params as { readonly stream?: string }
  const action = stream === undefined ? undefined : actionOf(route)
  if (action === undefined && !hasRole(identity.role, needed)) throw refuse(needed)
  if (identity.stream !== undefined) {
    if (route.serviceWide) throw refuse(`${needed} of all streams`)
    if (stream !== undefined && stream !== identity.stream) throw refuse(`${needed} of stream ${stream}`)
  }
  if (action === undefined || stream === undefined) return identity
  const actions = (await grants.of(identity))(stream)
  // A hidden stream is indistinguishable from one that does not exist.
  if (actions.length === 0) throw serverError('stream/unknown', { stream })
  if (!actions.includes(action))
    throw hasRole(identity.role, needed)
      ? serverError('access/action', { name: identity.name, action, stream })
      : refuse(needed)
  return { ...identity, role: roleFor(actions), actions }
}

export const mediaType = ({ headers }: FastifyRequest): string | undefined =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase()

const checkMediaType = (request: FastifyRequest, route: Route): void => {
  const found = mediaType(request)
  const expected = acceptedTypes(route)
  if (found !== undefined && !expected.includes(found))
    throw serverError('request/media-type', { found, expected: expected.join(' or ') })
}

/** The caller and their role. */
export interface Identity {
  readonly name: string
  readonly role: Role
  /** Restricts the caller to one stream. */
  readonly stream?: string
  /** What the caller may do in the stream of the path; missing for callers without a token, who may do everything. */
  readonly actions?: readonly Action[]
}

const ranks: Readonly<Record<Role, number>> = { reader: 0, labeller: 1, owner: 2 }

/** Whether a role includes another. */
export const hasRole = (role: Role, needed: Role): boolean => ranks[role] >= ranks[needed]

/** Whether the caller may not add classes, change the labels of others, nor see votes on open questions. */
export const isLabeller = ({ role }: Identity): boolean => !hasRole(role, 'owner')

/** Whether the caller may get the items, labels and the model of the stream in bulk. */
export const mayExport = ({ actions }: Identity): boolean => actions?.includes('export') ?? true

/** The role of a caller for error messages. */
export const describeRole = ({ role, stream }: Identity): string =>
  stream === undefined ? role : `${role} of stream ${stream}`

/** Host headers of loopback names. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Whether a Host header names localhost. This stops DNS rebinding: a page can make its domain resolve to this machine,
 * but it cannot change the Host header of the browser.
 */
const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && LOOPBACK.test(host)

/**
 * Whether pages of this origin may call a service without tokens: those that it serves itself, or a configured origin. Other
 * programs on this machine serve pages too, on other ports.
 */
const isOwnOrigin = (origin: string, host: string | undefined, allowed: readonly string[]): boolean =>
  allowed.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase())

/** Whether an IP address is a loopback address. */
const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)

const MINUTE = 60_000
const MAX_ADDRESSES = 10_000

/** Counts invalid tokens per IP address and minute. */
class Attempts {
  readonly #limit: number
  readonly #now: () => number
  readonly #byAddress = new Map<string, { count: number; readonly until: number }>()

  constructor(limit: number, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  /** Seconds until an address may retry; 0 if it may now. */
  wait(address: string): number {
    const found = this.#byAddress.get(address)
    if (!found || found.count < this.#limit) return 0
    return Math.max(0, Math.ceil((found.until - this.#now()) / 1000))
  }

  failed(address: string): void {
    const now = this.#now()
    const found = this.#byAddress.get(address)
    if (found && found.until > now) found.count++
    else {
      if (this.#byAddress.size >= MAX_ADDRESSES) this.#tidy(now)
      this.#byAddress.set(address, { count: 1, until: now + MINUTE })
    }
  }

  #tidy(now: number): void {
    for (const [address, { until }] of this.#byAddress) if (until <= now) this.#byAddress.delete(address)
    if (this.#byAddress.size >= MAX_ADDRESSES) this.#byAddress.clear()
  }
}
