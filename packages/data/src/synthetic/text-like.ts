import type { Row } from '@askance/core'
import { MAX_INDEX, permutation, Random } from '@askance/core/internals'
import { wholeOption } from '../options.js'
import { SIGNS, type SyntheticOptions, type SyntheticStream, seededStream } from './stream.js'

export interface TextLikeOptions extends SyntheticOptions {
  /** The average number of distinct features per row; a row has between half and one and a half times as many. */
  readonly nonZeros: number
}

/**
 * Rows like those of text: distinct words by Zipf's law, tf-idf weights, unit length, two classes.
 * A fifth of the 3,000 most frequent words (of the most frequent 30 % in a small vocabulary) decides the class.
 *
 * @example
 * const texts = textLikeStream({ rows: 1000, dimension: 5000, nonZeros: 40, seed: 7 })
 * texts.next() // => true
 * const { index, value, start, end } = texts.row
 * Math.abs(value.subarray(start, end).reduce((sum, v) => sum + v * v, 0) - 1) < 1e-12 // => true
 */
export const textLikeStream = (options: TextLikeOptions): SyntheticStream => {
  const { dimension, seed = 1 } = options
  wholeOption('dimension', dimension, 1, MAX_INDEX)
  const nonZeros = wholeOption('nonZeros', options.nonZeros, 1, dimension)
  const words = new Vocabulary(dimension, nonZeros, seed)
  const random = new Random(seed, 'text-like/rows')
  return seededStream('text-like', options, SIGNS, (row) => {
    const length = Math.ceil(nonZeros / 2) + random.below(nonZeros + 1)
    words.draw(Math.min(length, dimension), random, row)
    return words.classOf(row, random)
  })
}

/** The words of the stream. Word k has index k + 1; a permutation hides its rank (0 is the most frequent). */
class Vocabulary {
  readonly #indexOfRank: Int32Array
  readonly #rarity: Float64Array
  readonly #weight: Float64Array
  /** The last row that contains the word, to draw every word once per row. */
  readonly #usedIn: Int32Array
  readonly #logSize: number
  #row = 0

  constructor(size: number, nonZeros: number, seed: number) {
    this.#indexOfRank = permutation(size, seed)
    this.#rarity = new Float64Array(size)
    this.#weight = new Float64Array(size)
    this.#usedIn = new Int32Array(size)
    this.#logSize = Math.log(size + 1)
    const random = new Random(seed, 'text-like/words')
    for (let rank = 0; rank < size; rank++) {
      const seldom = ((rank + 1) * this.#logSize) / nonZeros
      this.#rarity[this.#indexOfRank[rank]!] = Math.log(1 + seldom)
    }
    const frequent = Math.min(3000, Math.ceil(0.3 * size))
    const relevant = permutation(frequent, seed).subarray(0, Math.ceil(frequent / 5))
    for (const rank of relevant) this.#weight[this.#indexOfRank[rank]!] = random.normal()
  }

  draw(length: number, random: Random, into: Row): void {
    if (into.index.length < length) {
      into.index = new Int32Array(2 * length)
      into.value = new Float64Array(2 * length)
    }
    this.#row++
    for (let k = 0; k < length; k++) into.index[k] = this.#freshWord(random) + 1
    into.index.subarray(0, length).sort()
    into.start = 0
    into.end = length
    this.#weigh(random, into)
  }

  #freshWord(random: Random): number {
    for (;;) {
      const rank = Math.floor(Math.exp(random.uniform() * this.#logSize)) - 1
      const word = this.#indexOfRank[Math.min(rank, this.#usedIn.length - 1)]!
      if (this.#usedIn[word] === this.#row) continue
      this.#usedIn[word] = this.#row
      return word
    }
  }

  #weigh(random: Random, row: Row): void {
    let squares = 0
    for (let k = 0; k < row.end; k++) {
      const times = 1 + Math.floor(-0.7 * Math.log(1 - random.uniform()))
      const weight = (1 + Math.log(times)) * this.#rarity[row.index[k]! - 1]!
      row.value[k] = weight
      squares += weight * weight
    }
    const norm = Math.sqrt(squares)
    for (let k = 0; k < row.end; k++) row.value[k]! /= norm
  }

  classOf(row: Row, random: Random): number {
    let score = 0
    for (let k = 0; k < row.end; k++) score += this.#weight[row.index[k]! - 1]! * row.value[k]!
    return score === 0 ? random.below(2) : Number(score > 0)
  }
}
