import { type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** Excludes control characters, which break logs, terminals and headers. */
const READABLE = '[^\\u0000-\\u001f\\u007f]'

export const STREAM_ID = '^[a-z0-9][a-z0-9._-]{0,62}$'

/** An object without additional properties. */
export const strictObject = <Properties extends TProperties>(properties: Properties, title?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(title !== undefined && { title }) })

/** A single line of printable text. */
export const lineSchema = (most: number, description: string, least = 1) =>
  Type.String({
    minLength: least,
    maxLength: most,
    pattern: `^${READABLE}{${least},${most}}$`,
    description,
  })

/** A text that may have several lines. */
export const textSchema = (most: number, description: string) => Type.String({ maxLength: most, description })

export const integerSchema = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })

export const numberSchema = (minimum: number, maximum: number, description: string) =>
  Type.Number({ minimum, maximum, description })

/** A record with a limited number of entries and short keys. */
export const recordSchema = <Value extends TSchema>(value: Value, most: number, description: string) =>
  Type.Record(Type.String({ pattern: `^(?!__proto__$)${READABLE}{1,200}$` }), value, {
    additionalProperties: false,
    maxProperties: most,
    description,
  })

export const arraySchema = <Item extends TSchema>(
  item: Item,
  least: number,
  most: number,
  description: string,
) => Type.Array(item, { minItems: least, maxItems: most, description })

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** A lone surrogate, which cannot be encoded in a URL. */
const HALF = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]'

/** Ids are path segments, so `.` and `..` are excluded. */
export const ItemId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^(?!\\.{1,2}$)(?!.*(?:${HALF}))${READABLE}{1,200}$`,
  description: 'The id of an item',
})
/** Classes are keys of records, so `__proto__` is excluded. */
export const Label = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^(?!__proto__$)${READABLE}{1,200}$`,
  description: 'A class label',
})
export const Labels = Type.Array(Label, {
  maxItems: 1000,
  uniqueItems: true,
  description: 'The labels of an item in a multi-label stream; empty if it has none of them',
})
/** A label; in a multi-label stream the list of labels. */
export const LabelOrLabels = Type.Union([Label, Labels], {
  description: 'A class label; in a multi-label stream the list of labels',
})

/** An object with `label`, or with `labels` in a multi-label stream. */
export const labelledSchema = <Properties extends TProperties>(properties: Properties, title: string) =>
  Type.Union(
    [strictObject({ ...properties, label: Label }), strictObject({ ...properties, labels: Labels })],
    { title },
  )

export const StreamId = Type.String({ maxLength: 63, pattern: STREAM_ID, description: 'The id of a stream' })
export const Name = lineSchema(80, 'The name of a person, as recorded in the log')
export const Time = Type.Number({ description: 'Milliseconds since 1970' })
export const MAX_ROUNDS = 9007199254740991
export const Round = integerSchema(0, MAX_ROUNDS, 'A round of the stream, counted from 1')

export const ActionName = Type.Enum(['read', 'answer', 'export', 'manage'], {
  description:
    'read: see the stream and follow it; answer: lease and answer questions; export: download or list items, labels, the log ' +
    'and the model; manage: everything',
})

export const StreamParams = strictObject({ stream: StreamId })
export const ItemParams = strictObject({ stream: StreamId, id: ItemId })

const Cursor = Type.String({
  maxLength: 400,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'The value of `next` from the previous page',
})

/** The query parameters of lists. */
export const paging = (most = 200) => ({
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(integerSchema(1, most, 'Max number of entries; default 50')),
})

/** One page of a list. */
export const pageSchema = <Item extends TSchema>(item: Item, title: string) =>
  strictObject(
    {
      items: Type.Array(item),
      next: Type.Optional(
        Type.String({ description: 'The cursor of the next page; missing on the last page' }),
      ),
    },
    title,
  )

export const Counts = strictObject(
  {
    items: Type.Integer({ description: 'Items observed' }),
    open: Type.Integer({ description: 'Open questions' }),
    spent: Type.Integer({
      description: 'Questions charged to the budget; in a multi-label stream one for each class asked about',
    }),
    answers: Type.Integer({
      description: 'Answers learned; in a multi-label stream one for each class asked about',
    }),
    taught: Type.Integer({ description: 'Examples learned' }),
  },
  'Counts',
)

export const ProblemBody = Type.Object(
  {
    type: Type.String({ description: 'urn:askance:problem: followed by the code' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What was found and what was expected' }),
    instance: Type.String({ description: 'The request id, as in the service log' }),
    code: Type.String({ description: 'A stable, machine-readable error code' }),
    errors: Type.Optional(
      Type.Array(
        strictObject({
          pointer: Type.String({ description: 'A JSON pointer to the invalid value' }),
          message: Type.String(),
        }),
      ),
    ),
    position: Type.Optional(
      strictObject({
        source: Type.Optional(Type.String()),
        line: Type.Optional(Type.Integer()),
        column: Type.Optional(Type.Integer()),
      }),
    ),
    line: Type.Optional(Type.Integer({ description: 'NDJSON: the line of the request' })),
    accepted: Type.Optional(
      Type.Integer({ description: 'NDJSON: the number of lines accepted before the error' }),
    ),
  },
  { title: 'Problem' },
)

export const emptySchema: TObject = strictObject({})

export const Ready = Type.Boolean({
  description: 'False until labels of two classes were learned; before that, the prediction means nothing',
})

export const Threshold = Type.Optional(
  Type.Number({
    description: 'With two classes: the probability of the positive class from which it is predicted',
  }),
)
