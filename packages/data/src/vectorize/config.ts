import { MAX_INDEX } from '@askance/core/internals'
import { dataError } from '../errors.js'
import type { Column } from '../item.js'
import { wholeOption } from '../options.js'

/** The minimum and maximum n of n-grams. */
export type Range = readonly [least: number, most: number]

export type Scaling = 'standard' | 'max' | 'none'

export interface TextConfig {
  /** The features of a text: words only, or also those of e-mails or URLs. */
  readonly preset: 'plain' | 'email' | 'url'
  /** n-grams of words; null for none. */
  readonly words: Range | null
  /** n-grams of characters; null for none. */
  readonly characters: Range | null
  /** Whether character n-grams stay within a word and its adjacent spaces, or span the whole text. */
  readonly within: 'words' | 'text'
  readonly lowercase: boolean
  readonly stopWords: 'none' | 'english'
  /** 1, the count, 1 + ln(count), or that times the inverse document frequency learned so far. */
  readonly weight: 'binary' | 'tf' | 'log' | 'tfidf'
  /** Whether the text features are scaled to length 1 before numbers and categories are added. */
  readonly normalize: 'l2' | 'none'
}

export interface ColumnConfig extends Column {
  /** For numbers. */
  readonly scaling?: Scaling
  /** For numbers: whether a missing value also sets the feature `name=?`. */
  readonly indicator?: boolean
}

export type IndexConfig =
  | {
      readonly kind: 'hash'
      /** There are 2^bits indices. */
      readonly bits: number
      /** Maximum number of names. */
      readonly names: number
    }
  | {
      readonly kind: 'dictionary'
      /** Maximum number of features; later ones are dropped. */
      readonly most: number
    }

/** How items become rows, as plain JSON. Omitted parts are not read. */
export interface VectorizerConfig {
  readonly text?: TextConfig
  readonly columns?: readonly ColumnConfig[]
  /** Features by name. */
  readonly features?: { readonly scaling: Scaling }
  readonly index: IndexConfig
}

export const MAX_GRAM = 16

const among = (name: string, value: unknown, known: readonly unknown[]): void => {
  if (!known.includes(value))
    throw dataError('data/option', { name, value: shown(value), expected: known.map(shown).join(' or ') })
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const checkRange = (name: string, range: Range | null): void => {
  if (range === null) return
  const expected = `null or two rising whole numbers from 1 to ${MAX_GRAM}`
  const sound = Array.isArray(range) && range.length === 2 && range.every((n) => Number.isInteger(n))
  if (!sound || range[0] < 1 || range[1] < range[0] || range[1] > MAX_GRAM)
    throw dataError('data/option', { name, value: shown(range), expected })
}

const scalings: readonly Scaling[] = ['standard', 'max', 'none']
const flag = [true, false]

const checkText = (text: TextConfig): void => {
  among('text.preset', text.preset, ['plain', 'email', 'url'])
  checkRange('text.words', text.words)
  checkRange('text.characters', text.characters)
  among('text.within', text.within, ['words', 'text'])
  among('text.lowercase', text.lowercase, flag)
  among('text.stopWords', text.stopWords, ['none', 'english'])
  among('text.weight', text.weight, ['binary', 'tf', 'log', 'tfidf'])
  among('text.normalize', text.normalize, ['l2', 'none'])
}

const checkColumn = (column: ColumnConfig): void => {
  if (typeof column?.name !== 'string')
    throw dataError('data/option', {
      name: 'columns',
      value: shown(column),
      expected: 'columns with a name',
    })
  among(`columns.${column.name}.kind`, column.kind, ['number', 'category', 'text'])
  among(`columns.${column.name}.scaling`, column.scaling, [...scalings, undefined])
  among(`columns.${column.name}.indicator`, column.indicator, [...flag, undefined])
}

const checkIndex = (index: IndexConfig): void => {
  among('index.kind', index?.kind, ['hash', 'dictionary'])
  if (index.kind === 'dictionary') wholeOption('index.most', index.most, 1, MAX_INDEX)
  else {
    wholeOption('index.bits', index.bits, 1, Math.log2(MAX_INDEX))
    wholeOption('index.names', index.names, 0, MAX_INDEX)
  }
}

/** Validates a configuration, which may come from a file. */
export const checkedVectorizerConfig = (config: VectorizerConfig): VectorizerConfig => {
  if (typeof config !== 'object' || config === null || !Array.isArray(config.columns ?? []))
    throw dataError('data/option', { name: 'vectorizer', value: shown(config), expected: 'a configuration' })
  if (config.text) checkText(config.text)
  for (const column of config.columns ?? []) checkColumn(column)
  if (config.features) among('features.scaling', config.features.scaling, scalings)
  if (!config.text && config.columns?.some(({ kind }) => kind === 'text'))
    throw dataError('data/option', {
      name: 'text',
      value: 'nothing',
      expected: 'a text configuration for the text columns',
    })
  checkIndex(config.index)
  return config
}
