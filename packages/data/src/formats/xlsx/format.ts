import { dataError } from '../../errors.js'
import type { Item, ItemSource } from '../../item.js'
import { shapeOf } from '../csv/format.js'
import { batchesOf } from '../format.js'
import type { Input } from '../input.js'
import { type ItemOptions, recordErrorHandler } from '../options.js'
import { ItemMaker } from '../table.js'
import { rowsOf, type SheetRow, sharedOf, sheetsOf } from './sheet.js'
import { readArchive } from './zip.js'

const ROWS = 1000
const BATCH = 1024

/** Rows that are read to see whether a sheet is a cover or a table. */
const LOOK = 20

/** Whether a sheet has rows with several cells; a cover has titles. */
const isTable = (rows: Iterable<SheetRow>): boolean => {
  let wide = 0
  let seen = 0
  for (const { fields } of rows) {
    if (fields.filter((field) => field !== '').length > 1) wide++
    if (wide > 1 || ++seen >= LOOK) break
  }
  return wide > 1
}

/** Opens the first sheet of an Excel workbook that is a table, or else the first one that has rows. */
export const openXlsx = async (input: Input, options: ItemOptions): Promise<ItemSource> => {
  const source = input.name
  const archive = await readArchive(input, options)
  const sheets = sheetsOf(archive).filter(({ path }) => archive.has(path))
  const shared = sharedOf(archive)
  const rowsAt = (path: string) => rowsOf(archive, path, shared)
  // Any number of sheets may refer to one file.
  const paths = [...new Set(sheets.map(({ path }) => path))]
  const withRows =
    paths.find((path) => isTable(rowsAt(path))) ?? paths.find((path) => !rowsAt(path).next().done)
  const sheet = sheets.find(({ path }) => path === withRows)
  if (!sheet) throw dataError('xlsx/broken', { reason: 'it has no sheet with rows' }, { source })
  const sample: SheetRow[] = []
  for (const row of rowsAt(sheet.path)) if (sample.push(row) > ROWS) break
  const width = Math.max(...sample.map(({ fields }) => fields.length))
  const filled = (fields: readonly string[]): string[] =>
    Array.from({ length: width }, (_, k) => fields[k] ?? '')
  const shape = shapeOf(
    sample.map(({ fields }) => filled(fields)),
    options,
    source,
  )
  const { names, header, roles } = shape
  const onRecordError = recordErrorHandler(options)
  const others = sheets.length - 1
  const notes = [
    ...shape.notes,
    ...(others > 0 ? [`read the sheet ${sheet.name}; ${others} more not read`] : []),
  ]
  return {
    format: 'xlsx',
    name: source,
    columns: roles.columns,
    understanding: {
      format: 'xlsx',
      columns: roles.understood,
      ...(notes.length > 0 && { notes }),
    },
    layout: { names },
    batches: () => {
      const maker = new ItemMaker(roles)
      return batchesOf(inBatches(rowsAt(sheet.path), header + 1), (rows, items: Item[]) => {
        for (const { fields, number } of rows)
          try {
            const whole = filled(fields)
            const item = maker.item(whole, number, () => ({ source, line: number }))
            const record = options.keepRecords && {
              record: Object.fromEntries(names.map((name, k) => [name, whole[k]])),
            }
            items.push({ ...item, ...record })
          } catch (cause) {
            onRecordError(cause)
          }
      })
    },
  }
}

async function* inBatches(
  rows: Iterable<SheetRow>,
  skip: number,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  let batch: SheetRow[] = []
  let passed = 0
  for (const row of rows) {
    if (passed++ < skip) continue
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
