import { dataError } from '../errors.js'
import { fieldOf } from '../formats/parquet/values.js'
import type { Item } from '../item.js'
import { dropFields, refuseLabels } from './features.js'
import { type ItemColumn, itemColumns } from './item-columns.js'
import type { ItemWriter, WriterSource, Writing } from './writer.js'
import { type ZippedFile, zipped } from './zip.js'

/** Limits of Excel. */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
const MAX_TEXT = 32_767

/** A workbook with one sheet. Texts are never formulas. */
export const xlsx: ItemWriter = {
  name: 'xlsx',
  extensions: ['xlsx'],
  summary: 'an Excel workbook with one sheet: id, label, text, columns',
  limits: 'weights, metadata, features, text beyond 32,767 characters; several labels are an error',
  write: (source, writing) => zipped(parts(source, writing)),
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts = (source: WriterSource, writing: Writing): readonly ZippedFile[] => {
  const part = (name: string, xml: string): ZippedFile => ({ name, pieces: [`${HEAD}${xml}`] })
  const relation = (type: string, target: string): string =>
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    ),
    part('_rels/.rels', relation('officeDocument', 'xl/workbook.xml')),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part('xl/_rels/workbook.xml.rels', relation('worksheet', 'worksheets/sheet1.xml')),
    { name: 'xl/worksheets/sheet1.xml', pieces: sheet(source, writing) },
  ]
}

async function* sheet(source: WriterSource, writing: Writing): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`
  let columns: readonly ItemColumn[] | undefined
  for await (const batch of source.batches()) {
    let piece = ''
    if (!columns && batch.length > 0) {
      columns = itemColumns(source, batch, writing)
      if (columns.length > MAX_COLUMNS) throw writing.error('write/columns', batch[0]!, { most: MAX_COLUMNS })
      piece += rowText(
        columns.map(({ name }) => name),
        writing,
      )
    }
    for (const item of batch) piece += itemText(item, columns!, writing)
    yield piece
  }
  yield '</sheetData></worksheet>'
}

const itemText = (item: Item, columns: readonly ItemColumn[], writing: Writing): string => {
  dropFields(item, writing, 'weight', 'meta', 'vector')
  refuseLabels(item, writing)
  if (item.features || item.row) writing.lose('features')
  if (++writing.items >= MAX_ROWS)
    throw dataError('write/rows', { most: MAX_ROWS - 1, format: writing.format })
  return rowText(
    columns.map(({ value }) => value(item)),
    writing,
  )
}

const rowText = (values: readonly unknown[], writing: Writing): string =>
  `<row>${values.map((value) => cellText(value, writing)).join('')}</row>`

const cellText = (value: unknown, writing: Writing): string => {
  const text =
    typeof value === 'object' && value !== null && !(value instanceof Date)
      ? JSON.stringify(value)
      : fieldOf(value)
  if (text === null || text === '') return '<c/>'
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  // A cell of a table that was read has the text of its number.
  if (typeof value === 'number' || (text.length < 16 && String(Number(text)) === text && text !== 'Infinity'))
    return `<c><v>${text}</v></c>`
  if (text.length > MAX_TEXT) writing.lose('text beyond 32,767 characters')
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, MAX_TEXT))}</t></is></c>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Control characters and halves of pairs are not allowed in XML. */
const escaped = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (character) => ENTITIES[character]!)
