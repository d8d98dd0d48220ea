import { keyColumns, rowNames, type Table } from './table.js'

/** A field as RFC 4180 wants it: in quotes where it holds a comma, a quote or a line break. */
const field = (value: string | number | boolean | undefined): string => {
  const text = value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvText = (records: readonly (readonly (string | number | boolean | undefined)[])[]): string =>
  records.map((record) => `${record.map(field).join(',')}\r\n`).join('')

/** The fields of a record of `csvCells`. */
export const csvCellFields = ['table', 'row', 'column', 'text', 'value', 'deviation', 'bold'] as const

/**
 * All cells of some tables for programs, one record a cell: which table, row and column it is of, its text, the bare
 * numbers (a share as a fraction; empty where there is none) and whether it is bold. The columns that name the row
 * are joined in `row` by " / " and have no records of their own.
 *
 * @example
 * const columns = [{ title: 'algorithm', align: 'left' }, { title: 'accuracy %', align: 'right' }]
 * const rows = [[{ text: 'PAA' }, { text: '92.62', value: 0.92617, bold: true }]]
 * const [head, first] = csvCells([{ id: 'a', title: 'At 10 %', columns, rows, notes: [] }]).split('\r\n')
 * head // => 'table,row,column,text,value,deviation,bold'
 * first // => 'a,PAA,accuracy %,92.62,0.92617,,true'
 */
export const csvCells = (tables: readonly Table[]): string =>
  csvText([
    csvCellFields,
    ...tables.flatMap((table) => {
      const keys = keyColumns(table)
      const names = rowNames(table)
      return table.rows.flatMap((row, r) =>
        row
          .map((cell, k) => {
            const { text, value, deviation, bold = false } = cell
            return [table.id, names[r], table.columns[k]?.title, text, value, deviation, bold]
          })
          .slice(keys),
      )
    }),
  ])

/** One table for spreadsheets, as it is printed: a record of column titles, then the texts of each row. */
export const csvTable = (table: Table): string =>
  csvText([
    table.columns.map(({ title }) => title),
    ...table.rows.map((row) => table.columns.map((_, k) => row[k]?.text)),
  ])
