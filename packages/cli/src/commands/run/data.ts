import { permutation } from '@askance/core'
import { percent } from '@askance/core/internals'
import { type IndexBase, LabelNames, type LibsvmTable, loadLibsvm, scanLabels } from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { arrangedClasses, type Classes, classesFromData, classesFromFlag } from '../../stream/classes.js'
import { type Items, loadedItems, type Piece, streamedItems, windowOf } from '../../stream/items.js'
import { type Opened, openStream } from '../../stream/open.js'
import { readerIn } from '../../stream/reader.js'
import type { RowMaker } from '../../stream/row-maker.js'
import type { Skipped } from '../../stream/skipped.js'
import { givenVectorizerFlags } from '../../stream/vectorizing.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { FileCoins } from './coins.js'
import { itemData } from './item-data.js'
import type { DataFlags } from './settings.js'

export interface Data {
  readonly classes: Classes
  readonly items: Items
  /** What makes rows of the items, where they are none yet. */
  readonly maker?: RowMaker
  /** What the model keeps of how the data was read and made into rows. */
  readonly input?: Readonly<Record<string, unknown>>
  readonly skipped?: Skipped
}

/** What is known of the data from elsewhere: a model that is resumed. */
export interface Known {
  readonly classes?: Classes
  readonly maker?: RowMaker
  readonly input?: Readonly<Record<string, unknown>>
  readonly base: IndexBase | 'auto'
  readonly seed: number
}

/** Opens the data: into memory where it is passed over more than once or in another order, else row by row. */
export const openData = async (
  context: Context,
  path: string,
  flags: DataFlags,
  known: Known,
  coins: FileCoins | undefined,
  status: StatusLine,
): Promise<Data> => {
  const reader = readerIn(known.input)
  const twice = isLoaded(flags) || (known.classes === undefined && flags.classes === undefined)
  const opened = await openStream(context, path, flags, {
    twice,
    reader,
    ...(known.maker && { maker: known.maker }),
  })
  if (opened.kind === 'items') return itemData(opened.input, flags, known, coins, status)
  const [given] = givenVectorizerFlags(flags)
  if (given !== undefined) throw cliError('data/no-vectorizer', { flag: given })
  const load = isLoaded(flags) ? loadedData : streamedData
  const { classes, items } = await load(opened, flags, known, status)
  const chosen = windowOf(items, flags.skip, flags.limit ?? Number.POSITIVE_INFINITY)
  return { classes, items: withKnownLabels(chosen, classes) }
}

/** Whether the data goes into memory. */
export const isLoaded = ({ shuffle, ratio, labels }: DataFlags): boolean =>
  shuffle || ratio !== undefined || labels !== undefined

type LibsvmFile = Extract<Opened, { kind: 'libsvm' }>

const loadedData = async (
  { path, source }: LibsvmFile,
  flags: DataFlags,
  known: Known,
  status: StatusLine,
): Promise<Data> => {
  const progress = told(status, LOADING)
  const table = await loadLibsvm(path, { source, base: known.base, progress })
  const classes = known.classes ?? classesBy(flags, () => classesFromData(table.names.names, source))
  const order = flags.shuffle ? permutation(table.rows.length, known.seed) : undefined
  return { classes, items: loadedItems(renamed(table, classes), source, order) }
}

/** The table with labels numbered as the classes are, and the others behind them. */
const renamed = (table: LibsvmTable, classes: Classes): LibsvmTable => {
  const names = new LabelNames([...classes.names, ...table.names.names])
  const idOf = table.names.names.map((name) => names.id(name))
  return { ...table, names, labels: table.labels.map((id) => idOf[id] ?? id) }
}

const streamedData = async (
  { path, source, bytes }: LibsvmFile,
  flags: DataFlags,
  known: Known,
  status: StatusLine,
): Promise<Data> => {
  const classes = await knownClasses(flags, known, source, async () => {
    const { names } = await scanLabels(path, { source, progress: told(status, LOOKING) })
    return names.names
  })
  return {
    classes,
    items: streamedItems({ path, source, base: known.base, ...(bytes && { bytes }) }, classes.names),
  }
}

export const LOOKING = 'Looking for the classes'
export const LOADING = 'Loading the data'

/** The classes of a stream: known from before, or said, or else met in the data, which is only then looked through. */
export const knownClasses = async (
  flags: DataFlags,
  known: Known,
  source: string,
  met: () => Promise<readonly string[]>,
): Promise<Classes> => {
  if (known.classes) return known.classes
  if (flags.classes !== undefined) return classesBy(flags, () => [])
  const names = await met()
  return classesBy(flags, () => classesFromData(names, source))
}

const classesBy = ({ classes, positive }: DataFlags, met: () => readonly string[]): Classes =>
  arrangedClasses(classes === undefined ? met() : classesFromFlag(classes), positive)

export const told =
  (status: StatusLine, work: string) =>
  (done: number, total: number | undefined): void =>
    status.show(() => `${work}${total === undefined ? '' : `: ${percent(done / total, 0)}`} …`)

/** The same items, up to the first whose label is not among the classes. */
const withKnownLabels = (items: Items, { names }: Classes): Items => ({
  ...items,
  async *pieces() {
    for await (const piece of items.pieces()) {
      const bad = firstUnknown(piece, names.length)
      if (bad > piece.from) yield { ...piece, to: bad }
      if (bad === piece.to) continue
      const row = rowAt(piece, bad)
      const label = piece.names.name(piece.labels[row] ?? -1)
      const position = { source: items.source, line: piece.lineOf(row), column: 1 }
      throw cliError('data/label', { label, classes: names.join(', ') }, position)
    }
  },
})

const rowAt = ({ order }: Piece, p: number): number => order?.[p] ?? p

const firstUnknown = (piece: Piece, classes: number): number => {
  for (let p = piece.from; p < piece.to; p++) if ((piece.labels[rowAt(piece, p)] ?? 0) >= classes) return p
  return piece.to
}
