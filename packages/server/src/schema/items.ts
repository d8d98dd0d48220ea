import { type Static, Type } from 'typebox'
import {
  arraySchema,
  ItemId,
  integerSchema,
  Label,
  nullable,
  numberSchema,
  pageSchema,
  paging,
  recordSchema,
  strictObject,
  Time,
  textSchema,
} from './common.js'

const MAX_FEATURES = 100_000
/** A learner has weights up to the largest index it has met: what a stranger may send must fit into memory. */
const MAX_INDEX = 2 ** 22

const FeatureValue = numberSchema(-1e100, 1e100, 'The value of a feature')

const content = {
  text: Type.Optional(textSchema(10_000_000, 'A text')),
  features: Type.Optional(
    recordSchema(
      Type.Union([FeatureValue, textSchema(10_000, 'A category'), Type.Null()]),
      MAX_FEATURES,
      'Features by name: numbers, or texts that are categories',
    ),
  ),
  row: Type.Optional(
    strictObject({
      index: arraySchema(integerSchema(1, MAX_INDEX, 'The number of a feature'), 0, MAX_FEATURES, 'Rising'),
      value: arraySchema(FeatureValue, 0, MAX_FEATURES, 'As many as indices'),
    }),
  ),
  meta: Type.Optional(
    recordSchema(
      Type.Union([textSchema(10_000, 'A text'), Type.Number(), Type.Boolean(), Type.Null()]),
      100,
      'For showing to people: subject, from, date',
    ),
  ),
}

const MAX_BATCH = 100_000

/** Exactly one of text, features and row must be there; that is looked at where items are taken. */
export const ItemBody = strictObject({ id: Type.Optional(ItemId), ...content }, 'Item')
export type ItemBody = Static<typeof ItemBody>

export const ItemBatch = strictObject(
  { items: arraySchema(ItemBody, 1, MAX_BATCH, 'Several items') },
  'ItemBatch',
)
export const ItemOrBatch = Type.Union([ItemBody, ItemBatch])
export type ItemOrBatch = Static<typeof ItemOrBatch>

export const ExampleBody = strictObject({ id: Type.Optional(ItemId), label: Label, ...content }, 'Example')
export const ExampleBatch = strictObject(
  { items: arraySchema(ExampleBody, 1, MAX_BATCH, 'Items whose label is known') },
  'ExampleBatch',
)
export const Taught = strictObject({ taught: Type.Integer() }, 'Taught')

export const DecisionView = strictObject(
  {
    t: Type.Integer({ description: 'The round, counted from 1' }),
    id: ItemId,
    time: Time,
    predicted: Label,
    scores: Type.Array(nullable(Type.Number())),
    margin: nullable(Type.Number()),
    confidence: Type.Number({ description: 'How probable it is that the prediction is right' }),
    probability: Type.Number({ description: 'With which probability it was asked about' }),
    coin: Type.Number(),
    asked: Type.Boolean(),
    reason: Type.Optional(Type.String()),
    budget: strictObject({ spent: Type.Number(), rate: Type.Number(), dial: nullable(Type.Number()) }),
    modelVersion: Type.Integer(),
    shadow: Type.Optional(Label),
  },
  'Decision',
)
export const DecisionBatch = strictObject({ decisions: Type.Array(DecisionView) }, 'DecisionBatch')
export const DecisionOrBatch = Type.Union([DecisionView, DecisionBatch])

const Probabilities = recordSchema(Type.Number(), 10_000, 'The probability of each class')

export const PredictionView = strictObject(
  { predicted: Label, confidence: Type.Number(), probabilities: Probabilities },
  'Prediction',
)
export const PredictionOrBatch = Type.Union([
  PredictionView,
  strictObject({ predictions: Type.Array(PredictionView) }, 'PredictionBatch'),
])

export const Contributions = Type.Array(
  strictObject({ feature: Type.String(), value: Type.Number(), contribution: Type.Number() }, 'Contribution'),
)

export const ExplanationView = strictObject(
  {
    predicted: Label,
    probabilities: Probabilities,
    features: Contributions,
    nonlinear: Type.Optional(Type.Number()),
    unknownFeatures: Type.Array(Type.String()),
    reason: Type.Optional(Type.String()),
    reasonText: Type.Optional(Type.String({ description: 'The reason in a sentence' })),
  },
  'Explanation',
)

/** The item as it was sent; null once it was erased. */
export const Content = nullable(Type.Object({}, { title: 'Content', additionalProperties: true }))

const listed = {
  id: ItemId,
  t: Type.Integer({ description: 'The round, from 1; 0 of one that was taught' }),
  seq: Type.Integer({ description: 'The number of its event in the log' }),
  time: Time,
  predicted: Type.String(),
  confidence: Type.Number(),
  asked: Type.Boolean(),
  content: Content,
}

const ListedItem = strictObject(
  {
    ...listed,
    reason: Type.Optional(Type.String({ description: 'Why it was asked about' })),
    probability: Type.Optional(
      Type.Number({ description: 'The smallest probability of being asked that it met while it was open' }),
    ),
    state: Type.Optional(
      Type.String({
        description:
          'Of the question: open, answered, skipped, unsure, expired, withdrawn or forgotten; not there if it was not asked',
      }),
    ),
    answer: Type.Optional(Label),
  },
  'ListedItem',
)

export const ItemPage = pageSchema(ListedItem, 'ItemPage')

export const ItemDetail = strictObject(
  {
    ...listed,
    decision: Type.Optional(DecisionView),
    history: Type.Array(
      Type.Object(
        { seq: Type.Integer(), type: Type.String(), time: Time },
        { title: 'HistoryEvent', additionalProperties: true },
      ),
      { description: 'All that the log says about the item' },
    ),
    historyTruncated: Type.Boolean({ description: 'Whether the log goes on beyond what was looked through' }),
  },
  'ItemDetail',
)

export const ItemQuery = strictObject({
  ...paging(),
  asked: Type.Optional(Type.Boolean({ description: 'Only those asked about, or only the others' })),
  predicted: Type.Optional(Label),
  search: Type.Optional(textSchema(200, 'Part of an id or of a content')),
  wrong: Type.Optional(
    Type.Boolean({
      description: 'If true, only those whose answer is not what was predicted; not with `search`',
    }),
  ),
})
export type ItemQuery = Static<typeof ItemQuery>
