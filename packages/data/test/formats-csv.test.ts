import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import type { ItemOptions } from '@askance/data'
import { parse } from 'csv-parse/sync'
import { CsvRecords } from '../src/formats/csv/records.js'
import { failureOf, openMemory, readItems, readSkipping } from './support/items.js'

const long = 'words enough to be a text and not the name of some category whatever it is'

describe('csv', () => {
  test('a header, an id, a label, numbers, categories and a text', async () => {
    const text = `id,Length,colour,words,class\n7,1.5,red,"${long}, ""quoted""\nand more",+1\n8,,green,${long},-1.0\n`
    const source = await openMemory('csv', text)
    assert.deepEqual(source.columns, [
      { name: 'Length', kind: 'number' },
      { name: 'colour', kind: 'category' },
    ])
    assert.deepEqual(await readItems('csv', text), [
      { line: 2, id: '7', label: '1', text: `${long}, "quoted"\nand more`, cells: [1.5, 'red'] },
      { line: 4, id: '8', label: '-1', text: long, cells: [null, 'green'] },
    ])
  })

  test('numbers columns without a header and takes the last as the label', async () => {
    const items = await readItems('csv', '1,2,a\n3,4,b\n')
    assert.deepEqual(items, [
      { line: 1, label: 'a', cells: [1, 2] },
      { line: 2, label: 'b', cells: [3, 4] },
    ])
    const byPosition = await readItems('csv', 'ham,hello\nspam,buy\n', { header: false, labelColumn: '1' })
    assert.deepEqual(byPosition, [
      { line: 1, label: 'ham', cells: ['hello'] },
      { line: 2, label: 'spam', cells: ['buy'] },
    ])
  })

  test('the first row is a header when it looks unlike the others', async () => {
    const hasHeader = async (text: string, options: ItemOptions = {}) =>
      (await readItems('csv', text, options)).length === 1
    assert.ok(await hasHeader('a,b\n1,2\n'))
    assert.ok(await hasHeader('name,label\nx,y\n'))
    assert.ok(await hasHeader('word,other\nx,y\n'))
    assert.ok(!(await hasHeader('1,2\n3,4\n')))
    assert.ok(!(await hasHeader('ham,x\nham,y\n')))
    assert.ok(!(await hasHeader('ham,ham\nspam,eggs\n')))
    assert.ok(await hasHeader('1,2\n3,4\n', { header: true }))
    assert.ok(!(await hasHeader('a,b\n1,2\n', { header: false, columns: { 1: 'category' } })))
  })

  test('options say what the columns are', async () => {
    const text = 'a,b,c,d\n1,x,y,2\n'
    const options: ItemOptions = {
      labelColumn: 'b',
      idColumn: 'a',
      textColumns: ['c', 'd'],
    }
    assert.deepEqual(await readItems('csv', text, options), [
      { line: 2, id: '1', label: 'x', text: 'y\n\n2' },
    ])
    const columns = { a: 'category', b: 'text', c: 'ignore' } as const
    assert.deepEqual(await readItems('csv', text, { labelColumn: false, columns }), [
      { line: 2, text: 'x', cells: ['1', 2] },
    ])
  })

  test('numbers that are missing may be written in several ways', async () => {
    const items = await readItems('csv', 'a,label\n1,x\nNA,x\n?,x\n,x\nnan,x\n 2 ,x\n')
    assert.deepEqual(
      items.map(({ cells }) => cells?.[0]),
      [1, null, null, null, null, 2],
    )
  })

  test('kinds: long or wordy is text, few and short are categories', async () => {
    const rows = Array.from({ length: 200 }, (_, k) => `${k % 5},c${k % 5},some words ${k},code${k % 150},l`)
    const { columns } = await openMemory('csv', `n,few,words,codes,label\n${rows.join('\n')}\n`)
    assert.deepEqual(
      columns.map(({ kind }) => kind),
      ['number', 'category', 'category'],
    )
  })

  test('detects delimiters or takes the option; tabs may disable quoting', async () => {
    assert.deepEqual((await readItems('csv', 'a;b\n1;x\n'))[0], { line: 2, label: 'x', cells: [1] })
    assert.deepEqual((await readItems('csv', 'a:b\n1:x\n', { delimiter: ':' }))[0].cells, [1])
    const plain = await readItems('tsv', `label\ttext\nham\t${long} "so\nspam\t"${long}\n`)
    assert.deepEqual(
      plain.map(({ text }) => text),
      [`${long} "so`, `"${long}`],
    )
    const quoted = await readItems('tsv', `label\ttext\nham\t"${long}\t\n"\n`)
    assert.equal(quoted[0].text, `${long}\t\n`)
    const items = await readItems('tsv', `label\ttext\nham\t"${long}"\n`, { quotes: false })
    assert.equal(items[0].text, `"${long}"`)
  })

  test('CRLF, blank lines, a byte order mark, no last newline', async () => {
    const items = await readItems('csv', '\ufeffa,label\r\n1,"x"\r\n\r\n2,y\r\n"3",z\r')
    assert.deepEqual(
      items.map(({ line, label, cells }) => [line, label, ...(cells ?? [])]),
      [
        [2, 'x', 1],
        [4, 'y', 2],
        [5, 'z', 3],
      ],
    )
  })

  test('reports every error with its position', async () => {
    const start = 'n,word,label\n1,a,x\n'
    const cases: [record: string, message: string][] = [
      ['1,a', '3:1: found 2 fields, expected 3 as in the first record'],
      ['1,a,x,y', '3:1: found 4 fields, expected 3 as in the first record'],
      ['é1,a,x', '3:1: found "é1" in column n, expected a number between -1e100 and 1e100 or an empty field'],
      [
        '1, "a",x',
        '3:4: found a quote inside the unquoted field " \\"a\\""; quote the whole field and double this quote',
      ],
      ['1,"a"b,x', '3:6: found "b" after the closing quote, expected "," or the end of the line'],
      ['1,"a\r,x', '3:3: unclosed quote: no closing quote found within the file or 16777216 characters'],
      [
        '0x10,a,x',
        '3:1: found "0x10" in column n, expected a number between -1e100 and 1e100 or an empty field',
      ],
      [
        '1e999,a,x',
        '3:1: found "1e999" in column n, expected a number between -1e100 and 1e100 or an empty field',
      ],
      [
        '"1\n1",a,x',
        '3:1: found "1\\n1" in column n, expected a number between -1e100 and 1e100 or an empty field',
      ],
    ]
    for (const [record, message] of cases)
      assert.deepEqual(await failureOf('csv', `${start}${record}\n2,b,y\n`, { columns: { n: 'number' } }), [
        `memory:${message}`,
        1,
      ])
    assert.deepEqual(await failureOf('csv', ''), ['memory:1:1: no columns found; the file may be empty', 0])
    assert.deepEqual(await failureOf('csv', 'a,b\n1,2\n', { labelColumn: 'c' }), [
      'memory: no column named c; the columns are a, b',
      0,
    ])
  })

  test('broken records can be skipped, an open quote with the line it stands in', async () => {
    const text = 'n,label\n1,a\nx,b\n2,"c\n3,d\n4\n5,e\n'
    const { items, skipped } = await readSkipping('csv', text, { columns: { n: 'number' } })
    assert.deepEqual(
      items.map(({ line, label }) => [line, label]),
      [
        [2, 'a'],
        [5, 'd'],
        [7, 'e'],
      ],
    )
    assert.deepEqual(
      skipped.map(({ code, position }) => [code, position?.line, position?.column]),
      [
        ['columns/number', 3, 1],
        ['csv/quote-open', 4, 3],
        ['csv/fields', 6, 1],
      ],
    )
  })

  test('a line that is no text leaves the record around it broken', async () => {
    const bytes = Buffer.from('n,label\n1,"a\n\xff\nb"\n2,c\n', 'latin1')
    const { items, skipped } = await readSkipping('csv', bytes)
    assert.deepEqual(
      items.map(({ label }) => label),
      ['c'],
    )
    assert.deepEqual(
      skipped.map(({ code, position }) => [code, position?.line]),
      [
        ['text/encoding', 3],
        ['csv/quote-open', 2],
        ['csv/fields', 4],
      ],
    )
  })

  test('reports an unclosed quote at the limit without rescanning every line', async () => {
    const lines = `${'x""y\n'.repeat(100_000)}`
    const [message] = await failureOf('csv', `a,label\n1,"${lines}`, {
      maxRecordBytes: 200_000,
      header: true,
    })
    assert.match(message, /^memory:2:3: unclosed quote/)
  })
})

/** Fields of all kinds, quoted where they must be and sometimes where they need not. */
const table = (random: Random): string => {
  const words = ['', 'a', 'b c', '1.5', 'é', '🙂', 'a,b', '"', 'x"y', 'two\nlines', '\r\n', ' ', 'tab\t']
  const field = () => {
    const word = words[random.below(words.length)]
    const isQuoted = /[",\r\n]/.test(word) || random.below(4) === 0
    return isQuoted ? `"${word.replaceAll('"', '""')}"` : word
  }
  const newline = random.below(2) === 0 ? '\n' : '\r\n'
  const rows = Array.from({ length: 1 + random.below(6) }, () => [field(), field(), field()].join(','))
  return rows.join(newline) + (random.below(2) === 0 ? newline : '')
}

const recordsOf = (text: string): string[][] => {
  const rows: string[][] = []
  const records = new CsvRecords({ delimiter: ',', quotes: true }, 'memory', 1 << 20, (cause) => {
    throw cause
  })
  const take = ({ fields }: { fields: readonly string[] }) => rows.push([...fields])
  records.read({ text, line: 1 }, take)
  records.finish(take)
  return rows
}

test('5000 random tables have the fields that csv-parse finds', () => {
  const random = new Random(77, 'test/csv')
  const settings = { relax_column_count: true, record_delimiter: ['\r\n', '\n'], skip_empty_lines: true }
  for (let round = 0; round < 5000; round++) {
    const text = table(random)
    assert.deepEqual(recordsOf(text), parse(text, settings), `round ${round}: ${JSON.stringify(text)}`)
  }
})
