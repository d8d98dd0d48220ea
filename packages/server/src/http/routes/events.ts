import { Type } from 'typebox'
import { serverError } from '../../errors.js'
import { integerSchema, MAX_ROUNDS, StreamParams, strictObject } from '../../schema/common.js'
import { EventClient } from '../events/client.js'
import { type Context, type Route, route } from '../route.js'
import { requireStream } from './common.js'

/** Who was away for longer is told so, and goes on from there. */
const MAX_MISSED = 10_000
const PIECE = 2 ** 18
const DEFAULT_SAMPLE = 20

/** Tells a client what it missed, then lets it follow. It has joined already, so that nothing falls in between. */
const resume = async (
  { service }: Context,
  stream: string,
  client: EventClient,
  after: number,
  known: number,
): Promise<void> => {
  const from = Math.max(Math.min(after, known), known - MAX_MISSED)
  if (from > after) client.message({ event: 'gap', data: { from: after + 1, to: from }, id: from })
  client.skipTo(from)
  for (;;) {
    const pages = await service.store.readLog(stream, client.last, PIECE)
    if (pages.length === 0 || client.destroyed) break
    for (const page of pages) await client.catchUp(page)
  }
  client.beginLive()
}

/** Where a client wants to go on, if it says. */
const resumeAfter = (
  header: string | string[] | undefined,
  after: number | undefined,
): number | undefined => {
  const number = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
  return number ?? after
}

export const eventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/events',
    operation: 'followStream',
    summary: 'Follow a stream while things happen, as server-sent events',
    description:
      'The events: `decision` (some of them, those asked about first), `question` (opened or closed), `answer`, ' +
      '`drift`, `stream` (counts) and `quality` (at most once a second). The id of an event is its number in the ' +
      'log. Who comes back with Last-Event-ID is told what was missed; `gap` says that it was too much.',
    tag: 'Model and log',
    access: 'reader',
    params: StreamParams,
    query: strictObject({
      after: Type.Optional(
        integerSchema(0, MAX_ROUNDS, 'As Last-Event-ID: the number of the last event seen'),
      ),
      sample: Type.Optional(integerSchema(0, 1000, 'The most decisions a second; 20 if not given')),
    }),
    headers: { 'Last-Event-ID': 'The number of the last event seen' },
    response: {
      status: 200,
      summary: 'Events without end',
      content: { 'text/event-stream': Type.String({ description: 'Server-sent events' }) },
    },
    errors: ['stream/unknown', 'request/too-many', 'service/stopping'],
    handle: async ({ params: { stream }, query, context, request, reply }) => {
      const { feeds, service } = context
      if (feeds.isClosed) throw serverError('service/stopping')
      if (feeds.isFull) throw serverError('request/too-many', { seconds: 10 })
      await requireStream(context, stream)
      const client = new EventClient(query.sample ?? DEFAULT_SAMPLE, () => service.now())
      feeds.join(stream, client)
      const { seq, counts } = await requireStream(context, stream)
      const after = resumeAfter(request.headers['last-event-id'], query.after) ?? seq
      client.send('retry: 2000\n\n')
      feeds.announce(stream, { seq, counts })
      resume(context, stream, client, after, seq).catch((error) => {
        request.log.error({ err: error }, 'a client could not be told what it missed')
        client.destroy()
      })
      reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
      return client
    },
  }),
]
