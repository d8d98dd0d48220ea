import { type Column, keyColumns, type Table, type TableCell } from './table.js'
import { padded, widthOf, wrapped } from './width.js'

export interface TextOptions {
  /** A wider table is broken into blocks that each begin with the names of the rows. No limit if not given. */
  readonly width?: number
  /** How bold text looks, for instance on a terminal that can do it. Without it a `*` stands behind the text. */
  readonly emphasis?: (text: string) => string
}

const GAP = '  '

interface Laid {
  readonly column: Column
  readonly cells: readonly TableCell[]
  /** Whether a place is kept for the `*`. */
  readonly marked: boolean
  readonly places: number
}

const laidOut = (table: Table, emphasis: boolean): readonly Laid[] =>
  table.columns.map((column, k) => {
    const cells = table.rows.map((row) => row[k] ?? { text: '' })
    const marked = !emphasis && cells.some(({ bold }) => bold)
    const widest = Math.max(...cells.map(({ text }) => widthOf(text) + (marked ? 1 : 0)), 0)
    return { column, cells, marked, places: Math.max(widthOf(column.title), widest) }
  })

const totalWidth = (columns: readonly Laid[]): number =>
  columns.reduce((sum, { places }) => sum + places, 0) + GAP.length * Math.max(0, columns.length - 1)

/** How many places wide a table would be printed if nothing held it. */
export const tableWidth = (table: Table): number => totalWidth(laidOut(table, false))

/** As many columns side by side as fit; one at least. */
const blocksOf = (laid: readonly Laid[], keys: number, width: number): readonly (readonly Laid[])[] => {
  const names = laid.slice(0, keys)
  const blocks: Laid[][] = []
  for (const one of laid.slice(keys)) {
    const last = blocks.at(-1)
    if (last && totalWidth([...names, ...last, one]) <= width) last.push(one)
    else blocks.push([one])
  }
  return blocks.length === 0 ? [names] : blocks.map((block) => [...names, ...block])
}

const cellText = ({ column, cells, marked, places }: Laid, row: number, options: TextOptions): string => {
  const { text, bold = false } = cells[row] ?? { text: '' }
  if (marked) return padded(text + (bold ? '*' : ' '), places, column.align)
  const plain = padded(text, places, column.align)
  // Only the text is made bold: the spaces around it would show where bold is also underlined.
  return bold && options.emphasis ? plain.replace(text, () => options.emphasis?.(text) ?? text) : plain
}

const blockText = (block: readonly Laid[], rows: number, options: TextOptions): string => {
  const head = block.map(({ column, marked, places }) => {
    const free = column.align === 'right' && marked && widthOf(column.title) < places
    return padded(free ? `${column.title} ` : column.title, places, column.align)
  })
  const rule = block.map(({ places }) => '─'.repeat(places))
  const body = Array.from({ length: rows }, (_, row) => block.map((laid) => cellText(laid, row, options)))
  return [head, rule, ...body].map((line) => line.join(GAP).trimEnd()).join('\n')
}

/**
 * The table as aligned text: title, columns under their titles, notes.
 *
 * @example
 * const columns = [{ title: 'algorithm', align: 'left' }, { title: 'accuracy %', align: 'right' }]
 * const rows = [[{ text: 'PAA' }, { text: '92.62', bold: true }], [{ text: 'PEA' }, { text: '9.10' }]]
 * const table = { id: 'a', title: 'At 10 %', columns, rows, notes: [] }
 * textTable(table).split('\n')[4] // => 'PAA            92.62*'
 * textTable(table).split('\n')[5] // => 'PEA             9.10'
 */
export const textTable = (table: Table, options: TextOptions = {}): string => {
  const width = options.width ?? Number.POSITIVE_INFINITY
  const laid = laidOut(table, options.emphasis !== undefined)
  const blocks = blocksOf(laid, keyColumns(table), width)
  const notes = table.notes.flatMap((note) => wrapped(note, width)).join('\n')
  const parts = [
    wrapped(table.title, width).join('\n'),
    ...blocks.map((block) => blockText(block, table.rows.length, options)),
  ]
  return [...parts, ...(notes === '' ? [] : [notes])].join('\n\n')
}

/** Several tables below each other. */
export const textTables = (tables: readonly Table[], options: TextOptions = {}): string =>
  tables.map((table) => `${textTable(table, options)}\n`).join('\n\n')

/** A column of a plain table, and how it is coloured. */
export interface PlainColumn extends Column {
  readonly paint?: (text: string) => string
}

interface PlainOptions {
  /** The last column is wrapped to stay within so many places. */
  readonly width?: number
  /** How the titles are coloured. */
  readonly heads?: (text: string) => string
}

/** A last column narrower than this is not worth wrapping. */
const MIN_WIDTH = 20

/**
 * A table without title, rule and notes: a line of titles, then the rows.
 *
 * @example
 * const columns = [{ title: 'set' }, { title: 'items', align: 'right' }]
 * plainTable(columns, [['w8a', '64,700']]).split('\n') // => ['set   items', 'w8a  64,700']
 */
export const plainTable = (
  columns: readonly PlainColumn[],
  rows: readonly (readonly string[])[],
  { width = Number.POSITIVE_INFINITY, heads }: PlainOptions = {},
): string => {
  const titles = columns.map(({ title }) => title)
  const widths = columns.map((_, c) => Math.max(...[titles, ...rows].map((row) => widthOf(row[c] ?? ''))))
  const last = columns.length - 1
  const before = widths.slice(0, last).reduce((sum, one) => sum + one + GAP.length, 0)
  const line = (cells: readonly string[], paint: (text: string, c: number) => string): string =>
    cells
      .map((cell, c) => {
        const isLast = c === last && columns[c].align !== 'right'
        return paint(isLast ? cell : padded(cell, widths[c], columns[c].align), c)
      })
      .join(GAP)
      .trimEnd()
  const painted = (text: string, c: number): string => columns[c].paint?.(text) ?? text
  const body = rows.flatMap((row) =>
    wrapped(row[last] ?? '', Math.max(MIN_WIDTH, width - before)).map((part, k) =>
      line([...row.slice(0, last).map((cell) => (k === 0 ? cell : '')), part], painted),
    ),
  )
  return [line(titles, (text) => heads?.(text) ?? text), ...body].join('\n')
}
