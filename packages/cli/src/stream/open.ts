import { type ModelConfig, type State, stateIn } from '@askance/core'
import {
  type DataOptions,
  ItemInput,
  LabelNames,
  type OpenedData,
  openData,
  type RowSource,
  type Skipped,
} from '@askance/data'
import type { Context } from '../context.js'
import type { StoredModel } from '../files/model-file.js'
import { spooled } from '../files/temporary.js'
import { dataDirOf, located } from './located.js'
import { type ReaderFlags, readerOptions } from './reader.js'

/** Opens data as the flags say, else as the model has it, else as its name and content tell. */
export const openStream = (
  context: Context,
  path: string,
  flags: ReaderFlags,
  options: Pick<DataOptions, 'input' | 'as' | 'again' | 'base'> = {},
): Promise<OpenedData> => {
  const place = located(context, path, dataDirOf(context, flags))
  return openData('stream' in place ? place.stream : place.path, {
    ...options.input?.config.reader,
    ...options,
    ...readerOptions(flags),
    spool: (chunks) => spooled(chunks, context),
  })
}

/** The input that a model was saved with. */
export const inputIn = ({ input: config }: ModelConfig, extra: State): ItemInput => {
  const input = new ItemInput(config)
  if (input.vectorizer) input.load(stateIn(extra, 'vectorizer'))
  return input
}

export interface ForModel {
  readonly rows: RowSource
  readonly input: ItemInput
  readonly skipped: Skipped
}

/** Data for a saved model that is not to learn from it: read and made into rows as when the model was made. */
export const openForModel = async (
  context: Context,
  path: string,
  flags: ReaderFlags,
  { config, extra, classes, base }: StoredModel,
): Promise<ForModel> => {
  const input = inputIn(config, extra)
  const data = await openStream(context, path, flags, { input, base })
  const names = new LabelNames(classes.names)
  const rows = data.rows(input, { names, labels: 'free', learning: false })
  return { rows, input, skipped: data.skipped }
}
