import { percent, permutation } from '@askance/core/internals'
import {
  type IndexBase,
  type ItemInput,
  LabelNames,
  type OpenedData,
  type RowSource,
  type Skipped,
  type StoredReader,
} from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { type Classes, classesFromData, classesFromFlag, orderClasses } from '../../stream/classes.js'
import { openStream } from '../../stream/open.js'
import { givenVectorizerFlags, vectorizerWithFlags } from '../../stream/vectorizing.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { FileCoins } from './coins.js'
import { algorithmFromFlags, type DataFlags } from './settings.js'

export interface RunData {
  readonly classes: Classes
  readonly rows: RowSource
  /** Makes rows of the items. */
  readonly input: ItemInput
  /** Where broken records are skipped. */
  readonly skipped?: Skipped
}

/** What is known of the data from elsewhere: a model that is resumed. */
export interface KnownData {
  readonly classes?: Classes
  readonly input?: ItemInput
  readonly reader?: StoredReader
  readonly base: IndexBase | 'auto'
  readonly seed: number
}

/** Opens the data: into memory where it is passed over more than once or in another order, else row by row. */
export const openRunData = async (
  context: Context,
  path: string,
  flags: DataFlags,
  known: KnownData,
  { loaded, coins }: { readonly loaded: boolean; readonly coins?: FileCoins },
  status: StatusLine,
): Promise<RunData> => {
  const { base, input: stored, reader, seed } = known
  const again = loaded || (known.classes === undefined && flags.classes === undefined)
  const data = await openStream(context, path, flags, {
    ...reader,
    base,
    again,
    ...(stored && { input: stored }),
  })
  if (data.isStraight) refuseVectorizerFlags(flags)
  // LIBSVM is loaded while the classes are looked for.
  data.onProgress = showProgress(status, loaded && data.isStraight ? LOADING_DATA : FINDING_CLASSES)
  const classes = known.classes ?? (await chooseClasses(data, flags, loaded))
  data.skipped.clear()
  const input = stored ?? (await chooseInput(data, flags, classes))
  const names = new LabelNames(classes.names)
  const { skip, limit } = flags
  const options = {
    names,
    labels: 'known',
    learning: true,
    skip,
    ...(limit !== undefined && { limit }),
  } as const
  data.onProgress = loaded ? showProgress(status, LOADING_DATA) : undefined
  const order = flags.shuffle ? (size: number) => permutation(size, seed) : undefined
  const rows = loaded
    ? await data.load(input, options, order)
    : data.rows(input, { ...options, ...(coins && { rounds: coins }) })
  return {
    classes,
    rows,
    ...(data.skips && { skipped: data.skipped }),
    input,
  }
}

/** The classes that the flags name, or else those met in the data, which is only then looked through. */
const chooseClasses = async (data: OpenedData, flags: DataFlags, load: boolean): Promise<Classes> => {
  const { classes, positive } = flags
  const names =
    classes === undefined ? classesFromData(await data.labels(load), data.name) : classesFromFlag(classes)
  return orderClasses(names, positive)
}

/** What makes rows of the items: as the first items suggest and the flags say. */
const chooseInput = async (data: OpenedData, flags: DataFlags, { names }: Classes): Promise<ItemInput> => {
  const known = { classes: names.length, algorithm: algorithmFromFlags(flags).name }
  const input = await data.chooseInput(known, (suggested) => vectorizerWithFlags(suggested, flags))
  if (!input.vectorizer) refuseVectorizerFlags(flags)
  return input
}

const refuseVectorizerFlags = (flags: DataFlags): void => {
  const [flag] = givenVectorizerFlags(flags)
  if (flag !== undefined) throw cliError('data/no-vectorizer', { flag })
}

const FINDING_CLASSES = 'Looking for the classes'
const LOADING_DATA = 'Loading the data'

const showProgress =
  (status: StatusLine, work: string) =>
  (done: number, total: number | undefined): void =>
    status.show(() => `${work}${total === undefined ? '' : `: ${percent(done / total, 0)}`} …`)
