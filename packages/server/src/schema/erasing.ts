import { Type } from 'typebox'
import { ItemId, strictObject } from './common.js'

/** What belongs to a person; at least one of these. */
export const PersonBody = strictObject(
  {
    ids: Type.Optional(
      Type.Array(ItemId, { minItems: 1, maxItems: 10_000, description: 'The items with these ids' }),
    ),
    idPrefix: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The items whose id begins with this' }),
    ),
    meta: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
        minProperties: 1,
        maxProperties: 10,
        description: 'The items whose `meta` has all of these values, such as an author; numbers as text',
      }),
    ),
    labeller: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The answers and the name of this labeller' }),
    ),
  },
  'Person',
)

export const ErasedView = strictObject(
  {
    items: Type.Integer({ description: 'Items that were erased' }),
    forgotten: Type.Integer({ description: 'Answers to these items that were unlearned' }),
    labeller: Type.Optional(
      strictObject(
        {
          answers: Type.Integer({ description: 'Answers of the labeller that were unlearned' }),
          votes: Type.Integer({ description: 'Votes on open questions that were taken back' }),
          as: Type.String({ description: 'What replaces the name in the log' }),
        },
        'ErasedLabeller',
      ),
    ),
  },
  'Erased',
)
