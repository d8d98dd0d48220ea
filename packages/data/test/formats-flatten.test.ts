import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { openData, understandingLines, writeClassified } from '@askance/data'
import { failureOf, itemsOf, jsonLines, openMemory, readItems, understood } from './support/items.js'

const tickets = Array.from({ length: 30 }, (_, k) => ({
  text: `the ticket number ${k} has a text of several words`,
  user: { country: ['DE', 'FR', 'IT'][k % 3], age: 20 + ((k * 7) % 40), plan: { isPaid: k % 2 === 0 } },
  parts: [{ k }],
}))

describe('nested objects in records', () => {
  test('become columns', async () => {
    const source = await openMemory('jsonl', jsonLines(tickets))
    assert.deepEqual(source.columns, [
      { name: 'user.country', kind: 'category' },
      { name: 'user.age', kind: 'number' },
      { name: 'user.plan.isPaid', kind: 'category' },
    ])
    const [item] = await itemsOf(source)
    assert.deepEqual([item?.cells, item?.meta], [['DE', 20, 'true'], { parts: [{ k: 0 }] }])
    assert.deepEqual(understandingLines(source.understanding!), [
      'label       none found',
      'text        text',
      'numbers     user.age',
      'categories  user.country, user.plan.isPaid',
      'ignored     parts (holds lists or structures)',
    ])
    // A member may be missing, null, or not an object, in any record.
    const others = [{ user: null }, { user: 'Jo' }, {}, { user: { plan: 3 } }, { user: { age: '41' } }]
    const items = await readItems('jsonl', jsonLines([...tickets, ...others]))
    assert.deepEqual(
      items.slice(30).map(({ cells }) => cells?.[1] ?? null),
      [null, null, null, null, 41],
    )
  })

  test('can hold the text, the id and the label', async () => {
    const records = tickets.map(({ text, user }, k) => ({
      _id: { $oid: `${'5f2a'.repeat(5)}${1000 + k}` },
      message: { body: text },
      answer: { team: ['bus', 'train'][k % 2] },
      user,
    }))
    const found = await understood(records)
    assert.deepEqual([found['_id.$oid'], found['message.body']], ['id', 'text'])
    // A nested member is a label only if it is set.
    assert.equal(found['answer.team'], 'category')
    const options = { labelColumn: 'answer.team', idColumn: 'message.body' }
    const [item] = await readItems('jsonl', jsonLines(records), options)
    assert.deepEqual([item?.label, item?.id], ['bus', tickets[0]!.text])
    assert.equal(
      (await understood([{ message: { body: 'a long text of more than 32 letters' } }]))['message.body'],
      'text',
    )
  })

  test('stay whole if they are deep or have many members, and beside features', async () => {
    let deep: object = { end: 1 }
    for (let k = 0; k < 500; k++) deep = { deep }
    assert.deepEqual(Object.keys(await understood([{ text: 'a', ...deep }])), [
      'text',
      'deep.deep.deep.deep.deep',
    ])
    const counts = Array.from({ length: 200 }, (_, k) => ({ text: 'a', counts: { [`word ${k}`]: 1 } }))
    assert.deepEqual(await understood(counts), { text: 'text', counts: 'ignore' })
    const [withFeatures] = await readItems('jsonl', jsonLines([{ features: { a: 1 }, user: { age: 3 } }]))
    assert.deepEqual(withFeatures?.meta, { user: { age: 3 } })
    const [withMeta] = await readItems('jsonl', jsonLines([{ text: 'a', meta: { user: { age: 3 } } }]))
    assert.deepEqual(withMeta?.meta, { user: { age: 3 } })
  })

  test('do not replace members of the record', async () => {
    const early = (c: number): string => `{"a":{"b":2,"c":${c},"__proto__":{"x":4}},"text":"t"}\n`
    const late = '{"a.b":1,"a":{"b":2,"c":3},"text":"t"}\n'
    const options = { columns: { 'a.b': 'number', 'a.c': 'number', 'a.__proto__.x': 'number' } } as const
    const items = await readItems(
      'jsonl',
      `${Array.from({ length: 1000 }, (_, k) => early(k)).join('')}${late}`,
      options,
    )
    assert.deepEqual(
      [items.at(0)?.cells, items.at(-1)?.cells],
      [
        [2, 0, 4],
        [1, 3, null],
      ],
    )
    assert.equal(({} as { x?: number }).x, undefined)
  })

  test('have the position of their member in errors', async () => {
    const bad = jsonLines([{ text: 'a', user: { age: 'old' } }])
    const [message] = (await failureOf('jsonl', `${jsonLines(tickets)}${bad}`, {
      columns: { 'user.age': 'number' },
    })) as [string, number]
    assert.match(message, /^memory:31:21: .*user\.age/)
  })

  test('are written back as they were', async () => {
    const data = await openData(new File([jsonLines(tickets)], 'tickets.jsonl'), {
      as: 'items',
      keepRecords: true,
    })
    const out = new PassThrough()
    const outcome = { label: 'x', probabilities: [1], source: 'answer' } as const
    await writeClassified(data, out, () => outcome, { classes: ['x'] })
    const [first] = String(out.read()).split('\n')
    const written = JSON.parse(first!) as (typeof tickets)[0]
    assert.deepEqual([written.user, written.parts], [tickets[0]!.user, tickets[0]!.parts])
  })
})

describe('blank lines of tables', () => {
  const blanks = ['', '  ', ' \t', '\r']
  const body = ['late bus,a', ...blanks, 'late train,b', ...blanks]
  const expected = [
    ['late bus', 'a', 2],
    ['late train', 'b', 7],
  ]

  test('are no items, quoted or not, whatever the line ends and the chunks', async () => {
    for (const newline of ['\n', '\r\n'])
      for (const quote of ['', '"one, two",a'])
        for (const size of [1, 3, 1 << 16]) {
          const rows = ['text,label', ...body, quote]
          const items = await readItems('csv', rows.join(newline), { header: true }, size)
          const found = items
            .slice(0, 2)
            .map(({ text, cells, label, line }) => [text ?? cells?.[0], label, line])
          assert.deepEqual([found, items.length], [expected, quote ? 3 : 2])
        }
  })

  test('are no items with one column or tabs, but empty fields are', async () => {
    const texts = await readItems('csv', 'text\none two\n\n   \n\t\nthree four\n""\n', {
      textColumns: ['text'],
    })
    assert.deepEqual(
      texts.map(({ text, line }) => [text, line]),
      [
        ['one two', 2],
        ['three four', 6],
        ['', 7],
      ],
    )
    const table = await readItems('tsv', 'size\tweight\n1\t2\n\t\n3\t4\n\n')
    assert.deepEqual(
      table.map(({ line }) => line),
      [2, 4],
    )
    assert.equal((await readItems('csv', 'size,weight\n1,2\n,\n3,4\n')).length, 3)
  })
})
