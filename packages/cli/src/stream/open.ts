import {
  type DataOptions,
  dataSetOptions,
  LabelNames,
  type OpenedData,
  openData,
  type RowSource,
  type Skipped,
} from '@askance/data'
import type { Context } from '../context.js'
import type { StoredModel } from '../files/model-file.js'
import { spoolToFile } from '../files/temporary.js'
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
