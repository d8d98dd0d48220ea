import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { AuditTrail } from '../access/audit.js'
import { actionFor, type Grants } from '../access/grants.js'
import type { LastUse } from '../access/last-use.js'
import type { OidcProvider } from '../access/oidc.js'
import type { TokenCache } from '../access/tokens.js'
import type { Cluster } from '../cluster/cluster.js'
import type { Metrics } from '../metrics/metrics.js'
import type { BackupStatus } from '../run/scheduled-backups.js'
import type { NameLocks } from '../service/name-locks.js'
import type { Caller, Service } from '../service/service.js'
import type { Settings } from '../settings/table.js'
import type { Action, Role } from '../store/records.js'
import type { Feeds } from './events/feeds.js'
import type { Identity } from './guard.js'

/** The metrics that the HTTP layer updates and renders. */
export type HttpMetrics = Pick<
  Metrics,
  'contentType' | 'render' | 'observeRequest' | 'follower' | 'forwarded'
>

/** What routes work with. */
export interface Context {
  readonly service: Service
  readonly settings: Settings
  readonly version: string
  readonly tokens: TokenCache
  readonly grants: Grants
  readonly lastUse: LastUse
  /** What came of the last scheduled backup, if there is a schedule. */
  readonly backups?: () => BackupStatus
  /** The wide streams, if there is a cluster. */
  readonly cluster?: Cluster
  readonly audit: AuditTrail
  /** How people sign in with OpenID Connect, if it is configured. */
  readonly signIn?: OidcProvider
  readonly feeds: Feeds
  /** What is counted before one more is created is locked meanwhile. */
  readonly counting: NameLocks
  /** The OpenAPI document as JSON, built when it is first read. */
  document(): string
  readonly metrics?: HttpMetrics
}

/** A validated request. */
export interface RouteCall<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly identity: Identity
  /** The caller, with the idempotency key if there is one. */
  readonly caller: Caller
  readonly context: Context
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: a role, everyone, or localhost and readers. */
export type Access = Role | 'public' | 'local'

/** The success response of a route. */
interface RouteResponse {
  readonly status: number
  readonly summary: string
  /** Schemas by media type; no body if missing. */
  readonly content?: Readonly<Record<string, TSchema>>
  readonly headers?: Readonly<Record<string, string>>
}

type Tag = 'Streams' | 'Items' | 'Questions' | 'Quality' | 'Model and log' | 'Webhooks' | 'Service'

/** The declaration of a route. Validation, access checks and the OpenAPI document are derived from it. */
export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
> {
  readonly method: Method
  /** An OpenAPI path such as `/v1/streams/{stream}`. */
  readonly path: string
  readonly operation: string
  readonly summary: string
  readonly description?: string
  readonly tag: Tag
  readonly access: Access
  /**
   * Whether the response has the items, labels or the model of a stream in bulk, which needs the action `export` in the stream
   * instead of `read`.
   */
  readonly exports?: true
  /** Whether calls are recorded in the audit log, as those of routes that export always are. */
  readonly audited?: true
  /** Whether tokens that are restricted to one stream are rejected. */
  readonly serviceWide?: true
  readonly params?: Params
  readonly query?: Query
  /** The schema of a JSON body. */
  readonly body?: Body
  readonly example?: unknown
  /** Whether the thread of the stream parses and validates the body, which the handler gets as text. */
  readonly parsedInThread?: true
  /** The schema of a line, if the route also accepts NDJSON. */
  readonly lines?: TSchema
  /** Whether the body is binary. */
  readonly bytes?: true
  /** Whether it supports an Idempotency-Key. */
  readonly idempotent?: true
  /** Request headers and their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  readonly response: RouteResponse
  /** Error codes in addition to the common ones. */
  readonly errors?: readonly string[]
  handle(call: RouteCall<Static<Params>, Static<Query>, Static<Body>>): Promise<unknown>
}

/** The action that a route needs in the stream of its path; undefined for routes about no stream. */
export const actionOf = ({ access, path, exports }: Route): Action | undefined =>
  access === 'public' || access === 'local' || !path.includes('{stream}')
    ? undefined
    : actionFor(access, exports)

/** Types the handler of a route by its schemas. */
export const route = <
  Params extends TSchema = TObject,
  Query extends TSchema = TObject,
  Body extends TSchema = TObject,
>(
  declared: Route<Params, Query, Body>,
): Route => declared as unknown as Route

export const JSON_TYPE = 'application/json'
export const LINES_TYPE = 'application/x-ndjson'
export const BYTES_TYPE = 'application/octet-stream'

export const jsonResponse = (schema: TSchema, summary: string, status = 200): RouteResponse => ({
  status,
  summary,
  content: { [JSON_TYPE]: schema },
})

export const emptyResponse = (summary: string): RouteResponse => ({ status: 204, summary })

/** The media types that a route accepts. */
export const acceptedTypes = ({ lines, bytes }: Route): readonly string[] =>
  bytes ? [BYTES_TYPE] : lines ? [JSON_TYPE, LINES_TYPE] : [JSON_TYPE]
