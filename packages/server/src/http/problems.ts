import { STATUS_CODES } from 'node:http'
import { AskanceError, type Position } from '@askance/core'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { serverError, type serverErrorTable } from '../errors.js'
import type { ValidationError } from '../schema/validation.js'
import { PROBLEM_PAGE_POLICY, problemPage } from './problem-page.js'

/** The HTTP status of each error of the service. */
export const statuses: Readonly<Record<keyof typeof serverErrorTable, number>> = {
  'stream/unknown': 404,
  'stream/exists': 409,
  'stream/changed': 412,
  'stream/busy': 503,
  'stream/unloaded': 503,
  'stream/unowned': 503,
  'stream/begun': 409,
  'stream/classes': 409,
  'stream/fixed-classes': 409,
  'stream/too-large': 422,
  'stream/too-many-classes': 422,
  'stream/full': 409,
  'label/closed': 422,
  'stream/multi-label': 422,
  'stream/single-label': 422,
  'stream/report': 409,
  'model/classes': 422,
  'model/algorithm': 422,
  'item/unknown': 404,
  'item/erased': 409,
  'item/shape': 422,
  'item/repeated': 422,
  'question/closed': 409,
  'question/leased': 409,
  'question/unleased': 409,
  'question/own': 409,
  'answer/other': 403,
  'undo/nothing': 409,
  'request/key-reused': 422,
  'request/invalid': 400,
  'request/too-large': 413,
  'request/media-type': 415,
  'request/too-many': 429,
  'request/cancelled': 499,
  'operation/timeout': 422,
  'request/cursor': 400,
  'request/no-match': 428,
  'access/token': 401,
  'access/role': 403,
  'access/action': 403,
  'access/host': 421,
  'access/origin': 403,
  'sign-in/off': 404,
  'sign-in/state': 400,
  'sign-in/provider': 502,
  'sign-in/refused': 403,
  'sign-in/name': 403,
  'sign-in/role': 403,
  'token/unknown': 404,
  'grant/unknown': 404,
  'hook/unknown': 404,
  'hook/url': 422,
  'hook/filter': 422,
  'route/unknown': 404,
  'route/method': 405,
  'log/conflict': 503,
  'store/full': 507,
  'cluster/nats': 503,
  'cluster/off': 409,
  'cluster/away': 503,
  'cluster/closed': 500,
  'cluster/refused': 500,
  'stream/wide': 409,
  'wire/size': 500,
  'wire/conflict': 503,
  'wire/message': 500,
  'store/lost': 503,
  'store/newer': 503,
  'store/url': 503,
  'store/missing': 503,
  'store/backup': 503,
  'store/broken': 503,
  'store/key': 503,
  'store/used': 503,
  'store/elsewhere': 503,
  'node/store': 500,
  'node/used': 500,
  'node/lost': 502,
  'setting/value': 500,
  'setting/unknown': 500,
  'setting/file': 500,
  'setting/json': 500,
  'setting/anonymous': 500,
  'listen/used': 500,
  'listen/failed': 500,
  'backup/exists': 500,
  'backup/broken': 500,
  'tracing/packages': 500,
  'service/stopping': 503,
}

/** Errors of the core that do not map to 422. */
const coreStatuses: Readonly<Record<string, number>> = {
  'question/unknown': 404,
  'question/unanswered': 409,
  'question/late': 409,
  'item/id': 409,
  'pool/item': 404,
  'export/linear': 409,
  'vector/length': 400,
}

/** The HTTP status of an error code; 422 for other errors of core and data. */
export const statusOf = (code: string): number =>
  (statuses as Readonly<Record<string, number>>)[code] ?? coreStatuses[code] ?? 422

/** A problem document (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: string
  readonly errors?: readonly ValidationError[]
  readonly position?: Position
  readonly line?: number
  readonly accepted?: number
}

export const PROBLEM_TYPE = 'application/problem+json'

/** Converts errors of Fastify and Node. */
const frameworkError = (error: Partial<FastifyError>, limit: number): AskanceError | undefined => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return serverError('request/too-large', { most: limit })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return serverError('request/media-type', { found: 'of this request', expected: 'application/json' })
    case 'FST_ERR_BAD_URL':
      return serverError('request/invalid', { reason: 'invalid URL' })
  }
  const status = error.statusCode ?? 500
  if (status >= 500) return undefined
  return serverError('request/invalid', { reason: 'malformed request' })
}

/** Converts an error to a problem. Unexpected errors reveal no details. */
export const toProblem = (error: unknown, instance: string, limit: number): Problem => {
  const found = error instanceof AskanceError ? error : frameworkError(error as Partial<FastifyError>, limit)
  if (!found) return internalError(instance)
  const { code, message, details, position } = found
  const status = statusOf(code)
  const errors = details.errors as readonly ValidationError[] | undefined
  const { line, accepted } = details as { readonly line?: number; readonly accepted?: number }
  return {
    type: `urn:askance:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    instance,
    code,
    ...(errors && { errors }),
    ...(position && { position }),
    ...(line !== undefined && { line }),
    ...(accepted !== undefined && { accepted }),
  }
}

const internalError = (instance: string): Problem => ({
  type: 'urn:askance:problem:service/fault',
  title: 'Internal Server Error',
  status: 500,
  detail: 'internal error; the log of the service has the details under this request id',
  instance,
  code: 'service/fault',
})

/** The value of the Retry-After header. */
const retryAfter = ({ status }: Problem, error: unknown): number | undefined => {
  if (status !== 503 && status !== 429) return undefined
  const seconds = error instanceof AskanceError ? error.details.seconds : undefined
  return typeof seconds === 'number' ? Math.max(1, seconds) : 1
}

/** Sends an error as a problem document. */
export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = toProblem(error, request.id, request.routeOptions.bodyLimit)
  reply.header('x-request-id', request.id)
  if (problem.status === 500) request.log.error({ err: error }, 'request failed')
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="askance"')
  const seconds = retryAfter(problem, error)
  if (seconds !== undefined) reply.header('retry-after', seconds)
  const methods = error instanceof AskanceError && problem.status === 405 ? error.details.methods : undefined
  if (typeof methods === 'string') reply.header('allow', methods)
  reply.removeHeader('content-disposition')
  if (problem.code.startsWith('sign-in/') && request.headers.accept?.includes('text/html'))
    return reply
      .code(problem.status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PROBLEM_PAGE_POLICY)
      .send(problemPage(problem))
  return reply.code(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem))
}
