import { STATUS_CODES } from 'node:http'
import { VERSION } from '@askance/core'
import type { TSchema } from 'typebox'
import { ProblemBody } from '../schema/common.js'
import { KEY_HEADER } from './bodies.js'
import { PROBLEM_TYPE, statusOf } from './problems.js'
import { actionOf, BYTES_TYPE, JSON_TYPE, LINES_TYPE, type Route } from './route.js'
import { allRoutes } from './routes/index.js'

type Json = Readonly<Record<string, unknown>>

/** Schemas with a title are written once under `components` and referenced by `$ref`. */
class Components {
  readonly schemas: Record<string, unknown> = {}

  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.refer(part))
    if (typeof schema !== 'object' || schema === null) return schema
    const { title } = schema as { readonly title?: unknown }
    if (typeof title !== 'string') return this.#translated(schema)
    this.schemas[title] ??= this.#translated(schema)
    return { $ref: `#/components/schemas/${title}` }
  }

  /** Writes records with `additionalProperties`, which more tools support than `patternProperties`. */
  #translated(schema: object): Json {
    const { patternProperties, additionalProperties, ...rest } = schema as Json
    const [named] = Object.entries((patternProperties ?? {}) as Json)
    const translated = named
      ? { ...rest, propertyNames: { pattern: named[0] }, additionalProperties: named[1] }
      : { ...rest, ...(additionalProperties !== undefined && { additionalProperties }) }
    return Object.fromEntries(Object.entries(translated).map(([key, value]) => [key, this.refer(value)]))
  }
}

const describeParameters = (route: Route, components: Components): readonly Json[] => [
  ...schemaParameters('path', route.params, components),
  ...schemaParameters('query', route.query, components),
  ...Object.entries(requestHeaders(route)).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', maxLength: 200 },
  })),
]

const requestHeaders = ({ headers, idempotent }: Route): Readonly<Record<string, string>> => ({
  ...headers,
  ...(idempotent && {
    [KEY_HEADER]: 'A repeated request with the same key and body gets the same response and is executed once',
  }),
})

const schemaParameters = (
  place: 'path' | 'query',
  schema: TSchema | undefined,
  components: Components,
): readonly Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(property.description !== undefined && { description: property.description }),
    schema: components.refer(property),
  }))
}

const describeRequestBody = (
  { body, example, lines, bytes }: Route,
  components: Components,
): Json | undefined => {
  if (bytes)
    return { required: true, content: { [BYTES_TYPE]: { schema: { type: 'string', format: 'binary' } } } }
  if (!body) return undefined
  const json = { schema: components.refer(body), ...(example !== undefined && { example }) }
  return {
    required: true,
    content: { [JSON_TYPE]: json, ...(lines && { [LINES_TYPE]: { schema: components.refer(lines) } }) },
  }
}

const describeResponse = ({ response }: Route, components: Components): Json => ({
  description: response.summary,
  ...(response.headers && {
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    ),
  }),
  ...(response.content && {
    content: Object.fromEntries(
      Object.entries(response.content).map(([type, schema]) => [type, { schema: components.refer(schema) }]),
    ),
  }),
})

/** The error codes that routes have in common, by access, parameters and body. */
const commonErrors = (route: Route): readonly string[] => {
  const { access, params, query, body, bytes } = route
  return [
    'request/too-many',
    ...(access === 'public' ? [] : ['access/token', 'access/role', 'access/origin', 'service/stopping']),
    ...(actionOf(route) ? ['access/action'] : []),
    ...(route.path.includes('{stream}') ? ['stream/unowned', 'node/lost'] : []),
    ...(params || query || body ? ['request/invalid'] : []),
    ...(body || bytes ? ['request/too-large', 'request/media-type'] : []),
  ]
}

const describeProblems = (route: Route, components: Components): Json => {
  const byStatus = new Map<number, string[]>()
  for (const code of [...(route.errors ?? []), ...commonErrors(route)]) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { [PROBLEM_TYPE]: { schema: components.refer(ProblemBody) } }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        { description: `${STATUS_CODES[status]}: ${codes.join(', ')}`, content },
      ]),
  )
}

const describeOperation = (route: Route, components: Components): Json => {
  const { operation, summary, description, tag, access } = route
  const action = actionOf(route)
  const parameters = describeParameters(route, components)
  const requestBody = describeRequestBody(route, components)
  return {
    operationId: operation,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [route.response.status]: describeResponse(route, components),
      ...describeProblems(route, components),
    },
    security: access === 'public' ? [] : [{ bearer: [] }, { session: [] }],
    'x-askance-access': access,
    ...(action && { 'x-askance-action': action }),
  }
}

/** Builds the OpenAPI document. */
export const buildDocument = (routes: readonly Route[], version: string): object => {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    Object.assign(paths[route.path] ?? {}, {
      [route.method.toLowerCase()]: describeOperation(route, components),
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Askance',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'Online active learning: predict every item, ask about a few, learn from the answers.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token created by `POST /v1/tokens`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-askance-session',
          description: 'The session of a browser, after signing in with OpenID Connect',
        },
      },
    },
  }
}

/** The OpenAPI document of the service; needs no running service. */
export const openApiDocument = async (version: string = VERSION): Promise<object> =>
  buildDocument(allRoutes, version)
