import { type ColumnKind, formatNames, type IndexBase, type ItemOptions } from '@askance/data'
import type { Argument, Flags, FlagValues } from '../command/declare.js'
import { cliError } from '../errors.js'
import { dataDirFlag } from './locate.js'

/** What all commands that read data read. */
export const dataArgument = {
  name: 'DATA',
  summary: 'a file, - for the standard input, or the name of a data set in --data-dir',
  file: true,
} as const satisfies Argument

const reading = { group: 'Reading' } as const

/** How data is read, as all commands that read data have it. */
export const readerFlags = {
  format: {
    ...reading,
    type: 'text',
    choices: formatNames,
    defaultText: 'as its name or its content tells',
    hint: 'NAME',
    summary: 'the format of the data',
  },
  'label-column': {
    ...reading,
    type: 'text',
    hint: 'NAME',
    defaultText: 'label, class, target, y or category; in CSV else the last one',
    summary: 'the column or key with the label; none where there is none',
  },
  'id-column': {
    ...reading,
    type: 'text',
    hint: 'NAME',
    defaultText: 'id',
    summary: 'the column or key with the id',
  },
  'text-column': {
    ...reading,
    type: 'text',
    hint: 'NAME,…',
    defaultText: 'text, or the only one with texts',
    summary: 'the columns or keys that together are the text',
  },
  columns: {
    ...reading,
    type: 'text',
    hint: 'NAME=KIND,…',
    defaultText: 'as the first rows tell',
    summary: 'what columns hold: number, category, text, or ignore',
  },
  header: {
    ...reading,
    type: 'text',
    choices: ['yes', 'no', 'auto'],
    alone: 'yes',
    defaultText: 'auto',
    summary: 'whether CSV begins with the names of its columns',
  },
  delimiter: {
    ...reading,
    type: 'text',
    hint: 'CHARACTER',
    defaultText: 'as the first lines tell',
    summary: 'what parts the fields of CSV',
  },
  base: {
    ...reading,
    type: 'text',
    choices: ['auto', '0', '1'],
    defaultText: 'auto',
    summary: 'from where the file counts its features',
  },
  'on-error': {
    ...reading,
    type: 'text',
    choices: ['stop', 'skip'],
    default: 'stop',
    summary: 'what to do about a broken record; what was skipped is counted and told',
  },
  'data-dir': { ...reading, ...dataDirFlag },
} as const satisfies Flags

/** The same where a model knows how its data was read. */
export const modelReaderFlags = {
  ...readerFlags,
  base: { ...readerFlags.base, defaultText: 'as when the model was made' },
} as const satisfies Flags

export type ReaderFlags = FlagValues<typeof readerFlags>

const kinds: readonly ColumnKind[] = ['number', 'category', 'text', 'ignore']

/** What the reader is told. What was not said stays out, so that it can be laid over what a model knows. */
export const readerOptions = (flags: ReaderFlags): ItemOptions => {
  const { format, header, delimiter, columns, base } = flags
  const label = flags['label-column']
  const id = flags['id-column']
  const text = flags['text-column']
  return {
    ...(format !== undefined && { format }),
    ...(label !== undefined && { labelColumn: label === 'none' ? false : label }),
    ...(id !== undefined && { idColumn: id }),
    ...(text !== undefined && { textColumns: text.split(',') }),
    ...(columns !== undefined && { columns: parseColumnKinds(columns) }),
    ...(header !== undefined && { header: header === 'auto' ? header : header === 'yes' }),
    ...(delimiter !== undefined && { delimiter: delimiter === '\\t' ? '\t' : delimiter }),
    ...(base !== undefined && { base: parseBase(base) }),
    ...(flags['on-error'] === 'skip' && { onError: 'skip' as const }),
  }
}

const parseColumnKinds = (text: string): Record<string, ColumnKind> =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      // A name may have an equals sign in it; a kind has none.
      const at = pair.lastIndexOf('=')
      const kind = pair.slice(at + 1).trim() as ColumnKind
      if (at < 1 || !kinds.includes(kind))
        throw cliError('usage/value', {
          flag: 'columns',
          found: pair,
          expected: `NAME=KIND with the kind ${kinds.join(', ')}`,
        })
      return [pair.slice(0, at).trim(), kind]
    }),
  )

export const parseBase = (text: string | undefined): IndexBase | 'auto' =>
  text === '0' ? 0 : text === '1' ? 1 : 'auto'
