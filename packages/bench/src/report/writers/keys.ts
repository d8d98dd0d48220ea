import type { Table } from '../table.js'

/** What stands between the names of a row. */
const BETWEEN = ' / '

/**
 * How many columns name the row: those aligned left at the start, the first at least. They are repeated where a wide
 * table is broken.
 */
export const keyColumns = ({ columns }: Table): number => {
  const first = columns.findIndex(({ align }) => align === 'right')
  return Math.max(1, first < 0 ? 1 : first)
}

/** The name of each row: the texts of its key columns. */
export const rowNames = (table: Table): readonly string[] => {
  const keys = keyColumns(table)
  return table.rows.map((row) =>
    row
      .slice(0, keys)
      .map(({ text }) => text)
      .join(BETWEEN),
  )
}
