import type { Item, ItemSource } from '../item.js'
import type { Input } from './input.js'
import type { ItemOptions } from './options.js'

/** The beginning of a file, for guessing what it is. */
export interface Head {
  readonly bytes: Uint8Array
  /** Its first complete lines that are not blank; the last line of the file is complete without a newline. */
  readonly lines: readonly string[]
}

/** A format that items can be read from. */
export interface Format {
  readonly name: string
  /** How names of such files end, without the dot. */
  readonly extensions: readonly string[]
  /** Is it this, and nothing else further down the list? */
  looksLike(head: Head): boolean
  open(input: Input, options: ItemOptions): Promise<ItemSource>
}

/** An item while it is made. */
export type ItemDraft = { -readonly [Key in keyof Item]: Item[Key] }

/** Makes items of one piece of a source; they are added even if a mistake ends the piece. */
export type Fill<Piece> = (piece: Piece, items: Item[]) => void

/** The items of each piece as a batch. What came before a mistake is delivered before it is thrown. */
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
