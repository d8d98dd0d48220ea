import { type Static, type TSchema, Type } from 'typebox'
import type { changeable } from '../stream/config.js'
import {
  byName,
  Counts,
  exactly,
  Label,
  lineOf,
  listOf,
  numberOf,
  pageOf,
  StreamId,
  Time,
  textOf,
  wholeOf,
} from './common.js'

const HUGE = 1e15

const Budget = exactly(
  {
    ratio: Type.Optional(numberOf(0, 1, 'The share of the items to ask about')),
    credit: Type.Optional(numberOf(0, HUGE, 'How many questions a ratio without a horizon may be ahead')),
    total: Type.Optional(wholeOf(0, HUGE, 'The number of labels in all')),
    horizon: Type.Optional(wholeOf(1, HUGE, 'How many items will come, where that is known')),
    exponent: Type.Optional(numberOf(0, 1, 'How early to spend, with a horizon; 1 is evenly')),
    perHour: Type.Optional(numberOf(0, HUGE, 'Questions an hour')),
    burst: Type.Optional(numberOf(1, HUGE, 'How many questions may be saved up for a busy moment')),
  },
  'Budget',
)

const Grams = (description: string) =>
  Type.Union([Type.Tuple([wholeOf(1, 16, 'The least'), wholeOf(1, 16, 'The most')]), Type.Null()], {
    description,
  })
const Scaling = Type.Enum(['standard', 'max', 'none'])

const Vectorizer = exactly(
  {
    text: Type.Optional(
      exactly({
        preset: Type.Enum(['plain', 'email', 'url']),
        words: Grams('n-grams of words'),
        characters: Grams('n-grams of characters'),
        within: Type.Enum(['words', 'text']),
        lowercase: Type.Boolean(),
        stopWords: Type.Enum(['none', 'english']),
        weight: Type.Enum(['binary', 'tf', 'log', 'tfidf']),
        normalize: Type.Enum(['l2', 'none']),
      }),
    ),
    columns: Type.Optional(
      listOf(
        exactly({
          name: lineOf(200, 'The name of the column'),
          kind: Type.Enum(['number', 'category', 'text']),
          scaling: Type.Optional(Scaling),
          indicator: Type.Optional(Type.Boolean()),
        }),
        0,
        10_000,
        'The columns of a table',
      ),
    ),
    features: Type.Optional(exactly({ scaling: Scaling })),
    index: Type.Union([
      exactly({
        kind: Type.Literal('hash'),
        bits: wholeOf(1, 22, 'There are 2^bits indices'),
        names: wholeOf(0, 2 ** 22, 'How many names are kept at most'),
      }),
      exactly({
        kind: Type.Literal('dictionary'),
        most: wholeOf(1, 2 ** 22, 'How many features are numbered at most'),
      }),
    ]),
  },
  'Vectorizer',
)

const Weight = (description: string) => Type.Optional(numberOf(0, 1e9, description))

const optionalSettings = {
  title: Type.Optional(lineOf(200, 'A title for people')),
  guidelines: Type.Optional(textOf(50_000, 'What labellers should know, as plain text')),
  vectorizer: Type.Optional(Vectorizer),
  protocol: Type.Optional(
    Type.Enum(['live', 'paper'], {
      description: 'Steered by the budget, or as the algorithm was published; live if not given',
    }),
  ),
  positive: Type.Optional(Label),
  objective: Type.Optional(Type.Enum(['accuracy', 'f1', 'sum', 'cost'])),
  costs: Type.Optional(
    exactly({
      sensitivityWeight: Weight('What sensitivity counts in `sum`'),
      specificityWeight: Weight('What specificity counts in `sum`'),
      falseNegative: Weight('What a missed one costs'),
      falsePositive: Weight('What a false alarm costs'),
    }),
  ),
  expireAfter: Type.Optional(wholeOf(1, 1e9, 'Questions older than this, in seconds, expire')),
}

const Classes = listOf(Label, 2, 1000, 'The labels that are offered')
const Parameters = byName(numberOf(-1e100, 1e100, 'A value'), 50, 'Parameters of the algorithm')

const usualSettings = {
  algorithm: lineOf(100, 'A name from `GET /v1/algorithms`; auto if not given'),
  parameters: Parameters,
  budget: Budget,
  audit: numberOf(0, 0.99, 'The share of items that is asked about whatever they are; 0.01 if not given'),
  drift: Type.Boolean({ description: 'Whether the stream is watched for changes; true if not given' }),
  answersPerItem: wholeOf(1, 100, 'How many people answer each question; 1 if not given'),
  consensus: Type.Enum(['majority', 'reliability']),
  leaseSeconds: wholeOf(5, 86_400, 'For how long a question is somebody’s own; 60 if not given'),
  seed: wholeOf(0, Number.MAX_SAFE_INTEGER, 'Where chance begins; drawn if not given'),
  paused: Type.Boolean({ description: 'Whether nothing is asked for the time being' }),
}

const mayBeLeftOut = Type.Partial(Type.Object(usualSettings)).properties

const StreamConfigBody = exactly({ classes: Classes, ...optionalSettings, ...usualSettings }, 'StreamConfig')

export const NewStream = exactly(
  { id: Type.Optional(StreamId), classes: Classes, ...optionalSettings, ...mayBeLeftOut },
  'NewStream',
)
export type NewStream = Static<typeof NewStream>

const { title, guidelines } = optionalSettings
const { budget, answersPerItem, consensus, leaseSeconds, paused } = mayBeLeftOut

const changes = {
  classes: Type.Optional(Classes),
  title,
  guidelines,
  budget,
  answersPerItem,
  consensus,
  leaseSeconds,
  paused,
} satisfies Record<(typeof changeable)[number], TSchema>

export const StreamChange = Type.Object(changes, {
  additionalProperties: false,
  minProperties: 1,
  title: 'StreamChange',
})

const record = {
  id: StreamId,
  created: Time,
  version: Type.Integer({ description: 'Counts the changes of the configuration, from 1: the ETag' }),
  config: StreamConfigBody,
  seq: Type.Integer({ description: 'How many events its log has' }),
  counts: Counts,
  changed: Time,
}

export const StreamView = exactly(record, 'Stream')

const SelfReport = exactly({
  members: Type.Array(Type.String()),
  moments: Type.Array(
    exactly({
      round: Type.Number(),
      answers: Type.Number(),
      weights: Type.Array(Type.Number()),
      threshold: Type.Number(),
    }),
  ),
  alarms: Type.Array(Type.Number()),
  features: exactly({ met: Type.Number(), dense: Type.Number() }),
})

export const StandingView = exactly(
  {
    counts: Counts,
    seq: Type.Integer(),
    classes: Type.Array(Label),
    budget: Budget,
    vectorizer: Type.Optional(Type.Union([Vectorizer, Type.Literal('rows'), Type.Literal('features')])),
    leased: Type.Integer({ description: 'Questions that are in somebody’s hands' }),
    waitingSince: Type.Optional(
      Type.Number({ description: 'When the oldest open question was asked, in milliseconds since 1970' }),
    ),
    withdrawn: Type.Integer({
      description: 'Questions taken back because the model had learned what they were to tell',
    }),
    driftAlarms: Type.Integer(),
    modelVersion: Type.Integer({ description: 'How many answers the model has learned' }),
    report: Type.Optional(SelfReport),
  },
  'Standing',
)

export const StreamDetail = exactly({ ...record, standing: StandingView }, 'StreamDetail')
export const StreamPage = pageOf(StreamView, 'StreamPage')
