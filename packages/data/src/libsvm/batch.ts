import type { RowTable } from '@askance/core'
import type { LabelNames } from '../labels.js'

/** The first feature index of a LIBSVM file. */
export type IndexBase = 0 | 1

/**
 * Consecutive rows. The reader reuses one batch: it and everything in it is valid
 * until the next batch is requested; copy rows to keep them (`RowTable.push`).
 */
export interface LibsvmBatch {
  /** Features are numbered from 1, whatever the base of the file. */
  readonly rows: RowTable
  /** The label id of each row: `labels.length === rows.length`. */
  readonly labels: Int32Array
  /** The label names by id; grows during reading. */
  readonly names: LabelNames
  /** Row i is in line `firstLine + lineOffsets[i]` of the source, counted from 1. */
  readonly firstLine: number
  readonly lineOffsets: Int32Array
  /** The base of the file; with 'auto', 1 until an index 0 is found. */
  readonly base: IndexBase
}

export interface LibsvmOptions {
  /** The name of the source in errors. */
  readonly source?: string
  /**
   * The first feature index; default 'auto': 0 if an index 0 occurs in the first batch,
   * else 1, and a later index 0 is an error.
   */
  readonly base?: IndexBase | 'auto'
  /** Known labels, or the table to collect them in. */
  readonly names?: LabelNames
  /** Accepts several labels joined by a separator, or none, as one name. By default a comma in a label is an error. */
  readonly multiLabel?: boolean
  /** The maximum line length in bytes, which bounds memory; default 16 MiB. */
  readonly maxLineBytes?: number
  /**
   * Delivers rows as soon as their chunk was read, for slow sources. By default, batches are filled
   * first, so they and the detected base do not depend on chunk boundaries.
   */
  readonly live?: boolean
  /** 'plain' does not use WebAssembly; the rows are identical. */
  readonly kernel?: 'auto' | 'plain'
}

export const MAX_LINE_BYTES = 1 << 24
