import { dataError } from '../errors.js'
import type { Cell, Column, Item } from '../item.js'
import { canonicalLabel, isMissingLabel } from '../labels.js'
import { type Moment, parsedDate } from './columns/dates.js'
import type { TableSample } from './columns/label-column.js'
import { isMissingNumber, parsedNumber } from './columns/numbers.js'
import { type DateStyle, type NumberStyle, parsedSpec } from './columns/roles.js'
import { understoodColumns } from './columns/understand.js'
import type { UnderstoodColumn } from './columns/understanding.js'
import { vectorIn } from './columns/vectors.js'
import type { ItemDraft } from './format.js'
import type { ItemOptions } from './options.js'
import { detached, Interned, shown } from './words.js'

/** How a field becomes a cell. */
interface CellReader {
  /** The index of the field. */
  readonly field: number
  readonly column: Column
  readonly number?: NumberStyle
  readonly date?: { readonly style: DateStyle; readonly part: DatePart }
}

type DatePart = (moment: Moment) => number | string

/** What the columns of a table are used for, by index from 0. */
export interface Roles {
  readonly understood: readonly UnderstoodColumn[]
  readonly label: number
  readonly id: number
  readonly vector: number
  readonly text: readonly number[]
  readonly cells: readonly CellReader[]
  /** The columns of the cells. */
  readonly columns: readonly Column[]
}

const TEXT_NAME = 'text'

/** Assigns roles to columns by the options, their names and their first values. */
export const rolesOf = (sample: TableSample, options: ItemOptions, source: string): Roles => {
  checkColumns(sample.names.length, source)
  const understood = understoodColumns(sample, options, source)
  const specs = understood.map(({ spec }) => parsedSpec(spec))
  const text =
    options.textColumns?.map((name) => sample.names.indexOf(name)) ?? textOf(sample.names, understood)
  const cells = understood.flatMap(({ name }, field): CellReader[] => {
    const { role, style } = specs[field]!
    if (role === 'date' || role === 'datetime')
      return dateCells(name, field, (style ?? 'iso') as DateStyle, role === 'datetime')
    if (role === 'number')
      return [{ field, column: { name, kind: role }, number: (style ?? 'plain') as NumberStyle }]
    if (role !== 'category' && (role !== 'text' || text.includes(field))) return []
    return [{ field, column: { name, kind: role } }]
  })
  const at = (wanted: string): number => specs.findIndex(({ role }) => role === wanted)
  const columns = cells.map(({ column }) => column)
  return { understood, label: at('label'), id: at('id'), vector: at('vector'), text, cells, columns }
}

/** What is known of each column takes memory, and a small compressed file can have very many. */
const MAX_COLUMNS = 1_000_000

/** Rejects a table with too many columns. */
export const checkColumns = (found: number, source: string): void => {
  if (found > MAX_COLUMNS) throw dataError('columns/many', { found, most: MAX_COLUMNS }, { source })
}

/** A date gives the days since 1970, the weekday and, with a time, the hour. */
const dateCells = (name: string, field: number, style: DateStyle, hasTime: boolean): CellReader[] => {
  const cell = (column: Column, part: DatePart): CellReader => ({ field, column, date: { style, part } })
  return [
    cell({ name, kind: 'number' }, ({ days }) => days),
    cell({ name: `${name} weekday`, kind: 'category' }, ({ weekday }) => weekday),
    ...(hasTime ? [cell({ name: `${name} hour`, kind: 'number' }, ({ hour }) => hour)] : []),
  ]
}

/** The column named `text`, or the only text column. Several text columns stay columns. */
const textOf = (names: readonly string[], understood: readonly UnderstoodColumn[]): number[] => {
  const texts = names.map((_, k) => k).filter((k) => understood[k]!.spec === 'text')
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
  readonly #roles: Pick<Roles, 'cells' | 'label' | 'id' | 'text' | 'vector'>
  readonly #labels = new Interned()
  readonly #categories: readonly Interned[]

  constructor(roles: Pick<Roles, 'cells'> & Partial<Roles>) {
    this.#roles = { label: -1, id: -1, vector: -1, text: [], ...roles }
    this.#categories = roles.cells.map(() => new Interned())
  }

  /** Builds the item; null is a missing field. The vector is that field, if it is not `given`. */
  item(fields: readonly (string | null)[], line: number, place: FieldPlace, given?: unknown): Item {
    const cells = this.#roles.cells.length > 0 ? this.cells(fields, place) : undefined
    const item = this.itemOf(fields, line, this.label(fields[this.#roles.label] ?? ''), cells)
    const { vector } = this.#roles
    const numbers = vector < 0 ? undefined : vectorIn(given ?? fields[vector], place(vector))
    if (numbers) item.vector = numbers
    return item
  }

  /** An item with this label and these cells; the fields give it its id and its text. */
  itemOf(
    fields: readonly (string | null)[],
    line: number,
    label: string | undefined,
    cells: Cell[] | undefined,
  ): ItemDraft {
    const { id, text } = this.#roles
    const item: ItemDraft = { line }
    const idText = fields[id]?.trim()
    if (idText) item.id = detached(idText)
    if (label !== undefined) item.label = label
    if (text.length > 0) item.text = this.#text(fields)
    if (cells) item.cells = cells
    return item
  }

  /** The label that a field stands for; undefined if it is missing. */
  label(field: string): string | undefined {
    const text = field.trim()
    return text === '' || isMissingLabel(text) ? undefined : this.#labels.of(canonicalLabel(text))
  }

  #text(fields: readonly (string | null)[]): string {
    const parts = this.#roles.text.map((k) => fields[k] ?? '').filter((part) => part !== '')
    return detached(parts.join('\n\n'))
  }

  /** The cells of an item. */
  cells(fields: readonly (string | null)[], place: FieldPlace): Cell[] {
    const { cells } = this.#roles
    const made = new Array<Cell>(cells.length)
    for (let k = 0; k < cells.length; k++) made[k] = this.cell(k, fields[cells[k]!.field] ?? '', place)
    return made
  }

  /** Cell k from its field. */
  cell(k: number, field: string, place: FieldPlace): Cell {
    const { field: at, column, number, date } = this.#roles.cells[k]!
    if (date) {
      // Dates are written in many ways, so an unreadable one is a missing value.
      const moment = parsedDate(field, date.style)
      return moment ? date.part(moment) : null
    }
    if (number) {
      const value = parsedNumber(field, number)
      if (Number.isNaN(value) && !isMissingNumber(field))
        throw dataError('columns/number', { name: column.name, found: shown(field) }, place(at))
      return Number.isNaN(value) ? null : value
    }
    if (field === '') return null
    return column.kind === 'category' ? this.#categories[k]!.of(field) : detached(field)
  }
}
