import { permutation } from '@askance/core'
import {
  type IndexBase,
  LabelNames,
  type LibsvmTable,
  loadLibsvm,
  openBytes,
  scanLabels,
} from '@askance/data'
import type { FlagValues } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { spooled } from '../../files/temporary.js'
import { arrangedClasses, type Classes, classesFromData, classesFromFlag } from '../../stream/classes.js'
import {
  type Items,
  loadedItems,
  type Piece,
  sourceName,
  streamedItems,
  windowOf,
} from '../../stream/items.js'
import { percent } from '../../terminal/numbers.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { runFlags } from './flags.js'

export interface Data {
  readonly classes: Classes
  readonly items: Items
}

/** What is known of the data from elsewhere: a model that is resumed. */
export interface Known {
  readonly classes?: Classes
  readonly base: IndexBase | 'auto'
  readonly seed: number
}

/** Opens the data: into memory where it is passed over more than once or in another order, else row by row. */
export const openData = async (
  context: Context,
  path: string,
  flags: FlagValues<typeof runFlags>,
  known: Known,
  status: StatusLine,
): Promise<Data> => {
  const inMemory = flags.shuffle || flags.ratio !== undefined || flags.labels !== undefined
  const { classes, items } = inMemory
    ? await loadedData(path, flags, known, status)
    : await streamedData(context, path, flags, known, status)
  const chosen = windowOf(items, flags.skip, flags.limit ?? Number.POSITIVE_INFINITY)
  return { classes, items: withKnownLabels(chosen, classes) }
}

const loadedData = async (
  path: string,
  flags: FlagValues<typeof runFlags>,
  known: Known,
  status: StatusLine,
): Promise<Data> => {
  const table = await loadLibsvm(path, { base: known.base, progress: told(status, 'Loading the data') })
  const classes =
    known.classes ?? classesBy(flags, () => classesFromData(table.names.names, sourceName(path)))
  const order = flags.shuffle ? permutation(table.rows.length, known.seed) : undefined
  return { classes, items: loadedItems(renamed(table, classes), sourceName(path), order) }
}

/** The table with labels numbered as the classes are, and the others behind them. */
const renamed = (table: LibsvmTable, classes: Classes): LibsvmTable => {
  const names = new LabelNames([...classes.names, ...table.names.names])
  const idOf = table.names.names.map((name) => names.id(name))
  return { ...table, names, labels: table.labels.map((id) => idOf[id] ?? id) }
}

const streamedData = async (
  context: Context,
  path: string,
  flags: FlagValues<typeof runFlags>,
  known: Known,
  status: StatusLine,
): Promise<Data> => {
  const source = sourceName(path)
  if (known.classes ?? flags.classes) {
    const classes = known.classes ?? classesBy(flags, () => [])
    return { classes, items: streamedItems({ path, source, base: known.base }, classes.names) }
  }
  // The classes are known only at the end, and what is piped in cannot be read twice.
  const file = path === '-' ? await spooled(openBytes(path), context) : path
  const { names } = await scanLabels(file, { source, progress: told(status, 'Looking for the classes') })
  const classes = classesBy(flags, () => classesFromData(names.names, source))
  return { classes, items: streamedItems({ path: file, source, base: known.base }, classes.names) }
}

const classesBy = (
  { classes, positive }: FlagValues<typeof runFlags>,
  met: () => readonly string[],
): Classes => arrangedClasses(classes === undefined ? met() : classesFromFlag(classes), positive)

const told =
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
