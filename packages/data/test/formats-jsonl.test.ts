import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Row } from '@askance/core'
import { findSyntaxError } from '../src/formats/jsonl/syntax-error.js'
import { failureOf, readItems, readSkipping } from './support/items.js'

const lines = (...records: readonly unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

describe('jsonl', () => {
  test('id, text, label, weight and meta; empty and nested keys join the meta', async () => {
    const record = { id: 7, text: 'hello', label: true, weight: 2, meta: { a: [1] }, subject: 's', n: null }
    assert.deepEqual(
      await readItems('jsonl', lines(record, { text: '', label: '+1' }, { text: 'x', label: null })),
      [
        {
          line: 1,
          id: '7',
          label: 'true',
          weight: 2,
          text: 'hello',
          meta: { a: [1], subject: 's', n: null },
        },
        { line: 2, label: '1', text: '' },
        { line: 3, text: 'x' },
      ],
    )
  })

  test('an id keeps all its digits', async () => {
    const [item] = await readItems(
      'jsonl',
      '{"note":"a\\" 1","id":9007199254740993,"text":"1234567890123456789"}',
    )
    assert.deepEqual([item.id, item.text], ['9007199254740993', '1234567890123456789'])
  })

  test('features by name, by index, or dense', async () => {
    const text = lines(
      { features: { a: 1, 'b c': -2.5 }, label: 1 },
      { features: { indices: [7, 2], values: [1, 0.5] }, label: -1 },
      { x: [1, 0, 3] },
      { features: { indices: 3 } },
    )
    assert.deepEqual(await readItems('jsonl', text), [
      { line: 1, label: '1', features: { names: ['a', 'b c'], values: [1, -2.5] } },
      { line: 2, label: '-1', row: new Row(Int32Array.of(2, 7), Float64Array.of(0.5, 1)) },
      { line: 3, row: new Row(Int32Array.of(1, 2, 3), Float64Array.of(1, 0, 3)) },
      { line: 4, features: { names: ['indices'], values: [3] } },
    ])
    const [item] = await readItems('jsonl', lines({ features: { indices: [0, 5], values: [1, 2] } }), {
      base: 0,
    })
    assert.deepEqual(item.row, new Row(Int32Array.of(1, 6), Float64Array.of(1, 2)))
  })

  test('without a text, the only key with long strings is it', async () => {
    const body = 'a body that is long enough to be something to learn from'
    const [item] = await readItems('jsonl', lines({ class: 'spam', from: 'me', body }))
    assert.deepEqual(item, { line: 1, label: 'spam', text: body, cells: ['me'] })
  })

  test('options name the keys', async () => {
    const record = { key: 'k', kind: 'spam', subject: 'hello', text: 'world', label: 'no' }
    const options = { idColumn: 'key', labelColumn: 'kind', textColumns: ['subject', 'text'] }
    assert.deepEqual(await readItems('jsonl', lines(record), options), [
      { line: 1, id: 'k', label: 'spam', text: 'hello\n\nworld', meta: { label: 'no' } },
    ])
    const [unlabelled] = await readItems('jsonl', lines({ text: 'a', label: 'b' }), { labelColumn: false })
    assert.deepEqual(unlabelled, { line: 1, text: 'a', meta: { label: 'b' } })
  })

  test('blank lines, CRLF, a byte order mark, no last newline, strange keys', async () => {
    const items = await readItems('jsonl', '\ufeff{"text":"a"}\r\n\r\n \t\n{"text":"b","__proto__":{"x":1}}')
    assert.deepEqual(
      items.map(({ line, text }) => [line, text]),
      [
        [1, 'a'],
        [4, 'b'],
      ],
    )
    assert.deepEqual(Object.keys(items[1].meta ?? {}), ['__proto__'])
  })

  test('reports every error with its position', async () => {
    const number = 'expected a number between -1e100 and 1e100'
    const whole = 'expected a whole number from 1 to 67108864'
    const cases: [line: string, message: string][] = [
      ['{"text":"a"', '12: found the end, expected a comma or }'],
      ['{"text":"é" "b"}', '13: found "\\"b\\"}", expected a comma or }'],
      ['{"text":a}', '9: found "a}", expected a value'],
      ["{'text':1}", '2: found "\'text\':1}", expected a name in double quotes'],
      ['{"text"}', '8: found "}", expected a colon'],
      ['{"text":"a\tb"}', '11: found "\\tb\\"}", expected control characters to be escaped'],
      ['{"text":"\\x"}', '10: found "\\\\x\\"}", expected an escape that JSON knows'],
      ['{"text":"a', '11: found the end, expected a closing quote'],
      ['{"text":[1,]}', '12: found "]}", expected a value'],
      ['{"text":"a",}', '13: found "}", expected a name in double quotes'],
      ['{"text":"a"} x', '14: found "x", expected the end'],
      ['{"text":01}', '10: found "1}", expected a comma or }'],
      ['[1]', '1: found "[1]", expected a JSON object, or a text in an array'],
      ['3', '1: found "3", expected a JSON object, or a text in an array'],
      ['{"text":["a"]}', '2: found an array for text, expected a string'],
      ['{"id":{},"text":""}', '2: found an object for id, expected a string or a whole number'],
      ['{"id":1e99}', '2: found 1e+99 for id, expected a string or a whole number'],
      [
        '{"label":[]}',
        '2: found the labels "[]", expected one label; several labels for an item are read with multiLabel, on the command line with --multi-label of `run`, `compare` and `convert`',
      ],
      ['{"weight":-1}', '2: found -1 for weight, expected a number from 0 to 1e100'],
      ['{"weight":"2"}', '2: found "2" for weight, expected a number from 0 to 1e100'],
      ['{"meta":1}', '2: found 1 for meta, expected an object'],
      ['{"features":[1]}', '2: found an array for features, expected an object'],
      ['{"features":{"a":1,"b":"2"}}', `20: found "2" for b, ${number}`],
      ['{"features":{"a":1e999}}', `14: found Infinity for a, ${number}`],
      [
        '{"features":{"indices":[1],"values":[]}}',
        '28: found an array for values, expected 1 numbers, as many as indices',
      ],
      ['{"features":{"indices":[1.5],"values":[1]}}', `14: found 1.5 for indices, ${whole}`],
      [
        '{"features":{"indices":[0],"values":[1]}}',
        '14: found index 0, but indices start at 1; set the base to 0',
      ],
      ['{"features":{"indices":[2,2],"values":[1,1]}}', '14: duplicate index 2'],
      ['{"features":{"indices":[2],"values":[null]}}', `28: found null for values, ${number}`],
      [
        '{"features":{"indices":[2],"values":[1]},"x":[1]}',
        '42: found both x and indices in features; use only one of them',
      ],
      ['{"x":{"a":1}}', '2: found an object for x, expected an array of numbers'],
      ['{"x":[1,null]}', `2: found null for x, ${number}`],
    ]
    for (const [line, message] of cases)
      assert.deepEqual(await failureOf('jsonl', `{"text":"ok"}\n${line}\n{"text":"ok"}\n`), [
        `memory:2:${message}`,
        1,
      ])
    assert.deepEqual(await failureOf('jsonl', '{"id":3,"label":"x"}\n'), [
      'memory:1:1: found the keys "id, label", expected text, features, x or other keys to learn from; values inside lists, and in objects with more than 100 different members, are not read; put word counts in `features`',
      0,
    ])
  })

  test('accepts arbitrarily deep nesting', async () => {
    const deep = '['.repeat(200_000)
    assert.deepEqual(await failureOf('jsonl', `{"text":${deep}${']'.repeat(200_000)}}\n`), [
      'memory:1:2: found an array for text, expected a string',
      0,
    ])
    assert.equal(findSyntaxError(deep).at, 200_000)
  })

  test('can skip invalid records', async () => {
    const { items, skipped } = await readSkipping('jsonl', '{"text":"a"}\n{\n{"text":1}\n{"text":"b"}')
    assert.deepEqual(
      items.map(({ text }) => text),
      ['a', 'b'],
    )
    assert.deepEqual(
      skipped.map(({ code, position }) => [code, position?.line]),
      [
        ['jsonl/broken', 2],
        ['jsonl/type', 3],
      ],
    )
  })
})
