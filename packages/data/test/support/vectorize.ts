import type { Row } from '@askance/core'
import type { Random } from '@askance/core/internals'
import { type TextConfig, Vectorizer, type VectorizerConfig } from '@askance/data'

/** The entries of a row as pairs. */
export const entriesOf = ({ index, value, start, end }: Row): [number, number][] =>
  Array.from({ length: end - start }, (_, k) => [index[start + k], value[start + k]])

export const plainText: TextConfig = {
  preset: 'plain',
  words: [1, 1],
  characters: null,
  within: 'words',
  lowercase: true,
  stopWords: 'none',
  weight: 'tf',
  normalize: 'none',
}

export const textConfig = (
  text: Partial<TextConfig> = {},
  index: VectorizerConfig['index'] = { kind: 'dictionary', most: 100_000 },
): VectorizerConfig => ({ text: { ...plainText, ...text }, index })

/** The features of a text and their values. */
export const featuresOf = (
  text: string,
  config: Partial<TextConfig> = {},
  meta: Readonly<Record<string, unknown>> = {},
): Record<string, number> => {
  const vectorizer = new Vectorizer(textConfig(config))
  const entries = entriesOf(vectorizer.vectorize({ text, meta, line: 1 }))
  return Object.fromEntries(entries.map(([index, value]) => [vectorizer.nameOf(index), value]))
}

/** The features of a text in order of appearance. */
export const tokensOf = (text: string, config: Partial<TextConfig> = {}): (string | undefined)[] => {
  const vectorizer = new Vectorizer(textConfig(config))
  return entriesOf(vectorizer.vectorize({ text, line: 1 })).map(([index]) => vectorizer.nameOf(index))
}

const alphabets = [
  'abcdefghij  ',
  'ABCxyz0189_-.:/@<>=&?!$£€\'"  ',
  'àéîßÇøÅ ’ıİſ ',
  'абв中文字日本語ひらカタกขค ',
  '😀🎉👩🏽‍🚀❤️ ',
  '\u0000\u0001\u007f\u00ad\u200b\u200d\u2028\ufeff\ufffd\n\r\t ',
  '\ud800\udbff\udc00\udfff a',
  '\u0301\u0300\u0e31ab ',
]

/** A text of up to `most` characters, drawn from all kinds of them, halves of pairs too. */
export const randomText = (random: Random, most: number): string => {
  const length = random.below(most + 1)
  const alphabet = alphabets[random.below(alphabets.length)]
  let text = ''
  for (let k = 0; k < length; k++) {
    const own = random.below(10) === 0 ? alphabets[random.below(alphabets.length)] : alphabet
    text += own[random.below(own.length)]
  }
  return text
}
