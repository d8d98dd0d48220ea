import { Type } from 'typebox'
import { integerSchema, Label, Labels, strictObject } from './common.js'
import { listedFields } from './items.js'

export const ReviewQuery = strictObject({
  kind: Type.Enum(['disagreements', 'mistakes'], {
    description: 'Items about which people disagree, or labels that the model contradicts',
  }),
  limit: Type.Optional(integerSchema(1, 200, 'Max number of items; default 50')),
})
export const ReviewList = strictObject(
  {
    items: Type.Array(
      strictObject(
        {
          ...listedFields,
          doubt: Type.Number({ description: 'From 0 to 1; the most doubtful items come first' }),
          suggested: Type.Union([Label, Labels], {
            description:
              'The label, or the labels in a multi-label stream, that the other votes or the model suggest',
          }),
        },
        'DoubtfulItem',
      ),
    ),
  },
  'ReviewList',
)
