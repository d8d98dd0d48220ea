import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Column, ItemInput, openData } from '@askance/data'
import { PlainLines } from '../src/formats/csv/plain-lines.js'
import { Spelled } from '../src/formats/csv/spelled.js'
import { ItemMaker, type Roles } from '../src/formats/table.js'
import { NO_COLUMNS } from '../src/formats/text.js'
import { rowsOf, type Shared, sharedOf } from '../src/formats/xlsx/sheet.js'
import type { ZipArchive } from '../src/formats/xlsx/zip.js'
import { zipOf } from './support/zip.js'

const COLUMNS = 20_000

describe('tables with many columns', () => {
  test('a column with few values needs little memory', () => {
    const before = process.memoryUsage().arrayBuffers
    const columns = Array.from({ length: 2000 }, () => new Spelled((text) => text))
    const bytes = new TextEncoder().encode('red')
    for (const column of columns)
      assert.equal(
        column.of(bytes, 0, 3, 7, () => 'red'),
        'red',
      )
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 24)
  })

  test('every spelling is found again while their table grows', () => {
    let made = 0
    const column = new Spelled((text) => {
      made++
      return text
    })
    const of = (k: number): string => {
      const bytes = new TextEncoder().encode(`value ${k}`)
      return column.of(bytes, 0, bytes.length, k % 50, () => `value ${k}`)
    }
    for (let round = 0; round < 2; round++) for (let k = 0; k < 1000; k++) assert.equal(of(k), `value ${k}`)
    assert.equal(made, 1000)
  })

  test('the roles of each are looked at a few times, not once for each other one', () => {
    let reads = 0
    const cells = Array.from({ length: COLUMNS }, (_, field) => ({
      get field() {
        reads++
        return field
      },
      column: { name: `c${field}`, kind: 'number' },
      number: 'plain',
    }))
    const roles = { ...NO_COLUMNS, id: -1, label: -1, vector: -1, text: [], cells } as unknown as Roles
    new PlainLines(roles, new ItemMaker(roles), COLUMNS, 44)
    assert.ok(reads < 20 * COLUMNS, `${reads}`)
    const columns = Array.from({ length: COLUMNS }, (_, k): Column => {
      const name = `c${k}`
      return {
        kind: 'number',
        get name() {
          reads++
          return name
        },
      } as Column
    })
    const input = new ItemInput({ vectorizer: { columns, index: { kind: 'hash', bits: 10, names: 0 } } })
    reads = 0
    input.align(columns.toReversed())
    assert.ok(reads < 20 * COLUMNS, `${reads}`)
  })
})

test('many short bzip2 streams one after the other share one buffer', async () => {
  const big: number[] = []
  const Own = globalThis.Uint32Array
  globalThis.Uint32Array = new Proxy(Own, {
    construct(target, [length]) {
      if (length > 100_000) big.push(length)
      return new target(length)
    },
  })
  try {
    const empty = Uint8Array.of(0x42, 0x5a, 0x68, 0x39, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0)
    const file = new File(Array(300).fill(empty), 'many.txt.bz2')
    await assert.rejects(openData(file, { as: 'items' }), /cannot detect the format/)
  } finally {
    globalThis.Uint32Array = Own
  }
  assert.ok(big.length > 0 && big.length < 10, `${big.length}`)
})

/** The parts of a workbook, and how often each was read. */
const archiveOf = (texts: Readonly<Record<string, string>>): ZipArchive =>
  ({ text: (name: string) => texts[name] ?? '' }) as ZipArchive

const book = (more: Readonly<Record<string, string>>, sheets = '<sheet name="a" r:id="r1"/>') => ({
  '[Content_Types].xml': '<Types/>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
  'xl/workbook.xml': `<workbook><sheets>${sheets}</sheets></workbook>`,
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="str"><v>label</v></c></row><row><c t="str"><v>x</v></c><c t="str"><v>a</v></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
  ...more,
})

describe('hostile workbooks', () => {
  const stringsOf = (xml: string): Shared['strings'] =>
    sharedOf(archiveOf({ 'xl/sharedStrings.xml': `<sst>${xml}</sst>` })).strings

  test('phonetic readings are left out, wherever and however many', () => {
    const reading = '<rPh><t>no</t></rPh>'
    assert.deepEqual(stringsOf(`<si>${reading}<t>a</t>${reading}${reading}<t>b</t></si>`), ['ab'])
    const count = 100_000
    const [text] = stringsOf(`<si>${`${reading}<t>a</t>`.repeat(count)}</si>`)
    assert.equal(text, 'a'.repeat(count))
  })

  test('a number format may have any number of brackets that are not closed', () => {
    const formats = [`${'['.repeat(300_000)}`, 'yyyy [red', '"days" 0', '[h]:mm', '"dd', '0\\d']
    const styles = formats.map(
      (code, k) => `<numFmt numFmtId="${200 + k}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    )
    const xfs = formats.map((_, k) => `<xf numFmtId="${200 + k}"/>`)
    const xml = `<styleSheet>${styles.join('')}<cellXfs>${xfs.join('')}</cellXfs></styleSheet>`
    assert.deepEqual([...sharedOf(archiveOf({ 'xl/styles.xml': xml })).dates], [1, 3])
  })

  test('any number of sheets may name one file without rows', async () => {
    const strings = `<sst>${'<si><t>text</t></si>'.repeat(1000)}</sst>`
    const sheets = `${'<sheet name="e" r:id="r2"/>'.repeat(50_000)}<sheet name="a" r:id="r1"/>`
    const files = book({ 'xl/sharedStrings.xml': strings }, sheets)
    const data = await openData(new File([zipOf(files)], 'many.xlsx'), { as: 'items' })
    assert.equal((await data.sample()).length, 1)
  })

  test('rows whose only cell is in the last column are refused', () => {
    const rows = '<row><c r="XFD1"><v>1</v></c></row>'.repeat(6200)
    const archive = archiveOf({ sheet: `<worksheet><sheetData>${rows}</sheetData></worksheet>` })
    const read = (): void => {
      for (const _ of rowsOf(archive, 'sheet', sharedOf(archive)));
    }
    assert.throws(read, { code: 'xlsx/broken', message: /delete empty columns, or save as CSV/ })
  })

  test('rows with gaps of some fifty cells for each cell are read, however many', () => {
    const read = (cells: string): number => {
      const archive = archiveOf({ sheet: `<sheetData>${`<row>${cells}</row>`.repeat(100)}</sheetData>` })
      return [...rowsOf(archive, 'sheet', sharedOf(archive), 5000)].length
    }
    const late = (name: string): string => `<c r="A1"><v>1</v></c><c r="${name}1"><v>2</v></c>`
    assert.equal(read(late('EU')), 100)
    assert.throws(() => read(late('FZ')), { code: 'xlsx/broken' })
  })
})
