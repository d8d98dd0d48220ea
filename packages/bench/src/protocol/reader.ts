import { benchError } from '../errors.js'

/** Reads a value of unknown shape, and says where it is not what it should be. */
export type Reader<T> = (value: unknown, path: string) => T

/** What was found, in JSON where it can be said so. */
const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'object' && typeof value !== 'string') return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    return 'an object'
  }
}

const refuse = (value: unknown, path: string, expected: string): never => {
  const text = shown(value)
  const found = text.length > 60 ? `${text.slice(0, 57)}…` : text
  throw benchError('protocol/field', { found, path: path === '' ? 'its top' : path, expected })
}

export const text: Reader<string> = (value, path) =>
  typeof value === 'string' && value !== '' ? value : refuse(value, path, 'a text')

export const truth: Reader<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : refuse(value, path, 'true or false')

export const number =
  (expected: string, holds: (value: number) => boolean): Reader<number> =>
  (value, path) =>
    typeof value === 'number' && Number.isFinite(value) && holds(value)
      ? value
      : refuse(value, path, expected)

export const finite = number('a number', () => true)

export const whole = (least: number, most: number): Reader<number> =>
  number(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && value >= least && value <= most,
  )

export const oneOf =
  <const T extends string>(choices: readonly T[]): Reader<T> =>
  (value, path) =>
    choices.find((choice) => choice === value) ?? refuse(value, path, `one of ${choices.join(', ')}`)

export const either =
  <A, B>(first: Reader<A>, second: Reader<B>, isFirst: (value: unknown) => boolean): Reader<A | B> =>
  (value, path) =>
    isFirst(value) ? first(value, path) : second(value, path)

/** A list, not longer than so many. */
export const list =
  <T>(of: Reader<T>, least = 0, most = 10_000): Reader<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return refuse(value, path, `a list of ${least} to ${most}`)
    return value.map((one, k) => of(one, `${path}[${k}]`))
  }

/** Values by name. */
export const record =
  <T>(of: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value, path) =>
    Object.fromEntries(
      Object.entries(plain(value, path)).map(([key, one]) => [key, of(one, `${path}.${key}`)]),
    )

const plain = (value: unknown, path: string): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : refuse(value, path, 'an object')

type Fields = Readonly<Record<string, Reader<unknown>>>

type Read<R extends Fields, O extends Fields> = { readonly [K in keyof R]: ReturnType<R[K]> } & {
  readonly [K in keyof O]?: ReturnType<O[K]>
}

/** An object with these fields, and no other: a field that is misspelt must not be passed over. */
export const object =
  <const R extends Fields, const O extends Fields>(required: R, optional: O): Reader<Read<R, O>> =>
  (value, path) => {
    const given = plain(value, path)
    const at = (key: string): string => (path === '' ? key : `${path}.${key}`)
    const known = [...Object.keys(required), ...Object.keys(optional)]
    for (const key of Object.keys(given))
      if (!known.includes(key)) refuse(given[key], at(key), `only the fields ${known.join(', ')}`)
    const read: Record<string, unknown> = {}
    for (const [key, reader] of Object.entries(required)) read[key] = reader(given[key], at(key))
    for (const [key, reader] of Object.entries(optional))
      if (given[key] !== undefined) read[key] = reader(given[key], at(key))
    return read as Read<R, O>
  }
