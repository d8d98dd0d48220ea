import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { AskanceError } from '@askance/core'
import { Random } from '@askance/core/internals'
import { openData, writeClassified } from '@askance/data'
import { zipOf } from './support/zip.js'

const strings = [
  'Ticket-ID',
  'Eingang',
  'Text',
  'Betrag',
  'offen',
  'label',
  'late &amp; again',
  'bus',
  'train',
]

/** A workbook as Excel writes it: shared and inline texts, dates as numbers with a style, empty cells left out. */
const workbook = (rows: string) => ({
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Empty" sheetId="2" r:id="rId2"/><sheet name="Tickets" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml': `<sst>${strings.map((one) => `<si><t xml:space="preserve">${one}</t></si>`).join('')}<si><r><t>no </t></r><r><rPr/><t>seat</t></r><rPh><t>x</t></rPh></si></sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet><cols><col min="1"/></cols><sheetData>${rows}</sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
})

const header = `<row r="1">${['A', 'B', 'C', 'D', 'E', 'F'].map((c, k) => `<c r="${c}1" t="s"><v>${k}</v></c>`).join('')}</row>`
const rows = `${header}<row r="3"><c r="A3"><v>7</v></c><c r="B3" s="2"><v>45992.586805555555</v></c><c r="C3" t="s"><v>6</v></c><c r="D3" s="3"><v>1234.5</v></c><c r="E3" t="b"><v>1</v></c><c r="F3" t="s"><v>7</v></c></row><row r="4"><c r="A4"><v>8</v></c><c r="C4" t="inlineStr"><is><t>in line</t></is></c><c r="F4" t="s"><v>8</v></c></row><row r="5"><c r="A5"><v>9</v></c><c r="B5" s="1"><v>45992</v></c><c r="C5" t="s"><v>9</v></c><c r="D5" t="e"><v>#N/A</v></c><c r="F5" t="str"><f>A1</f><v>train</v></c></row>`

const open = (files: Readonly<Record<string, string>>, name = 'tickets.xlsx') =>
  openData(new File([zipOf(files)], name), { as: 'items', keepRecords: true, textColumns: ['Text'] })

describe('Excel workbooks', () => {
  test('texts, numbers, dates, booleans, errors and missing cells of the first sheet with rows', async () => {
    for (const name of ['tickets.xlsx', 'no extension']) {
      const data = await open(workbook(rows), name)
      assert.equal(data.format, 'xlsx')
      const items = await data.sample()
      assert.deepEqual(
        items.map(({ id, label, text, line, cells }) => [line, id, label, text, ...cells!]),
        [
          [3, '7', 'bus', 'late & again', 20423.586805555555, 'Mon', 14, 1234.5, 'true'],
          [4, '8', 'train', 'in line', null, null, null, null, null],
          [5, '9', 'train', 'no seat', 20423, 'Mon', 0, null, null],
        ],
      )
      assert.deepEqual(data.understanding.notes, ['read the sheet Tickets; 1 more not read'])
    }
  })

  test('a cover before the table is not the table', async () => {
    const cover =
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>6</v></c></row></sheetData></worksheet>'
    const data = await open({ ...workbook(rows), 'xl/worksheets/sheet2.xml': cover })
    assert.deepEqual(data.understanding.notes, ['read the sheet Tickets; 1 more not read'])
  })

  test('can be written as CSV with its own columns', async () => {
    const pipe = new PassThrough()
    const outcome = { label: 'bus', source: 'answer' } as const
    const [written, { format }] = await Promise.all([
      textOf(pipe),
      writeClassified(await open(workbook(rows)), pipe, () => outcome, { classes: [], format: 'csv' }),
    ])
    assert.equal(format, 'csv')
    assert.deepEqual(written.split('\n').slice(0, 2), [
      'Ticket-ID,Eingang,Text,Betrag,offen,label,askance_label,probability,source',
      '7,2025-12-01T14:05:00,late & again,1234.5,true,bus,bus,,answer',
    ])
  })

  test('damaged and oversized files are rejected quickly', async () => {
    const whole = zipOf(workbook(rows))
    const opened = (bytes: Uint8Array<ArrayBuffer>) =>
      openData(new File([bytes], 'x.xlsx'), { maxRecordBytes: 1 << 16 })
    await assert.rejects(opened(whole.slice(0, 200)), { code: 'zip/broken' })
    const flipped = whole.slice()
    flipped.fill(0x55, 60, 90)
    await assert.rejects(opened(flipped), { code: 'zip/broken' })
    await assert.rejects(opened(zipOf({ 'a.txt': 'x' })), { code: 'xlsx/broken' })
    const bomb = workbook(' '.repeat(2 ** 20 + 1))
    await assert.rejects(opened(zipOf(bomb)), { code: 'zip/large' })
    const open = '<row r="1"><c><v>'.repeat(20_000)
    await assert.rejects(opened(zipOf(workbook(open))), { code: 'xlsx/broken' })
  })

  test('300 damaged workbooks give items or an error of their own', async () => {
    const random = new Random(5, 'test/xlsx')
    const whole = zipOf(workbook(rows))
    for (let round = 0; round < 300; round++) {
      const damaged = whole.slice(0, random.below(8) === 0 ? random.below(whole.length) : whole.length)
      for (let k = 0; k < 3; k++) damaged[random.below(damaged.length)] = random.below(256)
      const opened = openData(new File([damaged], 'x.xlsx'), { maxRecordBytes: 1 << 16 })
      await opened
        .then((data) => data.labels())
        .catch((error: unknown) => {
          assert.ok(error instanceof AskanceError, `round ${round}: ${error}`)
        })
    }
  })
})
