import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failureOf, openMemory, readItems, readSkipping } from './support/items.js'

const header = `% a comment
@RELATION 'the weather'

@attribute temperature NUMERIC
@Attribute 'wind speed' real % in m/s
@attribute outlook {sunny, 'partly cloudy', rain}
@attribute note string
@attribute day date "yyyy-MM-dd"
@attribute play {yes,no}
@DATA
`

/** A date that is missing or not readable: no day, no weekday, no hour. */
const noDay = [null, null, null]

describe('arff', () => {
  test('attributes become columns; the last nominal one is the label', async () => {
    const source = await openMemory('arff', header)
    assert.deepEqual(source.columns, [
      { name: 'temperature', kind: 'number' },
      { name: 'wind speed', kind: 'number' },
      { name: 'outlook', kind: 'category' },
      { name: 'day', kind: 'number' },
      { name: 'day weekday', kind: 'category' },
      { name: 'day hour', kind: 'number' },
    ])
  })

  test('dense rows: quotes, escapes, comments, missing values, weights', async () => {
    const rows = [
      '20.5, 3, sunny, hello, 2001-01-01, yes',
      '?,?,?,?,?,?',
      `-1e2,0,'partly cloudy',"it's \\"fine\\"\\n\\u00e9","?",no % why not`,
      '% nothing',
      '',
      "1\t2 rain 'a, b {c} % d' x no",
      '1,2,rain,a,b,yes,{2.5}',
    ]
    const items = await readItems('arff', `${header}${rows.join('\n')}`)
    assert.deepEqual(items, [
      { line: 11, label: 'yes', text: 'hello', cells: [20.5, 3, 'sunny', 11323, 'Mon', 0] },
      { line: 12, text: '', cells: [null, null, null, null, null, null] },
      { line: 13, label: 'no', text: 'it\'s "fine"\né', cells: [-100, 0, 'partly cloudy', ...noDay] },
      { line: 16, label: 'no', text: 'a, b {c} % d', cells: [1, 2, 'rain', ...noDay] },
      { line: 17, label: 'yes', text: 'a', cells: [1, 2, 'rain', ...noDay], weight: 2.5 },
    ])
  })

  test('sparse rows: what is left out is 0, or the first value', async () => {
    const items = await readItems('arff', `${header}{0 5, 2 rain, 5 no}\n{}\n{ 1 ? , 3 'a b' }, {0.5}\n`)
    assert.deepEqual(items, [
      { line: 11, label: 'no', text: '', cells: [5, 0, 'rain', ...noDay] },
      { line: 12, label: 'yes', text: '', cells: [0, 0, 'sunny', ...noDay] },
      { line: 13, label: 'yes', text: 'a b', cells: [0, null, 'sunny', ...noDay], weight: 0.5 },
    ])
  })

  test('the label by name or option, the only string as text', async () => {
    const text = '@attribute Class {a,b}\n@attribute words string\n@attribute k {c,d}\n@data\na,"x y",c\n'
    assert.deepEqual(await readItems('arff', text), [{ line: 5, label: 'a', text: 'x y', cells: ['c'] }])
    const items = await readItems('arff', text, { labelColumn: 'k', columns: { Class: 'ignore' } })
    assert.deepEqual(items, [{ line: 5, label: 'c', text: 'x y' }])
    const without = await readItems('arff', text, { labelColumn: false })
    assert.deepEqual(without, [{ line: 5, text: 'x y', cells: ['a', 'c'] }])
  })

  test('every mistake in the header has its place', async () => {
    const cases: [text: string, message: string][] = [
      ['@relation x\n@data\n', 'memory:2:1: no columns found; the file may be empty'],
      ['@relation x\n@attribute a numeric\n', 'memory:2:1: found the end of the file, expected @data'],
      ['', 'memory:1:1: found the end of the file, expected @data'],
      ['  hello\n', 'memory:1:3: found "hello", expected @relation, @attribute or @data'],
      ['@attribute\n', 'memory:1:11: found the end of the line, expected a name'],
      ['@attribute a\n', 'memory:1:13: found the end of the line, expected a type'],
      ["@attribute 'a\n", 'memory:1:12: unclosed quote: the closing quote is missing'],
      ['@attribute a {x\n', 'memory:1:16: found the end of the line, expected a value'],
      ['@attribute a {x,,y}\n', 'memory:1:17: found ",", expected a value'],
      [
        '@attribute a real\n@attribute a real\n',
        'memory:2:1: duplicate column a; column names must be unique',
      ],
      [
        '@attribute a relational\n',
        'memory:1:14: attribute "a" has type "relational", expected numeric, string, date or a list in braces',
      ],
    ]
    for (const [text, message] of cases) assert.deepEqual(await failureOf('arff', text), [message, 0])
  })

  test('every mistake in a row has its place', async () => {
    const start = '@attribute a real\n@attribute b {x,y}\n@attribute c {0,1}\n@data\n1,x,0\n'
    const cases: [row: string, message: string][] = [
      ['1,x', '1: found 2 values, expected 3, one for each attribute'],
      ['1,x,0,1', '1: found 4 values, expected 3, one for each attribute'],
      ['1,,0', '3: found nothing, expected a value'],
      ['1, z,0', '4: found "z" for attribute "b", expected one of "x, y"'],
      ['é,x,0', '1: found "é" in column a, expected a number between -1e100 and 1e100 or an empty field'],
      ["1,'x,0", '3: unclosed quote: the closing quote is missing'],
      ["1,'x',", '7: found the end of the line, expected a value'],
      ["1,'x',0,{w}", '10: found the weight "w", expected a number from 0 to 1e100'],
      ["1,'x',0,{1} 2", '13: found "2", expected the end after the weight'],
      ['{0 1', '5: found the end of the line, expected a comma or }'],
      ['{a 1}', '2: found the index "a", expected a whole number from 0 to 2'],
      ['{3 1}', '2: found the index "3", expected a whole number from 0 to 2'],
      ['{1 x, 1 y}', '7: index 1 follows 1; indices must be strictly increasing'],
      ['{1 x 2 y}', '6: found "2", expected a comma or }'],
      ['{1 x} 2', '7: found "2", expected the end'],
      ['{1}', '3: found "}", expected a value'],
    ]
    for (const [row, message] of cases)
      assert.deepEqual(await failureOf('arff', `${start}${row}\n1,x,0\n`), [`memory:6:${message}`, 1])
  })

  test('broken rows can be skipped', async () => {
    const { items, skipped } = await readSkipping('arff', `${header}1\n1,2,rain,a,b,no\n`)
    assert.deepEqual(
      items.map(({ line }) => line),
      [12],
    )
    assert.deepEqual(
      skipped.map(({ code }) => code),
      ['arff/fields'],
    )
  })
})
