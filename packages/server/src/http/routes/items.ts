import { Readable } from 'node:stream'
import { AskanceError } from '@askance/core'
import { serverError } from '../../errors.js'
import { StreamParams } from '../../schema/common.js'
import { checkBatch, checkContent, isBatch, readItems } from '../../schema/item-bodies.js'
import {
  AnyReceived,
  DecisionOrBatch,
  ExampleBatch,
  ExampleBody,
  ItemBody,
  ItemOrBatch,
  ItemPage,
  ItemQuery,
  PredictionOrBatch,
  Taught,
} from '../../schema/items.js'
import { createCheck } from '../../schema/validation.js'
import { type Batch, KEY_HEADER, readBatches } from '../bodies.js'
import { mediaType } from '../guard.js'
import { toProblem } from '../problems.js'
import { JSON_TYPE, jsonResponse, LINES_TYPE, type Route, type RouteCall, route } from '../route.js'
import { requireStream } from './common.js'
import { listItems } from './listing.js'

/** Text that is sent as it is. */
const JSON_REPLY = `${JSON_TYPE}; charset=utf-8`

type InStream = RouteCall<{ stream: string }, unknown, unknown>

const checkItemLine = createCheck('body', ItemBody)
const checkExampleLine = createCheck('body', ExampleBody)

const isLines = ({ request }: InStream): boolean => mediaType(request) === LINES_TYPE

/** NDJSON is stored in several pages as it arrives, so one key cannot cover the whole request. */
const rejectKey = ({ request }: InStream): void => {
  if (request.headers[KEY_HEADER] !== undefined)
    throw serverError('request/invalid', {
      reason: 'Idempotency-Key is not supported with NDJSON; give each item an id instead',
    })
}

/** Runs one batch of lines. Errors report the line and how many lines were accepted before. */
const runBatch = async <Value, Result>(
  { lines }: Batch<Value>,
  accepted: number,
  take: (values: readonly Value[]) => Promise<Result>,
): Promise<Result> => {
  try {
    return await take(lines.map(({ value }) => value))
  } catch (error) {
    if (!(error instanceof AskanceError)) throw error
    const line = error.position?.line ?? lines[0]?.number
    throw error.with({ accepted, ...(line !== undefined && { line }) })
  }
}

/** Streams decisions as lines, batch by batch. After an error the last line is a problem. */
async function* decisionLines(call: InStream): AsyncGenerator<string> {
  const { context, request, caller, params } = call
  const { service, settings } = context
  let accepted = 0
  const problemLine = (error: unknown, line?: number): string => {
    const problem = toProblem(error, request.id, settings.bodyLimit)
    return `${JSON.stringify({ problem: { ...problem, ...(line !== undefined && { line }), accepted } })}\n`
  }
  const check = (value: unknown, line: number) => checkContent(checkItemLine(value), line, settings)
  for await (const batch of readBatches(request, settings.bodyLimit, check)) {
    try {
      const decisions =
        batch.lines.length === 0
          ? []
          : await runBatch(batch, accepted, (items) =>
              service.run(params.stream, 'observe', { items }, caller),
            )
      accepted += batch.lines.length
      if (decisions.length > 0) yield decisions.map((decision) => `${JSON.stringify(decision)}\n`).join('')
    } catch (error) {
      if (!(error instanceof AskanceError)) request.log.error({ err: error }, 'a batch of lines failed')
      yield problemLine(error)
      return
    }
    if (batch.error !== undefined) yield problemLine(batch.error, batch.errorLine)
  }
}

const addExampleLines = async (call: InStream): Promise<{ taught: number }> => {
  const { context, request, caller, params } = call
  const { service, settings } = context
  let [accepted, taught] = [0, 0]
  const check = (value: unknown, line: number) => checkContent(checkExampleLine(value), line, settings)
  for await (const batch of readBatches(request, settings.bodyLimit, check)) {
    if (batch.lines.length > 0) {
      const result = await runBatch(batch, accepted, (items) =>
        service.run(params.stream, 'teach', { items }, caller),
      )
      taught += result.taught
      accepted += batch.lines.length
    }
    if (batch.error instanceof AskanceError) throw batch.error.with({ line: batch.errorLine, accepted })
    if (batch.error !== undefined) throw batch.error
  }
  return { taught }
}

export const itemRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/streams/{stream}/items',
    operation: 'observeItems',
    summary: 'Send items: predicts each and asks about some',
    description:
      'One item, a batch in `items`, or NDJSON (`application/x-ndjson`). NDJSON responses are streamed: read the ' +
      'response while you send. A line that cannot be taken is answered by a line ' +
      'with a `problem`, which is the last.',
    tag: 'Items',
    access: 'owner',
    params: StreamParams,
    body: ItemOrBatch,
    parsedInThread: true,
    example: { id: 'mail-1', text: 'Win a prize now' },
    lines: ItemBody,
    idempotent: true,
    response: {
      ...jsonResponse(DecisionOrBatch, 'The decision, or `decisions` for a batch'),
      content: { [JSON_TYPE]: DecisionOrBatch, [LINES_TYPE]: AnyReceived },
    },
    errors: ['stream/unknown', 'item/shape', 'request/key-reused', 'stream/busy', 'store/full'],
    handle: async (call) => {
      const { params, caller, context, request, reply } = call
      if (isLines(call)) {
        rejectKey(call)
        await requireStream(context, params.stream)
        reply.type(LINES_TYPE)
        return Readable.from(decisionLines(call), { objectMode: false })
      }
      // The body is still text.
      const text = (request.body ?? '') as string
      const { decisions, isBatch } = await context.service.receive(params.stream, text, caller)
      reply.type(JSON_REPLY)
      return isBatch ? `{"decisions":[${decisions}]}` : decisions
    },
  }),
  route({
    method: 'POST',
    path: '/v1/streams/{stream}/predict',
    operation: 'predictItems',
    summary: 'Predict items without storing them',
    tag: 'Items',
    access: 'reader',
    params: StreamParams,
    body: ItemOrBatch,
    example: { text: 'Win a prize now' },
    response: jsonResponse(PredictionOrBatch, 'The prediction, or `predictions` for a batch'),
    errors: ['stream/unknown', 'item/shape'],
    handle: async ({ params, body, caller, context }) => {
      const items = readItems(body, context.settings)
      const predictions = await context.service.run(params.stream, 'predict', { items }, caller)
      return isBatch(body) ? { predictions } : predictions[0]
    },
  }),
  route({
    method: 'POST',
    path: '/v1/streams/{stream}/examples',
    operation: 'addExamples',
    summary: 'Add examples: items with their label, or labels in a multi-label stream',
    tag: 'Items',
    access: 'owner',
    params: StreamParams,
    body: ExampleBatch,
    example: { items: [{ text: 'See you at noon', label: 'ham' }] },
    lines: ExampleBody,
    idempotent: true,
    response: jsonResponse(Taught, 'The number of examples learned'),
    errors: [
      'stream/unknown',
      'stream/multi-label',
      'stream/single-label',
      'item/shape',
      'request/key-reused',
      'stream/busy',
      'store/full',
    ],
    handle: async (call) => {
      const { params, body, caller, context } = call
      if (isLines(call)) {
        rejectKey(call)
        await requireStream(context, params.stream)
        return addExampleLines(call)
      }
      const items = checkBatch(body.items, context.settings)
      return context.service.run(params.stream, 'teach', { items }, caller)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/items',
    operation: 'listItems',
    summary: 'List items, latest first',
    description:
      'Asked items include `reason`, `probability`, the `state` of the question and the `answer`, if any.',
    tag: 'Items',
    access: 'reader',
    exports: true,
    params: StreamParams,
    query: ItemQuery,
    response: jsonResponse(ItemPage, 'A page of items'),
    errors: ['stream/unknown', 'request/cursor'],
    handle: listItems,
  }),
]
