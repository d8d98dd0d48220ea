import { AskanceError } from '@askance/core'
import type { BytesOptions } from '../bytes/open.js'
import { dataError } from '../errors.js'
import type { IndexBase } from '../libsvm/batch.js'
import type { ColumnSpec } from './columns/roles.js'

/** `values` keeps the values by column, and true the text, in formats that have it. */
export type KeepRecords = boolean | 'values'

export interface ItemOptions extends BytesOptions {
  /** The format name; detected from the file name or content by default. */
  readonly format?: string
  /** The text encoding; detected by default (UTF-8, UTF-16 and Windows-1252). */
  readonly encoding?: string
  /** The column (or key) of the label; false if the items have none. */
  readonly labelColumn?: string | false
  /** The classes, if they are known: a column that has no other values is the label. */
  readonly classes?: readonly string[]
  /**
   * Reads several labels for an item: `1,3` in LIBSVM and VW, arrays in JSONL, a column with `labelsSeparator` elsewhere.
   * Without it, several labels are an error.
   */
  readonly multiLabel?: boolean
  /** The text between two labels of an item. Default: a comma in LIBSVM and VW; other formats have none. */
  readonly labelsSeparator?: string
  /** The column (or key) of the id; detected by default. */
  readonly idColumn?: string
  /** The columns (or keys) that form the item's text, joined by empty lines. */
  readonly textColumns?: readonly string[]
  /** The columns (or keys) that are not used. */
  readonly ignoreColumns?: readonly string[]
  /** What columns (or keys) are used for, where detection would be wrong. */
  readonly columns?: Readonly<Record<string, ColumnSpec>>
  /** What the columns of other data were used for, such as that of a model; columns that it does not have are not used. */
  readonly knownColumns?: Readonly<Record<string, ColumnSpec>>
  /** Whether CSV has a header; detected by default. */
  readonly header?: boolean | 'auto'
  /** One character; detected by default. */
  readonly delimiter?: string
  /** Whether CSV fields may be quoted; by default yes, but in TSV only if its first rows parse that way. */
  readonly quotes?: boolean | 'auto'
  /** Whether items keep their record of the source, to write it back; it may depend on the format of the data. */
  readonly keepRecords?: KeepRecords | ((format: string) => KeepRecords)
  /** After an invalid record: 'stop' with its error, or 'skip' it. */
  readonly onError?: 'stop' | 'skip'
  /** Called for every skipped record. */
  readonly onSkip?: (error: AskanceError) => void
  /** The maximum record length in bytes, which bounds memory; default 16 MiB. */
  readonly maxRecordBytes?: number
  /** The first feature index in LIBSVM and JSONL; 'auto' is 0 in LIBSVM if its first rows have an index 0. */
  readonly base?: IndexBase | 'auto'
}

/** What is kept of the records of data in a format. */
export const keptRecords = ({ keepRecords = false }: ItemOptions, format: string): KeepRecords =>
  typeof keepRecords === 'function' ? keepRecords(format) : keepRecords

/** Handles an invalid record. */
export type RecordErrorHandler = (cause: unknown) => void

/** Throws the first error, or reports and skips the record. Only input errors can be skipped. */
export const recordErrorHandler = ({ onError = 'stop', onSkip }: ItemOptions): RecordErrorHandler => {
  if (onError !== 'stop' && onError !== 'skip')
    throw dataError('data/option', { name: 'onError', value: onError, expected: 'stop or skip' })
  return (cause) => {
    if (onError === 'stop' || !(cause instanceof AskanceError)) throw cause
    onSkip?.(cause)
  }
}

/** Ignores invalid records during inspection; reading reports them. */
export const ignoreRecordErrors: RecordErrorHandler = (cause) => {
  if (!(cause instanceof AskanceError)) throw cause
}
