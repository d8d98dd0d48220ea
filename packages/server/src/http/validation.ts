import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { invalidRequest, type ValidationError } from './problems.js'

const MAX_ERRORS = 8

/** The parts of a request that are looked at. */
export type Part = 'params' | 'query' | 'body'

/** Checks a value and hands it on with its type, or throws what is wrong with it. */
export type Check<Schema extends TSchema> = (value: unknown) => Static<Schema>

/**
 * A check for one part of a request. Addresses and query strings have texts only, which become numbers and switches
 * where the schema has some; a body is taken as it is. Nothing is left out. Compiled when it is first needed.
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

/** What is wrong; where one of several shapes is wanted, with the one that comes nearest. */
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

/** The message, with the names of properties where it speaks of some without naming them. */
const describeError = (message: string, params: object): string => {
  const { additionalProperties } = params as { readonly additionalProperties?: unknown }
  return Array.isArray(additionalProperties) ? `${message}: ${additionalProperties.join(', ')}` : message
}
