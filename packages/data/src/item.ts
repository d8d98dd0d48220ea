import type { Row } from '@askance/core'

/** Sparse features by name, as VW and JSONL have them. A name stands once. */
export interface NamedFeatures {
  readonly names: readonly string[]
  readonly values: readonly number[]
}

/** A value of a column: a number, a category or a text by the column's kind; null where it is missing. */
export type Cell = number | string | null

/** What arrives, before it is a row. A reader fills only what its format has. */
export interface Item {
  readonly id?: string
  /** In its canonical form; not there when the item is not labelled. */
  readonly label?: string
  /** How much the item counts; 1 when not given. */
  readonly weight?: number
  readonly text?: string
  readonly features?: NamedFeatures
  /** Features by number, from 1, as LIBSVM has them. */
  readonly row?: Row
  /** One value for each column of the source. */
  readonly cells?: readonly Cell[]
  readonly meta?: Readonly<Record<string, unknown>>
  /** The line, or the number of the record, where it stands in its source, from 1. */
  readonly line: number
}

export interface Column {
  readonly name: string
  readonly kind: 'number' | 'category' | 'text'
}

/** A stream of items from one source. */
export interface ItemSource {
  /** The name of the format, as `--format` takes it. */
  readonly format: string
  /** How errors name the source. */
  readonly name: string
  /** What the `cells` of its items are; empty when they have none. */
  readonly columns: readonly Column[]
  /** The items in batches; every batch is a new array, and its items may be kept. Nothing is read before it is asked for. */
  batches(): AsyncIterable<readonly Item[]>
  /** Of LIBSVM: the bytes, from which rows are made without making items first. */
  bytes?(): AsyncIterable<Uint8Array>
  /** Ends what was opened and will not be read. */
  close?(): Promise<void>
}
