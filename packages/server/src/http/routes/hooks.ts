import { randomUUID } from 'node:crypto'
import { serverError } from '../../errors.js'
import { ALL_EVENTS } from '../../hooks/events.js'
import { PREDICTED } from '../../hooks/predictions.js'
import { checkHookUrl } from '../../hooks/send.js'
import { newHookSecret } from '../../hooks/sign.js'
import { paging, StreamParams, strictObject } from '../../schema/common.js'
import {
  CreatedHook,
  DeliveryPage,
  DeliveryParams,
  DeliveryView,
  HookBody,
  HookList,
  HookParams,
} from '../../schema/service.js'
import type { HookFilter, HookRecord } from '../../store/records.js'
import { type Context, emptyResponse, jsonResponse, type Route, route } from '../route.js'
import { DEFAULT_LIMIT, numberCursor, recordAudit, requireStream, toPage, withinQuota } from './common.js'

const owning = { tag: 'Webhooks', access: 'owner' } as const

const withoutSecret = ({ secret: _, ...shown }: HookRecord): Omit<HookRecord, 'secret'> => shown

const checkHook = async ({ service }: Context, stream: string, id: string): Promise<void> => {
  const hooks = await service.store.listHooks(stream)
  if (!hooks.some((hook) => hook.id === id)) throw serverError('hook/unknown', { id })
}

/** Rejects a filter that would let nothing pass, or that the events do not use. */
const checkFilter = (
  { classes, minConfidence = 0, maxConfidence = 1 }: HookFilter,
  events: readonly string[],
  known: readonly string[],
): void => {
  const fail = (reason: string): Error => serverError('hook/filter', { reason })
  if (!events.includes(PREDICTED)) throw fail(`it applies to ${PREDICTED}, which is not among the events`)
  const other = classes?.find((label) => !known.includes(label))
  if (other !== undefined)
    throw fail(`the stream has no class ${other}; expected some of ${known.join(', ')}`)
  if (minConfidence > maxConfidence)
    throw fail(`minConfidence ${minConfidence} is more than maxConfidence ${maxConfidence}`)
}

export const hookRoutes: readonly Route[] = [
  route({
    ...owning,
    method: 'POST',
    path: '/v1/streams/{stream}/hooks',
    operation: 'createHook',
    summary: 'Create a webhook; `item.predicted` sends the predictions of each second together, filtered',
    params: StreamParams,
    body: HookBody,
    example: {
      url: 'https://example.org/askance',
      events: ['item.predicted'],
      filter: { classes: ['spam'], minConfidence: 0.9 },
    },
    response: jsonResponse(CreatedHook, 'The webhook with its signing secret, which is shown only once', 201),
    errors: ['stream/unknown', 'stream/full', 'hook/url', 'hook/filter'],
    handle: async (call) => {
      const { params, body, context } = call
      const { service, settings } = context
      const { config } = await requireStream(context, params.stream)
      const events = body.events ?? [ALL_EVENTS]
      if (body.filter) checkFilter(body.filter, events, config.classes)
      const { href } = checkHookUrl(body.url, settings)
      const hook: HookRecord = {
        id: randomUUID(),
        stream: params.stream,
        url: href,
        secret: newHookSecret(),
        events,
        ...(body.filter && { filter: body.filter }),
        created: service.now(),
      }
      const counted = async () => (await service.store.listHooks(params.stream)).length
      await withinQuota(context, params.stream, 'hooksPerStream', counted, () =>
        service.store.createHook(hook),
      )
      await service.hooksChanged(params.stream)
      await recordAudit(call, 'createHook', { ...params, detail: `${hook.id} ${new URL(href).host}` })
      return hook
    },
  }),
  route({
    ...owning,
    method: 'GET',
    path: '/v1/streams/{stream}/hooks',
    operation: 'listHooks',
    summary: 'List webhooks',
    params: StreamParams,
    response: jsonResponse(HookList, 'The webhooks of the stream'),
    errors: ['stream/unknown'],
    handle: async ({ params, context }) => {
      await requireStream(context, params.stream)
      return { items: (await context.service.store.listHooks(params.stream)).map(withoutSecret) }
    },
  }),
  route({
    ...owning,
    method: 'DELETE',
    path: '/v1/streams/{stream}/hooks/{hook}',
    operation: 'deleteHook',
    summary: 'Delete a webhook and its deliveries',
    params: HookParams,
    response: emptyResponse('The webhook was deleted'),
    errors: ['hook/unknown'],
    handle: async (call) => {
      const { stream, hook } = call.params
      const { service } = call.context
      await service.store.deleteHook(stream, hook)
      await service.hooksChanged(stream)
      await recordAudit(call, 'deleteHook', { stream, detail: hook })
    },
  }),
  route({
    ...owning,
    method: 'GET',
    path: '/v1/streams/{stream}/hooks/{hook}/deliveries',
    operation: 'listDeliveries',
    summary: 'List the deliveries of a webhook, latest first',
    params: HookParams,
    query: strictObject(paging()),
    response: jsonResponse(DeliveryPage, 'A page of deliveries'),
    errors: ['hook/unknown', 'request/cursor'],
    handle: async ({ params: { stream, hook }, query: { cursor, limit = DEFAULT_LIMIT }, context }) => {
      await checkHook(context, stream, hook)
      const before = numberCursor(cursor)
      const list = { limit: limit + 1, ...(before !== undefined && { before }) }
      const found = await context.service.store.listDeliveries(hook, list)
      return toPage(found, limit, ({ number }) => number)
    },
  }),
  route({
    ...owning,
    method: 'POST',
    path: '/v1/streams/{stream}/hooks/{hook}/deliveries/{number}/retry',
    operation: 'retryDelivery',
    summary: 'Retry a delivery now and count its attempts from 1 again',
    params: DeliveryParams,
    response: jsonResponse(DeliveryView, 'The delivery, waiting to be sent'),
    errors: ['hook/unknown'],
    handle: async (call) => {
      const { stream, hook, number } = call.params
      const { service } = call.context
      await checkHook(call.context, stream, hook)
      const [found] = await service.store.listDeliveries(hook, { before: number + 1, limit: 1 })
      if (found?.number !== number)
        throw serverError('hook/unknown', { id: `${hook} with delivery ${number}` })
      // One that was sent keeps its number and its body: its receiver may know it.
      const change = { attempts: Math.min(found.attempts, 1), state: 'waiting', due: service.now() } as const
      await service.store.changeDelivery(number, change)
      await recordAudit(call, 'retryDelivery', { stream, detail: `${hook} ${number}` })
      return { ...found, ...change }
    },
  }),
]
