import type { AskanceError } from '@askance/core'
import { shownValue } from '@askance/core/internals'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { serverError } from '../errors.js'

const MAX_ERRORS = 8
/** A larger value is not searched for all its errors, only for the first. */
const MAX_VALUES = 1000

/** A part of a request that does not match its schema. */
export interface ValidationError {
  readonly pointer: string
  readonly message: string
}

/** An error for a request that does not match its schema, with every place. */
const invalidRequest = (part: string, faults: readonly ValidationError[]): AskanceError => {
  const { pointer, message } = faults[0] ?? { pointer: '', message: 'is invalid' }
  const reason = `${part}${pointer === '' ? '' : ` at ${pointer}`}: ${message}`
  return serverError('request/invalid', { reason, errors: faults })
}

/** The parts of a request that are validated. */
export type Part = 'params' | 'query' | 'body'

/** Validates a value and returns it with its type; throws `request/invalid`. */
export type Check<Schema extends TSchema> = (value: unknown) => Static<Schema>

/**
 * Creates a validator for one part of a request. Strings of paths and queries are converted to numbers and booleans; a
 * body is not converted. The schema is compiled on first use.
 */
export const createCheck = <Schema extends TSchema>(part: Part, schema: Schema): Check<Schema> => {
  const fits = fitting(schema)
  return (value) => {
    // Most paths and queries have only strings, which need no conversion. They are short.
    if (part !== 'body' && fits(value)) return value as Static<Schema>
    const converted = part === 'body' ? value : Value.Convert(schema, value)
    const found = sizeError(schema, converted)
    if (found) throw invalidRequest(part, [found])
    if (fits(converted)) return converted as Static<Schema>
    throw invalidRequest(part, validationErrors(schema, converted))
  }
}

/** A compiled check, made when it is first needed. */
const fitting = (schema: TSchema): ((value: unknown) => boolean) => {
  let compiled: ReturnType<typeof compile> | undefined
  return (value) => {
    compiled ??= compile(schema)
    return compiled.Check(value)
  }
}

const compile = (schema: TSchema) => Compile(schema)

/** The parts of a JSON schema that are read here. */
interface Shape {
  readonly anyOf?: readonly TSchema[]
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: Readonly<Record<string, TSchema>>
  readonly maxItems?: number
  readonly maxProperties?: number
}

const shapeOf = (schema: TSchema): Shape => schema as Shape

/**
 * The first list or object with more entries than allowed, found by counting alone: a check of millions of entries would
 * take seconds. An object without a limit of its own has at most the properties of its schema.
 */
const sizeError = (schema: TSchema, value: unknown): ValidationError | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { anyOf, most, entry, properties } = sizesOf(schema)
  if (anyOf) {
    const errors = meantBy(anyOf, value).map((one) => sizeError(one, value))
    return errors.every((error) => error) ? errors[0] : undefined
  }
  if (Array.isArray(value)) {
    if (value.length > most.entries)
      return { pointer: '', message: `has ${value.length} entries, expected at most ${most.entries}` }
    for (let k = 0; entry && k < value.length; k++) {
      const found = sizeError(entry, value[k])
      if (found) return within(k, found)
    }
    return undefined
  }
  if (countKeys(value, most.keys) > most.keys)
    return { pointer: '', message: `has more properties than the ${most.keys} that are allowed` }
  for (let k = 0; k < properties.length; k++) {
    const [name, property] = properties[k]!
    const found = Object.hasOwn(value, name)
      ? sizeError(property, (value as Record<string, unknown>)[name])
      : undefined
    if (found) return within(name, found)
  }
  return undefined
}

/** What a schema says of sizes. Entries and properties that have no size themselves are left out. */
interface Sizes {
  readonly anyOf: readonly TSchema[] | undefined
  readonly most: { readonly entries: number; readonly keys: number }
  readonly entry: TSchema | undefined
  readonly properties: readonly (readonly [string, TSchema])[]
}

const knownSizes = new WeakMap<TSchema, Sizes>()

const sizesOf = (schema: TSchema): Sizes => {
  const known = knownSizes.get(schema)
  if (known) return known
  const { anyOf, items, properties = {}, maxItems = Number.POSITIVE_INFINITY } = shapeOf(schema)
  const sizes = {
    anyOf,
    most: { entries: maxItems, keys: maxKeys(schema) },
    entry: items && hasSize(items) ? items : undefined,
    properties: Object.entries(properties).filter(([, property]) => hasSize(property)),
  }
  knownSizes.set(schema, sizes)
  return sizes
}

/** Whether values of a schema can be lists or objects. */
const hasSize = (schema: TSchema): boolean => {
  const { type } = schema as { readonly type?: unknown }
  return type === undefined || type === 'array' || type === 'object'
}

/** Most values have no error, so its place is only told on the way back. */
const within = (place: string | number, { pointer, message }: ValidationError): ValidationError => ({
  pointer: `/${place}${pointer}`,
  message,
})

/** The alternatives of a union that know all properties of the value, or else all. */
const meantBy = (shapes: readonly TSchema[], value: unknown): readonly TSchema[] => {
  const meant = shapes.filter((one) => isMeant(one, value))
  return meant.length > 0 ? meant : shapes
}

const isMeant = (schema: TSchema, value: unknown): boolean => {
  const { properties } = shapeOf(schema)
  if (!properties || typeof value !== 'object' || value === null) return true
  for (const name in value) if (!Object.hasOwn(properties, name)) return false
  return true
}

/** Objects whose unexpected properties are worth naming have about as many as expected. */
const SPARE = 100

const maxKeys = (schema: TSchema): number => {
  const { properties, maxProperties } = shapeOf(schema)
  if (maxProperties !== undefined) return maxProperties
  return properties ? Object.keys(properties).length + SPARE : Number.POSITIVE_INFINITY
}

/** Counts no further than needed. */
const countKeys = (value: object, most: number): number => {
  let count = 0
  for (const _ in value) if (++count > most) break
  return count
}

/** Collects validation errors; for a union, those of the closest alternative. */
const validationErrors = (schema: TSchema, value: unknown): readonly ValidationError[] => {
  const shapes = meantBy(shapeOf(schema).anyOf ?? [schema], value)
  const found = shapes.map((shape) => allErrors(shape, value))
  const nearest = found.reduce((best, errors) => (errors.length < best.length ? errors : best))
  return nearest.slice(0, MAX_ERRORS)
}

const allErrors = (schema: TSchema, value: unknown, pointer = ''): readonly ValidationError[] => {
  if (isLarge(value)) {
    const inner = firstInvalid(schema, value)
    if (inner) return allErrors(inner.schema, inner.value, pointer + inner.pointer)
  }
  const part = excerpt(value)
  const errors = [...Value.Errors(schema, part)].filter(({ keyword }) => keyword !== 'boolean')
  return withoutAlternatives(errors).map(({ instancePath, schemaPath, message, params, keyword }) => {
    const found = OF_VALUES.has(keyword) ? `; found ${shownValue(partAt(part, instancePath))}` : ''
    return {
      pointer: pointer + instancePath,
      message: `${describeError(message, params, schema, schemaPath)}${found}`,
    }
  })
}

/** The keywords of a schema that are about a value itself, which the message then has. */
const OF_VALUES = new Set([
  ...['type', 'enum', 'const', 'pattern', 'format', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
])

type SchemaError = ReturnType<typeof Value.Errors>[number]

const MUST_BE = 'must be '

/** Of the errors of a value that may have several types, one names them all, or those of the type that it has remain. */
const withoutAlternatives = (errors: readonly SchemaError[]): readonly SchemaError[] => {
  const unions = new Set(errors.flatMap((one) => (one.keyword === 'anyOf' ? [one.instancePath] : [])))
  const at = (path: string): readonly SchemaError[] =>
    errors.filter(({ instancePath, keyword }) => instancePath === path && keyword !== 'anyOf')
  const only = (path: string): readonly SchemaError[] => {
    const [types, others] = [at(path).filter(isOfType), at(path).filter((one) => !isOfType(one))]
    if (others.length > 0 || !types[0]) return others
    const names = types.map(({ message }) => message.replace(MUST_BE, ''))
    return [{ ...types[0], message: `${MUST_BE}${names.join(', ')}` }]
  }
  return [
    ...errors.filter(({ instancePath }) => !unions.has(instancePath)),
    ...[...unions].flatMap((path) => only(path)),
  ]
}

const isOfType = ({ keyword }: SchemaError): boolean => keyword === 'type'

/** Whether there are more values inside this one than are searched for errors. */
const isLarge = (value: unknown): boolean => {
  const waiting = [value]
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > MAX_VALUES) return true
    const one = waiting.pop()
    if (typeof one !== 'object' || one === null) continue
    if (countKeys(one, MAX_VALUES) > MAX_VALUES) return true
    waiting.push(...Object.values(one))
  }
  return false
}

interface Inner {
  readonly schema: TSchema
  readonly value: unknown
  readonly pointer: string
}

/** The first entry of a list or an object that does not fit its own schema; undefined if the fault is elsewhere. */
const firstInvalid = (schema: TSchema, value: unknown): Inner | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { items, properties = {}, patternProperties = {} } = shapeOf(schema)
  const [other] = Object.values(patternProperties)
  const checks = new Map<TSchema, (entry: unknown) => boolean>()
  for (const [key, entry] of entriesOf(value)) {
    const one = Array.isArray(value) ? items : Object.hasOwn(properties, key) ? properties[key] : other
    if (!one) continue
    const fits = checks.get(one) ?? fitting(one)
    checks.set(one, fits)
    if (!fits(entry)) return { schema: one, value: entry, pointer: `/${escaped(String(key))}` }
  }
  return undefined
}

const entriesOf = (value: object): Iterable<[string | number, unknown]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value)

/** A name in a JSON pointer (RFC 6901). */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** A large value cut to its first entries: what is wrong with it is not inside them. */
const excerpt = (value: unknown): unknown => {
  if (!isLarge(value) || typeof value !== 'object' || value === null) return value
  return Array.isArray(value)
    ? value.slice(0, MAX_ERRORS)
    : Object.fromEntries(Object.entries(value).slice(0, MAX_VALUES))
}

/** The parameters of an error that say what is allowed. */
interface ErrorParams {
  readonly additionalProperties?: unknown
  readonly allowedValues?: readonly unknown[]
  readonly allowedValue?: unknown
}

/** Names unexpected properties, and the allowed properties and values. */
const describeError = (message: string, params: object, schema: TSchema, schemaPath: string): string => {
  const { additionalProperties, allowedValues, allowedValue } = params as ErrorParams
  if (allowedValues) return `must be one of ${allowedValues.join(', ')}`
  if (allowedValue !== undefined) return `must be ${allowedValue}`
  if (!Array.isArray(additionalProperties)) return message
  const known = Object.keys((partAt(schema, schemaPath) as Shape | undefined)?.properties ?? {})
  const expected = known.length > 0 ? `; expected ${known.join(', ')}` : ''
  return `${message}: ${additionalProperties.slice(0, MAX_ERRORS).join(', ')}${expected}`
}

/** What is at a path such as `#/properties/events/items`. */
const partAt = (whole: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], whole)
