import { RowTable } from '@askance/core'
import type { Spellings } from './spellings.js'

/** The most rows of a batch; what a batch holds of entries follows from the room for its text. */
export const ROW_CAPACITY = 1 << 15
/** So many bytes before and behind the text may be read, though they mean nothing. */
export const TEXT_MARGIN = 64
/** The shortest entry, "1:1 ", has four bytes: so many bytes of text never hold more entries than this. */
export const entryCapacity = (textBytes: number): number => (textBytes >> 2) + 1

/**
 * The text of one batch and the rows read from it so far. A kernel reads lines of the common shape as fast as it
 * can and stops before any other, which is then read with care (see `careful.ts`) into the same arrays.
 */
export abstract class Kernel {
  readonly rows = new RowTable()
  labels = new Int32Array(0)
  /** The line of row i, counted from 0 at the first line of the text. */
  lines = new Int32Array(0)
  /** Room for the text and a margin. */
  text = new Uint8Array(0)
  abstract readonly spellings: Spellings
  /** Are only labels wanted? Then all rows are empty. */
  readonly labelsOnly: boolean = false
  /** Where the next line begins, and its number counted from 0. */
  at = 0
  line = 0
  /** Added to every index: 1 when the file counts from 0. */
  shift: 0 | 1 = 0

  /** Makes room for so many bytes of text, keeping what is there; only while there are no rows. */
  abstract reserve(textBytes: number): void

  /** Reads lines up to `to`, which follows a newline, until one is not of the common shape or the rows are full. */
  abstract readLines(to: number): void

  /** Back to the line at `at`, with nothing read. */
  restart(at: number): void {
    this.at = at
    this.line = 0
    this.rows.clear()
  }
}
