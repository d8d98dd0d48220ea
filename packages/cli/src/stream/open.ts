import { rmSync } from 'node:fs'
import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count } from '@askance/core/internals'
import {
  type DataOptions,
  type DataPlace,
  dataSetOptions,
  LabelNames,
  type OpenedData,
  openData,
  type RowSource,
  type Skipped,
} from '@askance/data'
import type { Context } from '../context.js'
import type { StoredModel } from '../files/model-file.js'
import { writeFailed } from '../files/sink.js'
import { dataDirFromFlags, locateData } from './locate.js'
import { type ReaderFlags, readerOptions } from './reader.js'
import { openWordVectors } from './word-vectors.js'

/** Opens data. Flags override the options; the rest is detected from name and content. */
export const openStream = async (
  context: Context,
  path: string,
  { vectors, ...flags }: ReaderFlags & { readonly vectors?: string | undefined },
  options: DataOptions = {},
): Promise<OpenedData> => {
  const place = locateData(context, path, dataDirFromFlags(context, flags))
  const source = 'stream' in place ? place.stream : place.path
  const reading = {
    ...('path' in place && dataSetOptions(place.path)),
    ...options,
    ...readerOptions(flags),
    spool: (chunks: AsyncIterable<Uint8Array>) => spoolToFile(chunks, context),
  }
  const data = await openWithVectors(context, path, source, vectors, reading)
  context.stderr.write(missingText(options.input?.missing(data.columns) ?? []))
  return data
}

/** Copies bytes that can be read only once to a temporary file, removed on exit. */
const spoolToFile = async (chunks: AsyncIterable<Uint8Array>, context: Context): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'askance-')).catch(writeFailed(tmpdir()))
  context.cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'spool')
  const handle = await open(path, 'wx').catch(writeFailed(path))
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk).catch(writeFailed(path))
  } finally {
    await handle.close()
  }
  return path
}

const MAX_NAMES = 8

const missingText = (columns: readonly string[]): string => {
  if (columns.length === 0) return ''
  const rest = columns.length - MAX_NAMES
  const names = `${columns.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`
  return `Warning: the data does not have these columns that the model was trained with: ${names}\n`
}

const openWithVectors = async (
  context: Context,
  path: string,
  source: DataPlace,
  vectors: string | undefined,
  reading: DataOptions,
): Promise<OpenedData> => {
  if (vectors === undefined) return openData(source, reading)
  const { input: _, ...again } = reading
  const openAgain = source === '-' ? undefined : () => openData(source, { ...again, as: 'items' })
  return openData(source, {
    ...reading,
    wordVectors: await openWordVectors(context, vectors, path, openAgain),
  })
}

/** Opens data for prediction, read and converted as in training. */
export const openForModel = async (
  context: Context,
  path: string,
  flags: ReaderFlags & { readonly vectors?: string | undefined },
  { input, reader, classes, base }: StoredModel,
): Promise<{ readonly rows: RowSource; readonly skipped: Skipped }> => {
  const data = await openStream(context, path, flags, { ...reader, input, base })
  const names = new LabelNames(classes.names)
  const rows = data.rows(input, { names, labels: 'free', learning: false })
  return { rows, skipped: data.skipped }
}
