import { AskanceError } from '@askance/core'
import type { BytesOptions } from '../bytes/open.js'
import { dataError } from '../errors.js'
import type { Column } from '../item.js'
import type { IndexBase } from '../libsvm/batch.js'

/** What a column may be said to be; what is ignored is not read. */
export type ColumnKind = Column['kind'] | 'ignore'

export interface ItemOptions extends BytesOptions {
  /** The name of a format; when not given, the file's name or else its content tells. */
  readonly format?: string
  /** The column (or key) with the label; false when the items have none. */
  readonly labelColumn?: string | false
  /** The column (or key) with the id; when not given, one named `id`. */
  readonly idColumn?: string
  /** The columns (or keys) that together are the item's text, with an empty line between them. */
  readonly textColumns?: readonly string[]
  /** What columns are, where the first rows would tell it wrong. */
  readonly columns?: Readonly<Record<string, ColumnKind>>
  /** Does CSV begin with the names of its columns? When not given, its first rows tell. */
  readonly header?: boolean | 'auto'
  /** One character; when not given, the first lines tell. */
  readonly delimiter?: string
  /** Do quotes in CSV hold fields together? When not given: yes, but in TSV only if its first rows read well so. */
  readonly quotes?: boolean | 'auto'
  /** After a broken record: 'stop' with its error, or 'skip' it. */
  readonly onError?: 'stop' | 'skip'
  /** Told of every record that was skipped. */
  readonly onSkip?: (error: AskanceError) => void
  /** The longest record that is taken, in bytes; 16 MiB when not given. It bounds the memory. */
  readonly maxRecordBytes?: number
  /** From where indices count, in LIBSVM and in JSONL; 'auto' is 0 in LIBSVM when its first rows have an index 0. */
  readonly base?: IndexBase | 'auto'
}

/** What to do about a broken record. */
export type RecordErrorHandler = (cause: unknown) => void

/** Throws at the first, or skips and tells. Only mistakes of the input can be skipped. */
export const recordErrorHandler = ({ onError = 'stop', onSkip }: ItemOptions): RecordErrorHandler => {
  if (onError !== 'stop' && onError !== 'skip')
    throw dataError('option/value', { name: 'onError', value: onError, expected: 'stop or skip' })
  return (cause) => {
    if (onError === 'stop' || !(cause instanceof AskanceError)) throw cause
    onSkip?.(cause)
  }
}

/** While looking ahead, broken records are passed over: reading will meet them again. */
export const ignoreRecordErrors: RecordErrorHandler = (cause) => {
  if (!(cause instanceof AskanceError)) throw cause
}
