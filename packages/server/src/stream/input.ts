import { defaultVectorizer, ItemInput, type VectorizerConfig, wholeItem } from '@askance/data'
import { serverError } from '../errors.js'
import type { SentItem } from '../operations/types.js'

/** How items become rows: by a vectorizer, not at all, or by the names that a model from the library has numbered. */
export type Shape = VectorizerConfig | 'rows' | 'features'

/** Makes rows of the items of a stream; before the first items are there, of ready rows. */
export const createInput = (shape: Shape = 'rows'): ItemInput =>
  new ItemInput(typeof shape === 'string' ? {} : { vectorizer: shape })

/** What the first items tell of how to make rows of all. */
export const detectShape = (items: readonly SentItem[], classes: number, algorithm: string): Shape => {
  const usual = defaultVectorizer({ columns: [], sample: items.map(wholeItem), classes, algorithm })
  if (!usual) return 'rows'
  // Brought to mean 0, a category that is always 1 where it is there would vanish.
  const scaling = items.some(hasCategory) ? 'max' : 'standard'
  return usual.features?.scaling === 'standard' ? { ...usual, features: { scaling } } : usual
}

const hasCategory = ({ features }: SentItem): boolean =>
  Object.values(features ?? {}).some((value) => typeof value === 'string')

/** Refuses an item of which this stream can make no row; `number` is its place in the request, from 1. */
export const checkShape = ({ text, features, row }: SentItem, shape: Shape, number: number): void => {
  const fault = (reason: string): Error => serverError('item/shape', { number, reason })
  if (shape === 'features') {
    if (!row && !features)
      throw fault('this stream takes named features or numbered rows, and this is neither')
    return
  }
  if (shape === 'rows') {
    if (!row) throw fault('this stream takes numbered rows, and this is none')
    return
  }
  if (row) throw fault('this stream takes texts or named features, and this is a numbered row')
  if (text !== undefined && !shape.text) throw fault('this stream takes named features, and this has a text')
  if (features && !shape.features && !shape.columns?.length)
    throw fault('this stream takes texts alone, and this has named features')
}
