import { dataError } from '../../errors.js'
import type { ZipArchive } from './zip.js'

/** A row of a sheet: its number, from 1, and its fields. */
export interface SheetRow {
  readonly number: number
  readonly fields: readonly string[]
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const point = Number(name.slice(1).replace(/^x/i, '0x'))
    return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : whole
  })

/** An element: its attributes and what is inside. */
interface Element {
  readonly tag: string
  readonly body: string
  readonly start: number
  readonly end: number
}

/** The elements of a name that are not inside each other, in one pass; an element without an end is the last. */
function* elements(xml: string, name: string): Generator<Element, void, undefined> {
  const [opening, closing] = [`<${name}`, `</${name}>`]
  for (let start = xml.indexOf(opening); start >= 0; ) {
    const tagStart = start + opening.length
    const tagEnd = xml.indexOf('>', tagStart)
    if (tagEnd < 0) return
    // Another element may have a longer name.
    const isNamed = /[\s/>]/.test(xml[tagStart]!)
    const isEmpty = xml[tagEnd - 1] === '/'
    const close = isNamed && !isEmpty ? xml.indexOf(closing, tagEnd) : tagEnd
    if (close < 0) return
    const end = isNamed && !isEmpty ? close + closing.length : tagEnd + 1
    if (isNamed)
      yield {
        tag: xml.slice(tagStart, tagEnd),
        body: isEmpty ? '' : xml.slice(tagEnd + 1, close),
        start,
        end,
      }
    start = xml.indexOf(opening, end)
  }
}

/** The text between the tags `t`; phonetic readings are left out. */
const textIn = (xml: string): string => {
  const readings = [...elements(xml, 'rPh')]
  let next = 0
  // Both are in the order of the text.
  const isReading = (at: number): boolean => {
    while (next < readings.length && readings[next]!.end <= at) next++
    return next < readings.length && at > readings[next]!.start
  }
  return [...elements(xml, 't')]
    .filter(({ start }) => !isReading(start))
    .map(({ body }) => unescaped(body))
    .join('')
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1]

/** The names of the sheets, and the path of each. */
export const sheetsOf = (
  archive: ZipArchive,
): readonly { readonly name: string; readonly path: string }[] => {
  const relations = new Map(
    [...elements(archive.text('xl/_rels/workbook.xml.rels'), 'Relationship')].map(({ tag }) => [
      attribute(tag, 'Id') ?? '',
      attribute(tag, 'Target') ?? '',
    ]),
  )
  return [...elements(archive.text('xl/workbook.xml'), 'sheet')].map(({ tag }) => {
    const target = relations.get(attribute(tag, 'r:id') ?? '') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return { name: unescaped(attribute(tag, 'name') ?? ''), path }
  })
}

/** Built-in number formats that are dates. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format shows a date, apart from what is quoted in it. Quotes and brackets may be unclosed. */
const isDateCode = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\./g, '')) && !/general/i.test(code)

/** The styles that are dates, by their number. */
const dateStyles = (archive: ZipArchive): ReadonlySet<number> => {
  const xml = archive.text('xl/styles.xml')
  const custom = new Map(
    [...elements(xml, 'numFmt')].map(({ tag }) => [
      Number(attribute(tag, 'numFmtId')),
      unescaped(attribute(tag, 'formatCode') ?? ''),
    ]),
  )
  const dates = new Map([...custom].map(([id, code]) => [id, isDateCode(code)]))
  const isDate = (id: number): boolean => dates.get(id) ?? isDateFormat(id)
  const [formats] = elements(xml, 'cellXfs')
  const found = [...elements(formats?.body ?? '', 'xf')].map(({ tag }) => Number(attribute(tag, 'numFmtId')))
  return new Set(found.flatMap((id, k) => (isDate(id) ? [k] : [])))
}

const DAY_MS = 86_400_000
const EPOCH_1900 = 25_569
const EPOCH_1904 = 24_107

/** What all sheets of a workbook share. */
export interface Shared {
  readonly strings: readonly string[]
  readonly dates: ReadonlySet<number>
  readonly epoch: number
}

export const sharedOf = (archive: ZipArchive): Shared => ({
  strings: [...elements(archive.text('xl/sharedStrings.xml'), 'si')].map(({ body }) => textIn(body)),
  dates: dateStyles(archive),
  epoch: /date1904="(?:1|true)"/.test(archive.text('xl/workbook.xml')) ? EPOCH_1904 : EPOCH_1900,
})

/** The rows of a sheet that are not empty. A row of a few bytes may have its only cell in the last column, so gaps are limited. */
export function* rowsOf(
  archive: ZipArchive,
  path: string,
  { strings, dates, epoch }: Shared,
  mostGaps = MAX_GAPS,
): Generator<SheetRow, void, undefined> {
  const fieldOf = (tag: string, xml: string): string => {
    const type = attribute(tag, 't') ?? 'n'
    if (type === 'inlineStr') return textIn(xml)
    const [found] = elements(xml, 'v')
    const value = unescaped(found?.body ?? '')
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'true' : 'false'
    if (type === 'e') return ''
    const isDate = type === 'n' && value !== '' && dates.has(Number(attribute(tag, 's') ?? Number.NaN))
    return isDate ? dateText(Number(value), epoch) : value
  }
  let before = 0
  let gaps = 0
  for (const { tag, body } of elements(archive.text(path), 'row')) {
    const number = Number(attribute(tag, 'r') ?? before + 1)
    before = number
    const fields: string[] = []
    for (const cell of elements(body, 'c')) {
      const column = columnOf(attribute(cell.tag, 'r'), fields.length)
      gaps += Math.max(0, column - fields.length) - GAPS_PER_CELL
      if (gaps > mostGaps) throw dataError('xlsx/broken', { reason: tooManyGaps(mostGaps) })
      while (fields.length < column) fields.push('')
      fields[column] = fieldOf(cell.tag, cell.body)
    }
    if (fields.some((field) => field !== '')) yield { number, fields }
  }
}

const MAX_COLUMNS = 16_384
/** Empty cells that are read at most, beyond some for each cell that is there. */
const MAX_GAPS = 1e8
const GAPS_PER_CELL = 50
const tooManyGaps = (most: number): string =>
  `more than ${most} empty cells before others; delete empty columns, or save as CSV`

/** The index of a column from the name of a cell, such as 2 for C7. */
const columnOf = (cell: string | undefined, next: number): number => {
  const letters = /^[A-Z]{1,3}/.exec(cell ?? '')?.[0]
  if (letters === undefined) return next
  const index = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1
  return Math.min(index, MAX_COLUMNS - 1)
}

/** A serial number as a date; without a time of day if it is whole. */
const dateText = (serial: number, epoch: number): string => {
  const date = new Date(Math.round((serial - epoch) * 86_400) * 1000)
  if (Number.isNaN(date.getTime()) || Math.abs(serial) > 2_958_466) return ''
  const text = date.toISOString()
  return date.getTime() % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 19)
}
