import { RowTable } from '@askance/core'
import type { Spellings } from './spellings.js'

/** Maximum number of rows in a batch; the number of entries follows from the text capacity. */
export const ROW_CAPACITY = 1 << 15
/** Readable padding before and after the text. */
export const TEXT_MARGIN = 64
/** The maximum number of entries in a text: the shortest entry, "1:1 ", has four bytes. */
export const entryCapacity = (textBytes: number): number => (textBytes >> 2) + 1

/**
 * The text of one batch and the rows parsed so far. A kernel parses lines of the common form as fast as it
 * can and stops before any other, which `careful.ts` then parses into the same arrays.
 */
export abstract class Kernel {
  readonly rows = new RowTable()
  labels = new Int32Array(0)
  /** The line of row i, counted from 0 at the first line of the text. */
  lines = new Int32Array(0)
  /** Buffer for the text and its padding. */
  text = new Uint8Array(0)
  abstract readonly spellings: Spellings
  /** Whether only labels are read; all rows are then empty. */
  readonly labelsOnly: boolean = false
  /** The start of the next line, and its number from 0. */
  at = 0
  line = 0
  /** Added to every index: 1 when the file counts from 0. */
  shift: 0 | 1 = 0

  /** Grows the text buffer and keeps its content; only allowed while there are no rows. */
  abstract reserve(textBytes: number): void

  /** Parses lines up to `to`, which follows a newline, until one is not in the common form or the batch is full. */
  abstract readLines(to: number): void

  /** Returns to the line at `at` and discards the rows. */
  restart(at: number): void {
    this.at = at
    this.line = 0
    this.rows.clear()
  }
}
