import type { Item, ItemSource } from '../item.js'
import type { Input } from './input.js'
import type { ItemOptions } from './options.js'

/** The beginning of a file, for format detection. */
export interface Head {
  readonly bytes: Uint8Array
  /** The first complete non-blank lines; the last line of the file needs no newline. */
  readonly lines: readonly string[]
}

/** A format that items can be read from. */
export interface Format {
  readonly name: string
  /** File name extensions, without the dot. */
  readonly extensions: readonly string[]
  /** Whether files of other formats have these extensions too; it is then the format of what no other one recognises. */
  readonly sharesExtensions?: boolean
  /** What is read, for the documentation. */
  readonly summary: string
  /** Whether the content matches this format and none of the following ones. */
  looksLike(head: Head): boolean
  open(input: Input, options: ItemOptions): Promise<ItemSource>
}

/** An item under construction. */
export type ItemDraft = { -readonly [Key in keyof Item]: Item[Key] }

/** Appends the items of one piece of a source; items before an error are kept. */
export type Fill<Piece> = (piece: Piece, items: Item[]) => void

/** The items of each piece as a batch. Items before an error are delivered before it is thrown. */
export async function* batchesOf<Piece>(
  pieces: AsyncIterable<Piece>,
  fill: Fill<Piece>,
): AsyncGenerator<readonly Item[], void, undefined> {
  for await (const piece of pieces) {
    const items: Item[] = []
    let error: unknown
    try {
      fill(piece, items)
    } catch (cause) {
      error = cause
    }
    if (items.length > 0) yield items
    if (error !== undefined) throw error
  }
}
