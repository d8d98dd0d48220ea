import type { LabelNames } from '../labels/names.js'
import type { IndexBase } from './batch.js'

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
