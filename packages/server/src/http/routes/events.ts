import { Type } from 'typebox'
import { serverError } from '../../errors.js'
import { integerSchema, MAX_ROUNDS, StreamParams, strictObject } from '../../schema/common.js'
import type { Caller } from '../../service/service.js'
import { EventClient } from '../events/client.js'
import { mayExport } from '../guard.js'
import { type Context, type Route, route } from '../route.js'
import { requireStream } from './common.js'

/** A client that missed more events gets a `gap` message and continues after it. */
const MAX_MISSED = 10_000
const PIECE = 2 ** 18
const DEFAULT_SAMPLE = 20

/** Sends the missed events, then switches to live ones. The client has joined already, so no event is lost in between. */
const resume = async (
  { service }: Context,
  stream: string,
  client: EventClient,
  after: number,
  known: number,
  onCost: Caller['onCost'],
): Promise<void> => {
  const from = Math.max(Math.min(after, known), known - MAX_MISSED)
  if (from > after) client.message({ event: 'gap', data: { from: after + 1, to: from }, id: from })
  client.skipTo(from)
  for (;;) {
    client.hasMissed = false
    // A client that connects again and again has the same events read each time.
    const started = performance.now()
    const text = await missedText(service.store, stream, client)
    onCost?.(performance.now() - started)
    if (client.isOver) return
    if (text === undefined && !client.hasMissed) return client.beginLive()
    await client.catchUp(text ?? '')
  }
}

/** The next missed events; undefined at the end of the log. The pages, which are much larger, are not kept while they are sent. */
const missedText = async (
  store: Context['service']['store'],
  stream: string,
  client: EventClient,
): Promise<string | undefined> => {
  const pages = await store.readLog(stream, client.last, PIECE)
  return pages.length === 0 ? undefined : pages.map((page) => client.missedText(page)).join('')
}

/** The event number after which the client wants to resume. */
const resumeAfter = (
  header: string | string[] | undefined,
  after: number | undefined,
): number | undefined => {
  const number = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
  return number ?? after
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join()

export const eventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/events',
    operation: 'followStream',
    summary: 'Follow a stream with server-sent events',
    description:
      'Events: `decision` (sampled, asked items first), `question` (opened or closed), `answer`, `drift`, ' +
      '`stream` (counts) and `quality` (at most once a second). The id of an event is its number in the log. A ' +
      'client that reconnects with Last-Event-ID receives the events it missed; `gap` means there were too many. ' +
      'Callers who may not export get no decisions and answers, and of a question only its state.',
    tag: 'Model and log',
    access: 'reader',
    audited: true,
    params: StreamParams,
    query: strictObject({
      after: Type.Optional(
        integerSchema(0, MAX_ROUNDS, 'The number of the last event seen; the same as Last-Event-ID'),
      ),
      sample: Type.Optional(integerSchema(0, 1000, 'Max decisions per second; default 20')),
    }),
    headers: { 'Last-Event-ID': 'The number of the last event seen' },
    response: {
      status: 200,
      summary: 'An endless stream of events',
      content: { 'text/event-stream': Type.String({ description: 'Server-sent events' }) },
    },
    errors: ['stream/unknown', 'request/too-many', 'service/stopping'],
    handle: async ({ params: { stream }, query, context, identity, caller, request, reply }) => {
      const { feeds, grants, service, settings } = context
      const token = request.token ?? undefined
      if (feeds.isClosed) throw serverError('service/stopping')
      await requireStream(context, stream)
      if (feeds.isFull(token)) throw serverError('request/too-many', { seconds: 10 })
      const client = new EventClient({
        sample: query.sample ?? DEFAULT_SAMPLE,
        maxUnread: settings.followerBytes,
        token,
        exports: mayExport(identity),
        isAdmitted: async () => !token || isSame((await grants.of(token))(stream), identity.actions ?? []),
        now: () => service.now(),
      })
      feeds.join(stream, client)
      const { seq, counts } = await requireStream(context, stream).catch((error) => {
        // Gives its place back.
        client.destroy()
        throw error
      })
      const after = resumeAfter(request.headers['last-event-id'], query.after) ?? seq
      client.send('retry: 2000\n\n')
      feeds.announce(stream, { seq, counts })
      resume(context, stream, client, after, seq, caller.onCost).catch((error) => {
        request.log.error({ err: error }, 'cannot send missed events to a client')
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
