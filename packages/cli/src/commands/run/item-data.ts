import { permutation } from '@askance/core'
import { LabelNames, usualVectorizer } from '@askance/data'
import { cliError } from '../../errors.js'
import type { Classes } from '../../stream/classes.js'
import type { ItemInput } from '../../stream/item-input.js'
import { type Items, loadedItems, windowOf } from '../../stream/items.js'
import { labelsIn, loadedRows, type MakingOptions, madeItems } from '../../stream/made-items.js'
import { storedReader } from '../../stream/reader.js'
import { RowMaker } from '../../stream/row-maker.js'
import { givenVectorizerFlags, withFlags } from '../../stream/vectorizing.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { FileCoins } from './coins.js'
import { type Data, isLoaded, type Known, knownClasses, LOADING, LOOKING, told } from './data.js'
import { algorithmOf, type DataFlags } from './settings.js'

/** The data of a run from items that are made into rows on the way. */
export const itemData = async (
  input: ItemInput,
  flags: DataFlags,
  known: Known,
  coins: FileCoins | undefined,
  status: StatusLine,
): Promise<Data> => {
  input.watch = told(status, LOOKING)
  const classes = await knownClasses(flags, known, input.name, () => labelsIn(input))
  input.skipped.clear()
  const maker = await makerFor(input, flags, known, classes)
  const making = { names: new LabelNames(classes.names), labels: 'known', learning: true } as const
  input.watch = isLoaded(flags) ? told(status, LOADING) : undefined
  const items = isLoaded(flags)
    ? await loadedData(input, maker, making, flags, known)
    : madeItems(input, maker, { ...making, ...windowBy(flags), ...(coins && { rounds: coins }) })
  const vectorizer = maker.vectorizer?.config
  return {
    classes,
    items,
    maker,
    ...(input.skips && { skipped: input.skipped }),
    ...(vectorizer && { input: { vectorizer, reader: storedReader(input.options) } }),
  }
}

/** Items are made into rows in the order of the file, whatever the order of the rounds. */
const loadedData = async (
  input: ItemInput,
  maker: RowMaker,
  making: MakingOptions,
  flags: DataFlags,
  { seed }: Known,
): Promise<Items> => {
  const window = windowBy(flags)
  const made = madeItems(input, maker, { ...making, ...(flags.shuffle ? {} : window) })
  const table = await loadedRows(made, making.names)
  if (!flags.shuffle) return loadedItems(table, input.name)
  const items = loadedItems(table, input.name, permutation(table.rows.length, seed))
  return windowOf(items, window.skip, window.limit ?? Number.POSITIVE_INFINITY)
}

const windowBy = ({ skip, limit }: DataFlags): { skip: number; limit?: number } => ({
  skip,
  ...(limit !== undefined && { limit }),
})

/** What makes rows of the items: as the model has it, or as the first items suggest and the flags say. */
const makerFor = async (
  input: ItemInput,
  flags: DataFlags,
  known: Known,
  { names }: Classes,
): Promise<RowMaker> => {
  if (known.maker) return known.maker
  const sample = await input.sample()
  const usual = usualVectorizer({ columns: input.columns, sample, classes: names.length })
  const [given] = givenVectorizerFlags(flags)
  if (!usual && given !== undefined) throw cliError('data/no-vectorizer', { flag: given })
  // One that tunes itself scales columns by itself.
  const scale = flags.scale ?? (algorithmOf(flags).paced ? 'none' : undefined)
  return new RowMaker(usual && { vectorizer: withFlags(usual, { ...flags, scale }) })
}
