import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { TokenCache } from '../access/tokens.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Caller, Service } from '../service/service.js'
import type { Settings } from '../settings/table.js'
import type { Role } from '../store/records.js'
import type { Feeds } from './events/feeds.js'
import type { Identity } from './guard.js'

/** What HTTP tells of itself and hands out to Prometheus. */
export type HttpMetrics = Pick<Metrics, 'contentType' | 'render' | 'observeRequest' | 'follower'>

/** What routes work with. */
export interface Context {
  readonly service: Service
  readonly settings: Settings
  readonly version: string
  readonly tokens: TokenCache
  readonly feeds: Feeds
  /** OpenAPI, of all routes. */
  readonly document: object
  readonly metrics?: HttpMetrics
}

/** A request once it was checked. */
export interface RouteCall<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly identity: Identity
  /** With the idempotency key, where one came. */
  readonly caller: Caller
  readonly context: Context
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: holders of a role, everybody, or readers and whoever is on this machine. */
export type Access = Role | 'public' | 'local'

/** What a route answers when all goes well. */
export interface RouteResponse {
  readonly status: number
  readonly summary: string
  /** By media type; nothing at all if not given. */
  readonly content?: Readonly<Record<string, TSchema>>
  readonly headers?: Readonly<Record<string, string>>
}

export type Tag = 'Streams' | 'Items' | 'Questions' | 'Quality' | 'Model and log' | 'Webhooks' | 'Service'

/** A route as data: the checks, the roles and the OpenAPI document all come from this. */
export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
> {
  readonly method: Method
  /** As OpenAPI writes it: `/v1/streams/{stream}`. */
  readonly path: string
  readonly operation: string
  readonly summary: string
  readonly description?: string
  readonly tag: Tag
  readonly access: Access
  /** Whether it is about the whole service, so that a token for one stream does not reach it. */
  readonly serviceWide?: true
  readonly params?: Params
  readonly query?: Query
  /** What a JSON body must be like. */
  readonly body?: Body
  readonly example?: unknown
  /** What each line must be like, where lines of JSON may come instead. */
  readonly lines?: TSchema
  /** Whether the body is bytes: a model. */
  readonly bytes?: true
  /** Whether it heeds an Idempotency-Key. */
  readonly idempotent?: true
  /** Headers it looks at, with what they are for. */
  readonly headers?: Readonly<Record<string, string>>
  readonly response: RouteResponse
  /** What can go wrong beside what always can. */
  readonly errors?: readonly string[]
  handle(call: RouteCall<Static<Params>, Static<Query>, Static<Body>>): Promise<unknown>
}

/** A route whose handler is typed by its schemas. */
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

/** The media types whose bodies a route reads. */
export const acceptedTypes = ({ lines, bytes }: Route): readonly string[] =>
  bytes ? [BYTES_TYPE] : lines ? [JSON_TYPE, LINES_TYPE] : [JSON_TYPE]
