import { AskanceError } from '@askance/core'
import { Type } from 'typebox'
import { serverError } from '../../errors.js'
import { strictObject } from '../../schema/common.js'
import { statusOf } from '../problems.js'
import { JSON_TYPE, jsonResponse, type Route, route } from '../route.js'

const open = { method: 'GET', tag: 'Service', access: 'public' } as const

const Health = strictObject({ status: Type.Literal('ok'), version: Type.String() }, 'Health')

/** Why nothing can be served now, as something that passes. */
const notReady = (reason: unknown): unknown =>
  reason instanceof AskanceError && statusOf(reason.code) >= 500
    ? reason
    : serverError('store/lost', { reason: 'it is not ready' })

/** Routes for those who run the service. */
export const operationRoutes: readonly Route[] = [
  route({
    ...open,
    path: '/healthz',
    operation: 'checkHealth',
    summary: 'Whether the process is alive',
    response: jsonResponse(Health, 'It is'),
    handle: async ({ context }) => ({ status: 'ok', version: context.version }),
  }),
  route({
    ...open,
    path: '/readyz',
    operation: 'checkReadiness',
    summary: 'Whether requests can be served',
    response: jsonResponse(Health, 'They can'),
    errors: ['store/lost'],
    handle: async ({ context, request }) => {
      await context.service.ready().catch((reason) => {
        request.log.warn({ err: reason }, 'not ready')
        throw notReady(reason)
      })
      return { status: 'ok', version: context.version }
    },
  }),
  route({
    ...open,
    path: '/openapi.json',
    operation: 'readDocument',
    summary: 'This document',
    response: {
      status: 200,
      summary: 'OpenAPI 3.1',
      content: { [JSON_TYPE]: Type.Object({}, { additionalProperties: true }) },
    },
    handle: async ({ context }) => context.document,
  }),
  route({
    ...open,
    path: '/metrics',
    operation: 'readMetrics',
    summary: 'Numbers for Prometheus; on this machine no token is needed',
    access: 'local',
    serviceWide: true,
    response: { status: 200, summary: 'Numbers', content: { 'text/plain': Type.String() } },
    errors: ['route/unknown'],
    handle: async ({ context: { metrics }, reply }) => {
      if (!metrics) throw serverError('route/unknown', { path: '/metrics' })
      reply.type(metrics.contentType)
      return metrics.render()
    },
  }),
]
