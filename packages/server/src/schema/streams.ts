import { DEFAULT_MEASURE, MAX_PARTITIONS } from '@askance/core/internals'
import { type Static, type TSchema, Type } from 'typebox'
import type { changeable } from '../stream/config.js'
import { MAX_CLASSES } from '../stream/memory.js'
import {
  ActionName,
  arraySchema,
  Counts,
  integerSchema,
  Label,
  lineSchema,
  numberSchema,
  pageSchema,
  Ready,
  recordSchema,
  StreamId,
  strictObject,
  Threshold,
  Time,
  textSchema,
} from './common.js'
import { MAX_FILE_COLUMNS, MAX_INDEX, MAX_INDEX_BITS } from './content.js'

const HUGE = 1e15

const Budget = strictObject(
  {
    ratio: Type.Optional(numberSchema(0, 1, 'The fraction of items to ask about')),
    credit: Type.Optional(
      numberSchema(0, HUGE, 'Without a horizon: how many questions may be asked ahead of the ratio'),
    ),
    total: Type.Optional(integerSchema(0, HUGE, 'Total number of labels')),
    horizon: Type.Optional(integerSchema(1, HUGE, 'Expected number of items')),
    exponent: Type.Optional(numberSchema(0, 1, 'With a horizon: how early to spend; 1 is evenly')),
    perHour: Type.Optional(numberSchema(0, HUGE, 'Questions per hour')),
    burst: Type.Optional(numberSchema(1, HUGE, 'How many unused questions may accumulate')),
  },
  'Budget',
)

/** Every length makes about one feature for each character of a text. */
const MAX_GRAM = 8

const Grams = (description: string) =>
  Type.Union(
    [
      Type.Tuple([integerSchema(1, MAX_GRAM, 'Min length'), integerSchema(1, MAX_GRAM, 'Max length')]),
      Type.Null(),
    ],
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
        bits: integerSchema(1, MAX_INDEX_BITS, 'The hash has 2^bits indices'),
        names: integerSchema(0, MAX_INDEX, 'Max number of feature names kept'),
      }),
      strictObject({
        kind: Type.Literal('dictionary'),
        most: integerSchema(1, MAX_INDEX, 'Max number of features'),
      }),
    ]),
  },
  'Vectorizer',
)

const ColumnName = textSchema(10_000, 'The name of a column')
const SourceFile = strictObject(
  {
    name: textSchema(1000, 'The name of the file'),
    columns: arraySchema(ColumnName, 1, MAX_FILE_COLUMNS, 'The columns, in order'),
    id: Type.Optional(ColumnName),
    text: Type.Optional(ColumnName),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    mark: Type.Optional(Type.Boolean({ description: 'Whether it begins with a byte order mark' })),
  },
  'SourceFile',
)

const Weight = (description: string) => Type.Optional(numberSchema(0, 1e9, description))

const optionalSettings = {
  title: Type.Optional(lineSchema(200, 'A display title')),
  guidelines: Type.Optional(textSchema(50_000, 'Instructions for labellers, as plain text')),
  multiLabel: Type.Optional(
    Type.Boolean({
      description:
        'Whether an item can have none, one or several labels; the budget then counts pairs of an item and a class',
    }),
  ),
  newClasses: Type.Optional(
    Type.Enum(['owners', 'anyone'], {
      description: 'Who may add a class by answering with a label that is none of `classes`; default owners',
    }),
  ),
  vectorizer: Type.Optional(Vectorizer),
  file: Type.Optional(SourceFile),
  protocol: Type.Optional(
    Type.Enum(['live', 'paper', 'pool'], {
      description:
        'live: steered by the budget; paper: as published; pool: all items are there, and questions are chosen on request; default live',
    }),
  ),
  positive: Type.Optional(Label),
  objective: Type.Optional(Type.Enum(['accuracy', 'f1', 'sum', 'cost'])),
  costs: Type.Optional(
    Type.Union([
      strictObject({
        sensitivityWeight: Weight('Weight of sensitivity in `sum`'),
        specificityWeight: Weight('Weight of specificity in `sum`'),
        falseNegative: Weight('Cost of a false negative'),
        falsePositive: Weight('Cost of a false positive'),
      }),
      Type.Literal('balance', { description: 'Weights that follow the share of positives' }),
    ]),
  ),
  expireAfter: Type.Optional(integerSchema(1, 1e9, 'Seconds after which open questions expire')),
  partitions: Type.Optional(
    integerSchema(
      1,
      MAX_PARTITIONS,
      'Makes the stream wide: workers of a cluster decide about so many partitions (docs/wide-streams.md)',
    ),
  ),
}

const Classes = arraySchema(Label, 2, MAX_CLASSES, 'The class labels')
const Parameters = recordSchema(
  Type.Union([
    numberSchema(-1e100, 1e100, 'A value'),
    lineSchema(20, 'A value with a name, such as balance'),
  ]),
  50,
  'Parameters of the algorithm',
)

const defaultedSettings = {
  algorithm: lineSchema(100, 'A name from `GET /v1/algorithms`; default auto'),
  parameters: Parameters,
  budget: Budget,
  measure: numberSchema(
    0,
    0.5,
    `The fraction of the questions asked to measure quality; default ${DEFAULT_MEASURE}`,
  ),
  drift: Type.Boolean({ description: 'Whether to detect drift; default true' }),
  answersPerItem: integerSchema(1, 100, 'How many people answer each question; default 1'),
  consensus: Type.Enum(['majority', 'reliability']),
  leaseSeconds: integerSchema(5, 86_400, 'Lease time in seconds; default 60'),
  seed: integerSchema(0, Number.MAX_SAFE_INTEGER, 'Seed of the random generator; random by default'),
  paused: Type.Boolean({ description: 'Whether asking is paused' }),
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

const { title, guidelines, newClasses } = optionalSettings
const { budget, answersPerItem, consensus, leaseSeconds, paused } = optionalDefaults

const changes = {
  classes: Type.Optional(Classes),
  newClasses,
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
  version: Type.Integer({ description: 'The version of the configuration, counted from 1; also the ETag' }),
  config: StreamConfigBody,
  seq: Type.Integer({ description: 'The number of events in the log' }),
  counts: Counts,
  changed: Time,
  may: Type.Array(ActionName, { description: 'What the caller may do in the stream' }),
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

const PoolProgress = strictObject(
  {
    items: Type.Integer(),
    kept: Type.Integer({ description: 'Items from which questions are chosen' }),
    known: Type.Integer({ description: 'Items whose label was given, for themselves or an identical item' }),
    answers: Type.Integer(),
    taught: Type.Integer(),
    labels: Type.Optional(Type.Integer({ description: 'The number of labels of the budget' })),
    spent: Type.Integer(),
    open: Type.Integer(),
    left: Type.Integer({ description: 'Items that may still be asked about' }),
    classes: recordSchema(Type.Integer(), 100_000, 'Answers and examples by class'),
    unseen: Type.Array(Label, { description: 'Classes without an answer or example' }),
    audits: strictObject({ answered: Type.Integer(), unanswered: Type.Integer() }),
    enough: Type.Boolean({ description: 'Whether more answers would change little; advice only' }),
    why: Type.Enum(['all-known', 'early', 'few-positives', 'changing', 'stable']),
    disagreement: Type.Optional(
      Type.Number({
        description:
          '1 − F1 between the labelling of 50 answers ago and the latest; with more than two classes, the fraction of items whose label changed',
      }),
    ),
  },
  'PoolProgress',
)

export const StreamStatusView = strictObject(
  {
    counts: Counts,
    seq: Type.Integer(),
    classes: Type.Array(Label),
    budget: Budget,
    vectorizer: Type.Optional(Type.Union([Vectorizer, Type.Literal('rows'), Type.Literal('features')])),
    leased: Type.Integer({ description: 'Leased questions' }),
    waitingSince: Type.Optional(
      Type.Number({ description: 'When the oldest open question was asked, in milliseconds since 1970' }),
    ),
    withdrawn: Type.Integer({
      description: 'Questions withdrawn because the model no longer needs the answer',
    }),
    driftAlarms: Type.Integer(),
    modelVersion: Type.Integer({ description: 'The number of answers learned' }),
    ready: Ready,
    threshold: Threshold,
    report: Type.Optional(SelfReport),
    pool: Type.Optional(PoolProgress),
  },
  'StreamStatus',
)

export const StreamDetail = strictObject({ ...record, status: StreamStatusView }, 'StreamDetail')
export const StreamPage = pageSchema(StreamView, 'StreamPage')
