import { type Position, unitVector } from '@askance/core/internals'
import { isMissingNumber } from './numbers.js'

/** Names that say that a list of numbers is an embedding. */
const NAMES = /^(?:vectors?|embeddings?|embs?|vec|.*[_ -](?:vector|embedding|emb|vec))$/i
/** A column with another name needs lists of at least this length, all of the same. */
const MIN_UNNAMED = 16

const isListText = (text: string): boolean => /^\s*\[[\s\d.,eE+-]*\]\s*$/.test(text)

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)

/** A list, or the text of one, as in a table. */
const listIn = (value: unknown): unknown => {
  if (typeof value !== 'string' || !isListText(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * Whether the first values of a column are vectors: lists of numbers, by name or by their length.
 *
 * @example
 * isVectorColumn('embedding', [[0.1, 0.2], null]) // => true
 * isVectorColumn('embedding', ['[0.1, 0.2]']) // => true
 * isVectorColumn('counts', [[1, 2]]) // => false
 */
export const isVectorColumn = (name: string, values: readonly unknown[]): boolean => {
  const lists = values
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map((value) => listIn(value))
  const isNumbers = (value: unknown): boolean =>
    isList(value) && value.length > 1 && Array.from(value).every((one) => typeof one === 'number')
  // With the name of one, a single vector tells; the others may be wrong, which reading reports.
  if (isVectorName(name)) return lists.some(isNumbers)
  const { length } = (lists[0] ?? []) as ArrayLike<unknown>
  return (
    length >= MIN_UNNAMED &&
    lists.every((one) => isNumbers(one) && (one as ArrayLike<unknown>).length === length)
  )
}

export const isVectorName = (name: string): boolean => NAMES.test(name.trim())

/**
 * The vector in a field, checked; undefined if the field is empty.
 *
 * @example
 * vectorIn('[1, 2.5]', {}) // => [1, 2.5]
 * vectorIn('', {}) // => undefined
 * vectorIn('[1, "x"]', { line: 7 }) // => throws vector/form
 */
export const vectorIn = (field: unknown, position: Position): ArrayLike<number> | undefined => {
  if (field === null || field === undefined) return undefined
  if (typeof field === 'string' && isMissingNumber(field)) return undefined
  const vector = listIn(field) as ArrayLike<number>
  unitVector(vector, position)
  return vector
}
