const WORD = /[\p{L}\p{M}]+|\p{Nd}|[$£%!?]/gu

/**
 * The words of a text as files of word vectors have them: runs of letters, single digits and some signs, in lower case.
 *
 * @example
 * wordsOf('Only £20, today!') // => ['only', '£', '2', '0', 'today', '!']
 */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? []
