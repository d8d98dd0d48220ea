import type { Column } from '../../item.js'
import { dateStyleOf, numericDateStyle, parsedDate } from './dates.js'
import { isMissingNumber, numberStyleOf } from './numbers.js'
import type { ColumnSpec } from './roles.js'
import { isVectorColumn } from './vectors.js'

/** What the values of a column look like. */
export interface Detected {
  readonly spec: ColumnSpec
  /** The reason, if the column is not used as it is. */
  readonly why?: string
  /** How sure it is that the values name the items: 3 by name, 2 by form, 1 because they differ. */
  readonly idRank?: 1 | 2 | 3
  readonly distinct: number
  readonly rows: number
}

/** The declared type of a column, in formats that have types. */
export type DeclaredType = 'number' | 'string' | 'text' | 'category' | 'date' | 'nested' | 'vector' | 'empty'

/** With fewer rows, the values of a column say little about it. */
const MIN_ROWS = 10
const MIN_UNIQUE_ROWS = 50
/** So many rows are sampled; longer files may have other values later. */
export const SAMPLE_ROWS = 1000

/** Categories are shorter than this, and there are few of them. */
const MAX_CATEGORY_LENGTH = 64
const MAX_CATEGORIES = 20
const MAX_CATEGORY_SHARE = 0.1

/** Text if the values are long, or many with blanks; else categories. */
const wordKind = (filled: readonly string[], different: number): Exclude<Column['kind'], 'number'> => {
  if (filled.some((value) => value.length > MAX_CATEGORY_LENGTH)) return 'text'
  const blanks = filled.filter((value) => /\S\s+\S/.test(value)).length
  return !isFew(different, filled.length) && 2 * blanks > filled.length ? 'text' : 'category'
}

/** Names of columns that are texts. */
export const TEXT_NAMES =
  /^(?:text|body|message|content|description|subject|title|comment|review|sentence|question|summary|note|e?mail|tweet|post|nachricht|inhalt|betreff|beschreibung|texte|texto)$/i

/** A few texts look like categories, so the name decides if they have blanks and most of them differ. */
const isNamedText = (name: string, filled: readonly string[]): boolean =>
  TEXT_NAMES.test(name.trim()) &&
  2 * new Set(filled).size > filled.length &&
  2 * filled.filter((value) => /\S\s+\S/.test(value)).length > filled.length

const isFew = (different: number, values: number): boolean =>
  different <= Math.max(MAX_CATEGORIES, MAX_CATEGORY_SHARE * values)

const PANDAS_INDEX = /^(?:unnamed: \d+|__index_level_\d+__)$/i

const tokensOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((token) => token !== '')

const ID_TOKENS = new Set(['id', 'ids', 'uuid', 'guid', 'uid', 'rowid', 'objectid'])
const NUMBER_TOKENS = new Set(['no', 'nr', 'num', 'number', 'key', '#', 'ref', 'reference', 'idx', 'row'])

/** Whether the name says that the column names the items. */
export const isIdName = (name: string): boolean => {
  const tokens = tokensOf(name)
  return (
    ID_TOKENS.has(tokens.at(-1) ?? '') || ID_TOKENS.has(tokens[0] ?? '') || /^\w+id$/.test(squeezed(name))
  )
}

/** `TicketID` and `TICKETID`, but not `paid` or `valid`. */
const squeezed = (name: string): string => (/[a-z]ID$|^[A-Z]{3,}ID$/.test(name) ? name.toLowerCase() : '')

export const isNumberedName = (name: string): boolean =>
  NUMBER_TOKENS.has(tokensOf(name).at(-1) ?? '') || /nummer$/i.test(name.trim())

const UUID = /^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i
const HEX = /^(?=.*\d)(?:[\da-f]{16}|[\da-f]{24}|[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/i
const CODE = /^[^\d\s]{1,12}\d{2,}[\w-]*$/
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const LINK = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S+$/i

const countsUp = (values: readonly string[]): boolean => {
  const first = Number(values[0])
  return Number.isInteger(first) && values.every((value, k) => Number(value) === first + k)
}

/** What a column is used for if it has no values yet. */
const EMPTY_SPECS = {
  number: 'number',
  string: 'category',
  category: 'category',
  date: 'datetime:iso',
  nested: 'ignore',
  vector: 'vector',
} as const satisfies Record<Exclude<DeclaredType, 'text' | 'empty'>, ColumnSpec>

/** Detects how a column is used, by its name and its first values. */
export const detectColumn = (
  name: string,
  values: readonly string[],
  {
    declared,
    delimiter,
  }: { readonly declared?: DeclaredType | undefined; readonly delimiter?: string | undefined } = {},
): Detected => {
  const present = values.filter((value) => !isMissingNumber(value))
  const rows = values.length
  const distinct = new Set(present).size
  const facts = { distinct, rows }
  if (declared === 'text') return { ...facts, spec: 'text' }
  if (declared === 'vector' || (declared === undefined && isVectorColumn(name, values)))
    return { ...facts, spec: 'vector' }
  if (declared === 'nested') return { ...facts, spec: 'ignore', why: 'holds lists or structures' }
  if (present.length === 0)
    return rows >= MIN_ROWS || declared === 'empty'
      ? { ...facts, spec: 'ignore', why: 'is empty' }
      : { ...facts, spec: EMPTY_SPECS[declared ?? 'category'] }
  const isWords = declared === 'string' || declared === 'category'
  const style = isWords ? undefined : numberStyleOf(present, delimiter)
  const found =
    style === undefined || declared === 'date'
      ? wordColumn(name, values, present, distinct, declared)
      : numberColumn(name, present, distinct, rows, style === 'plain' ? 'number' : `number:${style}`)
  const isConstant = distinct === 1 && rows >= MIN_ROWS && present.length === rows && !('idRank' in found)
  return {
    ...facts,
    ...(isConstant
      ? { spec: 'ignore', why: `is the same in ${rows < SAMPLE_ROWS ? 'all' : 'the first'} rows` }
      : found),
  }
}

type Found = Pick<Detected, 'spec' | 'why' | 'idRank'>

const numberColumn = (
  name: string,
  present: readonly string[],
  distinct: number,
  rows: number,
  spec: ColumnSpec,
): Found => {
  const isUnique = distinct === present.length
  if (spec !== 'number') return { spec }
  const isComplete = present.length === rows && isUnique && countsUp(present)
  if (isIdName(name) || (isNumberedName(name) && isUnique && rows >= MIN_ROWS && present.every(isWhole)))
    return namedId(distinct, present.length)
  if (isUnique && PANDAS_INDEX.test(name.trim()))
    return { spec: 'ignore', why: 'is the index of pandas', idRank: 1 }
  if (isComplete && rows >= MIN_ROWS) return { spec: 'ignore', why: 'counts the rows', idRank: 1 }
  const date = numericDateStyle(name, present)
  if (date === 'compact') return { spec: 'date:compact' }
  return { spec: date ? `datetime:${date}` : 'number' }
}

const isWhole = (value: string): boolean => Number.isInteger(Number(value))

/** A column with the name of an identifier, which may repeat: the customer of an order, for example. */
const namedId = (distinct: number, filled: number): Found => {
  if (distinct >= 0.99 * filled) return { spec: 'id', why: 'by its name', idRank: 3 }
  return isFew(distinct, filled)
    ? { spec: 'category' }
    : { spec: 'ignore', why: 'is an identifier with many values' }
}

const wordColumn = (
  name: string,
  values: readonly string[],
  present: readonly string[],
  distinct: number,
  declared: DeclaredType | undefined,
): Found => {
  if (declared === 'category') return { spec: 'category' }
  const date = dateStyleOf(present)
  if (date) {
    const hasTime = present.some((value) => {
      const moment = parsedDate(value, date)
      return moment?.hasTime && moment.days % 1 !== 0
    })
    return { spec: `${hasTime ? 'datetime' : 'date'}:${date}` }
  }
  const filled = values.filter((value) => value !== '')
  const isUnique = new Set(filled).size === filled.length
  const hasBlanks = filled.some((value) => /\s/.test(value.trim()))
  if (isIdName(name) && !hasBlanks) return namedId(distinct, filled.length)
  const isCoded = (value: string): boolean => UUID.test(value) || HEX.test(value) || CODE.test(value)
  if (isUnique && filled.length >= MIN_ROWS && filled.every(isCoded))
    return { spec: 'id', why: 'a different code in every row', idRank: 2 }
  if (wordKind(filled, new Set(filled).size) === 'text' || isNamedText(name, filled)) return { spec: 'text' }
  const links = filled.filter((value) => LINK.test(value) || ADDRESS.test(value)).length
  if (!isFew(distinct, filled.length) && 2 * links > filled.length) return { spec: 'text' }
  if (isUnique && filled.length >= MIN_UNIQUE_ROWS && !hasBlanks)
    return { spec: 'id', why: 'a different value in every row', idRank: 1 }
  return { spec: 'category' }
}
