import { plainValue } from '../formats/parquet/values.js'
import type { Item, Layout, SourceRecord } from '../item.js'
import type { OpenedData } from '../pipeline/opened-data.js'

/** The table that the items of a stream come from, so that an export has the same columns. */
export interface SourceFile {
  readonly name: string
  /** The names of the columns, in order; an object with members that are columns is one. */
  readonly columns: readonly string[]
  /** The column that is the id of an item. */
  readonly id?: string
  /** The column that is the text of an item, if there is only one. */
  readonly text?: string
  /** The character between two fields. */
  readonly delimiter?: string
  /** Whether the text begins with a byte order mark. */
  readonly mark?: boolean
}

/** A value of a column as JSON has it. */
export type FieldValue = string | number | boolean | null | object

/**
 * The columns of a table; undefined for data without columns.
 *
 * @example
 * const data = await openData(new File(['Nr;Text\n7;late again\n'], 'a.csv'), { as: 'items', keepRecords: 'values' })
 * sourceFile(data) // => { name: 'a.csv', columns: ['Nr', 'Text'], text: 'Text', delimiter: ';' }
 */
export const sourceFile = ({ name, understanding, layout = {} }: OpenedData): SourceFile | undefined => {
  const { columns } = understanding
  if (columns.length === 0) return undefined
  // Nested objects are exported as they were.
  const members = layout.members ?? columns.map((column) => column.name)
  const withRole = (role: string): readonly string[] =>
    columns.filter(({ name, spec }) => spec === role && members.includes(name)).map((column) => column.name)
  const [id] = withRole('id')
  const texts = withRole('text')
  return {
    name: name.split(/[\\/]/).at(-1) ?? name,
    columns: members,
    ...(id !== undefined && { id }),
    ...(texts.length === 1 && { text: texts[0] as string }),
    ...(layout.delimiter !== undefined && { delimiter: layout.delimiter }),
    ...(layout.hasMark && { mark: true }),
  }
}

/**
 * The values of an item by column, as they are in the file. The data is opened with `keepRecords: 'values'`. The text of the
 * item is left out, because it is sent already.
 *
 * @example
 * const file = { name: 'a.csv', columns: ['Nr', 'Text'], text: 'Text' }
 * sourceFields({ text: 'late', record: { Nr: '7', Text: 'late' }, line: 2 }, file) // => ['7', null]
 */
export const sourceFields = ({ record, text }: Item, file: SourceFile): readonly FieldValue[] =>
  file.columns.map((name) => {
    const value = typeof record === 'object' ? record[name] : undefined
    return name === file.text && value === text ? null : plainValue(value)
  })

/** The record of an item again, from its values and its text. */
export const sourceRecord = (
  {
    id,
    text,
    fields = [],
  }: { readonly id: string; readonly text?: string; readonly fields?: readonly FieldValue[] },
  file: SourceFile,
): SourceRecord =>
  Object.fromEntries(
    file.columns.map((name, k) => {
      const value = fields[k] ?? null
      if (value !== null) return [name, value]
      if (name === file.text) return [name, text ?? null]
      return [name, name === file.id && fields.length === 0 ? id : null]
    }),
  )

/** How the file is laid out if it is written in a format. */
export const sourceLayout = ({ columns, delimiter, mark = false }: SourceFile, format: string): Layout => ({
  names: columns,
  ...(delimiter !== undefined && delimiter !== '\t' && format === 'csv' && { delimiter }),
  hasMark: mark,
})
