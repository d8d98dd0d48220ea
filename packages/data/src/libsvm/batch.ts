import type { RowTable } from '@askance/core'
import type { LabelNames } from '../labels.js'

/** From where a LIBSVM file counts its features. */
export type IndexBase = 0 | 1

/**
 * Some rows that follow each other. The reader uses one batch again and again: it and everything in it is valid
 * until the next batch is asked for, and whoever keeps a row copies it (`RowTable.push`).
 */
export interface LibsvmBatch {
  /** Features are numbered from 1, whatever the file counts from. */
  readonly rows: RowTable
  /** The label id of each row: `labels.length === rows.length`. */
  readonly labels: Int32Array
  /** What the ids stand for; grows while the stream runs. */
  readonly names: LabelNames
  /** Row i stands in line `firstLine + lineOffsets[i]` of the source, counted from 1. */
  readonly firstLine: number
  readonly lineOffsets: Int32Array
  /** From where the file counts; with 'auto', 1 as long as no index 0 was met. */
  readonly base: IndexBase
}

export interface LibsvmOptions {
  /** How errors name the source. */
  readonly source?: string
  /**
   * From where the file counts its features; 'auto' when not given: 0 if an index 0 stands in the first batch,
   * else 1, and an index 0 further on is an error.
   */
  readonly base?: IndexBase | 'auto'
  /** The labels known already, or the table to collect them in. */
  readonly names?: LabelNames
  /** The longest line that is taken, in bytes; 16 MiB when not given. It bounds the memory. */
  readonly maxLineBytes?: number
  /**
   * Delivers rows as soon as their chunk was read, for a source that is slow. When not given, batches are filled
   * first; then they, and the base that 'auto' finds, do not depend on how the bytes were cut into chunks.
   */
  readonly live?: boolean
  /** 'plain' does without WebAssembly; the rows are the same. */
  readonly kernel?: 'auto' | 'plain'
}

export const MAX_LINE_BYTES = 1 << 24
