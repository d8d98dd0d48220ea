import {
  type DataOptions,
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

/** Opens data as the flags say, else as the options do, else as its name and content tell. */
export const openStream = (
  context: Context,
  path: string,
  flags: ReaderFlags,
  options: DataOptions = {},
): Promise<OpenedData> => {
  const place = locateData(context, path, dataDirFromFlags(context, flags))
  return openData('stream' in place ? place.stream : place.path, {
    ...options,
    ...readerOptions(flags),
    spool: (chunks) => spoolToFile(chunks, context),
  })
}

/** Data for a saved model that is not to learn from it: read and made into rows as when the model was made. */
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
