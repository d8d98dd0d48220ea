import { prepared, type SetScaling } from '@askance/bench/play'
import type { RowTable } from '@askance/core'
import { percent, permutation } from '@askance/core/internals'
import {
  type IndexBase,
  type ItemInput,
  type ItemOptions,
  LabelNames,
  LabelSets,
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
  /** With --multi-label: the label of a row is the id of its set of classes. */
  readonly sets?: LabelSets
  /** Converts items to rows. */
  readonly input: ItemInput
  /** Counts of skipped records, and of items without a label. */
  readonly skipped: Skipped
  /** The name of the data, and how it was understood. */
  readonly about: Pick<OpenedData, 'name' | 'understanding' | 'skips'>
  /** Set if the classes are those of the first items: reads all labels, and returns the data with all classes. */
  readonly withAllClasses?: () => Promise<RunData>
}

/** What a resumed model knows about the data. */
export interface KnownData {
  readonly classes?: Classes
  readonly input?: ItemInput
  readonly reader?: StoredReader
  readonly base: IndexBase | 'auto'
  readonly seed: number
  /** How several labels are read; without `multiLabel`, items have one. */
  readonly labels?: Pick<ItemOptions, 'multiLabel' | 'labelsSeparator'>
}

interface Reading {
  readonly loaded: boolean
  readonly coins?: FileCoins
  /** Steps that scale the loaded rows. */
  readonly scaling?: readonly SetScaling[]
  /** Whether the classes of the first items are enough to begin with, so that a file is read once. */
  readonly assumesClasses?: boolean
}

/** Opens the data: in memory for several passes or another order, otherwise as a stream. */
export const openRunData = async (
  context: Context,
  path: string,
  flags: DataFlags,
  known: KnownData,
  reading: Reading,
  status: StatusLine,
): Promise<RunData> => {
  const { base, input: stored, reader, labels = {} } = known
  const again = reading.loaded || (known.classes === undefined && flags.classes.length === 0)
  const data = await openStream(context, path, flags, {
    ...reader,
    ...labels,
    base,
    again,
    ...(stored && { input: stored }),
  })
  if (data.isStraight) refuseVectorizerFlags(flags)
  return readRunData(data, flags, known, reading, status)
}

const readRunData = async (
  data: OpenedData,
  flags: DataFlags,
  known: KnownData,
  reading: Reading,
  status: StatusLine,
): Promise<RunData> => {
  const { input: stored, seed, labels = {} } = known
  const { loaded, coins, scaling = [] } = reading
  // LIBSVM is loaded during the search for classes.
  data.onProgress = showProgress(status, loaded && data.isStraight ? LOADING_DATA : FINDING_CLASSES)
  const { classes, areAll } = known.classes
    ? { classes: known.classes, areAll: true }
    : await chooseClasses(data, flags, reading)
  data.skipped.clear()
  const sets = labels.multiLabel ? new LabelSets(classes.names) : undefined
  // The parts of a multi-label classifier are binary.
  const input = stored ?? (await chooseInput(data, flags, sets ? 2 : classes.names.length))
  const names = new LabelNames(classes.names)
  const { skip, limit } = flags
  const options = {
    names,
    ...(sets && { sets }),
    labels: 'known',
    learning: true,
    skip,
    ...(limit !== undefined && { limit }),
  } as const
  data.onProgress = loaded ? showProgress(status, LOADING_DATA) : undefined
  const order = flags.shuffle ? (size: number) => permutation(size, seed) : undefined
  const scale =
    scaling.length > 0 ? (all: RowTable) => prepared(all, { name: data.name, scaling }) : undefined
  const rows = loaded
    ? await data.load(input, options, order, scale)
    : data.rows(input, { ...options, ...(coins && { rounds: coins }) })
  const withAllClasses = () => readRunData(data, flags, known, { ...reading, assumesClasses: false }, status)
  return {
    classes,
    rows,
    skipped: data.skipped,
    ...(sets && { sets }),
    input,
    about: data,
    ...(!areAll && { withAllClasses }),
  }
}

/** The classes of the flags; without those, of the first items if they have several, or of all items. */
const chooseClasses = async (
  data: OpenedData,
  { classes, positive }: DataFlags,
  { loaded, assumesClasses }: Reading,
): Promise<{ readonly classes: Classes; readonly areAll: boolean }> => {
  const named = classesFromFlag(classes)
  if (named) return { classes: orderClasses(named, positive), areAll: true }
  const first = assumesClasses && !loaded ? await data.firstLabels() : undefined
  const isEnough = first && (first.isAll || (first.labels.length > 1 && positive === undefined))
  const labels = isEnough ? first.labels : await data.labels(loaded)
  if (labels.length === 0 && (await data.sample()).length === 0)
    throw cliError('data/empty', {}, { source: data.name })
  return {
    classes: orderClasses(classesFromData(labels, data.name, data.understanding), positive),
    areAll: !isEnough || first.isAll,
  }
}

/** Chooses how items become rows, from the first items and the flags. */
const chooseInput = async (data: OpenedData, flags: DataFlags, classes: number): Promise<ItemInput> => {
  const known = { classes, algorithm: algorithmFromFlags(flags).name }
  const input = await data.chooseInput(known, (suggested) => vectorizerWithFlags(suggested, flags))
  if (!input.vectorizer) refuseVectorizerFlags(flags)
  return input
}

const refuseVectorizerFlags = (flags: DataFlags): void => {
  const [flag] = givenVectorizerFlags(flags)
  if (flag !== undefined) throw cliError('data/no-vectorizer', { flag })
}

const FINDING_CLASSES = 'Finding the classes'
const LOADING_DATA = 'Loading the data'

const showProgress =
  (status: StatusLine, work: string) =>
  (done: number, total: number | undefined): void =>
    status.show(() => `${work}${total === undefined ? '' : `: ${percent(done / total, 0)}`} …`)
