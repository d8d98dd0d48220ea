import { Type } from 'typebox'
import { exactly, ItemId, Label, listOf, Name, pageOf, Time, wholeOf } from './common.js'
import { Content, Contributions } from './items.js'

export const LeaseBody = exactly(
  { count: Type.Optional(wholeOf(1, 50, 'How many at most; 1 if not given')) },
  'LeaseRequest',
)
export const IdsBody = exactly({ ids: listOf(ItemId, 1, 1000, 'Questions by the id of their item') }, 'Ids')
export const LabelBody = exactly({ label: Label }, 'LabelRequest')

export const QuestionView = exactly(
  {
    id: ItemId,
    t: Type.Integer(),
    time: Time,
    until: Type.Number({ description: 'When it goes back to the others without a sign of life' }),
    reason: Type.String(),
    because: Type.String({ description: 'Why it is asked, in a sentence' }),
    probability: Type.Number(),
    predicted: Label,
    confidence: Type.Number(),
    unfamiliar: Type.Array(Type.String()),
    deciding: Contributions,
    votes: Type.Integer({ description: 'How many have answered it' }),
    content: Content,
  },
  'Question',
)
export const LeasedView = exactly({ questions: Type.Array(QuestionView) }, 'LeasedQuestions')

export const OpenPage = pageOf(
  exactly(
    {
      id: ItemId,
      t: Type.Integer(),
      time: Time,
      reason: Type.String(),
      probability: Type.Number(),
      votes: Type.Integer(),
      leasedTo: Type.Optional(Name),
      until: Type.Optional(Time),
    },
    'OpenQuestion',
  ),
  'OpenQuestionPage',
)

export const HeartbeatView = exactly({ until: Time, lost: Type.Array(ItemId) }, 'Heartbeat')
export const ReleasedView = exactly({ released: Type.Integer() }, 'Released')
export const ClosedView = exactly({ id: ItemId, state: Type.String() }, 'ClosedQuestion')

export const AnsweredView = Type.Union(
  [
    exactly({
      id: ItemId,
      outcome: Type.Enum(['learned', 'corrected', 'duplicate', 'late', 'voted']),
      label: Label,
    }),
    exactly({ id: ItemId, outcome: Type.Literal('refused'), code: Type.String(), detail: Type.String() }),
  ],
  { title: 'Answered' },
)

export const AnswersBody = exactly(
  {
    answers: listOf(
      exactly({ id: ItemId, label: Label, by: Type.Optional(Name) }, 'OutsideAnswer'),
      1,
      100_000,
      'Labels from outside',
    ),
  },
  'AnswerBatch',
)
export const AnswersView = exactly({ answers: Type.Array(AnsweredView) }, 'AnsweredBatch')
export const ForgottenView = exactly({ id: ItemId, forgotten: Type.Boolean() }, 'Forgotten')
