import type { AskanceError } from '@askance/core'
import { dataError, type dataErrorTable } from '../errors.js'
import type { Item, ItemSource, Layout } from '../item.js'

/** The columns and batches of an `ItemSource`, and its name for errors. */
export interface WriterSource
  extends Pick<ItemSource, 'columns' | 'batches'>,
    Partial<Pick<ItemSource, 'name'>> {
  /** If items have records by column: tables are written from them, in this layout. */
  readonly records?: Layout
}

export interface WriteOptions {
  /**
   * How LIBSVM numbers named features: 'keep' uses the names as numbers, 'assign' counts from 1 in order of appearance.
   * By default, names are kept if all of the first batch are whole numbers.
   */
  readonly numbering?: 'keep' | 'assign'
  /** Maximum number of CSV or TSV columns collected from sparse features; default 16,384. */
  readonly maxColumns?: number
  /** The classes, in the order of the probabilities of outcomes. */
  readonly classes?: readonly string[]
  /** Whether outcomes say who answered. */
  readonly authors?: boolean
  /** Whether the items come without labels, so that outcomes can have the name `label`. */
  readonly unlabelled?: boolean
  /**
   * Whether CSV and TSV have an apostrophe before every text that a spreadsheet would compute: for items of strangers. Without it, outcomes
   * alone have it.
   */
  readonly inert?: boolean
  /** The names of the control and the object in Label Studio's configuration; default 'label' and 'text'. */
  readonly control?: string
  readonly object?: string
}

/** The result of writing. */
export interface Written {
  readonly items: number
  /** Content that the format cannot store, and in how many items. */
  readonly lost: Readonly<Record<string, number>>
  /** The names of numbered features, starting with feature 1; only if names became numbers. */
  readonly names?: readonly string[]
}

/** A format that items can be written in. */
export interface ItemWriter {
  readonly name: string
  /** File extensions without the dot; the first is the default. */
  readonly extensions: readonly string[]
  readonly summary: string
  /** What it cannot hold; writing counts it, or rejects the item. */
  readonly limits: string
  /** The name of the data file, for formats that are a folder of files. */
  readonly folder?: string
  /** The content of the file in chunks, generated lazily. */
  write(source: WriterSource, writing: Writing): AsyncIterable<string | Uint8Array>
}

/** The options and counts of one write operation. */
export class Writing {
  readonly format: string
  readonly source: string | undefined
  readonly options: WriteOptions
  items = 0
  names: readonly string[] | undefined
  /** Other files of a folder, by name. */
  readonly files: Record<string, string> = {}
  readonly #lost: Record<string, number> = {}

  constructor(format: string, source: string | undefined, options: WriteOptions) {
    this.format = format
    this.source = source
    this.options = options
  }

  /** Counts content of an item that the format cannot store. */
  lose(what: string): void {
    this.#lost[what] = (this.#lost[what] ?? 0) + 1
  }

  /** An error with the position of the item. */
  error(
    code: keyof typeof dataErrorTable,
    item: Item,
    details: Readonly<Record<string, unknown>> = {},
  ): AskanceError {
    const source = this.source === undefined ? {} : { source: this.source }
    return dataError(code, { format: this.format, ...details }, { ...source, line: item.line })
  }

  written(): Written {
    const names = this.names ? { names: this.names } : {}
    return { items: this.items, lost: this.#lost, ...names }
  }
}

/** Implements `write` for formats that encode each item separately. */
export const itemByItem = (begin: (source: WriterSource, writing: Writing) => (item: Item) => string) =>
  async function* write(source: WriterSource, writing: Writing): AsyncGenerator<string> {
    const text = begin(source, writing)
    for await (const batch of source.batches()) {
      let piece = ''
      for (const item of batch) {
        piece += text(item)
        writing.items++
      }
      yield piece
    }
  }

/**
 * The shortest decimal text that reads back to the same bits, the sign of zero included; LIBSVM, VW, CSV and JSON
 * all read it.
 *
 * @example
 * numberText(0.1) // => '0.1'
 * numberText(-0) // => '-0'
 * numberText(1e21) // => '1e+21'
 */
export const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

/** The same for a value of an item; no format can store NaN and infinities. */
export const valueText = (value: number, name: string | number, item: Item, writing: Writing): string => {
  if (!Number.isFinite(value)) throw writing.error('write/value', item, { value, name })
  return numberText(value)
}
