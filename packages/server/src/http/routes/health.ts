import { AskanceError } from '@askance/core'
import { Type } from 'typebox'
import { serverError } from '../../errors.js'
import { strictObject, Time } from '../../schema/common.js'
import { statusOf } from '../problems.js'
import { JSON_TYPE, jsonResponse, type Route, route } from '../route.js'

const open = { method: 'GET', tag: 'Service', access: 'public' } as const

const Health = strictObject({ status: Type.Literal('ok'), version: Type.String() }, 'Health')

const Readiness = strictObject(
  {
    status: Type.Literal('ok'),
    version: Type.String(),
    backup: Type.Optional(
      strictObject(
        {
          status: Type.Enum(['ok', 'failed', 'pending']),
          last: Type.Optional(Time),
        },
        'BackupStatus',
      ),
    ),
    cluster: Type.Optional(strictObject({ status: Type.Enum(['ok', 'away']) }, 'ClusterStatus')),
  },
  'Readiness',
)

/** Reports every reason as a temporary error, so that clients retry. */
const notReady = (reason: unknown): unknown =>
  reason instanceof AskanceError && statusOf(reason.code) >= 500
    ? reason
    : serverError('store/lost', { reason: 'the store is not ready' })

/** Routes for operators. */
export const healthRoutes: readonly Route[] = [
  route({
    ...open,
    path: '/healthz',
    operation: 'checkHealth',
    summary: 'Liveness check',
    response: jsonResponse(Health, 'The process is alive'),
    handle: async ({ context }) => ({ status: 'ok', version: context.version }),
  }),
  route({
    ...open,
    path: '/readyz',
    operation: 'checkReadiness',
    summary: 'Readiness check',
    description:
      '`backup` says what came of the last scheduled backup, and when one last succeeded. `cluster` says whether NATS can be reached: while it is away, wide streams respond with 503. The service is ready without either.',
    response: jsonResponse(Readiness, 'The service accepts requests'),
    errors: ['store/lost'],
    handle: async ({ context, request }) => {
      await context.service.ready().catch((reason) => {
        request.log.warn({ err: reason }, 'not ready')
        throw notReady(reason)
      })
      const backup = context.backups?.()
      const { cluster, version } = context
      return {
        status: 'ok',
        version,
        ...(backup && { backup }),
        ...(cluster && { cluster: { status: cluster.isAway ? 'away' : 'ok' } as const }),
      }
    },
  }),
  route({
    ...open,
    path: '/openapi.json',
    operation: 'readDocument',
    summary: 'Read the OpenAPI document',
    response: {
      status: 200,
      summary: 'OpenAPI 3.1',
      content: { [JSON_TYPE]: Type.Object({}, { additionalProperties: true }) },
    },
    handle: async ({ context, reply }) => {
      reply.type(JSON_TYPE)
      return context.document()
    },
  }),
  route({
    ...open,
    path: '/metrics',
    operation: 'readMetrics',
    summary: 'Prometheus metrics; no token needed from localhost',
    access: 'local',
    serviceWide: true,
    response: { status: 200, summary: 'Metrics', content: { 'text/plain': Type.String() } },
    errors: ['route/unknown'],
    handle: async ({ context: { metrics }, reply }) => {
      if (!metrics) throw serverError('route/unknown', { path: '/metrics' })
      reply.type(metrics.contentType)
      return metrics.render()
    },
  }),
]
