import { randomUUID } from 'node:crypto'
import { serverError } from '../../errors.js'
import { EVERYTHING } from '../../hooks/events.js'
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
import type { HookRecord } from '../../store/records.js'
import { answers, answersNothing, type Context, type Route, route } from '../route.js'
import { foundStream, noted, numberIn, pageFrom, USUAL_LIMIT } from './common.js'

const owning = { tag: 'Webhooks', access: 'owner' } as const

const withoutSecret = ({ secret: _, ...shown }: HookRecord): Omit<HookRecord, 'secret'> => shown

const checkHook = async ({ service }: Context, stream: string, id: string): Promise<void> => {
  const hooks = await service.store.listHooks(stream)
  if (!hooks.some((hook) => hook.id === id)) throw serverError('hook/unknown', { id })
}

export const hookRoutes: readonly Route[] = [
  route({
    ...owning,
    method: 'POST',
    path: '/v1/streams/{stream}/hooks',
    operation: 'createHook',
    summary: 'Have an address told what happens',
    params: StreamParams,
    body: HookBody,
    example: { url: 'https://example.org/askance', events: ['question.opened'] },
    answer: answers(
      CreatedHook,
      'The webhook, with the secret that signs its messages: shown this once',
      201,
    ),
    faults: ['stream/unknown', 'hook/url'],
    handle: async (asked) => {
      const { params, body, context } = asked
      const { service, settings } = context
      await foundStream(context, params.stream)
      const { href } = checkHookUrl(body.url, settings)
      const hook: HookRecord = {
        id: randomUUID(),
        stream: params.stream,
        url: href,
        secret: newHookSecret(),
        events: body.events ?? [EVERYTHING],
        created: service.now(),
      }
      await service.store.createHook(hook)
      await service.hooksChanged(params.stream)
      await noted(asked, 'createHook', { ...params, detail: `${hook.id} ${new URL(href).host}` })
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
    answer: answers(HookList, 'The webhooks of the stream'),
    faults: ['stream/unknown'],
    handle: async ({ params, context }) => {
      await foundStream(context, params.stream)
      return { items: (await context.service.store.listHooks(params.stream)).map(withoutSecret) }
    },
  }),
  route({
    ...owning,
    method: 'DELETE',
    path: '/v1/streams/{stream}/hooks/{hook}',
    operation: 'deleteHook',
    summary: 'Delete a webhook with its deliveries',
    params: HookParams,
    answer: answersNothing('It is gone'),
    faults: ['hook/unknown'],
    handle: async (asked) => {
      const { stream, hook } = asked.params
      const { service } = asked.context
      await service.store.deleteHook(stream, hook)
      await service.hooksChanged(stream)
      await noted(asked, 'deleteHook', { stream, detail: hook })
    },
  }),
  route({
    ...owning,
    method: 'GET',
    path: '/v1/streams/{stream}/hooks/{hook}/deliveries',
    operation: 'listDeliveries',
    summary: 'List what a webhook was told, the latest first',
    params: HookParams,
    query: strictObject(paging()),
    answer: answers(DeliveryPage, 'A page of deliveries'),
    faults: ['hook/unknown', 'request/cursor'],
    handle: async ({ params: { stream, hook }, query: { cursor, limit = USUAL_LIMIT }, context }) => {
      await checkHook(context, stream, hook)
      const before = numberIn(cursor)
      const list = { limit: limit + 1, ...(before !== undefined && { before }) }
      const found = await context.service.store.listDeliveries(hook, list)
      return pageFrom(found, limit, ({ number }) => number)
    },
  }),
  route({
    ...owning,
    method: 'POST',
    path: '/v1/streams/{stream}/hooks/{hook}/deliveries/{number}/retry',
    operation: 'retryDelivery',
    summary: 'Try a delivery again, now and with all tries',
    params: DeliveryParams,
    answer: answers(DeliveryView, 'The delivery, waiting'),
    faults: ['hook/unknown'],
    handle: async (asked) => {
      const { stream, hook, number } = asked.params
      const { service } = asked.context
      await checkHook(asked.context, stream, hook)
      const [found] = await service.store.listDeliveries(hook, { before: number + 1, limit: 1 })
      if (found?.number !== number)
        throw serverError('hook/unknown', { id: `${hook} with delivery ${number}` })
      const change = { attempts: 0, state: 'waiting', due: service.now() } as const
      await service.store.changeDelivery(number, change)
      await noted(asked, 'retryDelivery', { stream, detail: `${hook} ${number}` })
      return { ...found, ...change }
    },
  }),
]
