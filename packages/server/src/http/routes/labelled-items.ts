import { PassThrough, Readable } from 'node:stream'
import {
  type Column,
  classifiedFormat,
  findWriter,
  type Item,
  itemWriters,
  wholeItem,
  writeItems,
} from '@askance/data'
import { Type } from 'typebox'
import type { LabelledItem, NamedItem } from '../../operations/types.js'
import { StreamParams, strictObject } from '../../schema/common.js'
import { LabelledView } from '../../schema/items.js'
import type { Shape } from '../../stream/input.js'
import { BYTES_TYPE, LINES_TYPE, type Route, type RouteCall, route } from '../route.js'
import { recordAudit, requireStream } from './common.js'

/** How many items are labelled at a time. */
const PIECE = 500

/** The formats that can hold labels and probabilities in one file. */
const formats = itemWriters
  .filter(({ name, folder }) => folder === undefined && classifiedFormat(name) === name)
  .map(({ name }) => name)

type Call = RouteCall<{ stream: string }, { format?: string }, unknown>

/** The items of a stream with their labels, oldest first. Erased items are left out. */
async function* labelledItems({
  params: { stream },
  context: { service },
  caller,
}: Call): AsyncGenerator<readonly (readonly [NamedItem, LabelledItem])[]> {
  for (let after = 0; ; ) {
    const { items: records } = await service.store.listItems(stream, { after, limit: PIECE })
    const last = records.at(-1)
    if (!last) return
    after = last.t
    const items = records
      .filter(({ content }) => content !== '')
      .map(({ content }) => JSON.parse(content) as NamedItem)
    const labelled = items.length > 0 ? await service.run(stream, 'classify', { items }, caller) : []
    yield items.map((item, k) => [item, labelled[k] as LabelledItem] as const)
  }
}

/** The item as a file has it: with a cell for every column, and its label beside it. */
const itemOf = (
  { id, ...content }: NamedItem,
  { source, probabilities, by, ...labelled }: LabelledItem,
  columns: readonly Column[],
  line: number,
): Item => {
  const { features = {}, ...rest } = content
  const whole = wholeItem(columns.length > 0 ? { ...rest, line } : { ...content, line })
  return {
    ...whole,
    id,
    ...(columns.length > 0 && { cells: columns.map(({ name }) => cellOf(features[name] ?? null)) }),
    outcome: {
      ...(labelled as { readonly label?: string }),
      probabilities: Object.values(probabilities),
      source: source === 'prediction' ? source : 'answer',
      ...(by !== undefined && { by }),
    },
  }
}

const cellOf = (value: number | boolean | string | null) =>
  typeof value === 'boolean' ? String(value) : value

const columnsIn = (shape: Shape | undefined): readonly Column[] =>
  typeof shape === 'object' ? (shape.columns ?? []) : []

async function* lines(call: Call): AsyncGenerator<string> {
  for await (const batch of labelledItems(call))
    yield batch.map(([, labelled]) => `${JSON.stringify(labelled)}\n`).join('')
}

async function* itemsFor(call: Call, columns: readonly Column[]): AsyncGenerator<readonly Item[]> {
  let line = 0
  for await (const batch of labelledItems(call))
    yield batch.map(([item, labelled]) => itemOf(item, labelled, columns, ++line))
}

export const labelledRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/labelled',
    operation: 'exportLabelled',
    summary: 'Download all items with their labels: answers, or else predictions',
    description:
      'Without `format`, one line of JSON per item, with its id, label, source and probabilities. With a format, a file with the content of the items too.',
    tag: 'Model and log',
    access: 'reader',
    params: StreamParams,
    query: strictObject({
      format: Type.Optional(Type.Enum(formats, { description: 'The format of the file' })),
    }),
    response: {
      status: 200,
      summary: 'The items, in the order in which they arrived',
      content: { [LINES_TYPE]: LabelledView, [BYTES_TYPE]: Type.String({ format: 'binary' }) },
    },
    errors: ['stream/unknown'],
    handle: async (call) => {
      const { params, query, context, caller, reply } = call
      await requireStream(context, params.stream)
      await recordAudit(call, 'exportLabelled', { stream: params.stream })
      const { classes, vectorizer } = await context.service.run(params.stream, 'status', {}, caller)
      if (query.format === undefined) {
        reply.type(LINES_TYPE)
        return Readable.from(lines(call), { objectMode: false })
      }
      const out = new PassThrough()
      const { name, extensions } = findWriter(query.format)
      const columns = columnsIn(vectorizer)
      reply.type(BYTES_TYPE)
      reply.header('content-disposition', `attachment; filename="${params.stream}.labelled.${extensions[0]}"`)
      writeItems(name, { name: params.stream, columns, batches: () => itemsFor(call, columns) }, out, {
        classes,
        authors: true,
        // Items of a stream have no label but the outcome.
        unlabelled: true,
      }).catch((error: Error) => out.destroy(error))
      return out
    },
  }),
]
