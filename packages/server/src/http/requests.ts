import type { Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from '../logs/logger.js'
import type { Settings } from '../settings/table.js'
import { parentContext, RequestSpan } from '../tracing/spans.js'
import type { HttpMetrics } from './route.js'

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null
  }
}

const routeOf = (request: FastifyRequest): string => request.routeOptions.config.route?.path ?? 'other'

/** Followers wait for events: they are not slow. */
const isFollowing = (request: FastifyRequest): boolean =>
  'text/event-stream' in (request.routeOptions.config.route?.response.content ?? {})

interface RequestReports {
  readonly settings: Pick<Settings, 'slowMs'>
  readonly metrics?: HttpMetrics
  readonly tracer?: Tracer
}

/** Counts, logs and traces every request. */
export const reportRequests = (
  app: FastifyInstance,
  { settings: { slowMs }, metrics, tracer }: RequestReports,
): void => {
  app.decorateRequest('span', null)
  if (tracer)
    app.addHook('onRequest', async (request) => {
      const route = routeOf(request)
      request.span = new RequestSpan(
        tracer,
        `${request.method} ${route}`,
        { 'http.request.method': request.method, 'http.route': route, 'askance.request': request.id },
        parentContext(request.headers.traceparent),
      )
    })
  // The fields of its lines are never secret, and looking for secrets in them takes longer than writing them.
  const plain = (app.log as Logger).child({}, { redact: [] })
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const route = routeOf(request)
    request.span?.end(statusCode)
    metrics?.observeRequest(request.method, route, statusCode, elapsedTime / 1000)
    const ms = Math.round(elapsedTime)
    const by = request.identity?.name
    const fields = { method: request.method, route, status: statusCode, ms, by }
    if (slowMs > 0 && ms >= slowMs && !isFollowing(request))
      request.log.warn({ ...fields, ...(request.params as object) }, 'slow request')
    else plain.info({ reqId: request.id, ...fields }, 'request')
  })
}
