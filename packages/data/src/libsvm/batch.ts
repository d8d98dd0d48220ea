import type { RowTable } from '@askance/core'
import type { LabelNames } from '../labels/names.js'

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
