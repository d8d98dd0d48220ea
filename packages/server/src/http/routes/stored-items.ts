import { serverError } from '../../errors.js'
import type { AskedItem, SentItem } from '../../operations/types.js'
import { ItemParams, StreamParams } from '../../schema/common.js'
import { ExplanationView, ItemBody, ItemDetail, type ItemQuery } from '../../schema/items.js'
import { ForgottenView } from '../../schema/questions.js'
import type { ItemRecord } from '../../store/records.js'
import { eventsIn, type LogEvent } from '../log-events.js'
import { type Context, jsonResponse, type Route, type RouteCall, route } from '../route.js'
import {
  checkContent,
  DEFAULT_LIMIT,
  numberCursor,
  parseContent,
  recordAudit,
  requireStream,
  toPage,
} from './common.js'

/** How many events are searched for the history of one item. */
const MAX_EVENTS = 200_000
const PIECE = 2 ** 20

/** Removes the fields that only the learner needs. */
const withoutModelState = ({ trace: _, row: __, lengths: ___, input: ____, ...shown }: LogEvent): LogEvent =>
  shown as LogEvent

/** Collects the events about an item, starting at its own page. */
const readHistory = async ({ service }: Context, stream: string, { id, seq }: ItemRecord) => {
  const history: LogEvent[] = []
  const quoted = JSON.stringify(id)
  let after = seq - 1
  for (;;) {
    const pages = await service.store.readLog(stream, after, PIECE)
    if (pages.length === 0) return { history, historyTruncated: false }
    for (const page of pages) {
      for (const event of eventsIn(page, after, (line) => line.includes(quoted)))
        if (event.id === id) history.push(withoutModelState(event))
      after = page.seq + page.count - 1
    }
    if (after - seq >= MAX_EVENTS) return { history, historyTruncated: true }
  }
}

const findDecision = (history: readonly LogEvent[]): Omit<LogEvent, 'type' | 'seq'> | undefined => {
  const found = history.find(({ type }) => type === 'observed')
  if (!found) return undefined
  const { type: _, seq: __, ...decision } = found
  return decision
}

/** A question is explained from the row that was asked about, any other item from its stored content. */
const explainInput = async ({ service }: Context, stream: string, id: string) => {
  const [item] = await service.store.findItems(stream, [id])
  if (!item) throw serverError('item/unknown', { stream, id })
  return item.asked || item.content === '' ? { id } : { item: JSON.parse(item.content) as SentItem }
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
    handle: async ({ params: { stream, id }, context }) => {
      await requireStream(context, stream)
      const [item] = await context.service.store.findItems(stream, [id])
      if (!item) throw serverError('item/unknown', { stream, id })
      const found = await readHistory(context, stream, item)
      const decision = findDecision(found.history)
      return { ...item, content: parseContent(item.content), ...(decision && { decision }), ...found }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/streams/{stream}/items/{id}',
    operation: 'eraseItem',
    summary: 'Erase an item from the store, the log and the model',
    description: 'The stream is then rebuilt from its log, which takes about one second per 100,000 events.',
    tag: 'Items',
    access: 'owner',
    params: ItemParams,
    response: jsonResponse(ForgottenView, 'Whether an answer was forgotten'),
    errors: ['stream/unknown', 'item/unknown'],
    handle: async (call) => {
      const { params, context, caller } = call
      const { stream, id } = params
      const forgotten = await context.service.run(stream, 'forget', { id, erase: true }, caller)
      await recordAudit(call, 'eraseItem', { stream, detail: id })
      return forgotten
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
    handle: async ({ params: { stream, id }, context, caller }) =>
      context.service.run(stream, 'explain', await explainInput(context, stream, id), caller),
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
    handle: async ({ params, body, context, caller }) =>
      context.service.run(params.stream, 'explain', { item: checkContent(body, 1) }, caller),
  }),
]

type Listing = RouteCall<{ stream: string }, ItemQuery, unknown>

/** Lists items, latest first, with the question state of those that were asked. */
export const listItems = async (call: Listing) => {
  const { params, query, context, caller } = call
  await requireStream(context, params.stream)
  const { cursor, limit = DEFAULT_LIMIT, wrong, ...filters } = query
  if (wrong) return wrongItems(call)
  const before = numberCursor(cursor)
  const list = { limit: limit + 1, ...(before !== undefined && { before }), ...filters }
  const found = await context.service.store.listItems(params.stream, list)
  const page = toPage(found, limit, ({ t }) => t)
  const ids = page.items.flatMap((item) => (item.asked ? [item.id] : []))
  const questions = ids.length > 0 ? await context.service.run(params.stream, 'asked', { ids }, caller) : []
  const byId = new Map(questions.map((question) => [question.id, question]))
  return { ...page, items: page.items.map((item) => shown(item, byId.get(item.id))) }
}

/** The stream knows which items are wrong; the store has their content. */
const wrongItems = async ({ params, query, context, caller }: Listing) => {
  const { cursor, limit = DEFAULT_LIMIT, asked = true, predicted, search } = query
  if (search !== undefined)
    throw serverError('request/invalid', { reason: 'wrong and search cannot be combined' })
  if (!asked) return { items: [] }
  const before = numberCursor(cursor)
  const { service } = context
  const found = await service.run(
    params.stream,
    'wrong',
    {
      limit: limit + 1,
      ...(before !== undefined && { before }),
      ...(predicted !== undefined && { predicted }),
    },
    caller,
  )
  const page = toPage(found, limit, ({ t }) => t)
  const ids = page.items.map(({ id }) => id)
  const records = ids.length > 0 ? await service.store.findItems(params.stream, ids) : []
  const byId = new Map(records.map((item) => [item.id, item]))
  // An imported model has learned from items that are not in this store.
  const items = page.items.flatMap((question) => {
    const item = byId.get(question.id)
    return item ? [shown(item, question)] : []
  })
  return { ...page, items }
}

const shown = (item: ItemRecord, question: AskedItem | undefined) => {
  const { reason, probability, state, answer } = question ?? {}
  return {
    ...item,
    content: parseContent(item.content),
    ...(question && { reason, probability, state }),
    ...(answer !== undefined && { answer }),
  }
}
