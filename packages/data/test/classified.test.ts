import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import {
  type ClassifiedOptions,
  type ItemOptions,
  type Outcome,
  openData,
  recordsFor,
  writeClassified,
} from '@askance/data'

const classes = ['bus', 'train']
const outcome: Outcome = { label: 'train', probabilities: [0.25, 0.75], source: 'prediction' }
const added = ',train,0.75,0.25,0.75,prediction'

/** The file with the outcomes, as text. */
const classified = async (
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  outcomeOf: (index: number) => Outcome | undefined = () => outcome,
  options: Partial<ClassifiedOptions> & { readonly reading?: ItemOptions } = {},
): Promise<string> => {
  const { reading, ...rest } = options
  const data = await openData(new File([content], name), { as: 'items', keepRecords: true, ...reading })
  const pipe = new PassThrough()
  const [, bytes] = await Promise.all([
    writeClassified(data, pipe, (_, index) => outcomeOf(index), { classes, ...rest }),
    buffer(pipe),
  ])
  return bytes.toString()
}

describe('writing data back with labels', () => {
  test('messy CSV rows are unchanged: byte order mark, semicolons, decimal commas, quoted line breaks', async () => {
    const rows = ['7;"late;\r\n""again""";1.234,5', ' 8 ;"=cmd()";-2', '9;;']
    const content = `\ufeffid;text;Betrag\r\n${rows.join('\r\n')}\r\n`
    const written = await classified(content, 'tickets.csv')
    const semicolons = added.replaceAll(',', ';')
    assert.equal(
      written,
      `\ufeffid;text;Betrag;label;probability;probability:bus;probability:train;source\r\n${rows
        .map((row) => `${row}${semicolons}\r\n`)
        .join('')}`,
    )
  })

  test('names that the file has get a prefix; items without an outcome get empty cells', async () => {
    const content = 'text,label\nthe bus is late again today,bus\nno label here at all today,\n'
    const answer: Outcome = { label: 'bus', source: 'answer' }
    assert.equal(
      await classified(content, 'x.csv', (index) => (index === 0 ? answer : undefined)),
      'text,label,askance_label,probability,probability:bus,probability:train,source\n' +
        'the bus is late again today,bus,bus,,,,answer\nno label here at all today,,,,,,\n',
    )
  })

  test('a label that a spreadsheet would compute gets an apostrophe', async () => {
    const evil: Outcome = { label: '=1+1', source: 'answer' }
    const written = await classified('a,b\n1,=2\n', 'x.csv', () => evil, { classes: ['=1+1'] })
    assert.match(written, /^1,=2,'=1\+1,/m)
  })

  test('JSON keeps its text, digits included', async () => {
    const line = '{"id": 12345678901234567890123, "note": {"a": 1.50}, "text": "hello" }'
    const lines = `${line}\n{}\n`
    const reading = { idColumn: 'text', textColumns: ['text'] }
    const written = (await classified(lines, 'x.jsonl', () => outcome, { reading })).split('\n')
    assert.equal(
      written[0],
      '{"id": 12345678901234567890123, "note": {"a": 1.50}, "text": "hello","label":"train","probability":0.75,"probability:bus":0.25,"probability:train":0.75,"source":"prediction"}',
    )
    assert.deepEqual(JSON.parse(written[1]).label, 'train')
    const array = await classified(`[\n${line},\n${line}]`, 'x.json', () => outcome, { reading })
    assert.equal(JSON.parse(array).length, 2)
    assert.equal(JSON.parse(array)[1].source, 'prediction')
  })

  test('another format has the values of the file: dates, codes and long numbers', async () => {
    const line =
      '{"day":"2025-03-01","code":9007199254740993,"n":1.5,"text":"the bus is late","more":{"a":[12345678901234567890]},"meta":{"b":1}}\n'
    const reading = { keepRecords: recordsFor('x.csv') }
    assert.equal(
      await classified(line, 'x.jsonl', () => undefined, { reading, format: 'csv' }),
      'day,code,n,text,more,meta,label,probability,probability:bus,probability:train,source\n' +
        '2025-03-01,9007199254740993,1.5,the bus is late,"{""a"":[""12345678901234567890""]}","{""b"":1}",,,,,\n',
    )
    const table =
      'day;price;code;text\n31.12.2025;1.234,50;007;the bus is late\n01.01.2026;k.A.;8;no seat left\n'
    const json = await classified(table, 'x.csv', () => undefined, {
      reading: { keepRecords: recordsFor('x.jsonl') },
      format: 'jsonl',
    })
    assert.deepEqual(
      json
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text)),
      [
        { day: '31.12.2025', price: 1234.5, code: '007', text: 'the bus is late' },
        { day: '01.01.2026', price: null, code: 8, text: 'no seat left' },
      ],
    )
  })

  test('other formats become CSV, or what is asked for', async () => {
    assert.equal(
      await classified('1 1:0.5\n', 'x.libsvm'),
      `label,f1,askance_label,probability,probability:bus,probability:train,source\n1,0.5${added}\n`,
    )
    const json = await classified('id,text\n7,the bus is late\n', 'x.csv', () => outcome, { format: 'jsonl' })
    assert.deepEqual(JSON.parse(json), {
      id: '7',
      text: 'the bus is late',
      label: 'train',
      probability: 0.75,
      'probability:bus': 0.25,
      'probability:train': 0.75,
      source: 'prediction',
    })
  })
})
