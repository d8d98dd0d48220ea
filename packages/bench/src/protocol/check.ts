import { nearest } from '@askance/core/internals'
import type { Static, TSchema } from 'typebox'
import { Errors } from 'typebox/schema'
import { benchError } from '../errors.js'

/** A schema, or a part of one, as plain data. */
interface Node {
  readonly expected?: string
  readonly properties?: Readonly<Record<string, Node>>
}

/**
 * Validates a value and removes undefined fields; the error names the first invalid field,
 * what was found there and what was expected. `at` is the path of the value itself.
 */
export const checked = <T extends TSchema>(schema: T, value: unknown, at = ''): Static<T> => {
  const [isValid, [first]] = Errors(schema, value)
  if (!isValid && first) throw fieldError(schema, value, first, at)
  // A valid value contains only JSON; undefined fields would hide defaults.
  return JSON.parse(JSON.stringify(value))
}

type SchemaError = ReturnType<typeof Errors>[1][number]

const fieldError = (schema: TSchema, value: unknown, error: SchemaError, at: string): Error => {
  const path = keysOf(error.instancePath)
  const inSchema = keysOf(error.schemaPath.replace(/^#/, '').replace(/\/anyOf\/.*$/, ''))
  if (error.keyword === 'boolean') {
    const known = Object.keys(nodeAt(schema, inSchema.slice(0, -1)).properties ?? {})
    const near = nearest(path.at(-1) ?? '', known)
    const hint = near === undefined ? '' : `; did you mean ${near}?`
    return refusal(value, path, at, `only the fields ${known.join(', ')}${hint}`)
  }
  const node = nodeAt(schema, inSchema)
  if (error.keyword !== 'required') return refusal(value, path, at, node.expected)
  const missing = error.params.requiredProperties[0] ?? ''
  return refusal(value, [...path, missing], at, node.properties?.[missing]?.expected)
}

/** The keys of a JSON pointer. */
const keysOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

const nodeAt = (schema: TSchema, keys: readonly string[]): Node =>
  keys.reduce((node: unknown, key) => (node as Readonly<Record<string, unknown>>)[key], schema) as Node

const refusal = (value: unknown, keys: readonly string[], at: string, expected = 'something else'): Error => {
  let [found, path] = [value, at]
  for (const key of keys) {
    path += Array.isArray(found) ? `[${key}]` : path === '' ? key : `.${key}`
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[key]
  }
  const text = shown(found)
  return benchError('protocol/field', {
    found: text.length > 60 ? `${text.slice(0, 57)}…` : text,
    path: path === '' ? 'its top' : path,
    expected,
  })
}

/** The value found, as JSON if possible. */
const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'object' && typeof value !== 'string') return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    return 'an object'
  }
}
