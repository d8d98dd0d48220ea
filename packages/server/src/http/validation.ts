import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { invalidRequest, type ValidationError } from './problems.js'

const MAX_ERRORS = 8

/** The parts of a request that are validated. */
export type Part = 'params' | 'query' | 'body'

/** Validates a value and returns it with its type; throws `request/invalid`. */
export type Check<Schema extends TSchema> = (value: unknown) => Static<Schema>

/**
 * Creates a validator for one part of a request. Strings of paths and queries are converted to numbers and booleans; a
 * body is not converted. The schema is compiled on first use.
 */
export const createCheck = <Schema extends TSchema>(part: Part, schema: Schema): Check<Schema> => {
  let compiled: ReturnType<typeof compile> | undefined
  return (value) => {
    compiled ??= compile(schema)
    const converted = part === 'body' ? value : Value.Convert(schema, value)
    if (compiled.Check(converted)) return converted as Static<Schema>
    throw invalidRequest(part, validationErrors(schema, converted))
  }
}

const compile = (schema: TSchema) => Compile(schema)

/** Collects validation errors; for a union, those of the closest alternative. */
const validationErrors = (schema: TSchema, value: unknown): readonly ValidationError[] => {
  const shapes = (schema as { readonly anyOf?: readonly TSchema[] }).anyOf ?? [schema]
  const found = shapes.map((shape) => [...Value.Errors(shape, value)])
  const nearest = found.reduce((best, errors) => (errors.length < best.length ? errors : best))
  return nearest
    .filter(({ keyword }) => keyword !== 'boolean')
    .slice(0, MAX_ERRORS)
    .map(({ instancePath, message, params }) => ({
      pointer: instancePath,
      message: describeError(message, params),
    }))
}

/** Adds the names of unexpected properties to the message. */
const describeError = (message: string, params: object): string => {
  const { additionalProperties } = params as { readonly additionalProperties?: unknown }
  return Array.isArray(additionalProperties) ? `${message}: ${additionalProperties.join(', ')}` : message
}
