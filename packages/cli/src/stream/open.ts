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

/** Opens data. Flags override the options; the rest is detected from name and content. */
export const openStream = (
  context: Context,
  path: string,
  flags: ReaderFlags,
  options: DataOptions = {},
): Promise<OpenedData> => {
  const place = locateData(context, path, dataDirFromFlags(context, flags))
  return openData('stream' in place ? place.stream : place.path, {
    ...('path' in place && dataSetOptions(place.path)),
    ...options,
    ...readerOptions(flags),
    spool: (chunks) => spoolToFile(chunks, context),
  })
}

/** Opens data for prediction, read and converted as in training. */
export const openForModel = async (
  context: Context,
  path: string,
  flags: ReaderFlags,
  { input, reader, classes, base }: StoredModel,
): Promise<{ readonly rows: RowSource; readonly skipped: Skipped }> => {
  const data = await openStream(context, path, flags, { ...reader, input, base })
  const names = new LabelNames(classes.names)
  const rows = data.rows(input, { names, labels: 'free', learning: false })
  return { rows, skipped: data.skipped }
}
