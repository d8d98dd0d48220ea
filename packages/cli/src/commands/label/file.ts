import { classList, counted as countText } from '@askance/core/internals'
import {
  canonicalLabel,
  type DataOptions,
  type Item,
  type ItemInput,
  LabelNames,
  type OpenedData,
  recordsFor,
  sortedLabels,
  understandingLines,
  uniqueIds,
} from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { type Classes, classesFromFlag, commaHint, orderClasses } from '../../stream/classes.js'
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
  /** The classes that are known of items, by id (`--known`). */
  readonly known: ReadonlyMap<string, string>
  /** False if the column that looked like the label has none of the classes, and is not used as such. */
  readonly labelColumn?: false
  /** What that column is and has, in words. */
  readonly note?: string
}

/** The classes that tell which column is the label. */
const namedClasses = (flags: LabelInput['flags']): Pick<DataOptions, 'classes'> => {
  const classes = classesFromFlag(flags.classes)
  return classes ? { classes } : {}
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
    ...namedClasses(flags),
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
    openStream(context, path, flags, {
      as: 'items',
      again: true,
      keepRecords: flags.output === undefined ? true : recordsFor(flags.output),
      ...namedClasses(flags),
      ...more,
    })
  const named = new Set(flags.known.map((pair) => pair.slice(0, pair.lastIndexOf('='))))
  const first = await counted(await open(), named)
  const isOther = hasOtherValues(first, flags)
  const file = isOther ? await counted(await open({ labelColumn: false }), named) : first
  const { data, items, names } = file
  if (items === 0) throw cliError('data/empty', {}, { source: data.name })
  const classes = orderClasses(classNames(flags.classes, names, data.name), flags.positive)
  const chosen = await data.chooseInput({ classes: classes.names.length, algorithm: 'auto' })
  const known = knownClasses(flags.known, classes.names, file)
  const labelled = file.labelled + [...known.keys()].filter((id) => !file.ids.get(id)).length
  const label = isOther && { labelColumn: false as const, note: otherText(first) }
  return { data, classes, input: chosen, items, labelled, known, ...label }
}

/** The values of `--known`, by id. */
const knownClasses = (
  pairs: readonly string[],
  classes: readonly string[],
  { ids, data }: Counted,
): ReadonlyMap<string, string> =>
  new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=')
      if (at < 1) throw cliError('usage/value', { flag: 'known', found: pair, expected: 'ID=CLASS' })
      const id = pair.slice(0, at)
      const label = canonicalLabel(pair.slice(at + 1))
      if (!ids.has(id)) throw cliError('label/known', { id }, { source: data.name })
      if (!classes.includes(label))
        throw cliError('label/example-class', { label, classes: classList(classes) })
      return [id, label]
    }),
  )

interface Counted {
  readonly data: OpenedData
  readonly items: number
  readonly labelled: number
  readonly names: readonly string[]
  /** Which of the named items there are, and whether they have a label. */
  readonly ids: ReadonlyMap<string, boolean>
}

const counted = async (data: OpenedData, named: ReadonlySet<string>): Promise<Counted> => {
  const names = new LabelNames()
  const idOf = uniqueIds()
  const ids = new Map<string, boolean>()
  let items = 0
  let labelled = 0
  for await (const batch of data.items())
    for (const item of batch) {
      const { label, line } = item
      items++
      const id = named.size > 0 ? idOf(item) : ''
      if (named.has(id)) ids.set(id, label !== undefined)
      if (label === undefined) continue
      labelled++
      names.add(label, { source: data.name, line })
    }
  return { data, items, labelled, names: names.names, ids }
}

/** A column that only looks like the label has none of the classes. */
const hasOtherValues = ({ names }: Counted, flags: LabelInput['flags']): boolean => {
  const wanted = classesFromFlag(flags.classes)
  if (!wanted || flags['label-column'] !== undefined || names.length === 0) return false
  return names.every((name) => !wanted.includes(name))
}

const MAX_SHOWN = 3

const otherText = ({ data, names }: Counted): string => {
  const values = names.slice(0, MAX_SHOWN).join(', ') + (names.length > MAX_SHOWN ? ', …' : '')
  return `${columnText(data)} has other values (${values}), so it is not the label`
}

const classNames = (
  flag: LabelInput['flags']['classes'],
  found: readonly string[],
  source: string,
): readonly string[] => {
  const named = classesFromFlag(flag)
  if (!named) {
    if (found.length < 2) throw cliError('label/classes', { found: foundText(found) }, { source })
    return sortedLabels(found)
  }
  const missing = found.filter((label) => !named.includes(label))
  if (missing.length > 0)
    throw cliError('usage/classes', {
      reason: `the data also has ${missing.length === 1 ? 'the label' : 'the labels'} ${classList(missing.slice(0, 3))}; name all labels, or ignore them with --label-column none${commaHint(missing)}`,
    })
  return named
}

const foundText = (found: readonly string[]): string =>
  found.length === 0 ? 'no labels in the file' : `only the label ${found[0]}`

/** The items of the file with their ids, and with the classes that are known. */
export async function* fileItems({ data, known }: LabelFile): AsyncGenerator<readonly FileItem[]> {
  const idOf = uniqueIds()
  for await (const batch of data.items())
    yield batch.map((item) => {
      const id = idOf(item)
      const label = known.get(id)
      return { id, item: label === undefined ? item : { ...item, label } }
    })
}

/** The column of the label, for messages. */
export const labelText = ({ data }: LabelFile): string => columnText(data)

const columnText = (data: OpenedData): string => {
  const column = data.understanding.columns.find(({ spec }) => spec === 'label')
  return column ? `column ${column.name}` : 'the labels of the file'
}

const MAX_CLASSES = 20

const classesText = (names: readonly string[]): string =>
  names.length <= MAX_CLASSES
    ? classList(names)
    : `${classList(names.slice(0, MAX_CLASSES / 2))} and ${names.length - MAX_CLASSES / 2} more`

/** What was understood of the file. */
export const fileText = ({ data, classes, items, labelled, note }: LabelFile): string =>
  [
    `${data.name}: ${countText(items, 'item')}${labelled > 0 ? `, ${countText(labelled, 'label')}` : ''}`,
    ...understandingLines(data.understanding).map((line) => `  ${line}`),
    `  ${'classes'.padEnd(12)}${classesText(classes.names)}`,
    ...(note === undefined ? [] : [`  ${'note'.padEnd(12)}${note}`]),
    '',
  ].join('\n')
