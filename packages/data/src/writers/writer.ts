import type { AskanceError } from '@askance/core'
import { dataError, type dataErrorTable } from '../errors.js'
import type { Item, ItemSource } from '../item.js'

/** What is written: the columns and the batches of an `ItemSource`, and its name for errors. */
export type WriterSource = Pick<ItemSource, 'columns' | 'batches'> & Partial<Pick<ItemSource, 'name'>>

export interface WriteOptions {
  /**
   * How LIBSVM numbers named features: 'keep' takes the names as the numbers, 'assign' counts from 1 as they come.
   * When not given, names are kept if all of the first batch are whole numbers.
   */
  readonly numbering?: 'keep' | 'assign'
  /** The most columns of a CSV or TSV file whose columns are collected from sparse features; 16,384 when not given. */
  readonly maxColumns?: number
  /** The names of the control and the object in Label Studio's labelling page; 'label' and 'text' when not given. */
  readonly control?: string
  readonly object?: string
}

/** What was written. */
export interface Written {
  readonly items: number
  /** What the format could not carry, and in how many items. */
  readonly lost: Readonly<Record<string, number>>
  /** The names of numbered features, the first is feature 1; only where names became numbers. */
  readonly names?: readonly string[]
}

/** A format that items can be written in. */
export interface ItemWriter {
  readonly name: string
  /** How names of such files end, without the dot; the first is the usual one. */
  readonly extensions: readonly string[]
  readonly summary: string
  /** The text of the file in pieces, made as it is asked for. */
  write(source: WriterSource, writing: Writing): AsyncIterable<string>
}

/** One writing of one source: its options, and the account of it. */
export class Writing {
  readonly format: string
  readonly source: string | undefined
  readonly options: WriteOptions
  items = 0
  names: readonly string[] | undefined
  readonly #lost: Record<string, number> = {}

  constructor(format: string, source: string | undefined, options: WriteOptions) {
    this.format = format
    this.source = source
    this.options = options
  }

  /** Counts something of an item that the format has no place for. */
  lose(what: string): void {
    this.#lost[what] = (this.#lost[what] ?? 0) + 1
  }

  /** The error of an item, which says where it came from. */
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

/** A writer's `write` for a format where each item becomes one piece of text on its own. */
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

/** The same, for a value of an item: NaN and infinities have no place in any of the formats. */
export const valueText = (value: number, name: string | number, item: Item, writing: Writing): string => {
  if (!Number.isFinite(value)) throw writing.error('write/value', item, { value, name })
  return numberText(value)
}
