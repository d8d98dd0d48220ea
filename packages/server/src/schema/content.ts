import { MAX_DIMENSION, MIN_DIMENSION } from '@askance/core/internals'
import { Type } from 'typebox'
import { MAX_TEXT } from '../settings/limits.js'
import { arraySchema, integerSchema, numberSchema, recordSchema, strictObject, textSchema } from './common.js'

const MAX_FEATURES = 100_000
/** Learners allocate weights up to the largest index, so it is limited to protect memory. */
export const MAX_INDEX_BITS = 22
export const MAX_INDEX = 2 ** MAX_INDEX_BITS

/** As many columns as a sheet of a spreadsheet can have. */
export const MAX_FILE_COLUMNS = 16_384

const FeatureValue = numberSchema(-1e100, 1e100, 'The value of a feature')

/** What an item consists of. */
export const content = {
  text: Type.Optional(textSchema(MAX_TEXT, 'A text')),
  features: Type.Optional(
    recordSchema(
      Type.Union([
        FeatureValue,
        Type.Boolean(),
        textSchema(MAX_TEXT, 'A category of at most 10,000 characters, or the text of a text column'),
        Type.Null(),
      ]),
      MAX_FEATURES,
      'Features by name: numbers, true or false, or strings for categories',
    ),
  ),
  row: Type.Optional(
    strictObject({
      index: arraySchema(
        integerSchema(1, MAX_INDEX, 'A feature index'),
        0,
        MAX_FEATURES,
        'Strictly increasing indices',
      ),
      value: arraySchema(FeatureValue, 0, MAX_FEATURES, 'One value per index'),
    }),
  ),
  vector: Type.Optional(
    arraySchema(
      numberSchema(-1e100, 1e100, 'A number of the vector'),
      MIN_DIMENSION,
      MAX_DIMENSION,
      'An embedding, which `auto` uses; all vectors of a stream have the length of the first',
    ),
  ),
  meta: Type.Optional(
    recordSchema(
      Type.Union([textSchema(10_000, 'A text'), Type.Number(), Type.Boolean(), Type.Null()]),
      100,
      'Metadata shown to labellers, such as subject, from and date',
    ),
  ),
  fields: Type.Optional(
    arraySchema(
      Type.Unsafe<string | number | boolean | object | null>({ description: 'The value of a column' }),
      0,
      MAX_FILE_COLUMNS,
      'The values of the columns of `file`, for exports. They are not learned from. The text of the item can be null',
    ),
  ),
}
