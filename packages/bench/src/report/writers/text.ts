import type { Column, Table, TableCell } from '../table.js'
import { keyColumns } from './keys.js'
import { linesOf, padded, placesOf } from './places.js'

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
    const widest = Math.max(...cells.map(({ text }) => placesOf(text) + (marked ? 1 : 0)), 0)
    return { column, cells, marked, places: Math.max(placesOf(column.title), widest) }
  })

const widthOf = (columns: readonly Laid[]): number =>
  columns.reduce((sum, { places }) => sum + places, 0) + GAP.length * Math.max(0, columns.length - 1)

/** How many places wide a table would be printed if nothing held it. */
export const tableWidth = (table: Table): number => widthOf(laidOut(table, false))

/** As many columns side by side as fit; one at least. */
const blocksOf = (laid: readonly Laid[], keys: number, width: number): readonly (readonly Laid[])[] => {
  const names = laid.slice(0, keys)
  const blocks: Laid[][] = []
  for (const one of laid.slice(keys)) {
    const last = blocks.at(-1)
    if (last && widthOf([...names, ...last, one]) <= width) last.push(one)
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
    const free = column.align === 'right' && marked && placesOf(column.title) < places
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
  const notes = table.notes.flatMap((note) => linesOf(note, width)).join('\n')
  const parts = [
    linesOf(table.title, width).join('\n'),
    ...blocks.map((block) => blockText(block, table.rows.length, options)),
  ]
  return [...parts, ...(notes === '' ? [] : [notes])].join('\n\n')
}

/** Several tables below each other. */
export const textTables = (tables: readonly Table[], options: TextOptions = {}): string =>
  tables.map((table) => `${textTable(table, options)}\n`).join('\n\n')
