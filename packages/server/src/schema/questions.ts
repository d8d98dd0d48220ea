import { Type } from 'typebox'
import {
  arraySchema,
  ItemId,
  integerSchema,
  Label,
  LabelOrLabels,
  Labels,
  labelledSchema,
  Name,
  pageSchema,
  Ready,
  strictObject,
  Threshold,
  Time,
} from './common.js'
import { Content, Contributions, Probabilities } from './items.js'

export const LeaseBody = strictObject(
  { count: Type.Optional(integerSchema(1, 50, 'Max number of questions; default 1')) },
  'LeaseRequest',
)
export const IdsBody = strictObject({ ids: arraySchema(ItemId, 1, 1000, 'Item ids of the questions') }, 'Ids')
export const LabelBody = labelledSchema({}, 'LabelRequest')

const Asked = Type.Optional(
  Type.Array(Label, { description: 'In a multi-label stream: the classes asked about' }),
)

export const QuestionView = strictObject(
  {
    id: ItemId,
    t: Type.Integer(),
    time: Time,
    leaseExpires: Type.Number({ description: 'When the lease expires, in milliseconds since 1970' }),
    reason: Type.String(),
    reasonText: Type.String({ description: 'Why it is asked, as a sentence' }),
    probability: Type.Number(),
    predicted: LabelOrLabels,
    confidence: Type.Number(),
    threshold: Threshold,
    ready: Ready,
    classes: Asked,
    probabilities: Type.Optional(Probabilities),
    unknownFeatures: Type.Array(Type.String()),
    contributions: Contributions,
    likely: Type.Array(strictObject({ label: Label, probability: Type.Number() }, 'LikelyClass'), {
      description: 'The most probable classes, best first',
    }),
    votes: Type.Integer({ description: 'The number of answers so far' }),
    content: Content,
  },
  'Question',
)
export const LeasedView = strictObject({ questions: Type.Array(QuestionView) }, 'LeasedQuestions')

export const OpenPage = pageSchema(
  strictObject(
    {
      id: ItemId,
      t: Type.Integer(),
      time: Time,
      reason: Type.String(),
      probability: Type.Number(),
      classes: Asked,
      votes: Type.Integer(),
      leasedTo: Type.Optional(Name),
      leaseExpires: Type.Optional(Time),
    },
    'OpenQuestion',
  ),
  'OpenQuestionPage',
)

export const HeartbeatView = strictObject({ leaseExpires: Time, lost: Type.Array(ItemId) }, 'Heartbeat')
export const ReleasedView = strictObject({ released: Type.Integer() }, 'Released')
export const ClosedView = strictObject({ id: ItemId, state: Type.String() }, 'ClosedQuestion')

const LabelBefore = labelledSchema({ by: Type.Optional(Type.String()) }, 'LabelBefore')

export const AnsweredView = Type.Union(
  [
    labelledSchema(
      {
        id: ItemId,
        outcome: Type.Enum(['learned', 'corrected', 'duplicate', 'late', 'voted', 'checked']),
        before: Type.Optional(LabelBefore),
      },
      'AcceptedAnswer',
    ),
    strictObject({ id: ItemId, outcome: Type.Literal('removed'), before: Type.Optional(LabelBefore) }),
    strictObject({
      id: ItemId,
      outcome: Type.Literal('refused'),
      code: Type.String(),
      detail: Type.String(),
    }),
  ],
  { title: 'Answered' },
)

export const AnswersBody = strictObject(
  {
    answers: arraySchema(
      Type.Union(
        [
          strictObject({
            id: ItemId,
            label: Type.Union([Label, Type.Null()], {
              description: 'The label; null takes the label or labels back and reopens the question',
            }),
            by: Type.Optional(Name),
          }),
          strictObject({ id: ItemId, labels: Labels, by: Type.Optional(Name) }),
        ],
        { title: 'OutsideAnswer' },
      ),
      1,
      100_000,
      'Labels of items, asked or not',
    ),
    confirm: Type.Optional(
      Type.Boolean({ description: 'Whether the labels were checked, so that reviews omit the items' }),
    ),
  },
  'AnswerBatch',
)
export const AnswersView = strictObject({ answers: Type.Array(AnsweredView) }, 'AnsweredBatch')
export const ForgottenView = strictObject({ id: ItemId, forgotten: Type.Boolean() }, 'Forgotten')
