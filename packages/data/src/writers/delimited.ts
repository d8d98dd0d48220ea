import { dataError } from '../errors.js'
import type { Column, Item, Outcome } from '../item.js'
import { dropFields, refuseLabels } from './features.js'
import { type OutcomeColumns, outcomeColumns } from './outcome.js'
import { Spool } from './spool.js'
import { type ItemWriter, numberText, valueText, type WriterSource, type Writing } from './writer.js'

/** The first columns, if the items have them. Weights are omitted, because they would be read as a feature. */
const PARTS = ['id', 'label', 'text'] as const
const MAX_COLUMNS = 16_384

/** One item to write: its parts, its cells, and its sparse features by column number. */
interface Record {
  readonly parts: readonly string[]
  readonly cells: string
  readonly columns: readonly number[]
  readonly values: readonly string[]
  /** The cells of the outcome; undefined if the item has none. */
  readonly outcome: string | undefined
}

const delimited = (
  name: string,
  extensions: readonly string[],
  separator: string,
  called: string,
): ItemWriter => ({
  name,
  extensions,
  summary: `${called}: a header, then one item a line; sparse features become columns`,
  limits: 'weights, metadata; several labels are an error',
  write: (source, writing) => write(source, writing, separator),
})

export const csv: ItemWriter = delimited('csv', ['csv'], ',', 'fields between commas')
export const tsv: ItemWriter = delimited('tsv', ['tsv', 'tab'], '\t', 'fields between tabs')

/** The header lists every column, which are known only at the end, so the records are spooled to a file. */
async function* write(source: WriterSource, writing: Writing, separator: string): AsyncGenerator<string> {
  const table = new Table(source.columns, writing, separator)
  const spool = await Spool.create<Record[]>()
  try {
    for await (const batch of source.batches()) await spool.add(batch.map((item) => table.record(item)))
    const header = table.header()
    if (header !== '') yield `${header}\n`
    for await (const batch of spool.batches()) {
      let piece = ''
      // A single missing field would give an empty line, which readers skip.
      for (const record of batch) piece += `${table.line(record) || '""'}\n`
      yield piece
    }
  } finally {
    await spool.remove()
  }
}

/** Quotes a field if needed. Empty text is quoted too, to distinguish it from a missing value. */
export const quoted = (field: string, separator: string): string =>
  field === '' || field.includes(separator) || /["\r\n]|^\s|\s$/.test(field)
    ? `"${field.replaceAll('"', '""')}"`
    : field

/** Text that a spreadsheet would compute: some skip spaces before it, or know the wide signs of Asian scripts. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/**
 * A text as a spreadsheet shows it: with an apostrophe in front if it would compute it. Numbers stay.
 *
 * @example
 * const writing = { lose: () => {} }
 * inert('=1+1', writing) // => "'=1+1"
 * inert('-1.5', writing) // => '-1.5'
 */
export const inert = (text: string, writing: Pick<Writing, 'lose'>): string => {
  if (!FORMULA.test(text) || !Number.isNaN(Number(text))) return text
  writing.lose('a text that starts like a formula, without an apostrophe before it')
  return `'${text}`
}

/** Collects the columns while the records are built. */
class Table {
  readonly #columns: readonly Column[]
  readonly #writing: Writing
  readonly #separator: string
  readonly #most: number
  readonly #used = new Set<number>()
  readonly #numbers = new Map<string, number>()
  /** Numbered features get the columns f1 to the largest index seen. */
  #largest = 0
  /** The columns of outcomes, once an item has one. */
  #outcome: OutcomeColumns | undefined
  /** The fields of the sparse features; missing ones are 0. */
  #sparse: string[] = []

  constructor(columns: readonly Column[], writing: Writing, separator: string) {
    this.#columns = columns
    this.#writing = writing
    this.#separator = separator
    this.#most = writing.options.maxColumns ?? MAX_COLUMNS
  }

  record(item: Item): Record {
    this.#writing.items++
    dropFields(item, this.#writing, 'weight', 'meta', 'vector')
    refuseLabels(item, this.#writing)
    const parts = PARTS.map((part, k) => {
      const value = item[part]
      if (value !== undefined) this.#used.add(k)
      return this.#quoted(value ?? null)
    })
    const cells = this.#columns.map(({ name }, k) => {
      const cell = item.cells?.[k] ?? null
      return typeof cell === 'number' ? valueText(cell, name, item, this.#writing) : this.#quoted(cell)
    })
    return {
      parts,
      cells: cells.join(this.#separator),
      ...this.#features(item),
      outcome: item.outcome && this.#outcomeText(item.outcome),
    }
  }

  #outcomeText(outcome: Outcome): string {
    this.#outcome ??= outcomeColumns(this.#writing.options, this.#ownNames())
    const cells = this.#outcome.values(outcome)
    return cells
      .map((cell) => (typeof cell === 'number' ? numberText(cell) : this.#quoted(cell, true)))
      .join(this.#separator)
  }

  #ownNames(): string[] {
    const { unlabelled } = this.#writing.options
    const parts = PARTS.filter((part) => part !== 'label' || !unlabelled)
    return [...parts, ...this.#columns.map(({ name }) => name)]
  }

  #quoted(field: string | null, isInert = this.#writing.options.inert ?? false): string {
    return field === null ? '' : quoted(isInert ? inert(field, this.#writing) : field, this.#separator)
  }

  #features(item: Item): Pick<Record, 'columns' | 'values'> {
    const { features, row } = item
    const text = (value: number, name: string | number): string => valueText(value, name, item, this.#writing)
    if ((row || this.#largest > 0) && (features || this.#numbers.size > 0))
      throw this.#writing.error('write/mixed', item)
    if (features)
      return {
        columns: features.names.map((name) => this.#number(name, item)),
        values: features.values.map((value, k) => text(value, features.names[k]!)),
      }
    if (!row) return { columns: [], values: [] }
    const indices = row.index.subarray(row.start, row.end)
    this.#largest = Math.max(this.#largest, indices.at(-1) ?? 0)
    this.#limit(this.#largest, item)
    return {
      columns: Array.from(indices, (index) => index - 1),
      values: Array.from(indices, (index, k) => text(row.value[row.start + k]!, index)),
    }
  }

  #number(name: string, item: Item): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    if (PARTS.some((part) => part === name) || this.#columns.some((column) => column.name === name))
      throw this.#writing.error('write/column-twice', item, { name: JSON.stringify(name) })
    this.#limit(this.#numbers.size + 1, item)
    this.#numbers.set(name, this.#numbers.size)
    return this.#numbers.size - 1
  }

  #limit(columns: number, item: Item): void {
    if (columns > this.#most) throw this.#writing.error('write/columns', item, { most: this.#most })
  }

  /** All columns, once all records are collected. */
  header(): string {
    const names = [
      ...PARTS.filter((_, k) => this.#used.has(k)),
      ...this.#columns.map(({ name }) => name),
      ...this.#numbers.keys(),
      ...Array.from({ length: this.#largest }, (_, k) => `f${k + 1}`),
      ...(this.#outcome?.names ?? []),
    ]
    const seen = new Set<string>()
    const twice = names.find((name) => seen.size === seen.add(name).size)
    if (twice !== undefined) throw dataError('write/column-twice', { name: JSON.stringify(twice) })
    this.#sparse = new Array<string>(Math.max(this.#numbers.size, this.#largest)).fill('0')
    return names.map((name) => this.#quoted(name)).join(this.#separator)
  }

  /** In the order of the header. */
  line({ parts, cells, columns, values, outcome }: Record): string {
    const sparse = this.#sparse
    columns.forEach((column, k) => {
      sparse[column] = values[k]!
    })
    const fields = parts.filter((_, k) => this.#used.has(k))
    if (this.#columns.length > 0) fields.push(cells)
    if (sparse.length > 0) fields.push(sparse.join(this.#separator))
    for (const column of columns) sparse[column] = '0'
    if (this.#outcome) fields.push(outcome ?? this.#separator.repeat(this.#outcome.names.length - 1))
    return fields.join(this.#separator)
  }
}
