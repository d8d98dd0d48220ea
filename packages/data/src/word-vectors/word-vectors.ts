import { dataError } from '../errors.js'
import type { Column, Item, ItemSource } from '../item.js'
import { wordsOf } from './words.js'

/** Which word vectors they are; stored in a model, because other data needs the same ones. */
export interface WordVectorsConfig {
  /** The name of the file or package, for messages. */
  readonly name: string
  readonly dimension: number
  /** A digest of the content, or the version of the package. */
  readonly digest: string
}

/** A word is weighed by α / (α + p), p its frequency: frequent words say little. */
const ALPHA = 0.001

/**
 * Vectors of words, from which those of texts are made: the weighted sum of the vectors of its words.
 *
 *     p(w) = 1 / (rank · ln V);   v = Σ 0.001 / (0.001 + p(w)) · vector(w)
 *
 * Files of word vectors are sorted by frequency, so the rank of a word tells its frequency (Zipf), and nothing is counted. V is the
 * number of words of the file. (S. Arora, Y. Liang, T. Ma: A simple but tough-to-beat baseline for sentence embeddings. ICLR 2017)
 *
 * @example
 * const config = { name: 'tiny', dimension: 2, digest: '' }
 * const vectors = new WordVectors(config, 3, [['the', 1, [9, 9]], ['cat', 2, [1, 0]], ['dog', 3, [0, 1]]])
 * vectors.vectorOf('A cat.')?.map((x) => x > 0) // => Float64Array.of(1, 0)
 * vectors.vectorOf('Nothing known') // => undefined
 */
export class WordVectors {
  readonly config: WordVectorsConfig
  readonly #words = new Map<string, Float32Array>()

  /** `size` is the number of all words of the source, of which some are kept: word, rank from 1, vector. */
  constructor(
    config: WordVectorsConfig,
    size: number,
    kept: Iterable<readonly [word: string, rank: number, vector: ArrayLike<number>]>,
  ) {
    this.config = config
    for (const [word, rank, vector] of kept) {
      const frequency = 1 / (rank * Math.log(Math.max(2, size)))
      const weight = ALPHA / (ALPHA + frequency)
      if (!this.#words.has(word))
        this.#words.set(
          word,
          Float32Array.from(vector, (one) => weight * one),
        )
    }
  }

  /** The vector of a text; undefined if it has no known word. */
  vectorOf(text: string): Float64Array | undefined {
    let sum: Float64Array | undefined
    for (const word of wordsOf(text)) {
      const vector = this.#words.get(word)
      if (!vector) continue
      sum ??= new Float64Array(this.config.dimension)
      for (let k = 0; k < vector.length; k++) sum[k]! += vector[k]!
    }
    return sum
  }
}

/** The texts of an item: its text, and those of its columns. */
export const textOfItem = ({ text = '', cells }: Item, columns: readonly Column[]): string => {
  const texts = columns.map(({ kind }, k) => (kind === 'text' ? (cells?.[k] ?? '') : ''))
  return [text, ...texts].filter((part) => part !== '').join('\n')
}

/** The same items with the vectors of their texts. */
export const withWordVectors = (source: ItemSource, vectors: WordVectors): ItemSource => {
  // Rows of numbers have no words.
  if (source.bytes) throw dataError('vectors/text', {}, { source: source.name })
  const added = (item: Item): Item => {
    if (item.vector)
      throw dataError('vectors/both', { name: vectors.config.name }, { source: source.name, line: item.line })
    const vector = vectors.vectorOf(textOfItem(item, source.columns))
    return vector ? { ...item, vector } : item
  }
  return {
    ...source,
    async *batches() {
      for await (const batch of source.batches()) yield batch.map(added)
    },
  }
}

/**
 * Checks that data for a model has the word vectors of its training. A model that learned vectors without knowing their source, such as
 * one of the service, has only their length.
 */
export const checkWordVectors = (
  {
    config: { wordVectors: needed },
    vectorLength,
  }: { readonly config: { readonly wordVectors?: WordVectorsConfig }; readonly vectorLength: number },
  given: WordVectorsConfig | undefined,
): void => {
  if (needed && !given) throw dataError('vectors/missing', { name: needed.name, dimension: needed.dimension })
  if (!needed && given && vectorLength !== given.dimension)
    throw dataError('vectors/unused', { name: given.name })
  if (needed && given && (needed.digest !== given.digest || needed.dimension !== given.dimension))
    throw dataError('vectors/other', { found: given.name, expected: needed.name })
}
