import { Readable } from 'node:stream'
import { exportLinear } from '@askance/core'
import { Type } from 'typebox'
import { integerSchema, MAX_ROUNDS, StreamParams, strictObject } from '../../schema/common.js'
import { StreamStatusView } from '../../schema/streams.js'
import { ANSWERS, blinded, type LogCall } from '../blind.js'
import { isLabeller } from '../guard.js'
import { eventsIn, type LogEvent, numberedLines } from '../log-events.js'
import { BYTES_TYPE, type Context, JSON_TYPE, jsonResponse, LINES_TYPE, type Route, route } from '../route.js'
import { parseContent, recordAudit, requireStream } from './common.js'

/** How many characters of the log are read at a time. */
const PIECE = 2 ** 20
/** How many items are sent at a time. Each can have megabytes, which are in memory until the client has read them. */
const ITEMS = 50

const ANSWER = new RegExp(`^\\{"type":"(?:${ANSWERS.join('|')})"`)

const Bytes = Type.String({ format: 'binary' })

/** Streams the log; the next piece is read after the last one was sent. */
async function* logPieces(call: LogCall, from: number): AsyncGenerator<string> {
  const { service } = call.context
  let after = from
  for (;;) {
    const pages = await service.store.readLog(call.params.stream, after, PIECE)
    if (pages.length === 0) return
    const lines = pages.map((page) => numberedLines(page, after)).join('')
    yield isLabeller(call.identity) ? await withoutVotes(call, lines) : lines
    after = lastSeq(pages, after)
  }
}

/** Few lines are answers, so the others are not parsed. */
const withoutVotes = async (call: LogCall, text: string): Promise<string> => {
  const lines = text.split('\n')
  const votes = lines.filter((line) => ANSWER.test(line)).map((line) => JSON.parse(line) as LogEvent)
  const shown = (await blinded(call, votes)).values()
  return lines.map((line) => (ANSWER.test(line) ? JSON.stringify(shown.next().value) : line)).join('\n')
}

/** Streams the log with the content of each item in its event. */
async function* logWithItems(call: LogCall, from: number): AsyncGenerator<string> {
  const { service } = call.context
  const { stream } = call.params
  let after = from
  for (;;) {
    const pages = await service.store.readLog(stream, after, PIECE)
    if (pages.length === 0) return
    const events = await blinded(
      call,
      pages.flatMap((page) => [...eventsIn(page, after)]),
    )
    for (let start = 0; start < events.length; start += ITEMS)
      yield await withContents(service.store, stream, events.slice(start, start + ITEMS))
    after = lastSeq(pages, after)
  }
}

const withContents = async (
  store: Context['service']['store'],
  stream: string,
  events: readonly LogEvent[],
): Promise<string> => {
  const brought = events.filter(({ type }) => ['observed', 'taught', 'added'].includes(type))
  const found = await store.findItems(stream, [...new Set(brought.map(({ id }) => String(id)))])
  const contents = new Map(found.map(({ seq, content }) => [seq, content]))
  const lines = events.map((event) => {
    const content = contents.get(event.seq)
    return `${JSON.stringify(content === undefined ? event : { ...event, item: parseContent(content) })}\n`
  })
  return lines.join('')
}

const lastSeq = (
  pages: readonly { readonly seq: number; readonly count: number }[],
  after: number,
): number => {
  const last = pages.at(-1)
  return last ? last.seq + last.count - 1 : after
}

export const modelRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/model',
    operation: 'exportModel',
    summary: 'Download the model as a file, or as JSON if it is linear',
    tag: 'Model and log',
    access: 'reader',
    exports: true,
    params: StreamParams,
    query: strictObject({ format: Type.Optional(Type.Enum(['askance', 'json'])) }),
    response: {
      status: 200,
      summary: 'The model',
      content: {
        [BYTES_TYPE]: Bytes,
        [JSON_TYPE]: Type.Object({}, { title: 'LinearModel', additionalProperties: true }),
      },
    },
    errors: ['stream/unknown', 'export/linear', 'stream/report'],
    handle: async ({ params: { stream }, query, context, caller, reply }) => {
      if (query.format === 'json') {
        const parts = await context.service.run(stream, 'linear', {}, caller)
        return exportLinear({ linear: () => parts })
      }
      const model = await context.service.run(stream, 'exported', {}, caller)
      reply.type(BYTES_TYPE).header('content-disposition', `attachment; filename="${stream}.askance"`)
      return Buffer.from(model.buffer, model.byteOffset, model.byteLength)
    },
  }),
  route({
    method: 'PUT',
    path: '/v1/streams/{stream}/model',
    operation: 'importModel',
    summary: 'Import a model; only before the first item',
    tag: 'Model and log',
    access: 'owner',
    params: StreamParams,
    bytes: true,
    response: jsonResponse(StreamStatusView, 'The status of the stream'),
    errors: ['stream/unknown', 'stream/begun', 'model/format', 'model/classes', 'model/algorithm'],
    handle: async (call) => {
      const { params, context, caller, request } = call
      const model = request.body instanceof Uint8Array ? request.body : new Uint8Array(0)
      const status = await context.service.run(params.stream, 'imported', { model }, caller)
      await recordAudit(call, 'importModel', { ...params, detail: `${model.length} bytes` })
      return status
    },
  }),
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/log',
    operation: 'exportLog',
    summary: 'Download the log, one event per line',
    tag: 'Model and log',
    access: 'reader',
    exports: true,
    params: StreamParams,
    query: strictObject({
      after: Type.Optional(integerSchema(0, MAX_ROUNDS, 'Only events after this number')),
      items: Type.Optional(Type.Boolean({ description: 'Include the content of items' })),
    }),
    response: {
      status: 200,
      summary: 'Events, each with its number as `seq`',
      content: { [LINES_TYPE]: Type.Object({}, { title: 'LogEvent', additionalProperties: true }) },
    },
    errors: ['stream/unknown'],
    handle: async (call) => {
      const { params, query, context, reply } = call
      const { after = 0, items } = query
      await requireStream(context, params.stream)
      reply.type(LINES_TYPE)
      const pieces = items ? logWithItems(call, after) : logPieces(call, after)
      return Readable.from(pieces, { objectMode: false })
    },
  }),
]
