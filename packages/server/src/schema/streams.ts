import { type Static, type TSchema, Type } from 'typebox'
import type { changeable } from '../stream/config.js'
import {
  arraySchema,
  Counts,
  integerSchema,
  Label,
  lineSchema,
  numberSchema,
  pageSchema,
  recordSchema,
  StreamId,
  strictObject,
  Time,
  textSchema,
} from './common.js'

const HUGE = 1e15

const Budget = strictObject(
  {
    ratio: Type.Optional(numberSchema(0, 1, 'The share of the items to ask about')),
    credit: Type.Optional(numberSchema(0, HUGE, 'How many questions a ratio without a horizon may be ahead')),
    total: Type.Optional(integerSchema(0, HUGE, 'The number of labels in all')),
    horizon: Type.Optional(integerSchema(1, HUGE, 'How many items will come, where that is known')),
    exponent: Type.Optional(numberSchema(0, 1, 'How early to spend, with a horizon; 1 is evenly')),
    perHour: Type.Optional(numberSchema(0, HUGE, 'Questions an hour')),
    burst: Type.Optional(numberSchema(1, HUGE, 'How many questions may be saved up for a busy moment')),
  },
  'Budget',
)

const Grams = (description: string) =>
  Type.Union(
    [Type.Tuple([integerSchema(1, 16, 'The least'), integerSchema(1, 16, 'The most')]), Type.Null()],
    {
      description,
    },
  )
const Scaling = Type.Enum(['standard', 'max', 'none'])

const Vectorizer = strictObject(
  {
    text: Type.Optional(
      strictObject({
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
      arraySchema(
        strictObject({
          name: lineSchema(200, 'The name of the column'),
          kind: Type.Enum(['number', 'category', 'text']),
          scaling: Type.Optional(Scaling),
          indicator: Type.Optional(Type.Boolean()),
        }),
        0,
        10_000,
        'The columns of a table',
      ),
    ),
    features: Type.Optional(strictObject({ scaling: Scaling })),
    index: Type.Union([
      strictObject({
        kind: Type.Literal('hash'),
        bits: integerSchema(1, 22, 'There are 2^bits indices'),
        names: integerSchema(0, 2 ** 22, 'How many names are kept at most'),
      }),
      strictObject({
        kind: Type.Literal('dictionary'),
        most: integerSchema(1, 2 ** 22, 'How many features are numbered at most'),
      }),
    ]),
  },
  'Vectorizer',
)

const Weight = (description: string) => Type.Optional(numberSchema(0, 1e9, description))

const optionalSettings = {
  title: Type.Optional(lineSchema(200, 'A title for people')),
  guidelines: Type.Optional(textSchema(50_000, 'What labellers should know, as plain text')),
  vectorizer: Type.Optional(Vectorizer),
  protocol: Type.Optional(
    Type.Enum(['live', 'paper'], {
      description: 'Steered by the budget, or as the algorithm was published; live if not given',
    }),
  ),
  positive: Type.Optional(Label),
  objective: Type.Optional(Type.Enum(['accuracy', 'f1', 'sum', 'cost'])),
  costs: Type.Optional(
    strictObject({
      sensitivityWeight: Weight('What sensitivity counts in `sum`'),
      specificityWeight: Weight('What specificity counts in `sum`'),
      falseNegative: Weight('What a missed one costs'),
      falsePositive: Weight('What a false alarm costs'),
    }),
  ),
  expireAfter: Type.Optional(integerSchema(1, 1e9, 'Questions older than this, in seconds, expire')),
}

const Classes = arraySchema(Label, 2, 1000, 'The labels that are offered')
const Parameters = recordSchema(numberSchema(-1e100, 1e100, 'A value'), 50, 'Parameters of the algorithm')

const defaultedSettings = {
  algorithm: lineSchema(100, 'A name from `GET /v1/algorithms`; auto if not given'),
  parameters: Parameters,
  budget: Budget,
  audit: numberSchema(0, 0.99, 'The share of items that is asked about whatever they are; 0.01 if not given'),
  drift: Type.Boolean({ description: 'Whether the stream is watched for changes; true if not given' }),
  answersPerItem: integerSchema(1, 100, 'How many people answer each question; 1 if not given'),
  consensus: Type.Enum(['majority', 'reliability']),
  leaseSeconds: integerSchema(5, 86_400, 'For how long a question is somebody’s own; 60 if not given'),
  seed: integerSchema(0, Number.MAX_SAFE_INTEGER, 'Where chance begins; drawn if not given'),
  paused: Type.Boolean({ description: 'Whether nothing is asked for the time being' }),
}

const optionalDefaults = Type.Partial(Type.Object(defaultedSettings)).properties

const StreamConfigBody = strictObject(
  { classes: Classes, ...optionalSettings, ...defaultedSettings },
  'StreamConfig',
)

export const NewStream = strictObject(
  { id: Type.Optional(StreamId), classes: Classes, ...optionalSettings, ...optionalDefaults },
  'NewStream',
)
export type NewStream = Static<typeof NewStream>

const { title, guidelines } = optionalSettings
const { budget, answersPerItem, consensus, leaseSeconds, paused } = optionalDefaults

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

export const StreamView = strictObject(record, 'Stream')

const SelfReport = strictObject({
  members: Type.Array(Type.String()),
  moments: Type.Array(
    strictObject({
      round: Type.Number(),
      answers: Type.Number(),
      weights: Type.Array(Type.Number()),
      threshold: Type.Number(),
    }),
  ),
  alarms: Type.Array(Type.Number()),
  features: strictObject({ seen: Type.Number(), dense: Type.Number() }),
})

export const StreamStatusView = strictObject(
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
  'StreamStatus',
)

export const StreamDetail = strictObject({ ...record, status: StreamStatusView }, 'StreamDetail')
export const StreamPage = pageSchema(StreamView, 'StreamPage')
