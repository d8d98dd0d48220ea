import { PassThrough, Readable } from 'node:stream'
import {
  type Cell,
  type Column,
  classifiedFormat,
  findWriter,
  type Item,
  type ItemWriter,
  itemWriters,
  type Layout,
  type Outcome,
  type SourceFile,
  sourceLayout,
  sourceRecord,
  wholeItem,
  writeItems,
} from '@askance/data'
import { Type } from 'typebox'
import type { LabelledItem, NamedItem } from '../../operations/types.js'
import { StreamParams, strictObject } from '../../schema/common.js'
import { LabelledView } from '../../schema/items.js'
import type { Shape } from '../../stream/input.js'
import { BYTES_TYPE, LINES_TYPE, type Route, type RouteCall, route } from '../route.js'
import { requireStream } from './common.js'

/** How many items are labelled at a time. Each can have megabytes, which are in memory until the client has read them. */
const PIECE = 50

/** The formats that can hold labels and probabilities; a folder becomes a ZIP archive. */
const formats = itemWriters.filter(({ name }) => classifiedFormat(name) === name).map(({ name }) => name)

type Call = RouteCall<{ stream: string }, { format?: string; formulas?: string }, unknown>

/** The items of a stream with their labels, oldest first. Erased items are left out. */
async function* labelledItems({
  params: { stream },
  context: { service },
  caller,
}: Call): AsyncGenerator<readonly (readonly [NamedItem, LabelledItem])[]> {
  await service.run(stream, 'finish', {}, caller)
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

/** What an item is made of in a file: the columns, and whether they are those of the file that it comes from. */
interface Table {
  readonly columns: readonly Column[]
  readonly file?: SourceFile
  readonly records?: Layout
}

/** Formats that have a column for every column of the file. */
const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv', 'jsonl', 'xlsx', 'parquet'])

const tableFor = (format: string, shape: Shape | undefined, file: SourceFile | undefined): Table => {
  const learned = typeof shape === 'object' ? (shape.columns ?? []) : []
  if (!file) return { columns: learned }
  if (TABLES.has(format)) return { columns: [], file, records: sourceLayout(file, format) }
  const kindOf = (name: string): Column['kind'] =>
    learned.some((column) => column.name === name && column.kind === 'text') ? 'text' : 'category'
  const others = file.columns.filter((name) => name !== file.id && name !== file.text)
  return { columns: others.map((name) => ({ name, kind: kindOf(name) })), file }
}

/** The item as a file has it: with a value for every column, and its label beside it. */
const itemOf = (item: NamedItem, outcome: Outcome, { columns, file, records }: Table, line: number): Item => {
  const { id, fields, features = {}, ...content } = item
  if (file && records) return { id, record: sourceRecord(item, file), outcome, line }
  const values = file ? (sourceRecord(item, file) as Readonly<Record<string, unknown>>) : features
  const cells = columns.map(({ name }) => cellOf(values[name] ?? null))
  const whole = wholeItem({ ...content, ...(columns.length === 0 && !file && { features }), line })
  return { ...whole, id, ...(columns.length > 0 && { cells }), outcome }
}

const outcomeOf = ({ source, probabilities, by, ...labelled }: LabelledItem): Outcome => ({
  ...(labelled as { readonly label?: string }),
  probabilities: Object.values(probabilities),
  source: source === 'prediction' ? source : 'answer',
  ...(by !== undefined && { by }),
})

const cellOf = (value: unknown): Cell => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

async function* lines(call: Call): AsyncGenerator<string> {
  for await (const batch of labelledItems(call))
    yield batch.map(([, labelled]) => `${JSON.stringify(labelled)}\n`).join('')
}

async function* itemsFor(call: Call, table: Table): AsyncGenerator<readonly Item[]> {
  let line = 0
  for await (const batch of labelledItems(call))
    yield batch.map(([item, labelled]) => itemOf(item, outcomeOf(labelled), table, ++line))
}

/** Programs that do not know `filename*` get the name with ASCII letters only. */
const downloadAs = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`

/** The name of the file that is downloaded: that of the source, with the ending of the format. */
const fileName = (
  stream: string,
  file: SourceFile | undefined,
  { folder, extensions }: ItemWriter,
): string => {
  const [name = ''] = file?.name.replace(/[^\p{L}\p{N}._ -]/gu, '_').split(/\.[a-z0-9]{1,8}(?:\.gz)?$/i) ?? []
  return `${name || stream}.labelled.${folder === undefined ? extensions[0] : 'zip'}`
}

export const labelledRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/streams/{stream}/labelled',
    operation: 'exportLabelled',
    summary: 'Download all items with their labels: answers, or else predictions',
    description:
      'Without `format`, one line of JSON per item, with its id, label, source and probabilities. With a format, a file with the content of the items too: the columns of `file` if the stream has it.',
    tag: 'Model and log',
    access: 'reader',
    exports: true,
    params: StreamParams,
    query: strictObject({
      format: Type.Optional(Type.Enum(formats, { description: 'The format of the file' })),
      formulas: Type.Optional(
        Type.Enum(['text', 'keep'], {
          description:
            'Whether CSV and TSV have an apostrophe before texts that a spreadsheet would compute; default text, or keep if the items are those of a file',
        }),
      ),
    }),
    response: {
      status: 200,
      summary: 'The items, in the order in which they arrived',
      content: { [LINES_TYPE]: LabelledView, [BYTES_TYPE]: Type.String({ format: 'binary' }) },
    },
    errors: ['stream/unknown'],
    handle: async (call) => {
      const { params, query, context, caller, reply } = call
      const { config } = await requireStream(context, params.stream)
      const { classes, vectorizer } = await context.service.run(params.stream, 'status', {}, caller)
      if (query.format === undefined) {
        reply.type(LINES_TYPE)
        return Readable.from(lines(call), { objectMode: false })
      }
      const out = new PassThrough()
      const writer = findWriter(query.format)
      const table = tableFor(writer.name, vectorizer, config.file)
      const saved = fileName(params.stream, config.file, writer)
      reply.type(BYTES_TYPE)
      reply.header('content-disposition', downloadAs(saved))
      writeItems(
        writer.name,
        { name: params.stream, ...table, batches: () => itemsFor(call, table) },
        out,
        // Items of a stream have no label but the outcome.
        {
          classes,
          authors: true,
          unlabelled: true,
          inert: (query.formulas ?? (config.file ? 'keep' : 'text')) === 'text',
        },
      ).catch((error: Error) => out.destroy(error))
      return out
    },
  }),
]
