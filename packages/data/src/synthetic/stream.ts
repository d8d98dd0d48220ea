import type { Row } from '@askance/core'
import { emptyRow, MAX_INDEX, Random } from '@askance/core/internals'
import { shareOption, wholeOption } from '../options.js'

/** Options of every synthetic stream. */
export interface SyntheticOptions {
  readonly rows: number
  readonly dimension: number
  readonly seed?: number
  /** The share of rows whose label is replaced by another class; default 0.05. */
  readonly noise?: number
}

/** Generates rows and labels one at a time from a seed; nothing is kept. */
export interface SyntheticStream {
  readonly rows: number
  readonly dimension: number
  /** The name of label id k is `classes[k]`. */
  readonly classes: readonly string[]
  /** Overwritten by every `next`. */
  readonly row: Row
  readonly label: number
  /** Generates the next row and its label; false at the end. */
  next(): boolean
}

/** Fills the row and returns the id of its true class. */
export type Draw = (row: Row) => number

/** Creates a stream from a function that draws one row; `name` seeds its label noise separately from other streams. */
export const seededStream = (
  name: string,
  options: SyntheticOptions,
  classes: readonly string[],
  draw: Draw,
): SyntheticStream => new DrawnStream(name, options, classes, draw)

class DrawnStream implements SyntheticStream {
  readonly rows: number
  readonly dimension: number
  readonly classes: readonly string[]
  readonly row = emptyRow()
  label = -1
  readonly #draw: Draw
  readonly #noise: number
  readonly #flips: Random
  #made = 0

  constructor(name: string, options: SyntheticOptions, classes: readonly string[], draw: Draw) {
    this.rows = wholeOption('rows', options.rows, 0, Number.MAX_SAFE_INTEGER)
    this.dimension = wholeOption('dimension', options.dimension, 1, MAX_INDEX)
    this.classes = classes
    this.#noise = shareOption('noise', options.noise ?? 0.05)
    this.#flips = new Random(options.seed ?? 1, `${name}/noise`)
    this.#draw = draw
  }

  next(): boolean {
    if (this.#made === this.rows) return false
    this.#made++
    this.label = this.#draw(this.row)
    if (this.#flips.uniform() < this.#noise) this.label = this.#otherThan(this.label)
    return true
  }

  #otherThan(label: number): number {
    const count = this.classes.length
    return (label + 1 + this.#flips.below(count - 1)) % count
  }
}

/** The class names of binary streams, as in LIBSVM files. */
export const SIGNS: readonly string[] = ['-1', '1']
