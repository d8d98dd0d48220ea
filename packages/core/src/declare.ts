import { nearest } from './nearest.js'

/** What a declared value can be. */
export type Value = string | number | boolean | readonly string[]

/**
 * A named value as data. Parameters of algorithms, flags of commands and settings of the service extend it, and
 * parsing, validation, help and docs come from it.
 */
export interface Declaration {
  /** A `file` is a text that the shell completes with file names; a `list` has commas between its parts in a text. */
  readonly type: 'switch' | 'text' | 'file' | 'number' | 'whole' | 'list'
  readonly summary: string
  readonly default?: Value
  /** The range of a number: open ends with `above` / `below`, closed ends with `min` / `max`. */
  readonly above?: number
  readonly below?: number
  readonly min?: number
  readonly max?: number
  /** The only values there are. */
  readonly choices?: readonly string[]
  /** The name of the value in help: N, FILE. */
  readonly hint?: string
}

/** The type of a declared value. */
export type ValueOf<D extends Declaration> = D extends { type: 'number' | 'whole' }
  ? number
  : D extends { type: 'switch' }
    ? boolean
    : D extends { type: 'list' }
      ? readonly string[]
      : string

const SWITCHES = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/**
 * The value that a text stands for. A text that cannot be converted is returned as it is, for `expectedOf` to refuse.
 *
 * @example
 * parseText({ type: 'whole', summary: 'the port' }, '8642') // => 8642
 * parseText({ type: 'list', summary: 'the classes' }, 'ham, spam') // => ['ham', 'spam']
 * parseText({ type: 'whole', summary: 'the labels' }, '1.000') // => '1.000'
 * parseText({ type: 'number', summary: 'the ratio' }, 'ten') // => 'ten'
 */
export const parseText = ({ type }: Declaration, text: string): Value => {
  const bare = text.trim()
  // In many countries 1.000 is a thousand.
  if (type === 'whole' && bare.includes('.')) return text
  if (type === 'number' || type === 'whole')
    return bare === '' || Number.isNaN(Number(bare)) ? text : Number(bare)
  if (type === 'switch') return SWITCHES.get(bare.toLowerCase()) ?? text
  if (type === 'list') return bare.split(/\s*,\s*/).filter((part) => part !== '')
  return text
}

const inRange = ({ type, above, below, min, max }: Declaration, value: unknown): boolean =>
  typeof value === 'number' &&
  (type === 'whole' ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
  (above === undefined || value > above) &&
  (min === undefined || value >= min) &&
  (below === undefined || value < below) &&
  (max === undefined || value <= max)

/**
 * Whether a value has the declared type, range and choices.
 *
 * @example
 * admits({ type: 'number', summary: 'the ratio', above: 0, max: 1 }, 0.1) // => true
 * admits({ type: 'number', summary: 'the ratio', above: 0, max: 1 }, '0.1') // => false
 */
export const admits = (declaration: Declaration, value: unknown): value is Value => {
  const { type, choices } = declaration
  if (type === 'number' || type === 'whole') return inRange(declaration, value)
  if (type === 'switch') return typeof value === 'boolean'
  if (type === 'list') return Array.isArray(value) && value.every((part) => typeof part === 'string')
  return typeof value === 'string' && value !== '' && (choices?.includes(value) ?? true)
}

/**
 * What is expected in place of a value that is not admitted, for an error message.
 *
 * @example
 * expectedOf({ type: 'whole', summary: 'the port', min: 0, max: 65535 }, 'x') // => 'a whole number from 0 to 65535'
 * expectedOf({ type: 'text', summary: 'the task', choices: ['one', 'two'] }, 'onw') // => 'one of one, two; did you mean one?'
 */
export const expectedOf = (declaration: Declaration, found?: unknown): string => {
  const { type, choices, hint } = declaration
  if (choices) {
    const near = typeof found === 'string' ? nearest(found, choices) : undefined
    return `one of ${choices.join(', ')}${near === undefined ? '' : `; did you mean ${near}?`}`
  }
  if (type === 'number' || type === 'whole') return expectedNumber(declaration)
  if (type === 'switch') return 'true or false'
  if (type === 'list') return 'a list of texts'
  return `a text that is not empty${hint === undefined ? '' : ` (${hint})`}`
}

const expectedNumber = ({ type, above, below, min, max }: Declaration): string => {
  const from = above !== undefined ? `above ${above}` : min !== undefined ? `from ${min}` : ''
  const joined = above !== undefined ? 'and at most' : min !== undefined ? 'to' : 'up to'
  const to =
    below !== undefined ? `${from && 'and '}below ${below}` : max !== undefined ? `${joined} ${max}` : ''
  return [type === 'whole' ? 'a whole number' : 'a number', from, to].filter(Boolean).join(' ')
}

/**
 * The summary as help and docs print it: with the choices that the hint hides, and the default.
 *
 * @example
 * described({ type: 'whole', summary: 'the port to listen on', default: 8642 }) // => 'the port to listen on [8642]'
 */
export const described = (declaration: Declaration, standard = defaultOf(declaration)): string => {
  const { summary, choices, hint } = declaration
  const listed = choices && hint ? ` (${choices.join(', ')})` : ''
  return `${summary}${listed}${standard === undefined ? '' : ` [${standard}]`}`
}

/** The default in a word; none for a switch, which is off, and for an empty list. */
const defaultOf = ({ type, default: value }: Declaration): string | undefined =>
  type === 'switch' || value === undefined ? undefined : String(value) || undefined

/** A longer list is not repeated after a name that was probably meant. */
const MAX_LISTED = 12

/**
 * The hint of an error about an unknown name: what was probably meant, and what is known.
 *
 * @example
 * suggestion('prot', ['host', 'port']) // => 'did you mean port? Expected one of host, port'
 * suggestion('xyzzy', ['host', 'port']) // => 'expected one of host, port'
 */
export const suggestion = (written: string, known: readonly string[], otherwise?: string): string => {
  const near = nearest(written, known)
  const list = `xpected one of ${known.join(', ')}`
  if (near === undefined) return otherwise ?? `e${list}`
  return `did you mean ${near}?${otherwise === undefined && known.length <= MAX_LISTED ? ` E${list}` : ''}`
}
