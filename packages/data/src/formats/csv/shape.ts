import { dataError } from '../../errors.js'
import type { ItemOptions } from '../options.js'
import { kindOf } from '../table/kinds.js'
import { LABEL_NAMES, labelColumnOf, type Roles, rolesOf } from '../table/roles.js'
import { numberOf } from '../words.js'

/** How a CSV file is to be read. */
export interface Shape {
  readonly names: readonly string[]
  readonly hasHeader: boolean
  readonly roles: Roles
}

/** From the first rows of a file. */
export const shapeOf = (
  rows: readonly (readonly string[])[],
  options: ItemOptions,
  source: string,
): Shape => {
  const first = rows[0]
  if (!first) throw dataError('columns/none', {}, { source, line: 1, column: 1 })
  const { header = 'auto' } = options
  const hasHeader = header === 'auto' ? looksLikeHeader(first, rows.slice(1)) : header
  const names = hasHeader ? first.map((name) => name.trim()) : first.map((_, k) => String(k + 1))
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) throw dataError('columns/twice', { name: twice }, { source, line: 1, column: 1 })
  const body = (hasHeader ? rows.slice(1) : rows).filter((row) => row.length === names.length)
  const label = labelColumnOf(names, options, source, names.length > 1 ? names.length - 1 : -1)
  const roles = rolesOf(names, label, (k) => kindOf(body.map((row) => row[k]!)), options, source)
  return { names, hasHeader, roles }
}

const TELLING_NAMES = new Set([...LABEL_NAMES, 'id', 'text', 'name', 'subject', 'message'])
const LONGEST_NAME = 64

/** Are these names of columns rather than values? Names differ, are no numbers, and do not come again below. */
const looksLikeHeader = (first: readonly string[], rows: readonly (readonly string[])[]): boolean => {
  const names = first.map((name) => name.trim())
  if (new Set(names).size < names.length) return false
  if (names.some((name) => name === '' || name.length > LONGEST_NAME || !Number.isNaN(numberOf(name))))
    return false
  if (names.some((name) => TELLING_NAMES.has(name.toLowerCase()))) return true
  const columns = names.map((_, k) => rows.flatMap((row) => row[k] ?? []))
  if (rows.length > 0 && columns.some((values) => kindOf(values) === 'number')) return true
  return rows.length > 0 && names.every((name, k) => !columns[k]!.includes(name))
}
