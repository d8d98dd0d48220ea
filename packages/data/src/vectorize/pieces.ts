import { PIECE } from './feature-text.js'

/** What a feature adds to a score. */
interface Contribution {
  readonly feature: string
  readonly value: number
  readonly contribution: number
}

/** The texts of an item: its text and its subject. */
export interface PieceTexts {
  readonly text?: string | undefined
  readonly subject?: unknown
}

/** Whether a feature is an n-gram of characters. */
export const isPiece = ({ feature }: { readonly feature: string }): boolean => feature.startsWith(PIECE)

const wordPattern = /[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}\p{N}\p{M}_]+)*/gu

/** Only the beginning of a long text is searched for words, and a piece is shared by so many of them at most. */
const [MAX_TEXT, MAX_HOLDERS] = [100_000, 100]

/** Between words, which cannot contain it. */
const BETWEEN = '\0'

/** The words of a text in lower case, which can be searched for pieces. */
class Words {
  readonly #text: string
  readonly #words: readonly string[]
  /** All words with a space at both ends, one after the other, and where each ends. */
  readonly #joined: string
  readonly #ends: readonly number[]
  /** How often each word occurs. */
  readonly counts: ReadonlyMap<string, number>

  constructor(whole: string) {
    const text = whole.slice(0, MAX_TEXT).toLowerCase()
    const counts = new Map<string, number>()
    for (const [word] of text.matchAll(wordPattern)) counts.set(word, (counts.get(word) ?? 0) + 1)
    const words = [...counts.keys()]
    let end = 0
    this.#ends = words.map((word) => (end += word.length + 3))
    this.#joined = words.map((word) => ` ${word} ${BETWEEN}`).join('')
    this.#text = text
    this.#words = words
    this.counts = counts
  }

  /** The words that contain a piece, or touch it where it spans several words. */
  holdersOf(piece: string): readonly string[] {
    const wanted = piece.toLowerCase()
    const within = this.#within(wanted)
    if (within.length > 0 || !this.#text.includes(wanted)) return within
    const found: string[] = []
    for (const [part] of wanted.matchAll(wordPattern))
      for (const word of this.#words) {
        if (found.length === MAX_HOLDERS) return found
        if (word.endsWith(part) || word.startsWith(part)) found.push(word)
      }
    return found
  }

  #within(wanted: string): readonly string[] {
    const found: string[] = []
    if (wanted === '' || wanted.includes(BETWEEN)) return found
    for (let at = this.#joined.indexOf(wanted); at >= 0 && found.length < MAX_HOLDERS; ) {
      const k = this.#wordAt(at)
      found.push(this.#words[k]!)
      at = this.#joined.indexOf(wanted, this.#ends[k])
    }
    return found
  }

  /** Which word is at a place of the joined ones. */
  #wordAt(place: number): number {
    let [low, high] = [0, this.#ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#ends[middle]! > place) high = middle
      else low = middle + 1
    }
    return low
  }
}

/**
 * Joins the pieces of words, which are n-grams of characters, to the words of the item that contain them: each word gets its share of
 * the contribution. A piece that is in no word stays as it is.
 *
 * @example
 * const pieces = [{ feature: 'chr:fre', value: 1, contribution: 0.3 }, { feature: 'chr:ree ', value: 1, contribution: 0.2 }]
 * joinPieces([{ feature: 'free', value: 1, contribution: 0.5 }, ...pieces], { text: 'Free offer' }) // => [{ feature: 'free', value: 1, contribution: 1.0 }]
 */
export const joinPieces = <Feature extends Contribution & { readonly label?: string }>(
  features: readonly Feature[],
  { text = '', subject }: PieceTexts,
): readonly Feature[] => {
  if (!features.some(isPiece)) return features
  const sources = [
    { prefix: 'subject:', text: typeof subject === 'string' ? subject : '' },
    { prefix: '', text },
  ].map(({ prefix, text: own }) => ({ prefix, words: new Words(own) }))
  const joined = new Map<string, Feature>()
  const add = (feature: Feature): void => {
    const key = JSON.stringify([feature.label, feature.feature])
    const known = joined.get(key)
    const contribution = (known?.contribution ?? 0) + feature.contribution
    joined.set(key, { ...(known ?? feature), contribution })
  }
  for (const one of features) {
    if (!isPiece(one)) {
      add(one)
      continue
    }
    const name = one.feature.slice(PIECE.length)
    const source = sources.find(({ prefix }) => name.startsWith(prefix))!
    const holders = source.words.holdersOf(name.slice(source.prefix.length))
    if (holders.length === 0) add(one)
    const occurrences = holders.reduce((sum, word) => sum + (source.words.counts.get(word) ?? 0), 0)
    for (const word of holders) {
      const count = source.words.counts.get(word) ?? 0
      const contribution = (one.contribution * count) / occurrences
      add({ ...one, feature: `${source.prefix}${word}`, value: count, contribution })
    }
  }
  return [...joined.values()].sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
}

/** Shorter overlaps join pieces of different words. */
const MIN_OVERLAP = 2

/** Two pieces as one, if the end of one is the start of the other, or one contains the other. */
const merged = (one: string, other: string): string | undefined => {
  if (one.includes(other)) return one
  if (other.includes(one)) return other
  for (let length = Math.min(one.length, other.length) - 1; length >= MIN_OVERLAP; length--) {
    if (one.endsWith(other.slice(0, length))) return one + other.slice(length)
    if (other.endsWith(one.slice(0, length))) return other + one.slice(length)
  }
  return undefined
}

/** One word has at most one space at either end. */
const isOneWord = (piece: string): boolean => !piece.trim().includes(' ')

/**
 * Joins pieces of words without a text to look them up in: pieces of a listed word are left out, others are joined where they overlap.
 * Largest weights first.
 *
 * @example
 * const weights = ['free', 'chr:ree', 'chr: via', 'chr:viag', 'chr:agra'].map((feature, k) => ({ feature, weight: 5 - k }))
 * mergePieces(weights, 2).map(({ feature }) => feature) // => ['free', 'chr: viagra']
 */
export const mergePieces = <Feature extends { readonly feature: string; readonly weight: number }>(
  features: readonly Feature[],
  count: number,
): readonly Feature[] => {
  const words = features.filter((one) => !isPiece(one))
  const kept: Feature[] = [...words]
  for (const one of features.filter(isPiece)) {
    const piece = one.feature.slice(PIECE.length)
    if (words.some(({ feature }) => ` ${feature.toLowerCase()} `.includes(piece.toLowerCase()))) continue
    const at = kept.findIndex((other) => isPiece(other) && isJoined(other.feature.slice(PIECE.length), piece))
    const before = kept[at]
    if (!before) kept.push(one)
    else {
      const feature = `${PIECE}${merged(before.feature.slice(PIECE.length), piece)}`
      kept[at] = { ...before, feature }
    }
  }
  return kept.sort((a, b) => b.weight - a.weight).slice(0, count)
}

const isJoined = (one: string, other: string): boolean => {
  const both = merged(one, other)
  return both !== undefined && isOneWord(both)
}
