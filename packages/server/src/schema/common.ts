import { type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** No control characters, which logs, terminals and headers would stumble over. */
const READABLE = '[^\\u0000-\\u001f\\u007f]'

export const STREAM_ID = '^[a-z0-9][a-z0-9._-]{0,62}$'

/** An object that has these properties and no others. */
export const strictObject = <Properties extends TProperties>(properties: Properties, title?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(title !== undefined && { title }) })

/** A readable line of text. */
export const lineSchema = (most: number, description: string, least = 1) =>
  Type.String({
    minLength: least,
    maxLength: most,
    pattern: `^${READABLE}{${least},${most}}$`,
    description,
  })

/** A text of several lines. */
export const textSchema = (most: number, description: string) => Type.String({ maxLength: most, description })

export const integerSchema = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })

export const numberSchema = (minimum: number, maximum: number, description: string) =>
  Type.Number({ minimum, maximum, description })

/** Values by name. The names are as short as ids, and there are not too many. */
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

/** Half of a surrogate pair, standing alone: no address can have it, however it is encoded. */
const HALF = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]'

/** A path ends in it, of which one or two dots alone mean something else. */
export const ItemId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^(?!\\.{1,2}$)(?!.*(?:${HALF}))${READABLE}{1,200}$`,
  description: 'The id of an item',
})
/** Answers have values by class, and this is no name of a value (`byName`). */
export const Label = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^(?!__proto__$)${READABLE}{1,200}$`,
  description: 'A class',
})
export const StreamId = Type.String({ maxLength: 63, pattern: STREAM_ID, description: 'The id of a stream' })
export const Name = lineSchema(80, 'Who somebody is: the name that stands in the log')
export const Time = Type.Number({ description: 'Milliseconds since 1970' })
export const MAX_ROUNDS = 9007199254740991
export const Round = integerSchema(0, MAX_ROUNDS, 'A round of the stream, from 1')

export const StreamParams = strictObject({ stream: StreamId })
export const ItemParams = strictObject({ stream: StreamId, id: ItemId })

export const Cursor = Type.String({
  maxLength: 400,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'Where to go on: `next` of the page before',
})

/** What every list takes. */
export const paging = (most = 200) => ({
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(integerSchema(1, most, 'How many at most; 50 if not given')),
})

/** One page of a list. */
export const pageSchema = <Item extends TSchema>(item: Item, title: string) =>
  strictObject(
    {
      items: Type.Array(item),
      next: Type.Optional(Type.String({ description: 'The cursor of the next page; not there on the last' })),
    },
    title,
  )

export const Counts = strictObject(
  {
    items: Type.Integer({ description: 'Items taken' }),
    open: Type.Integer({ description: 'Questions that are open' }),
    spent: Type.Integer({ description: 'Questions asked and not given back' }),
    answers: Type.Integer({ description: 'Answers learned' }),
    taught: Type.Integer({ description: 'Labels that came without a question' }),
  },
  'Counts',
)

export const ProblemBody = Type.Object(
  {
    type: Type.String({ description: 'urn:askance:problem: and the code' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What was found and what was expected' }),
    instance: Type.String({ description: 'The id of the request, as in the log of the service' }),
    code: Type.String({ description: 'Stable and machine-readable' }),
    errors: Type.Optional(
      Type.Array(
        strictObject({
          pointer: Type.String({ description: 'A JSON pointer into the part that is wrong' }),
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
    line: Type.Optional(Type.Integer({ description: 'In an answer of lines: the line of the request' })),
    accepted: Type.Optional(Type.Integer({ description: 'NDJSON: how many lines were accepted before it' })),
  },
  { title: 'Problem' },
)

export const emptySchema: TObject = strictObject({})
