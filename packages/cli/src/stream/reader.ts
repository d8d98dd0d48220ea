import {
  COLUMN_SPECS,
  type ColumnSpec,
  formatNames,
  type IndexBase,
  type ItemOptions,
  parsedSpec,
} from '@askance/data'
import type { Argument, Flags, FlagValues } from '../command/declare.js'
import { cliError } from '../errors.js'
import { dataDirFlag } from './locate.js'

export const dataArgument = {
  name: 'DATA',
  summary: 'a file, - for the standard input, or the name of a data set in --data-dir',
  file: true,
} as const satisfies Argument

const reading = { group: 'Reading' } as const

/** Flags for reading data. */
export const readerFlags = {
  format: {
    ...reading,
    type: 'text',
    choices: formatNames,
    defaultText: 'detected from name and content',
    hint: 'NAME',
    summary: 'format of the data',
  },
  encoding: {
    ...reading,
    type: 'text',
    hint: 'NAME',
    suggestions: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'],
    defaultText: 'detected: UTF-8, UTF-16 or Windows-1252',
    summary: 'text encoding',
  },
  'label-column': {
    ...reading,
    type: 'text',
    hint: 'NAME',
    defaultText: 'by its name, such as label or class, or by its values',
    summary: 'column or key of the label; none if the data has no labels',
  },
  'id-column': {
    ...reading,
    type: 'text',
    hint: 'NAME',
    defaultText: 'by its name, such as id or Ticket-ID, or by its values',
    summary: 'column or key of the id',
  },
  'text-column': {
    ...reading,
    type: 'text',
    hint: 'NAME,…',
    defaultText: 'text, or the only text column',
    summary: 'columns or keys that form the text',
  },
  'ignore-column': {
    ...reading,
    type: 'text',
    hint: 'NAME,…',
    defaultText: 'indexes and columns with one value',
    summary: 'columns or keys that are not used',
  },
  columns: {
    ...reading,
    type: 'text',
    hint: 'NAME=ROLE,…',
    defaultText: 'detected from the first rows',
    summary: `what columns are used for: ${COLUMN_SPECS}`,
  },
  header: {
    ...reading,
    type: 'text',
    choices: ['yes', 'no', 'auto'],
    alone: 'yes',
    defaultText: 'auto',
    summary: 'whether the first CSV line has column names',
  },
  delimiter: {
    ...reading,
    type: 'text',
    hint: 'CHARACTER',
    defaultText: 'detected from the first lines',
    summary: 'CSV field delimiter',
  },
  base: {
    ...reading,
    type: 'text',
    choices: ['auto', '0', '1'],
    defaultText: 'auto',
    summary: 'first feature index (0 or 1)',
  },
  'on-error': {
    ...reading,
    type: 'text',
    choices: ['stop', 'skip'],
    default: 'stop',
    summary: 'what to do with an invalid record; skipped records are counted and reported',
  },
  'data-dir': { ...reading, ...dataDirFlag },
} as const satisfies Flags

/** Flags for items with several labels. */
export const multiLabelFlags = {
  'multi-label': {
    ...reading,
    type: 'switch',
    summary: 'read several labels for an item: 1,3 in LIBSVM and VW, arrays in JSONL',
  },
  'labels-separator': {
    ...reading,
    type: 'text',
    hint: 'TEXT',
    defaultText: 'a comma in LIBSVM and VW; other formats have none',
    summary: 'with --multi-label: the text between two labels, such as ; in a CSV column',
  },
} as const satisfies Flags

/** Reader options of the flags for several labels. */
export const multiLabelOptions = (
  flags: FlagValues<typeof multiLabelFlags>,
): Pick<ItemOptions, 'multiLabel' | 'labelsSeparator'> => {
  const labelsSeparator = flags['labels-separator']
  if (labelsSeparator !== undefined && !flags['multi-label'])
    throw cliError('usage/alone', { flag: 'labels-separator', other: 'multi-label' })
  return {
    ...(flags['multi-label'] && { multiLabel: true }),
    ...(labelsSeparator !== undefined && { labelsSeparator }),
  }
}

/** The same flags for a model that stores how its data was read. */
export const modelReaderFlags = {
  ...readerFlags,
  base: { ...readerFlags.base, defaultText: 'as in training' },
} as const satisfies Flags

export type ReaderFlags = FlagValues<typeof readerFlags>

/** Reader options of the explicit flags, to override those of a model. */
export const readerOptions = (flags: ReaderFlags): ItemOptions => {
  const { format, encoding, header, delimiter, columns, base } = flags
  const label = flags['label-column']
  const id = flags['id-column']
  const text = flags['text-column']
  const ignored = flags['ignore-column']
  return {
    ...(format !== undefined && { format }),
    ...(encoding !== undefined && { encoding }),
    ...(label !== undefined && { labelColumn: label === 'none' ? false : label }),
    ...(id !== undefined && { idColumn: id }),
    ...(text !== undefined && { textColumns: text.split(',') }),
    ...(ignored !== undefined && { ignoreColumns: ignored.split(',') }),
    ...(columns !== undefined && { columns: parseColumnRoles(columns) }),
    ...(header !== undefined && { header: header === 'auto' ? header : header === 'yes' }),
    ...(delimiter !== undefined && { delimiter: delimiter === '\\t' ? '\t' : delimiter }),
    ...(base !== undefined && { base: parseBase(base) }),
    ...(flags['on-error'] === 'skip' && { onError: 'skip' as const }),
  }
}

const parseColumnRoles = (text: string): Record<string, ColumnSpec> =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      // A name may contain an equals sign; a role does not.
      const at = pair.lastIndexOf('=')
      const spec = pair.slice(at + 1).trim()
      if (at < 1)
        throw cliError('usage/value', {
          flag: 'columns',
          found: pair,
          expected: `NAME=ROLE with one of ${COLUMN_SPECS}`,
        })
      parsedSpec(spec)
      return [pair.slice(0, at).trim(), spec as ColumnSpec]
    }),
  )

export const parseBase = (text: string | undefined): IndexBase | 'auto' =>
  text === '0' ? 0 : text === '1' ? 1 : 'auto'
