import { serverError } from '../../errors.js'
import { ItemParams, StreamParams } from '../../schema/common.js'
import { ExplanationView, ItemBody, ItemDetail } from '../../schema/items.js'
import { ForgottenView } from '../../schema/questions.js'
import type { ItemRecord } from '../../store/records.js'
import type { SentItem } from '../../stream/operations.js'
import { contentOf, foundStream, noted } from '../asked.js'
import { eventsIn, type LogEvent } from '../log-events.js'
import { answers, type Context, type Route, route } from '../route.js'
import { checkContent } from './taking.js'

/** How far a log is looked through for what it says about one item. */
const MOST_EVENTS = 200_000
const PIECE = 2 ** 20

/** What only the learner needs of an event. */
const plain = ({ trace: _, row: __, lengths: ___, input: ____, ...shown }: LogEvent): LogEvent =>
  shown as LogEvent

/** All that the log says about an item, from its own page on. */
const historyOf = async ({ service }: Context, stream: string, { id, seq }: ItemRecord) => {
  const history: LogEvent[] = []
  const quoted = JSON.stringify(id)
  let after = seq - 1
  for (;;) {
    const pages = await service.store.readLog(stream, after, PIECE)
    if (pages.length === 0) return { history, historyCut: false }
    for (const page of pages) {
      for (const event of eventsIn(page, after, (line) => line.includes(quoted)))
        if (event.id === id) history.push(plain(event))
      after = page.seq + page.count - 1
    }
    if (after - seq >= MOST_EVENTS) return { history, historyCut: true }
  }
}

const decisionIn = (history: readonly LogEvent[]): Omit<LogEvent, 'type' | 'seq'> | undefined => {
  const found = history.find(({ type }) => type === 'observed')
  if (!found) return undefined
  const { type: _, seq: __, ...decision } = found
  return decision
}

/** A question is explained as it was asked; an item that was not asked about, as it is stored. */
const explained = async ({ service }: Context, stream: string, id: string) => {
  const [item] = await service.store.findItems(stream, [id])
  if (!item) throw serverError('item/unknown', { stream, id })
  return item.asked || item.content === '' ? { id } : { item: JSON.parse(item.content) as SentItem }
}

export const oneItemRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/items/{id}',
    operation: 'readItem',
    summary: 'Read an item: its content, its decision and what became of it',
    tag: 'Items',
    access: 'reader',
    params: ItemParams,
    answer: answers(ItemDetail, 'The item'),
    faults: ['stream/unknown', 'item/unknown'],
    handle: async ({ params: { stream, id }, context }) => {
      await foundStream(context, stream)
      const [item] = await context.service.store.findItems(stream, [id])
      if (!item) throw serverError('item/unknown', { stream, id })
      const found = await historyOf(context, stream, item)
      const decision = decisionIn(found.history)
      return { ...item, content: contentOf(item.content), ...(decision && { decision }), ...found }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/streams/{stream}/items/{id}',
    operation: 'eraseItem',
    summary: 'Erase an item: what it was, in the store and in the log, and what its answer taught',
    description:
      'The stream is then learned anew from its log, which takes a second for every hundred thousand events or so.',
    tag: 'Items',
    access: 'owner',
    params: ItemParams,
    answer: answers(ForgottenView, 'Whether there was an answer to forget'),
    faults: ['stream/unknown', 'item/unknown'],
    handle: async (asked) => {
      const { params, context, caller } = asked
      const { stream, id } = params
      const forgotten = await context.service.run(stream, 'forget', { id, erase: true }, caller)
      await noted(asked, 'eraseItem', { stream, detail: id })
      return forgotten
    },
  }),
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/items/{id}/explanation',
    operation: 'explainItem',
    summary: 'Why an item is predicted as it is, and why it was asked about',
    tag: 'Items',
    access: 'reader',
    params: ItemParams,
    answer: answers(ExplanationView, 'The explanation'),
    faults: ['stream/unknown', 'item/unknown'],
    handle: async ({ params: { stream, id }, context, caller }) =>
      context.service.run(stream, 'explain', await explained(context, stream, id), caller),
  }),
  route({
    method: 'POST',
    path: '/v1/streams/{stream}/explain',
    operation: 'explainContent',
    summary: 'Why an item that is not taken would be predicted as it would',
    tag: 'Items',
    access: 'reader',
    params: StreamParams,
    body: ItemBody,
    example: { text: 'Win a prize now' },
    answer: answers(ExplanationView, 'The explanation'),
    faults: ['stream/unknown', 'item/shape'],
    handle: async ({ params, body, context, caller }) =>
      context.service.run(params.stream, 'explain', { item: checkContent(body, 1) }, caller),
  }),
]
