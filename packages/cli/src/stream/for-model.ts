import { LabelNames } from '@askance/data'
import type { Context } from '../context.js'
import type { StoredModel } from '../files/model-file.js'
import { baseOf } from './base.js'
import { type Items, streamedItems } from './items.js'
import { madeItems } from './made-items.js'
import { openStream } from './open.js'
import { type ReaderFlags, readerIn } from './reader.js'
import { makerIn, type RowMaker } from './row-maker.js'
import type { Skipped } from './skipped.js'

export interface ForModel {
  readonly items: Items
  readonly maker: RowMaker
  readonly skipped: Skipped | undefined
}

/** Data for a saved model that is not to learn from it: read and made into rows as when the model was made. */
export const openForModel = async (
  context: Context,
  path: string,
  flags: ReaderFlags,
  { config, extra, classes, base }: StoredModel,
): Promise<ForModel> => {
  const maker = makerIn(config, extra)
  const reader = { ...readerIn(config.input), base }
  const opened = await openStream(context, path, flags, { reader, maker })
  if (opened.kind === 'items') {
    const options = { names: new LabelNames(classes.names), labels: 'free', learning: false } as const
    return { items: madeItems(opened.input, maker, options), maker, skipped: opened.input.skipped }
  }
  const file = { path: opened.path, source: opened.source, base: flags.base ? baseOf(flags.base) : base }
  return { items: streamedItems(file, classes.names), maker, skipped: undefined }
}
