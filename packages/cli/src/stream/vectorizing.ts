import { counted } from '@askance/core/internals'
import type { IndexConfig, Range, Scaling, TextConfig, VectorizerConfig } from '@askance/data'
import type { Flags, FlagValues } from '../command/declare.js'
import { cliError } from '../errors.js'

const rows = { group: 'Rows from items' } as const

/** Flags for converting items to rows. */
export const vectorizerFlags = {
  text: {
    ...rows,
    type: 'text',
    choices: ['plain', 'email', 'url'],
    defaultText: 'detected from the first items',
    summary: 'how texts are tokenised',
  },
  words: {
    ...rows,
    type: 'text',
    hint: 'N-M|none',
    suggestions: ['1', '1-2', '1-3', 'none'],
    defaultText: 'depends on --text',
    summary: 'word n-grams',
  },
  chars: {
    ...rows,
    type: 'text',
    hint: 'N-M|none',
    suggestions: ['3-5', '2-4', 'none'],
    defaultText: 'depends on --text',
    summary: 'character n-grams',
  },
  weight: {
    ...rows,
    type: 'text',
    choices: ['binary', 'tf', 'log', 'tfidf'],
    defaultText: 'depends on --text',
    summary: 'weight of a text feature: 1, its count, 1 + ln(count), or TF-IDF over the items so far',
  },
  'stop-words': {
    ...rows,
    type: 'text',
    choices: ['english', 'none'],
    alone: 'english',
    defaultText: 'none',
    summary: 'remove stop words such as "the" and "of"',
  },
  bits: {
    ...rows,
    type: 'whole',
    hint: 'N',
    min: 1,
    max: 30,
    summary: 'hash features to 2^N indices',
  },
  dictionary: {
    ...rows,
    type: 'whole',
    hint: 'N',
    min: 1,
    summary: 'use a dictionary of at most N features instead of hashing',
  },
  scale: {
    ...rows,
    type: 'text',
    choices: ['standard', 'max', 'none'],
    defaultText: 'none with auto, otherwise standard for columns',
    summary: 'scale numbers by the items so far: to mean 0 and variance 1 (standard), or to at most 1 (max)',
  },
} as const satisfies Flags

export type VectorizerFlags = FlagValues<typeof vectorizerFlags>

/** The explicit vectorizer flags. */
export const givenVectorizerFlags = (flags: VectorizerFlags): readonly (keyof VectorizerFlags)[] =>
  (Object.keys(vectorizerFlags) as (keyof VectorizerFlags)[]).filter((name) => flags[name] !== undefined)

/** Maximum number of feature names stored for hashes. */
const KEPT_NAMES = 1 << 20

/** The configuration with the flags applied. */
export const vectorizerWithFlags = (base: VectorizerConfig, flags: VectorizerFlags): VectorizerConfig => {
  const { scale } = flags
  const text = textFlags(flags)
  const [orphan] = Object.keys(text)
  if (orphan && !base.text) throw cliError('data/no-text', { flag: orphan })
  return {
    ...base,
    ...(base.text && { text: { ...base.text, ...text } }),
    ...(scale && base.features && { features: { scaling: scale } }),
    ...(scale && base.columns && { columns: scaledColumns(base.columns, scale) }),
    index: indexFromFlags(base.index, flags),
  }
}

const scaledColumns = (columns: NonNullable<VectorizerConfig['columns']>, scaling: Scaling) =>
  columns.map((column) => (column.kind === 'number' ? { ...column, scaling } : column))

const textFlags = (flags: VectorizerFlags): Partial<TextConfig> => {
  const { text, words, chars, weight } = flags
  const stopWords = flags['stop-words']
  return {
    ...(text && { preset: text }),
    ...(words !== undefined && { words: rangeFromFlag('words', words) }),
    ...(chars !== undefined && { characters: rangeFromFlag('chars', chars) }),
    ...(weight && { weight }),
    ...(stopWords && { stopWords }),
  }
}

const indexFromFlags = (base: IndexConfig, { bits, dictionary }: VectorizerFlags): IndexConfig => {
  if (bits !== undefined) return { kind: 'hash', bits, names: base.kind === 'hash' ? base.names : KEPT_NAMES }
  return dictionary === undefined ? base : { kind: 'dictionary', most: dictionary }
}

const rangeFromFlag = (flag: string, text: string): Range | null => {
  if (text === 'none') return null
  const found = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text)
  if (!found)
    throw cliError('usage/value', { flag, found: text, expected: 'a range such as 1-2, a number, or none' })
  return [Number(found[1]), Number(found[2] ?? found[1])]
}

/**
 * Describes the configuration.
 *
 * @example
 * const index = { kind: 'dictionary', most: 1000 } as const
 * vectorizerText({ features: { scaling: 'none' }, index }) // => 'named features, in a dictionary of at most 1,000 features'
 */
export const vectorizerText = ({ text, columns = [], features, index }: VectorizerConfig): string => {
  const parts = [
    ...(text ? [textOptionsText(text)] : []),
    ...columnsText(columns),
    ...(features ? [`named features${features.scaling === 'none' ? '' : ` (${features.scaling})`}`] : []),
    index.kind === 'hash'
      ? `hashed to 2^${index.bits} features`
      : `in a dictionary of at most ${counted(index.most, 'feature')}`,
  ]
  return parts.join(', ')
}

const textOptionsText = ({ preset, words, characters, weight, stopWords, normalize }: TextConfig): string =>
  [
    preset === 'plain' ? 'text' : preset,
    ...(words ? [`words ${rangeText(words)}`] : []),
    ...(characters ? [`characters ${rangeText(characters)}`] : []),
    weight,
    ...(stopWords === 'none' ? [] : [`without ${stopWords} stop words`]),
    ...(normalize === 'none' ? [] : ['length 1']),
  ].join(' ')

const rangeText = ([least, most]: Range): string => (least === most ? String(least) : `${least}–${most}`)

const columnsText = (columns: NonNullable<VectorizerConfig['columns']>): readonly string[] => {
  const numbers = columns.filter(({ kind }) => kind === 'number')
  const categories = columns.filter(({ kind }) => kind === 'category').length
  const scalings = [...new Set(numbers.map(({ scaling = 'standard' }) => scaling))].join(', ')
  return [
    ...(numbers.length > 0 ? [`${counted(numbers.length, 'number')} (${scalings})`] : []),
    ...(categories > 0 ? [categories === 1 ? '1 category' : `${categories} categories`] : []),
  ]
}
