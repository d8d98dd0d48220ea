import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { openData, openItems, writeClassified } from '@askance/data'
import { temporaryFile } from './support/files.js'
import { itemsOf, openMemory, readItems, readSkipping } from './support/items.js'

const records = [
  { id: 'a', text: 'one [1], {2} "three"', meta: { tags: [{ k: 1 }] } },
  { id: 'b', text: 'a \\ backslash\nand é' },
  { id: 'c', text: '' },
]
const wrapped = {
  count: 3,
  tags: ['x', ['y'], []],
  matrix: [[{ not: 'a record' }]],
  empty: [],
  response: { 'a "key": [{': null, items: records, next: { cursor: '}]' } },
  more: [1, 2],
}

describe('one JSON object around an array of objects', () => {
  const alone = JSON.stringify({ data: records })
  const around = JSON.stringify(wrapped)
  const texts = {
    'on one line': alone,
    'in an object in the object': around,
    'over many lines': JSON.stringify(wrapped, null, 2),
    'with records on lines': `{"data":[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]}\n\n`,
    'with a byte order mark': `\ufeff${JSON.stringify(wrapped, null, '\t')}`,
  }
  for (const [how, text] of Object.entries(texts))
    test(`is read as the array is, ${how}, whatever the chunks`, async () => {
      const expected = await readItems('jsonl', JSON.stringify(records))
      const plain = (items: typeof expected) => items.map(({ line: _, ...item }) => item)
      for (const size of [1, 2, 7, 64, 1 << 16])
        assert.deepEqual(plain(await readItems('jsonl', text, {}, size)), plain(expected), `${size}`)
    })

  test('has the lines of the file in items and errors', async () => {
    const text = '{\n  "data": [\n    {"text": "a"},\n    {"text": oops},\n\n    {"text": "c"}\n  ]\n}\n'
    const { items, skipped } = await readSkipping('jsonl', text)
    assert.deepEqual(
      items.map(({ line }) => line),
      [3, 6],
    )
    assert.deepEqual(
      skipped.map(({ position }) => position?.line),
      [4],
    )
    await assert.rejects(readItems('jsonl', '{"a":[{"text":"x"}],\n"b":[{"text":"y"}]}'), {
      code: 'json/arrays',
      position: { source: 'memory', line: 2 },
    })
    await assert.rejects(readItems('jsonl', '{\n"data":[{"text":"x"},'), { code: 'json/open' })
  })

  test('can be around an array of texts, which are one item each', async () => {
    const texts = ['text one', 'a "quote", [1] {2}', 'é\n\\']
    const expected = texts.map((text) => ({ text }))
    for (const value of [texts, { data: texts }, { meta: { n: 3, a: [1], b: [] }, page: { texts } }])
      for (const text of [JSON.stringify(value), `\ufeff${JSON.stringify(value, null, 2)}\n`])
        for (const size of [1, 7, 1 << 16])
          assert.deepEqual(
            (await readItems('jsonl', text, {}, size)).map(({ line: _, ...item }) => item),
            expected,
            text,
          )
    const long = JSON.stringify({
      data: Array.from({ length: 1200 }, (_, k) => `${k} ${'word '.repeat(200)}`),
    })
    assert.equal((await readItems('jsonl', long, {}, 1 << 16)).length, 1200)
    const items = await itemsOf(await openItems(new File(['["one", "two"]'], 'unnamed')))
    assert.deepEqual(
      items.map(({ text }) => text),
      ['one', 'two'],
    )
  })

  test('is one record if it has a list of tags, or other arrays', async () => {
    const article = { title: 'A headline', body: 'many words', tags: ['a', 'b'] }
    const frame = { columns: ['text', 'label'], index: [0], data: [['offer', 'spam']] }
    const [item, ...more] = await readItems('jsonl', JSON.stringify(article))
    assert.deepEqual([item.line, item.meta, more.length], [1, { tags: article.tags }, 0])
    await assert.rejects(readItems('jsonl', JSON.stringify(frame)), {
      position: { source: 'memory', line: 1, column: 1 },
    })
    const long = `${JSON.stringify({ tags: ['a'], text: 'word '.repeat(300_000) })}\n{"text":"second"}\n`
    assert.deepEqual(
      (await readItems('jsonl', long, {}, 1 << 16)).map(({ text }) => text?.slice(0, 6)),
      ['word w', 'second'],
    )
  })

  test('around texts has errors with their lines', async () => {
    const { items, skipped } = await readSkipping(
      'jsonl',
      '{"data": [\n"a",\n3,\n["b"],\nnull,\n"\\x",\n{"text": "c"}]}',
    )
    assert.deepEqual(
      items.map(({ text, line }) => [text, line]),
      [
        ['a', 2],
        ['c', 7],
      ],
    )
    assert.deepEqual(
      skipped.map(({ code, position }) => [code, position?.line]),
      [
        ['jsonl/object', 3],
        ['jsonl/object', 4],
        ['jsonl/object', 5],
        ['jsonl/broken', 6],
      ],
    )
    await assert.rejects(readItems('jsonl', '{"data": ["text one", 3]}'), {
      code: 'jsonl/object',
      message: /found "3", expected a JSON object, or a text in an array/,
    })
    for (const numbers of ['[1, 2]', '{"data": [1, 2]}'])
      await assert.rejects(readItems('jsonl', numbers), ({ code }: { code: string }) =>
        code.startsWith('jsonl/'),
      )
    const record = { title: 'a record with two lists, and a long text', tags: ['a'], authors: ['b', 'c'] }
    assert.equal((await readItems('jsonl', JSON.stringify(record))).length, 1)
    const many = [
      { text: 'a', tags: ['x'] },
      { text: 'b', tags: ['y'] },
    ]
    assert.equal((await readItems('jsonl', many.map((one) => JSON.stringify(one)).join('\n'))).length, 2)
  })

  test('is not taken for a record that has arrays, nor records for it', async () => {
    const options = { text: 'a', options: [{ id: 1 }, { id: 2 }] }
    const task = { data: { text: 'a' }, annotations: [{ result: [] }] }
    const other = { title: 'a long title of a page', parts: [{ p: 1 }] }
    for (const [text, count] of [
      [`${JSON.stringify(options)}\n`, 1],
      [`${JSON.stringify(task)}\n`, 1],
      [`${JSON.stringify(other)}\n${JSON.stringify(other)}\n`, 2],
      ['{"text":"x"}', 1],
    ] as const)
      assert.equal((await readItems('jsonl', text)).length, count, text)
  })

  test('is detected from its content, and written back as an array', async () => {
    for (const text of [alone, JSON.stringify(wrapped, null, 2)]) {
      assert.equal((await openItems(temporaryFile('data', text))).format, 'jsonl')
      const data = await openData(temporaryFile('data.json', text), { as: 'items', keepRecords: true })
      const out = new PassThrough()
      const outcome = { label: 'x', probabilities: [1], source: 'answer' } as const
      await writeClassified(data, out, () => outcome, { classes: ['x'] })
      const written: { id: string; label: string }[] = JSON.parse(String(out.read()))
      assert.deepEqual(
        written.map(({ id, label }) => [id, label]),
        records.map(({ id }) => [id, 'x']),
      )
    }
  })
})

describe('a text file', () => {
  const text = 'Hello, how are you?\r\n\r\nFine, thanks: it is 12:30\n   \n  See you'

  test('has one text per line', async () => {
    for (const size of [1, 5, 1 << 16])
      assert.deepEqual(await readItems('text', `\ufeff${text}`, {}, size), [
        { line: 1, text: 'Hello, how are you?' },
        { line: 3, text: 'Fine, thanks: it is 12:30' },
        { line: 5, text: 'See you' },
      ])
    const { understanding } = await openMemory('text', text)
    assert.deepEqual(understanding?.notes, ['label       none found', 'text        the lines of the file'])
  })

  test('is recognised by its name if no other format is by the content', async () => {
    const formatOf = async (name: string, content: string) =>
      (await openItems(temporaryFile(name, content))).format
    assert.equal(await formatOf('notes.txt', text), 'text')
    assert.equal(await formatOf('NOTES.TXT', 'one line'), 'text')
    assert.equal(await formatOf('table.txt', 'a,b\n1,2\n'), 'csv')
    assert.equal(await formatOf('rows.txt', '1 1:2\n-1 2:1\n'), 'libsvm')
    assert.equal(await formatOf('objects.txt', '{"text":"a"}\n'), 'jsonl')
    await assert.rejects(formatOf('notes', text), { code: 'format/unclear' })
    // A typing error in LIBSVM is reported by its parser.
    await assert.rejects(formatOf('rows.txt', '1 1:2\n-1 2:1\n1 x:y 4:1\n'), { code: 'format/unclear' })
    await assert.rejects(formatOf('empty.txt', ''), { code: 'format/unclear' })
  })

  test('becomes a table with the labels', async () => {
    const data = await openData(temporaryFile('notes.txt', text), { as: 'items', keepRecords: true })
    assert.equal(await data.labels().then(({ length }) => length), 0)
    assert.equal((await itemsOf(await openItems(temporaryFile('notes.txt', text)))).length, 3)
    const out = new PassThrough()
    const outcome = { label: 'x', probabilities: [1], source: 'answer' } as const
    const { format } = await writeClassified(data, out, () => outcome, { classes: ['x'] })
    assert.equal(format, 'csv')
    assert.match(String(out.read()), /"Hello, how are you\?"/)
  })
})
