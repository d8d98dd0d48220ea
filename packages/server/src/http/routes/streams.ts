import { randomBytes, randomInt } from 'node:crypto'
import { DEFAULT_MEASURE, hasCode, slugify } from '@askance/core/internals'
import { ACTIONS } from '../../access/grants.js'
import { serverError } from '../../errors.js'
import { paging, StreamParams, strictObject } from '../../schema/common.js'
import { NewStream, StreamChange, StreamDetail, StreamPage, StreamView } from '../../schema/streams.js'
import type { Action, StreamRecord } from '../../store/records.js'
import { defaultConfig, type StreamConfig } from '../../stream/config.js'
import { emptyResponse, jsonResponse, type Route, type RouteCall, route } from '../route.js'
import { DEFAULT_LIMIT, encodeCursor, recordAudit, requireStream, textCursor, toPage } from './common.js'

const MAX_SEED = 2 ** 48 - 1

/** Fills in defaults. A random seed is stored with the stream, so that its decisions can be reproduced. */
const completed = ({ id: _, ...given }: NewStream): StreamConfig => ({
  ...defaultConfig,
  // The published protocol has no budget, measuring or drift detection.
  ...(given.protocol === 'paper' && { budget: {}, measure: 0, drift: false }),
  // A pool is labelled as long as somebody answers.
  ...(given.protocol === 'pool' && { budget: {}, measure: DEFAULT_MEASURE, drift: false }),
  seed: randomInt(MAX_SEED),
  ...given,
})

const shortRandom = (): string => randomBytes(4).toString('hex')

/** Creates a stream with the given id, or with one derived from the title and a suffix if it is in use. */
const created = async (call: RouteCall<unknown, unknown, NewStream>): Promise<StreamRecord> => {
  const { body, context } = call
  const create = (id: string) => context.service.createStream(id, completed(body))
  if (body.id !== undefined) return create(body.id)
  const id = slugify(body.title ?? '') || `stream-${shortRandom()}`
  try {
    return await create(id)
  } catch (error) {
    if (!hasCode(error, 'stream/exists')) throw error
    return create(`${id}-${shortRandom()}`)
  }
}

const formatEtag = ({ version }: StreamRecord): string => `"${version}"`

/** The version that the If-Match header refers to. */
const versionMeant = (header: string | undefined, { id, version }: StreamRecord): number => {
  if (header === undefined) throw serverError('request/no-match')
  if (header === '*') return version
  const found = /^"(\d{1,15})"$/.exec(header.trim())?.[1]
  if (found !== undefined) return Number(found)
  throw serverError('stream/changed', { stream: id, found: version, expected: header })
}

type ListCall = RouteCall<unknown, { readonly cursor?: string; readonly limit?: number }, unknown>

/** How many streams are read at a time, and how often, to find those that the caller may see. */
const SLICE = 500
const MAX_SLICES = 40

/** A stream as the caller sees it. */
const streamView = (record: StreamRecord, may: readonly Action[]) => ({ ...record, may })

/** Lists the streams that the caller may see. A page can have few of them and a cursor. */
const listStreams = async ({ context, identity, query: { cursor, limit = DEFAULT_LIMIT } }: ListCall) => {
  const { store } = context.service
  const actions = await context.grants.of(identity)
  const visible = (records: readonly StreamRecord[]) =>
    records.map((record) => streamView(record, actions(record.id))).filter(({ may }) => may.length > 0)
  if (identity.stream !== undefined) {
    const record = await store.readStream(identity.stream)
    return { items: visible(record ? [record] : []) }
  }
  const found: ReturnType<typeof streamView>[] = []
  const most = Math.max(SLICE, limit + 1)
  let after = textCursor(cursor)
  for (let slices = 0; slices < MAX_SLICES; slices++) {
    const records = await store.listStreams({ limit: most, ...(after !== undefined && { after }) })
    found.push(...visible(records))
    if (found.length > limit || records.length < most) return toPage(found, limit, ({ id }) => id)
    after = records.at(-1)?.id
  }
  return { items: found, ...(after !== undefined && { next: encodeCursor(after) }) }
}

export const streamRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/streams',
    operation: 'createStream',
    summary: 'Create a stream',
    tag: 'Streams',
    access: 'owner',
    serviceWide: true,
    body: NewStream,
    example: { title: 'Mails', classes: ['ham', 'spam'], budget: { ratio: 0.05 } },
    response: {
      ...jsonResponse(StreamView, 'The stream', 201),
      headers: { Location: 'Where it is', ETag: 'Its version' },
    },
    errors: ['stream/exists', 'algorithm/unknown', 'store/full'],
    handle: async (call) => {
      const record = await created(call)
      await recordAudit(call, 'createStream', { stream: record.id })
      call.reply.header('location', `/v1/streams/${record.id}`).header('etag', formatEtag(record))
      return streamView(record, ACTIONS)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/streams',
    operation: 'listStreams',
    summary: 'List streams',
    tag: 'Streams',
    access: 'reader',
    query: strictObject(paging()),
    response: jsonResponse(StreamPage, 'A page of streams, sorted by id'),
    errors: ['request/cursor'],
    handle: listStreams,
  }),
  route({
    method: 'GET',
    path: '/v1/streams/{stream}',
    operation: 'readStream',
    summary: 'Read a stream and its status',
    tag: 'Streams',
    access: 'reader',
    params: StreamParams,
    response: { ...jsonResponse(StreamDetail, 'The stream'), headers: { ETag: 'Its version' } },
    errors: ['stream/unknown'],
    handle: async ({ params, context, caller, identity, reply }) => {
      const record = await requireStream(context, params.stream)
      const status = await context.service.run(params.stream, 'status', {}, caller)
      reply.header('etag', formatEtag(record))
      return { ...streamView(record, identity.actions ?? ACTIONS), status }
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/streams/{stream}',
    operation: 'changeStream',
    summary: 'Change the configuration of a stream',
    tag: 'Streams',
    access: 'owner',
    params: StreamParams,
    body: StreamChange,
    example: { budget: { ratio: 0.02 } },
    headers: { 'If-Match': 'The ETag of the stream that is changed; * for whatever it is' },
    response: {
      ...jsonResponse(StreamView, 'The changed stream'),
      headers: { ETag: 'Its new version' },
    },
    errors: [
      'stream/unknown',
      'request/no-match',
      'stream/changed',
      'stream/begun',
      'stream/fixed-classes',
      'parameter/value',
    ],
    handle: async (call) => {
      const { params, body, context, identity, request, reply } = call
      const version = versionMeant(request.headers['if-match'], await requireStream(context, params.stream))
      const record = await context.service.changeStream(params.stream, version, body, identity.name)
      await recordAudit(call, 'changeStream', { ...params, detail: Object.keys(body).join(', ') })
      reply.header('etag', formatEtag(record))
      return streamView(record, ACTIONS)
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/streams/{stream}',
    operation: 'deleteStream',
    summary: 'Delete a stream and all its data',
    tag: 'Streams',
    access: 'owner',
    params: StreamParams,
    response: emptyResponse('The stream was deleted'),
    errors: ['stream/unknown'],
    handle: async (call) => {
      const { service, tokens, grants, feeds } = call.context
      await service.deleteStream(call.params.stream)
      tokens.forgetStream(call.params.stream)
      grants.changed()
      feeds.endStream(call.params.stream)
      await recordAudit(call, 'deleteStream', call.params)
    },
  }),
]
