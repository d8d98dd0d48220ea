// Tables as people have them: what stands above and around the values.
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openData, writeClassified } from '@askance/data'
import { headerOf } from '../src/formats/csv/header.js'

const open = (content: string, name = 'x.csv') =>
  openData(new File([content], name), { as: 'items', keepRecords: true })

const understood = async (content: string, name?: string) => {
  const data = await open(content, name)
  const items = await data.sample()
  return {
    names: data.understanding.columns.map((column) => column.name),
    roles: Object.fromEntries(data.understanding.columns.map((column) => [column.name, column.spec])),
    notes: data.understanding.notes ?? [],
    items,
    labels: items.map(({ label }) => label),
  }
}

/** Rows of a text, a number and a label. */
const rows = (delimiter = ',', count = 12): string =>
  Array.from({ length: count }, (_, k) =>
    [`late again no ${k}`, k * k, k % 2 ? 'bus' : 'train'].join(delimiter),
  ).join('\n')

describe('the header of a table', () => {
  test('may come after a title', async () => {
    const { names, items, notes } = await understood(
      `Report for October,,\n2025-10-01,,\n\n Comment ,Rows,Kind\n${rows()}\n`,
    )
    assert.deepEqual([names, items.length, items[0]?.line], [['Comment', 'Rows', 'Kind'], 12, 5])
    assert.deepEqual(notes, ['2 rows above the header are ignored'])
  })

  test('may come after the names of groups, in merged cells', async () => {
    const { names, items } = await understood(
      `Tickets 2025;;;;\nWho;;What;;\nNumber;Rows;Comment;Kind;Code\n${rows(';').replaceAll(/^.*$/gm, (row) => `1;2;${row}`)}\n`,
    )
    assert.deepEqual([names[0], names.length, items.length], ['Number', 5, 12])
  })

  test('may be all there is', async () => {
    const { names, items } = await understood('Ticket-Nr.;Nachricht;Kategorie\n')
    assert.deepEqual([names, items.length], [['Ticket-Nr.', 'Nachricht', 'Kategorie'], 0])
  })

  test('may come after a title of one field', async () => {
    const { names, items } = await understood(`All tickets\nComment;Rows;Kind\n${rows(';')}\n`)
    assert.deepEqual([names, items.length], [['Comment', 'Rows', 'Kind'], 12])
  })

  test('may come after the line that says what separates the fields', async () => {
    const { names, items } = await understood(`sep=;\r\nComment;Rows;Kind\r\n${rows(';')}\r\n`)
    assert.deepEqual([names, items.length], [['Comment', 'Rows', 'Kind'], 12])
  })

  test('may have numbers, long questions, repeated and missing names', async () => {
    const question = `How would you rate the ${'very '.repeat(20)}long form?`
    const { names, items } = await understood(
      `Text,Text,2025,,"${question}","in\nlines"\n${rows().replaceAll(/$/gm, ',,good,a b')}\n`,
    )
    assert.deepEqual(names, ['Text', 'Text (2)', '2025', 'Unnamed: 3', question, 'in lines'])
    assert.equal(items.length, 12)
  })

  test('may have any number of equal names, which are numbered in order', () => {
    const given = ['a', 'a (2)', 'a', '', 'a', 'a (2)', 'Unnamed: 3', 'b', 'b', 'a (2) (2)', 'a']
    const expected: string[] = []
    for (const [k, field] of given.entries()) {
      const name = field || `Unnamed: ${k}`
      let free = name
      for (let n = 2; expected.includes(free); n++) free = `${name} (${n})`
      expected.push(free)
    }
    assert.deepEqual(headerOf([given], true).names, expected)
    const many = headerOf([Array.from({ length: 20_000 }, () => 'a')], true).names
    assert.equal(many.at(-1), 'a (20000)')
  })

  test('is not a first row that is nearly empty', async () => {
    const { items } = await understood(
      '"late again",\n"no seat",bus\n"late",train\n"on time",bus\n"early",train\n',
    )
    assert.equal(items.length, 5)
  })

  test('is kept when the records are written back', async () => {
    const data = await open(`Tickets,,\nComment,Rows,Kind\n${rows()}\n`)
    const pipe = new PassThrough()
    const written = textOf(pipe)
    await writeClassified(data, pipe, () => undefined, { classes: ['a', 'b'] })
    assert.match(await written, /^Comment,Rows,Kind,label,.*\nlate again no 0,0,train,/)
  })
})

describe('labels of a table', () => {
  test('what programs write for a missing value is no label', async () => {
    const missing = ['', 'NaN', 'N/A', '?', 'null', '#N/A', 'None', '-']
    const lines = missing.map((label, k) => `text no ${k},${label}`)
    const { labels } = await understood(`text,label\n${lines.join('\n')}\n`)
    assert.deepEqual(
      labels.filter((label) => label !== undefined),
      ['None', '-'],
    )
    const json = missing.map((label) => JSON.stringify({ text: 'some words', label }))
    const { labels: same } = await understood(json.join('\n'), 'x.jsonl')
    assert.deepEqual(same, labels)
  })

  test('spellings that differ only in case are pointed out', async () => {
    const data = await open('text,label\na b,Bug\nc d,bug\ne f,other\n')
    const { why } = data.understanding.columns[1] ?? {}
    assert.equal(why, '3 different values; Bug and bug are separate classes')
  })

  test('choices in the small format of Label Studio', async () => {
    const record = (k: number) => ({
      id: k,
      body: `some longer text number ${k} of all`,
      annotation_id: k,
      lead_time: 1.5,
      topic: { choices: [k % 2 ? 'bus' : 'train'] },
    })
    const { labels } = await understood(
      JSON.stringify(Array.from({ length: 4 }, (_, k) => record(k))),
      'x.json',
    )
    assert.deepEqual(labels, ['train', 'bus', 'train', 'bus'])
  })
})

test('the labels of a long file are counted in its first rows', async () => {
  const { understanding } = await open(`text,label\n${'one two,yes\nthree four,no\n'.repeat(501)}`)
  assert.equal(understanding.columns.at(-1)?.why, '2 different values in the first rows')
})

test('a column named label may have several hundred classes', async () => {
  const body = Array.from({ length: 1200 }, (_, k) => `words of item ${k},Class ${k % 400}`).join('\n')
  const { roles } = await understood(`text,label\n${body}\n`)
  assert.deepEqual(roles, { text: 'text', label: 'label' })
})

test('a label that may stand for none is pointed out', async () => {
  const { understanding } = await open(`text,label\n${'one two,yes\nthree four,NA\nfive six,?\n'.repeat(5)}`)
  assert.equal(understanding.columns.at(-1)?.why, '2 different values; NA is a class')
})

describe('quotes in a table', () => {
  test('are characters inside an unquoted field', async () => {
    const { items } = await understood(
      'id,text,label\n1,he said "hi" to me,a\n2,6" of pipe,b\n3,"5"" screen",a\n',
    )
    assert.deepEqual(
      items.map(({ text }) => text),
      ['he said "hi" to me', '6" of pipe', '5" screen'],
    )
  })
})

test('prices are numbers however they are written', async () => {
  const written: readonly (readonly [string, string, Readonly<Record<string, number>>])[] = [
    [',', 'number:thousands', { '"$1,299.50"': 1299.5, $3: 3, '-$12.10': -12.1, '"($1,000.00)"': -1000 }],
    [';', 'number:thousands', { '$1,299.50': 1299.5, US$3: 3, "CHF 1'299.50": 1299.5 }],
    [';', 'number:thousands', { '£1,299': 1299, '£3': 3 }],
    [';', 'number:comma', { '1.299,50 €': 1299.5, '3 €': 3, '−12,10 €': -12.1, '1 000,5- EUR': -1000.5 }],
    [';', 'number:comma', { '1.299 €': 1299, '12.000 €': 12_000, '5 €': 5 }],
    [',', 'number', { '1.299 €': 1.299, '5 €': 5, '£3': 3, '12.50 USD': 12.5 }],
    [',', 'number:thousands', { '"₹1,23,456.00"': 123_456, '₹500': 500, '1 000.5': 1000.5 }],
    [',', 'number:comma', { '"12,5 %"': 12.5, '3 %': 3, '"1.000,5 kr"': 1000.5 }],
  ]
  for (const [delimiter, spec, values] of written) {
    const prices = Object.keys(values)
    const lines = Array.from({ length: 24 }, (_, k) =>
      [prices[k % prices.length], 'ab'[k % 2]].join(delimiter),
    )
    const { roles, items } = await understood(`price${delimiter}label\n${lines.join('\n')}\n`)
    assert.equal(roles.price, spec, prices.join('; '))
    assert.deepEqual(
      items.slice(0, prices.length).map(({ cells }) => cells?.[0]),
      Object.values(values),
    )
  }
  for (const other of ['v', '5 GB', '(free)', '1-2', '€5 off']) {
    const { roles } = await understood(`price,label\n${`$5,a\n${other},b\n`.repeat(12)}`)
    assert.equal(roles.price, 'category', other)
  }
})

describe('a last column that is mostly empty', () => {
  const tickets = (last: string, lastOf: (k: number) => string, body = true): string => {
    const lines = Array.from({ length: 60 }, (_, k) =>
      [...(body ? [`late again no ${k}`] : []), `p${k % 3}`, `q${k % 4}`, (k * 37) % 23, lastOf(k)].join(','),
    )
    return `${body ? 'body,' : ''}priority,queue,age,${last}\n${lines.join('\n')}\n`
  }
  const some = (values: readonly string[]) => (k: number) => (k % 6 ? '' : values[(k / 6) % values.length]!)

  test('is the label if people have begun to fill it in, or if it has the name of one', async () => {
    const begun = some(['bus', 'train'])
    assert.equal((await understood(tickets('team', begun))).roles.team, 'label')
    assert.equal((await understood(tickets('label', begun, false))).roles.label, 'label')
  })

  test('is no label if its values are numbers, differ, or there is no text', async () => {
    assert.equal((await understood(tickets('discount', some(['5', '10'])))).roles.discount, 'number')
    const codes = some(['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8', 'i9', 'k10'])
    assert.equal((await understood(tickets('voucher', codes))).roles.voucher, 'category')
    assert.equal((await understood(tickets('team', some(['bus', 'train']), false))).roles.team, 'category')
  })

  test('nor is any other such column', async () => {
    const lines = Array.from({ length: 60 }, (_, k) => `${k % 6 ? '' : 'ab'[(k / 6) % 2]},late again no ${k}`)
    assert.equal((await understood(`gift,body\n${lines.join('\n')}\n`)).roles.gift, 'category')
  })
})
