import { counted } from '@askance/core/internals'
import {
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
}

/** An item with the id that it has in the service. */
export interface FileItem {
  readonly id: string
  readonly item: Item
}

/** Opens the file, reads it once to count items and labels, and chooses how items become rows. */
export const openFile = async (context: Context, { args, flags }: LabelInput): Promise<LabelFile> => {
  const [path = ''] = args
  if (path === '-')
    throw cliError('usage/argument', { name: 'FILE', found: '-', expected: 'a file or a folder' })
  const data = await openStream(context, path, flags, { as: 'items', again: true, keepRecords: true })
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
  if (items === 0) throw cliError('data/empty', {}, { source: data.name })
  const classes = orderClasses(classNames(flags.classes, names.names, data.name), flags.positive)
  const input = await data.chooseInput({ classes: classes.names.length, algorithm: 'auto' })
  return { data, classes, input, items, labelled }
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

/** What was understood of the file. */
export const fileText = ({ data, classes, items, labelled }: LabelFile): string =>
  [
    `${data.name}: ${counted(items, 'item')}${labelled > 0 ? `, ${counted(labelled, 'label')}` : ''}`,
    ...understandingLines(data.understanding).map((line) => `  ${line}`),
    `  ${'classes'.padEnd(12)}${classes.names.join(', ')}`,
    '',
  ].join('\n')
