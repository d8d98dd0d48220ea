import { enlarged } from '@askance/core/internals'
import type { FeatureBag } from './bag.js'
import type { Range, TextConfig } from './config.js'
import type { Mark } from './murmur3.js'
import type { Tokens } from './tokens.js'

/** Puts the n-grams of words and characters of an item, and its flags, into the bag. */
export class Grams {
  readonly #words: Range | null
  readonly #characters: Range | null
  readonly #across: boolean
  /** The start of each character of the current piece, and the end of the last. */
  #places: Int32Array = new Int32Array(64)

  constructor({ words, characters, within }: TextConfig) {
    this.#words = words
    this.#characters = characters
    this.#across = within === 'text'
  }

  collect(tokens: Tokens, bag: FeatureBag): void {
    bag.clear(this.#most(tokens))
    for (const { mark, from, to } of tokens.flags) bag.add(mark, from, to)
    if (this.#words)
      for (const { mark, from, to } of tokens.runs) this.#wordGrams(tokens, bag, mark, from, to)
    if (!this.#characters) return
    for (const { mark, from, to } of this.#across ? tokens.segments : tokens.runs) {
      const own = tokens.mark(`chr:${mark.text}`)
      if (this.#across) this.#characterGrams(tokens, bag, own, from, to)
      // A word and the space on either side of it.
      else
        for (let k = from; k < to; k++)
          this.#characterGrams(tokens, bag, own, tokens.starts[k]! - 1, tokens.ends[k]! + 1)
    }
  }

  /** An upper bound of the features of the item. */
  #most(tokens: Tokens): number {
    const kinds = (range: Range | null) => (range ? range[1] - range[0] + 1 : 0)
    return (
      tokens.flags.length +
      tokens.count * kinds(this.#words) +
      (tokens.size + tokens.count) * kinds(this.#characters)
    )
  }

  #wordGrams(tokens: Tokens, bag: FeatureBag, mark: Mark, from: number, to: number): void {
    const [least, most] = this.#words!
    const { starts, ends } = tokens
    for (let k = from; k < to; k++) bag.addEach(mark, starts[k]!, ends, k + least - 1, Math.min(k + most, to))
  }

  /** A piece shorter than the smallest n-gram is one feature. */
  #characterGrams(tokens: Tokens, bag: FeatureBag, mark: Mark, from: number, to: number): void {
    const [least, most] = this.#characters!
    const bytes = tokens.bytes
    this.#places = enlarged(this.#places, to - from + 1)
    const places = this.#places
    let length = 0
    for (let at = from; at < to; at++) if ((bytes[at]! & 0xc0) !== 0x80) places[length++] = at
    places[length] = to
    if (length < least) bag.add(mark, from, to)
    for (let k = 0; k + least <= length; k++)
      bag.addEach(mark, places[k]!, places, k + least, Math.min(k + most, length) + 1)
  }
}
