import { type Static, Type } from 'typebox'
import {
  arraySchema,
  ItemId,
  Label,
  LabelOrLabels,
  Labels,
  labelledSchema,
  Name,
  nullable,
  numberSchema,
  pageSchema,
  paging,
  Ready,
  recordSchema,
  strictObject,
  Threshold,
  Time,
  textSchema,
} from './common.js'
import { content } from './content.js'

const MAX_BATCH = 100_000

/** `checkContent` ensures that there is a text, features or both, or else a row, or a vector. */
export const ItemBody = strictObject({ id: Type.Optional(ItemId), ...content }, 'Item')
export type ItemBody = Static<typeof ItemBody>

const ItemBatch = strictObject(
  { items: arraySchema(ItemBody, 1, MAX_BATCH, 'A batch of items') },
  'ItemBatch',
)
export const ItemOrBatch = Type.Union([ItemBody, ItemBatch])
export type ItemOrBatch = Static<typeof ItemOrBatch>

export const ExampleBody = labelledSchema({ id: Type.Optional(ItemId), ...content }, 'Example')
export const ExampleBatch = strictObject(
  { items: arraySchema(ExampleBody, 1, MAX_BATCH, 'Items with their label or labels') },
  'ExampleBatch',
)
export const Taught = strictObject({ taught: Type.Integer() }, 'Taught')

const reading = {
  margin: nullable(Type.Number()),
  confidence: Type.Number({ description: 'The probability that the prediction is correct' }),
  probability: Type.Number({ description: 'The probability of asking' }),
  coin: Type.Number(),
  asked: Type.Boolean(),
  reason: Type.Optional(Type.String()),
}

export const DecisionView = strictObject(
  {
    t: Type.Integer({ description: 'The round, counted from 1' }),
    id: ItemId,
    time: Time,
    predicted: Label,
    scores: Type.Array(nullable(Type.Number())),
    ...reading,
    threshold: Threshold,
    ready: Ready,
    budget: strictObject({ spent: Type.Number(), rate: Type.Number(), dial: nullable(Type.Number()) }),
    modelVersion: Type.Integer(),
    shadow: Type.Optional(Label),
  },
  'Decision',
)
/** In a multi-label stream every class is decided separately. */
const MultiLabelDecisionView = strictObject(
  {
    t: Type.Integer({ description: 'The round, counted from 1' }),
    id: ItemId,
    time: Time,
    predicted: Labels,
    confidence: Type.Number({ description: 'The confidence of the least certain class' }),
    probability: Type.Number({ description: 'The probability of asking about the most urgent class' }),
    ready: Ready,
    asked: Type.Boolean(),
    classes: Type.Array(Label, { description: 'The classes asked about' }),
    reason: Type.Optional(Type.String()),
    modelVersion: Type.Integer(),
    byClass: recordSchema(
      strictObject({ predicted: Type.Boolean(), ...reading }, 'ClassDecision'),
      1000,
      'The decision about each class',
    ),
  },
  'MultiLabelDecision',
)
/** A worker decided about an item of a wide stream. */
const WideDecisionView = strictObject(
  {
    t: Type.Integer({ description: '0: nobody has counted the items of all partitions yet' }),
    id: ItemId,
    time: Time,
    predicted: Label,
    ...reading,
    ready: Ready,
    modelVersion: Type.Integer(),
    partition: Type.Integer(),
    version: Type.Integer({ description: 'The version of the model that decided' }),
  },
  'WideDecision',
)
export const AnyDecision = Type.Union([DecisionView, MultiLabelDecisionView])

const AddedView = strictObject(
  {
    id: ItemId,
    t: Type.Integer({ description: 'The number of the item' }),
    time: Time,
    asked: Type.Literal(false),
  },
  'AddedItem',
)
/** An item of a pool is stored, and questions are chosen later. An item whose decision is no longer in the log has only its number. */
export const AnyReceived = Type.Union([DecisionView, MultiLabelDecisionView, WideDecisionView, AddedView])

const DecisionBatch = strictObject({ decisions: Type.Array(AnyReceived) }, 'DecisionBatch')
export const DecisionOrBatch = Type.Union([
  DecisionView,
  MultiLabelDecisionView,
  WideDecisionView,
  AddedView,
  DecisionBatch,
])

export const Probabilities = recordSchema(
  Type.Number(),
  10_000,
  'The probability of each class; in a multi-label stream they do not sum to 1',
)

const PredictionView = strictObject(
  {
    predicted: LabelOrLabels,
    confidence: Type.Number({ description: 'The probability of the predicted class' }),
    threshold: Threshold,
    ready: Ready,
    probabilities: Probabilities,
  },
  'Prediction',
)
export const PredictionOrBatch = Type.Union([
  PredictionView,
  strictObject({ predictions: Type.Array(PredictionView) }, 'PredictionBatch'),
])

export const LabelledView = labelledSchema(
  {
    id: ItemId,
    source: Type.Enum(['answer', 'example', 'prediction']),
    by: Type.Optional(Type.String({ description: 'Who gave the label' })),
    probabilities: Probabilities,
  },
  'LabelledItem',
)

export const Contributions = Type.Array(
  strictObject(
    {
      feature: Type.String({ description: 'Character n-grams are joined to the words of the item' }),
      text: Type.String({ description: 'The feature in words' }),
      value: Type.Number(),
      contribution: Type.Number(),
      label: Type.Optional(
        Type.String({ description: 'In a multi-label stream: the class that it counts for' }),
      ),
    },
    'Contribution',
  ),
)

export const ExplanationView = strictObject(
  {
    predicted: LabelOrLabels,
    ready: Ready,
    probabilities: Probabilities,
    features: Contributions,
    omittedFeatures: Type.Optional(
      Type.Integer({ description: 'The number of weaker features that are not listed' }),
    ),
    nonlinear: Type.Optional(Type.Number()),
    unknownFeatures: Type.Array(Type.String()),
    omittedUnknownFeatures: Type.Optional(
      Type.Integer({ description: 'The number of unknown features that are not listed' }),
    ),
    reason: Type.Optional(Type.String()),
    reasonText: Type.Optional(Type.String({ description: 'The reason as a sentence' })),
  },
  'Explanation',
)

/** The item as it was sent, without its vector; null after it was erased. */
export const Content = nullable(Type.Object({}, { title: 'Content', additionalProperties: true }))

const listed = {
  id: ItemId,
  t: Type.Integer({ description: 'The round, counted from 1; 0 for an example' }),
  seq: Type.Integer({ description: 'The number of the event in the log' }),
  time: Time,
  predicted: Type.Union([Type.String(), Labels], {
    description: 'The predicted label; in a multi-label stream the list of labels. Empty for an example',
  }),
  confidence: Type.Number(),
  asked: Type.Boolean(),
  content: Content,
}

const Votes = Type.Array(strictObject({ by: Type.String(), label: Type.Optional(LabelOrLabels) }, 'Vote'), {
  description: 'The answers of several people; no label means unsure',
})

export const listedFields = {
  ...listed,
  reason: Type.Optional(Type.String({ description: 'Why it was asked' })),
  probability: Type.Optional(
    Type.Number({ description: 'The smallest probability of asking while the question was open' }),
  ),
  state: Type.Optional(
    Type.String({
      description:
        'The state of the question: open, answered, skipped, unsure, expired, withdrawn or forgotten; missing if not asked',
    }),
  ),
  answer: Type.Optional(LabelOrLabels),
  classes: Type.Optional(
    Type.Array(Label, { description: 'In a multi-label stream: the classes asked about' }),
  ),
  by: Type.Optional(
    Type.String({ description: 'Who gave the answer; missing if it is the consensus of several' }),
  ),
  votes: Type.Optional(Votes),
}

const ListedItem = strictObject(listedFields, 'ListedItem')

export const ItemPage = pageSchema(ListedItem, 'ItemPage')

export const ItemDetail = strictObject(
  {
    ...listed,
    decision: Type.Optional(AnyDecision),
    history: Type.Array(
      Type.Object(
        { seq: Type.Integer(), type: Type.String(), time: Time },
        { title: 'HistoryEvent', additionalProperties: true },
      ),
      { description: 'The events about the item' },
    ),
    historyTruncated: Type.Boolean({ description: 'Whether the log has more events than were searched' }),
  },
  'ItemDetail',
)

export const ItemQuery = strictObject({
  ...paging(),
  asked: Type.Optional(
    Type.Boolean({ description: 'Only items that were asked (true) or not asked (false)' }),
  ),
  predicted: Type.Optional(Label),
  status: Type.Optional(
    Type.Enum(['answered', 'open', 'predicted'], {
      description: 'Only items with an answer, with an open question, or with neither',
    }),
  ),
  label: Type.Optional(Label),
  by: Type.Optional(Name),
  minConfidence: Type.Optional(numberSchema(0, 1, 'The smallest confidence of the prediction')),
  maxConfidence: Type.Optional(numberSchema(0, 1, 'The largest confidence of the prediction')),
  search: Type.Optional(
    textSchema(
      200,
      'Text to find in the id or the content. A request examines a limited number of items; a page may then have few items and a cursor',
    ),
  ),
  wrong: Type.Optional(Type.Boolean({ description: 'Only items whose answer differs from the prediction' })),
})
export type ItemQuery = Static<typeof ItemQuery>
