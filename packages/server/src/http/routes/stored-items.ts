import type { Observed } from '@askance/core'
import { serverError } from '../../errors.js'
import { itemPages } from '../../operations/item-pages.js'
import { toDecision } from '../../operations/known-items.js'
import type { SentItem } from '../../operations/types.js'
import { ItemParams, StreamParams } from '../../schema/common.js'
import { checkContent } from '../../schema/item-bodies.js'
import { ExplanationView, ItemBody, ItemDetail } from '../../schema/items.js'
import { ForgottenView } from '../../schema/questions.js'
import type { ItemRecord } from '../../store/records.js'
import { blinded } from '../blind.js'
import { eventsIn, type LogEvent } from '../log-events.js'
import { type Context, jsonResponse, type Route, route } from '../route.js'
import { itemView, recordAudit, requireStream } from './common.js'
import { explanationInWords } from './feature-words.js'

/** After how many events of an older version, which are not indexed, the history of an item ends. */
const MAX_EVENTS = 200_000

/** Removes the fields that only the learner needs. */
const withoutModelState = (event: LogEvent): LogEvent => {
  const { type, seq } = event
  if (type === 'observed' || type === 'chosen')
    return { type, seq, ...toDecision(event as unknown as Observed) }
  const { row: _, lengths: __, input: ___, parts: ____, ...shown } = event
  return shown as LogEvent
}

/** Collects the events about an item, starting at its own page. */
const readHistory = async ({ service }: Context, stream: string, item: ItemRecord) => {
  const history: LogEvent[] = []
  const { id, seq } = item
  const quoted = JSON.stringify(id)
  let searched = 0
  let begin = Number.POSITIVE_INFINITY
  for await (const page of itemPages(service.store, stream, [item])) {
    for (const event of eventsIn(page, seq - 1, (line) => line.includes(quoted)))
      if (event.id === id) history.push(withoutModelState(event))
    searched += page.count
    begin = Math.min(begin, page.seq)
    if (searched >= MAX_EVENTS) return { history, historyTruncated: true }
  }
  // The beginning of the log may have been removed.
  return { history, historyTruncated: begin > seq }
}

const findDecision = (history: readonly LogEvent[]): Omit<LogEvent, 'type' | 'seq'> | undefined => {
  const found = history.find(({ type }) => type === 'observed' || type === 'chosen')
  if (!found) return undefined
  const { type: _, seq: __, ...decision } = found
  return decision
}

/** A question is explained from the row that was asked about, any other item or class from the stored content. */
const explainInput = async ({ service }: Context, stream: string, id: string) => {
  const [item] = await service.store.findItems(stream, [id])
  if (!item) throw serverError('item/unknown', { stream, id })
  return {
    ...((item.asked || item.content === '') && { id }),
    ...(item.content !== '' && { item: JSON.parse(item.content) as SentItem }),
  }
}

export const oneItemRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/items/{id}',
    operation: 'readItem',
    summary: 'Read an item with its decision and history',
    tag: 'Items',
    access: 'reader',
    params: ItemParams,
    response: jsonResponse(ItemDetail, 'The item'),
    errors: ['stream/unknown', 'item/unknown'],
    handle: async (call) => {
      const { params, context } = call
      const { stream, id } = params
      await requireStream(context, stream)
      const [item] = await context.service.store.findItems(stream, [id])
      if (!item) throw serverError('item/unknown', { stream, id })
      const found = await readHistory(context, stream, item)
      const decision = findDecision(found.history)
      const history = await blinded(call, found.history)
      return { ...itemView(item), ...(decision && { decision }), ...found, history }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/streams/{stream}/items/{id}',
    operation: 'eraseItem',
    summary: 'Erase an item from the store, the log and the model',
    description: 'The stream is rebuilt from its log, if it has learned anything from the item.',
    tag: 'Items',
    access: 'owner',
    params: ItemParams,
    response: jsonResponse(ForgottenView, 'Whether an answer was forgotten'),
    errors: ['stream/unknown', 'item/unknown'],
    handle: async (call) => {
      const { params, context, caller } = call
      const { stream, id } = params
      const { forgotten } = await context.service.run(stream, 'erase', { ids: [id] }, caller)
      await recordAudit(call, 'eraseItem', { stream, detail: id })
      return { id, forgotten: forgotten.length > 0 }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/items/{id}/explanation',
    operation: 'explainItem',
    summary: 'Explain a prediction and why it was asked',
    tag: 'Items',
    access: 'reader',
    params: ItemParams,
    response: jsonResponse(ExplanationView, 'The explanation'),
    errors: ['stream/unknown', 'item/unknown'],
    handle: async ({ params: { stream, id }, context, caller }) => {
      const input = await explainInput(context, stream, id)
      return explanationInWords(await context.service.run(stream, 'explain', input, caller), input.item)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/streams/{stream}/explain',
    operation: 'explainContent',
    summary: 'Explain the prediction of an item without storing it',
    tag: 'Items',
    access: 'reader',
    params: StreamParams,
    body: ItemBody,
    example: { text: 'Win a prize now' },
    response: jsonResponse(ExplanationView, 'The explanation'),
    errors: ['stream/unknown', 'item/shape'],
    handle: async ({ params, body, context, caller }) => {
      const item = checkContent(body, 1, context.settings)
      return explanationInWords(await context.service.run(params.stream, 'explain', { item }, caller), item)
    },
  }),
]
