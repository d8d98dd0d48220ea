import { dateStyleOf } from '../columns/dates.js'
import { isIdName, isNumberedName, TEXT_NAMES } from '../columns/detect.js'
import { LABEL_NAMES, OTHER_LABEL_NAMES } from '../columns/label-column.js'
import { isMissingNumber, numberStyleOf } from '../columns/numbers.js'
import { numberOf } from '../words.js'

type Fields = readonly string[]

/** Where the values of a table begin. */
export interface Header {
  /** The index of the row with the names; −1 if there is none. */
  readonly at: number
  /** The names of the columns, unique and on one line. */
  readonly names: readonly string[]
}

/** A title and a few remarks; more rows are data. */
const MAX_TITLES = 10
const HEADER_NAMES = new Set([...LABEL_NAMES, 'id', 'text', 'name', 'subject', 'message'])
const MAX_NAME_LENGTH = 64
/** Questions of a survey are column names too. */
const MAX_SURE_LENGTH = 400

/**
 * Finds the names of the columns in the first rows. Reports often have a title, a date and an empty row above them.
 *
 * @example
 * headerOf([['Tickets 2025', ''], ['', ''], ['Nr', 'Text'], ['7', 'late']], 'auto') // => { at: 2, names: ['Nr', 'Text'] }
 * headerOf([['id', 'Text', 'Text', ''], ['7', 'late', 'a', 'b']], 'auto').names // => ['id', 'Text', 'Text (2)', 'Unnamed: 3']
 * headerOf([['7', 'late'], ['8', 'again']], 'auto') // => { at: -1, names: ['1', '2'] }
 */
export const headerOf = (rows: readonly Fields[], header: boolean | 'auto'): Header => {
  const at = header === 'auto' ? headerAt(rows) : header ? 0 : -1
  const first = rows[Math.max(0, at)] ?? []
  return { at, names: at < 0 ? first.map((_, k) => String(k + 1)) : uniqueNames(first) }
}

const headerAt = (rows: readonly Fields[]): number => {
  const titles = titleRows(rows)
  if (titles > 0 && looksLikeHeader(rows[titles]!, rows.slice(titles + 1))) return titles
  return looksLikeHeader(rows[0] ?? [], rows.slice(1)) ? 0 : -1
}

const filledIn = (row: Fields): number => row.filter((field) => field.trim() !== '').length

/** The number of rows at the beginning that are nearly empty, before one that is nearly full. */
const titleRows = (rows: readonly Fields[]): number => {
  const width = Math.max(...rows.slice(0, 100).map(filledIn))
  if (width < 2) return 0
  // Groups of columns have names too, in merged cells of which one is filled in.
  const isTitle = (row: Fields): boolean => filledIn(row) <= Math.max(1, 0.45 * width)
  const at = rows.slice(0, MAX_TITLES + 1).findIndex((row) => !isTitle(row))
  return at > 0 && filledIn(rows[at]!) >= 0.6 * width ? at : 0
}

/** Pandas leaves the name of its index empty, and calls a column without a name by its number. */
const uniqueNames = (first: Fields): string[] => {
  const names = new Set<string>()
  const numbers = new Map<string, number>()
  for (const [k, field] of first.entries()) {
    const name = field.trim().replace(/\s+/g, ' ') || `Unnamed: ${k}`
    let n = numbers.get(name) ?? 1
    let free = name
    while (names.has(free)) free = `${name} (${++n})`
    numbers.set(name, n)
    names.add(free)
  }
  return [...names]
}

const isNumber = (text: string): boolean => !Number.isNaN(numberOf(text.trim()))

/** Whether a name is so usual that it is hardly a value. */
const isUsualName = (name: string): boolean =>
  TEXT_NAMES.test(name) ||
  OTHER_LABEL_NAMES.includes(name.toLowerCase()) ||
  isIdName(name) ||
  isNumberedName(name)

/** Whether all values are numbers or dates, which names are not. */
const isTyped = (values: readonly string[]): boolean => {
  const present = values.filter((value) => !isMissingNumber(value))
  return present.length > 0 && (numberStyleOf(present) ?? dateStyleOf(present)) !== undefined
}

/** Whether a row is a header: it has a usual name, a name above numbers or dates, or names that are not values below. */
const looksLikeHeader = (first: Fields, rows: readonly Fields[]): boolean => {
  const names = first.map((name) => name.trim())
  if (names.every((name) => name === '') || names.some((name) => name.length > MAX_SURE_LENGTH)) return false
  if (names.some((name) => HEADER_NAMES.has(name.toLowerCase()))) return true
  // A file that has nothing but its header.
  if (rows.length === 0) return names.filter(isUsualName).length > 1
  const columns = names.map((_, k) => rows.flatMap((row) => row[k] ?? []))
  const isNamed = (name: string): boolean => !isMissingNumber(name) && !isTyped([name])
  if (names.some((name, k) => isNamed(name) && isTyped(columns[k]!))) return true
  const isEmpty = (k: number): boolean => columns[k]!.every((value) => value.trim() === '')
  const given = names.filter((name, k) => name !== '' || !isEmpty(k))
  if (new Set(given).size < given.length) return false
  if (given.some((name) => name === '' || name.length > MAX_NAME_LENGTH || isNumber(name))) return false
  return names.every((name, k) => name === '' || !columns[k]!.includes(name))
}
