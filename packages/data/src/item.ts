import type { Row } from '@askance/core'

/** Sparse named features, as in VW and JSONL. Names are unique. */
export interface NamedFeatures {
  readonly names: readonly string[]
  readonly values: readonly number[]
}

/** A column value: a number, a category or a text, by the column's kind; null if missing. */
export type Cell = number | string | null

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
  /** One value for each column of the source. */
  readonly cells?: readonly Cell[]
  readonly meta?: Readonly<Record<string, unknown>>
  /** The line or record number in the source, from 1. */
  readonly line: number
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
  /** The items in batches; every batch is a new array, and its items may be kept. Reading is lazy. */
  batches(): AsyncIterable<readonly Item[]>
  /** For LIBSVM: the bytes, which are parsed into rows without items. */
  bytes?(): AsyncIterable<Uint8Array>
  /** Closes a source that will not be read. */
  close?(): Promise<void>
}
