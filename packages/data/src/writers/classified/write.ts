import type { Writable } from 'node:stream'
import { dataError } from '../../errors.js'
import { formats } from '../../formats/list.js'
import { type KeepRecords, keptRecords } from '../../formats/options.js'
import type { Item, Layout, Outcome } from '../../item.js'
import type { OpenedData } from '../../pipeline/opened-data.js'
import { findWriter, itemWriters, writerByExtension } from '../index.js'
import { checkCompression, writePieces } from '../write.js'
import { Writing, type Written } from '../writer.js'
import { recordSource } from './records.js'
import { classifiedObjects, classifiedRows } from './rows.js'
import { classifiedRecords } from './tools.js'

export interface ClassifiedOptions {
  /** The classes, in the order of the probabilities. */
  readonly classes: readonly string[]
  /** Whether outcomes say who answered, in a column `by`. */
  readonly authors?: boolean
  /** The output format; by default that of the name of the target, else that of the data, or CSV if that cannot hold outcomes. */
  readonly format?: string
}

/** What was written, and in which format. */
export interface WrittenClassified extends Written {
  readonly format: string
}

type KeepRows = (
  batches: AsyncIterable<readonly Item[]>,
  layout: Layout,
  writing: Writing,
) => AsyncIterable<string>

/** Formats whose records are written back as they were read, with the outcome. */
const keeping: Readonly<Record<string, KeepRows>> = {
  csv: classifiedRows,
  tsv: classifiedRows,
  jsonl: classifiedObjects,
  'label-studio': classifiedRecords,
  argilla: classifiedRecords,
  prodigy: classifiedRecords,
}

/** Formats that hold features, and no place for an outcome. */
const ROW_FORMATS: ReadonlySet<string> = new Set(['libsvm', 'vw', 'arff'])
const FALLBACK = 'csv'
/** Formats in which rows are written from the values of columns. */
const CELLS: ReadonlySet<string> = new Set(['csv', 'tsv', 'jsonl'])

/** The format in which data is written back: its own where that can hold outcomes and there is a writer, else CSV. */
export const classifiedFormat = (format: string): string =>
  !ROW_FORMATS.has(format) && itemWriters.some(({ name }) => name === format) ? format : FALLBACK

const refuseFormat = (format: string, target: string | Writable): never => {
  const known = itemWriters.map(({ name }) => name).filter((name) => classifiedFormat(name) === name)
  const position = typeof target === 'string' ? { source: target } : undefined
  throw dataError('write/outcomes', { format, known: known.join(', ') }, position)
}

/** Throws if a name ends like a format without outcomes, also one that is only read, such as ARFF. */
export const refuseWithoutOutcomes = (target: string): void => {
  const [, ending = ''] = /\.(\w+)(?:\.gz)?$/.exec(target.toLowerCase()) ?? []
  const writer = writerByExtension(target)?.name
  const format =
    writer ??
    formats.find(({ extensions, sharesExtensions }) => !sharesExtensions && extensions.includes(ending))?.name
  if (format !== undefined && format !== classifiedFormat(format)) refuseFormat(format, target)
}

/** The format of the outcomes; throws if it has no place for them. */
const checkedFormat = (data: OpenedData, target: string | Writable, given: string | undefined): string => {
  const format = given ?? formatFor(data.format, target)
  if (ROW_FORMATS.has(format)) refuseFormat(format, target)
  if (typeof target !== 'string') return format
  if (given === undefined && !findWriter(format).folder) refuseWithoutOutcomes(target)
  checkCompression(target)
  return format
}

const JSON_FORMATS: ReadonlySet<string> = new Set(['jsonl', 'label-studio', 'argilla', 'prodigy'])

/** A JSON file as the output for JSON records is of the same tool, whatever its extension stands for otherwise. */
const formatFor = (format: string, target: string | Writable): string => {
  if (typeof target !== 'string') return classifiedFormat(format)
  if (JSON_FORMATS.has(format) && /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.test(target)) return format
  return writerByExtension(target)?.name ?? classifiedFormat(format)
}

/**
 * The records that `writeClassified` needs to write data back: their text if they are written in their own format, else the values
 * of their columns.
 *
 * @example
 * const keep = recordsFor('tickets.xlsx')
 * keep('csv') // => 'values'
 * recordsFor('tickets.csv')('csv') // => true
 */
export const recordsFor =
  (target: string, format?: string): ((found: string) => KeepRecords) =>
  (found) =>
    (format ?? formatFor(found, target)) === found && keeping[found] ? true : 'values'

/**
 * Writes data back with a label for each item: `label`, `probability`, `probability:CLASS` for each class, and
 * `source` (answer or prediction). The data is opened with `keepRecords`; `outcomeOf` is called once for each item,
 * in order, and may return nothing. In the same format, CSV and JSON records are written back unchanged. The file
 * appears under its name when it is complete, compressed if the name ends in `.gz`.
 *
 * @example
 * const { PassThrough } = await import('node:stream')
 * const file = new File(['id;text\n7;"late; again"\n'], 'tickets.csv')
 * const data = await openData(file, { as: 'items', keepRecords: true })
 * const pipe = new PassThrough()
 * const outcome = { label: 'bus', probabilities: [0.75, 0.25], source: 'prediction' } as const
 * await writeClassified(data, pipe, () => outcome, { classes: ['bus', 'train'] })
 * pipe.read().toString().split('\n')[1] // => '7;"late; again";bus;0.75;0.75;0.25;prediction'
 */
export const writeClassified = async (
  data: OpenedData,
  target: string | Writable,
  outcomeOf: (item: Item, index: number) => Outcome | undefined,
  options: ClassifiedOptions,
): Promise<WrittenClassified> => {
  const writing = writingOf(data, target, options)
  const pieces = classifiedPieces(data, target, withOutcomes(data.items(), outcomeOf), writing)
  await writePieces(pieces, target, writing)
  return { ...writing.written(), format: writing.format }
}

/**
 * Fails before long work if `writeClassified` would fail at its end: if the format has no place for outcomes, or cannot hold the first
 * items.
 *
 * @example
 * const file = new File(['size,team\n1,bus\n2,train\n'], 'tickets.csv')
 * const data = await openData(file, { as: 'items' })
 * await checkClassified(data, 'out.libsvm', { classes: ['bus', 'train'] }) // => throws write/outcomes
 */
export const checkClassified = async (
  data: OpenedData,
  target: string | Writable,
  options: ClassifiedOptions,
): Promise<void> => {
  const writing = writingOf(data, target, options)
  const { classes } = options
  const outcome = { label: classes[0]!, probabilities: classes.map(() => 0), source: 'prediction' } as const
  const sample = only(await data.sample())
  for await (const _ of classifiedPieces(
    data,
    target,
    withOutcomes(sample, () => outcome),
    writing,
  ));
}

const writingOf = (
  data: OpenedData,
  target: string | Writable,
  { classes, authors = false, format }: ClassifiedOptions,
): Writing => {
  const { columns } = data.understanding
  const unlabelled = columns.length > 0 && columns.every(({ spec }) => spec !== 'label')
  return new Writing(checkedFormat(data, target, format), data.name, { classes, authors, unlabelled })
}

/** JSON lines or an array, by the name of the file. */
const withFraming = (layout: Layout, target: string | Writable): Layout => {
  const [, ending] = typeof target === 'string' ? (/\.(json|jsonl|ndjson)(?:\.gz)?$/i.exec(target) ?? []) : []
  if (ending === undefined) return layout
  return { ...layout, framing: ending.toLowerCase() === 'json' ? 'array' : 'lines' }
}

const classifiedPieces = (
  data: OpenedData,
  target: string | Writable,
  batches: AsyncIterable<readonly Item[]>,
  writing: Writing,
): AsyncIterable<string | Uint8Array> => {
  const { name, columns, options, layout } = data
  const { format } = writing
  const kept = keptRecords(options, data.format)
  const records = hasValues(data.format, kept) ? recordSource(data, format, batches) : undefined
  if (records?.records && CELLS.has(format))
    return keeping[format]!(records.batches(), withFraming(records.records, target), writing)
  if (kept === true && layout && data.format === format && keeping[format])
    return keeping[format](batches, withFraming(layout, target), writing)
  return findWriter(format).write(
    records ?? { name, columns, batches: () => withoutRecords(batches) },
    writing,
  )
}

/** Formats whose records are always the values of columns. */
const COLUMNAR: ReadonlySet<string> = new Set(['parquet', 'xlsx'])

const hasValues = (format: string, kept: KeepRecords): boolean =>
  kept === 'values' || (kept && COLUMNAR.has(format))

/** Records without columns say nothing that the item does not. */
async function* withoutRecords(batches: AsyncIterable<readonly Item[]>): AsyncGenerator<readonly Item[]> {
  for await (const batch of batches) yield batch.map(({ record: _, ...item }) => item)
}

async function* only(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items
}

async function* withOutcomes(
  batches: AsyncIterable<readonly Item[]>,
  outcomeOf: (item: Item, index: number) => Outcome | undefined,
): AsyncGenerator<readonly Item[]> {
  let index = 0
  for await (const batch of batches)
    yield batch.map((item) => {
      const outcome = outcomeOf(item, index++)
      return outcome ? { ...item, outcome } : item
    })
}
