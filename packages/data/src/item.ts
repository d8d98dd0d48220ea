import type { Row } from '@askance/core'
import type { Understanding } from './formats/columns/understanding.js'

/** Sparse named features, as in VW and JSONL. Names are unique. */
export interface NamedFeatures {
  readonly names: readonly string[]
  readonly values: readonly number[]
}

/** A column value: a number, a category or a text, by the column's kind; null if missing. */
export type Cell = number | string | null

/** The label that an answer or a model gives an item. */
export interface Outcome {
  readonly label?: string
  /** Instead of `label`, if an item has several; none is an empty list. */
  readonly labels?: readonly string[]
  /** The probability of each class. */
  readonly probabilities?: ArrayLike<number>
  readonly source: 'answer' | 'prediction'
  /** Who answered. */
  readonly by?: string
  /** The model, for tools that show it. */
  readonly modelVersion?: string
}

/** A record of a file as it was read: its text, or the values of its columns. */
export type SourceRecord = string | Readonly<Record<string, unknown>>

/** An item before it becomes a row. A reader fills only the fields of its format. */
export interface Item {
  readonly id?: string
  /** In canonical form; undefined if the item is unlabelled. */
  readonly label?: string
  /** All labels in canonical form, instead of `label`, if several were asked for; none is an empty list. */
  readonly labels?: readonly string[]
  /** The weight of the item; default 1. */
  readonly weight?: number
  readonly text?: string
  readonly features?: NamedFeatures
  /** Numbered features, from 1, as in LIBSVM. */
  readonly row?: Row
  /** An embedding. */
  readonly vector?: ArrayLike<number>
  /** One value for each column of the source. */
  readonly cells?: readonly Cell[]
  readonly meta?: Readonly<Record<string, unknown>>
  /** The record of the source, if `keepRecords` was set. */
  readonly record?: SourceRecord
  /** What is to be written beside the item. */
  readonly outcome?: Outcome
  /** The line or record number in the source, from 1. */
  readonly line: number
}

/** How a file is laid out, to write its records back. */
export interface Layout {
  /** The names of the columns; undefined for a table without a header. */
  readonly names?: readonly string[]
  /** The members of a record that hold its columns, if nested objects became columns. */
  readonly members?: readonly string[]
  /** The text of the header line. */
  readonly header?: string
  readonly delimiter?: string
  readonly newline?: string
  /** `lines`: one JSON object per line. `array`: one array of objects. */
  readonly framing?: 'lines' | 'array'
  /** Whether the text begins with a byte order mark. */
  readonly hasMark?: boolean
}

export interface Column {
  readonly name: string
  readonly kind: 'number' | 'category' | 'text'
}

/** A stream of items from one source. */
export interface ItemSource {
  /** The format name, as in `--format`. */
  readonly format: string
  /** The name of the source in errors. */
  readonly name: string
  /** The columns of the items' `cells`; empty if they have none. */
  readonly columns: readonly Column[]
  /** How the file was understood. */
  readonly understanding?: Understanding
  readonly layout?: Layout
  /** The items in batches; every batch is a new array, and its items may be kept. Reading is lazy. */
  batches(): AsyncIterable<readonly Item[]>
  /** For LIBSVM: the bytes, which are parsed into rows without items. */
  bytes?(): AsyncIterable<Uint8Array>
  /** Closes a source that will not be read. */
  close?(): Promise<void>
}
