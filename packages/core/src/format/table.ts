/** A table as plain data: the terminal, CSV, LaTeX, Markdown and the page all print this. */
export interface Table {
  /** Fit for a file name: `basehock-10`. */
  readonly id: string
  readonly title: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly TableCell[])[]
  /** Sentences below the table: what bold means, what was tested. */
  readonly notes: readonly string[]
}

export interface Column {
  readonly title: string
  /** Left if not given. */
  readonly align?: 'left' | 'right'
}

export interface TableCell {
  /** As people read it: `92.6 ± 0.7`. */
  readonly text: string
  /** The best, or not significantly different from it. */
  readonly bold?: boolean
  /** The bare numbers for machines (CSV, JSON), where there are any. */
  readonly value?: number
  readonly deviation?: number
}

/**
 * How many columns name the row: those aligned left at the start, the first at least. They are repeated where a wide
 * table is broken.
 */
export const keyColumns = ({ columns }: Pick<Table, 'columns'>): number => {
  const first = columns.findIndex(({ align }) => align === 'right')
  return Math.max(1, first < 0 ? 1 : first)
}

/** The name of each row: the texts of its key columns, joined by " / ". */
export const rowNames = (table: Pick<Table, 'columns' | 'rows'>): readonly string[] => {
  const keys = keyColumns(table)
  return table.rows.map((row) =>
    row
      .slice(0, keys)
      .map(({ text }) => text)
      .join(' / '),
  )
}
