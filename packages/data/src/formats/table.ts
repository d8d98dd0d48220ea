import { dataError } from '../errors.js'
import type { Cell, Column, Item } from '../item.js'
import { canonicalLabel } from '../labels.js'
import type { ItemDraft } from './format.js'
import type { ColumnKind, ItemOptions } from './options.js'
import { detached, Interned, numberOf, shown } from './words.js'

/** Spellings of a missing number. An empty field is missing in every column. */
const MISSING_NUMBERS = new Set(['', '?', 'NA', 'N/A', 'NaN', 'nan', 'null'])

export const isMissingNumber = (text: string): boolean => MISSING_NUMBERS.has(text.trim())

/** Categories are shorter than this, and there are few of them. */
const MAX_CATEGORY_LENGTH = 64
const MAX_CATEGORIES = 20
const MAX_CATEGORY_SHARE = 0.1

/** Detects the column type: number if all values are numbers; text if they are long, or many with blanks; else category. */
export const kindOf = (values: readonly string[]): Column['kind'] => {
  const present = values.filter((value) => !isMissingNumber(value))
  if (present.length === 0) return 'category'
  if (present.every((value) => !Number.isNaN(numberOf(value)))) return 'number'
  const filled = values.filter((value) => value !== '')
  if (filled.some((value) => value.length > MAX_CATEGORY_LENGTH)) return 'text'
  const different = new Set(filled).size
  const isFew = different <= Math.max(MAX_CATEGORIES, MAX_CATEGORY_SHARE * filled.length)
  const blanks = filled.filter((value) => /\S\s+\S/.test(value)).length
  return !isFew && 2 * blanks > filled.length ? 'text' : 'category'
}

/** The roles of the columns, by index from 0. */
export interface Roles {
  readonly label: number
  readonly id: number
  readonly text: readonly number[]
  /** The columns that become cells. */
  readonly cells: readonly number[]
  readonly columns: readonly Column[]
}

/** Default names of the label column, in order of preference. */
export const LABEL_NAMES = ['label', 'class', 'target', 'y', 'category']
const SEVERAL_LABELS_NAME = 'labels'
const ID_NAME = 'id'

/** The default names for these options; with several labels also `labels`. */
export const labelNamesFor = ({ multiLabel }: ItemOptions): readonly string[] =>
  multiLabel ? [SEVERAL_LABELS_NAME, ...LABEL_NAMES] : LABEL_NAMES
const TEXT_NAME = 'text'

/** Finds a column by one of several names, ignoring case; −1 if there is none. */
export const columnByName = (names: readonly string[], candidates: readonly string[]): number => {
  const lower = names.map((name) => name.trim().toLowerCase())
  return candidates.map((name) => lower.indexOf(name)).find((at) => at >= 0) ?? -1
}

/** The label column: from the option, by its name, or `otherwise`; −1 for none. */
export const labelColumnOf = (
  names: readonly string[],
  options: ItemOptions,
  source: string,
  otherwise: number,
): number => {
  const { labelColumn } = options
  if (labelColumn === false) return -1
  if (labelColumn !== undefined) return namedColumn(names, labelColumn, source)
  const found = columnByName(names, labelNamesFor(options))
  return found < 0 ? otherwise : found
}

/** The index of a column named in the options. */
export const namedColumn = (names: readonly string[], name: string, source: string): number => {
  const at = names.indexOf(name)
  if (at >= 0) return at
  const known = names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '')
  throw dataError('columns/unknown', { name, known }, { source })
}

/** Assigns roles to columns by their names, their values and the options. */
export const rolesOf = (
  names: readonly string[],
  label: number,
  guess: (column: number) => Column['kind'],
  options: ItemOptions,
  source: string,
): Roles => {
  for (const name of Object.keys(options.columns ?? {})) namedColumn(names, name, source)
  const { idColumn } = options
  const id = idColumn === undefined ? columnByName(names, [ID_NAME]) : namedColumn(names, idColumn, source)
  const kinds = names.map((name, k): ColumnKind => {
    if (k === label || k === id) return 'ignore'
    return Object.hasOwn(options.columns ?? {}, name) ? options.columns![name]! : guess(k)
  })
  const text = options.textColumns?.map((name) => namedColumn(names, name, source)) ?? textOf(names, kinds)
  const cells = names.map((_, k) => k).filter((k) => kinds[k] !== 'ignore' && !text.includes(k))
  const columns = cells.map((k): Column => ({ name: names[k]!, kind: kinds[k] as Column['kind'] }))
  return { label, id, text, cells, columns }
}

/** The column named `text`, or the only text column. Several text columns stay columns. */
const textOf = (names: readonly string[], kinds: readonly ColumnKind[]): number[] => {
  const texts = names.map((_, k) => k).filter((k) => kinds[k] === 'text')
  const named = texts.filter((k) => names[k]!.trim().toLowerCase() === TEXT_NAME)
  if (named.length === 1) return named
  return texts.length === 1 ? texts : []
}

/** The position of a field; called only for errors. */
export type FieldPlace = (column: number) => {
  readonly source: string
  readonly line: number
  readonly column?: number
}

/** Builds items from the fields of a table. */
export class ItemMaker {
  readonly #roles: Roles
  readonly #labels = new Interned()
  readonly #categories: readonly Interned[]

  constructor(roles: Roles) {
    this.#roles = roles
    this.#categories = roles.cells.map(() => new Interned())
  }

  /** Builds the item; null is a missing field. */
  item(fields: readonly (string | null)[], line: number, place: FieldPlace): Item {
    const { label, id, text, cells } = this.#roles
    const item: ItemDraft = { line }
    const idText = fields[id]?.trim()
    if (idText) item.id = detached(idText)
    const labelText = fields[label]?.trim()
    if (labelText) item.label = this.#labels.of(canonicalLabel(labelText))
    if (text.length > 0) item.text = this.#text(fields)
    if (cells.length > 0) item.cells = this.#cells(fields, place)
    return item
  }

  #text(fields: readonly (string | null)[]): string {
    const parts = this.#roles.text.map((k) => fields[k] ?? '').filter((part) => part !== '')
    return detached(parts.join('\n\n'))
  }

  #cells(fields: readonly (string | null)[], place: FieldPlace): Cell[] {
    const { cells, columns } = this.#roles
    const made = new Array<Cell>(cells.length)
    for (let k = 0; k < cells.length; k++) {
      const field = fields[cells[k]!] ?? ''
      const { kind, name } = columns[k]!
      if (kind === 'number') {
        const value = numberOf(field)
        if (Number.isNaN(value) && !isMissingNumber(field))
          throw dataError('columns/number', { name, found: shown(field) }, place(cells[k]!))
        made[k] = Number.isNaN(value) ? null : value
      } else if (field === '') made[k] = null
      else made[k] = kind === 'category' ? this.#categories[k]!.of(field) : detached(field)
    }
    return made
  }
}
