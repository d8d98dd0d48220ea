import { counted as countText } from '@askance/core/internals'
import {
  type DataOptions,
  type Item,
  type ItemInput,
  LabelNames,
  type OpenedData,
  understandingLines,
  uniqueIds,
} from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { type Classes, classesFromFlag, orderClasses } from '../../stream/classes.js'
import { openStream } from '../../stream/open.js'
import type { LabelInput } from './flags.js'

/** A file that is to be labelled, as it was understood. */
export interface LabelFile {
  readonly data: OpenedData
  readonly classes: Classes
  readonly input: ItemInput
  readonly items: number
  /** How many items have a label. */
  readonly labelled: number
  /** False if the column that looked like the label has none of the classes, and is not used as such. */
  readonly labelColumn?: false
}

/** The file again, read with the values of all columns, which are sent to the service for its exports. */
export const withValues = async (
  context: Context,
  { args: [path = ''], flags }: LabelInput,
  file: LabelFile,
): Promise<LabelFile> => ({
  ...file,
  data: await openStream(context, path, flags, {
    as: 'items',
    again: true,
    keepRecords: 'values',
    ...(file.labelColumn === false && { labelColumn: false }),
  }),
})

/** An item with the id that it has in the service. */
export interface FileItem {
  readonly id: string
  readonly item: Item
}

/** Opens the file, reads it once to count items and labels, and chooses how items become rows. */
export const openFile = async (context: Context, input: LabelInput): Promise<LabelFile> => {
  const { args, flags } = input
  const [path = ''] = args
  if (path === '-')
    throw cliError('usage/argument', { name: 'FILE', found: '-', expected: 'a file or a folder' })
  const open = (more: DataOptions = {}) =>
    openStream(context, path, flags, { as: 'items', again: true, keepRecords: true, ...more })
  const first = await counted(await open())
  const isOther = hasOtherValues(first, flags)
  const file = isOther ? await counted(await open({ labelColumn: false })) : first
  const { data, items, names } = file
  if (items === 0) throw cliError('data/empty', {}, { source: data.name })
  const classes = orderClasses(classNames(flags.classes, names, data.name), flags.positive)
  const chosen = await data.chooseInput({ classes: classes.names.length, algorithm: 'auto' })
  const { labelled } = file
  return { data, classes, input: chosen, items, labelled, ...(isOther && { labelColumn: false as const }) }
}

interface Counted {
  readonly data: OpenedData
  readonly items: number
  readonly labelled: number
  readonly names: readonly string[]
}

const counted = async (data: OpenedData): Promise<Counted> => {
  const names = new LabelNames()
  let items = 0
  let labelled = 0
  for await (const batch of data.items())
    for (const { label, line } of batch) {
      items++
      if (label === undefined) continue
      labelled++
      names.add(label, { source: data.name, line })
    }
  return { data, items, labelled, names: names.names }
}

/** A column that only looks like the label has none of the classes. */
const hasOtherValues = ({ names }: Counted, flags: LabelInput['flags']): boolean => {
  if (flags.classes === undefined || flags['label-column'] !== undefined || names.length === 0) return false
  const wanted = classesFromFlag(flags.classes)
  return names.every((name) => !wanted.includes(name))
}

const classNames = (
  flag: string | undefined,
  found: readonly string[],
  source: string,
): readonly string[] => {
  if (flag === undefined) {
    if (found.length < 2) throw cliError('label/classes', { found: foundText(found) }, { source })
    return found
  }
  const named = classesFromFlag(flag)
  const missing = found.filter((label) => !named.includes(label))
  if (missing.length > 0)
    throw cliError('usage/classes', {
      reason: `the data also has the label ${missing.slice(0, 3).join(', ')}`,
    })
  return named
}

const foundText = (found: readonly string[]): string =>
  found.length === 0 ? 'no labels in the file' : `only the label ${found[0]}`

/** The items of the file with their ids. */
export async function* fileItems({ data }: LabelFile): AsyncGenerator<readonly FileItem[]> {
  const idOf = uniqueIds()
  for await (const batch of data.items()) yield batch.map((item) => ({ id: idOf(item), item }))
}

/** The column of the label, for messages. */
export const labelText = ({ data }: LabelFile): string => {
  const column = data.understanding.columns.find(({ spec }) => spec === 'label')
  return column ? `column ${column.name}` : 'the labels of the file'
}

/** What was understood of the file. */
export const fileText = ({ data, classes, items, labelled }: LabelFile): string =>
  [
    `${data.name}: ${countText(items, 'item')}${labelled > 0 ? `, ${countText(labelled, 'label')}` : ''}`,
    ...understandingLines(data.understanding).map((line) => `  ${line}`),
    `  ${'classes'.padEnd(12)}${classes.names.join(', ')}`,
    '',
  ].join('\n')
