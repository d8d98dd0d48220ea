import { cliError } from '../../errors.js'

/** The words of a list like `D-AMD,PAA-II`. */
export const wordsIn = (flag: string, text: string): readonly string[] => {
  const words = text.split(',').map((word) => word.trim())
  if (words.some((word) => word === ''))
    throw cliError('usage/value', { flag, found: text, expected: 'a list like A,B' })
  return [...new Set(words)]
}

/** The shares of a list like `0.01,0.02`, rising. */
export const ratiosIn = (flag: string, text: string): readonly number[] => {
  const ratios = wordsIn(flag, text).map(Number)
  if (!ratios.every((ratio) => ratio > 0 && ratio <= 1))
    throw cliError('usage/value', {
      flag,
      found: text,
      expected: 'shares above 0 up to 1, like 0.05,0.1',
    })
  return ratios.toSorted((a, b) => a - b)
}
