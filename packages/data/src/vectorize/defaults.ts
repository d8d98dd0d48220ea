import { isMail, isUrl } from '../input/item-content.js'
import type { Column, Item } from '../item.js'
import type { ColumnConfig, IndexConfig, Scaling, TextConfig, VectorizerConfig } from './config.js'

/** For tables and named features: consecutive numbers, so that full-matrix learners can be used. */
const counted: IndexConfig = { kind: 'dictionary', most: 2 ** 20 }

/**
 * For texts, which always bring new words, features are hashed. A learner has a weight for every index and class,
 * so more classes mean fewer indices.
 */
const hashed = (classes: number | undefined): IndexConfig => {
  const vectors = classes === undefined ? 32 : classes > 2 ? classes : 1
  return {
    kind: 'hash',
    bits: Math.max(14, Math.min(20, Math.floor(Math.log2(2 ** 23 / vectors)))),
    names: 2 ** 18,
  }
}

/** Word pairs do not help with few labels. The model's preparation normalizes the length. */
const words: TextConfig = {
  preset: 'plain',
  words: [1, 1],
  characters: null,
  within: 'words',
  lowercase: true,
  stopWords: 'none',
  weight: 'tfidf',
  normalize: 'none',
}

/** Short texts share few words, so character n-grams help. */
const shortWords: TextConfig = { ...words, characters: [3, 5] }

/** The default configuration for texts. */
export const defaultTexts = { text: words, index: hashed(undefined) } satisfies VectorizerConfig

/** Texts of fewer characters than this, on average, are short. */
const SHORT = 300

export interface Sampled {
  readonly columns: readonly Column[]
  /** The first items; some hundred are enough. */
  readonly sample: readonly Item[]
  /** The number of classes, if known. */
  readonly classes?: number
  /** Whether the algorithm tunes itself, and so scales numbers. Not its name: pages that need no algorithm would load them all. */
  readonly isSelfTuning?: boolean
}

/**
 * Chooses a configuration from the first items of a source; undefined if they already are rows.
 *
 * @example
 * const sample = [{ text: 'http://example.org/login', line: 1 }]
 * defaultVectorizer({ columns: [], sample })?.text?.preset // => 'url'
 * defaultVectorizer({ columns: [], sample: [{ row: denseRow([1]), line: 1 }] }) // => undefined
 */
export const defaultVectorizer = ({
  columns,
  sample,
  classes,
  isSelfTuning = false,
}: Sampled): VectorizerConfig | undefined => {
  const scaled = !isSelfTuning
  const texts = textsOf(columns, sample)
  const named = sample.filter(({ features }) => features)
  if (texts.length === 0 && columns.length === 0 && named.length === 0) return undefined
  // A text column without any text in the sample is still a text column.
  const worded = texts.length > 0 || columns.some(({ kind }) => kind === 'text')
  const hasOthers = columns.some(({ kind }) => kind !== 'text') || named.length > 0
  return {
    ...(worded && { text: { ...textConfig(texts, sample), normalize: hasOthers ? 'l2' : 'none' } }),
    ...(columns.length > 0 && { columns: columns.map((column) => columnConfig(column, scaled)) }),
    ...(named.length > 0 && { features: { scaling: scaled ? namedScaling(named) : 'none' } }),
    index: worded ? hashed(classes) : counted,
  }
}

const columnConfig = ({ name, kind }: Column, scaled: boolean): ColumnConfig =>
  kind === 'number' ? { name, kind, scaling: scaled ? 'standard' : 'none', indicator: true } : { name, kind }

const textsOf = (columns: readonly Column[], sample: readonly Item[]): string[] =>
  sample.flatMap(({ text, cells }) => {
    const texts = columns.flatMap(({ kind }, k) => (kind === 'text' ? [cells?.[k]] : []))
    return [text, ...texts].filter((found): found is string => typeof found === 'string')
  })

const textConfig = (texts: readonly string[], sample: readonly Item[]): TextConfig => {
  if (isMajority(texts, isUrl)) return { ...words, preset: 'url', characters: [3, 3], within: 'text' }
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  const plain = characters < SHORT * texts.length ? shortWords : words
  const mail =
    isMajority(texts, isMail) || isMajority(sample, ({ meta }) => typeof meta?.subject === 'string')
  return mail ? { ...plain, preset: 'email' } : plain
}

const isMajority = <T>(all: readonly T[], holds: (one: T) => boolean): boolean =>
  all.length > 0 && all.filter(holds).length > 0.5 * all.length

/** Features that most items have are standardised like columns; sparse ones are counts, whose zeros mean zero. */
const namedScaling = (items: readonly Item[]): Scaling => {
  const counts = new Map<string, number>()
  for (const { features } of items)
    for (const name of features?.names ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
  const present = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return present > 0.5 * counts.size * items.length ? 'standard' : 'none'
}
