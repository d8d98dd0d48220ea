import { algorithms } from '@askance/core'
import { coreError } from '@askance/core/internals'
import { defaultVectorizer, ItemInput, type VectorizerConfig, wholeItem } from '@askance/data'
import { serverError } from '../errors.js'
import type { SentItem } from '../operations/types.js'
import type { StreamClassifier } from './classifier.js'

/** How items become rows: by a vectorizer, as given (`rows`), or by the feature names of an imported model (`features`). */
export type Shape = VectorizerConfig | 'rows' | 'features'

/** Creates the item input of a shape. */
export const createInput = (shape: Shape = 'rows'): ItemInput =>
  new ItemInput(typeof shape === 'string' ? {} : { vectorizer: shape })

/** Derives the shape from the first items. */
export const detectShape = (items: readonly SentItem[], classes: number, algorithm: string): Shape => {
  const isSelfTuning = algorithms.find(algorithm).paced === true
  const detected = defaultVectorizer({ columns: [], sample: items.map(wholeItem), classes, isSelfTuning })
  if (!detected) return 'rows'
  // Standardizing would remove a category that is always present.
  const scaling = items.some(hasCategory) ? 'max' : 'standard'
  return detected.features?.scaling === 'standard' ? { ...detected, features: { scaling } } : detected
}

const hasCategory = ({ features }: SentItem): boolean =>
  Object.values(features ?? {}).some((value) => typeof value === 'string')

/** Rejects an item that does not match the shape; `number` is its position in the request, from 1. */
export const checkShape = ({ text, features, row, vector }: SentItem, shape: Shape, number: number): void => {
  const mismatch = (reason: string): Error => serverError('item/shape', { number, reason })
  if (shape === 'features') {
    if (!row && !features && !vector)
      throw mismatch('expected features or a row, as in the other items of this stream')
    return
  }
  if (shape === 'rows') {
    if (!row && (!vector || text !== undefined || features))
      throw mismatch('expected a row, as in the other items of this stream')
    return
  }
  if (row) throw mismatch('found a row; this stream expects text or features')
  if (text !== undefined && !shape.text)
    throw mismatch('found text; the first items of this stream had features only')
  if (features && !shape.features && !shape.columns?.length)
    throw mismatch('found features; the first items of this stream had text only')
  const long = Object.keys(features ?? {}).find(
    (name) => isLong(features?.[name]) && !isTextColumn(shape, name),
  )
  if (long !== undefined)
    throw mismatch(`the category of ${long} has more than ${MAX_CATEGORY} characters; send it as text`)
}

/** Rejects vectors that the algorithm cannot use, and those of another length than the first. */
export const checkVectors = (
  { config, input }: Pick<StreamClassifier, 'config' | 'input'>,
  items: readonly SentItem[],
): void => {
  let expected = input.vectorLength ?? 0
  items.forEach(({ vector }, k) => {
    if (!vector) return
    const position = { source: `item ${k + 1}` }
    if ((config.algorithm ?? 'auto') !== 'auto') throw coreError('vector/algorithm', {}, position)
    // A vector of zeros is none.
    if (expected === 0 && vector.some((one) => one !== 0)) expected = vector.length
    if (expected > 0 && vector.length !== expected)
      throw coreError('vector/length', { found: vector.length, expected }, position)
  })
}

/** Longer strings are texts: categories are kept as the names of features. */
const MAX_CATEGORY = 10_000
const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > MAX_CATEGORY

const isTextColumn = ({ columns = [] }: VectorizerConfig, name: string): boolean =>
  columns.some((column) => column.kind === 'text' && column.name === name)
