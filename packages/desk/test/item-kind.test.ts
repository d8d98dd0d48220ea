import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from '../src/item/address.js'
import { itemKind, parseContent, toPicture, withoutTexts } from '../src/item/content.js'
import { itemTexts, readItem } from '../src/item/read.js'
import { featureRows, valueText } from '../src/item/table.js'

const kind = (sent: unknown) => itemKind(parseContent(sent))
const squared = (count: number, value: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, k) => [`p${k}`, value]))

test('detects emails, URLs and plain texts', () => {
  assert.equal(kind({ text: 'Subject: Hello\n\nThere' }), 'mail')
  assert.equal(kind({ text: 'From ada@example.org Thu Aug 1\nX-Spam: no\n\nThere' }), 'mail')
  assert.equal(kind({ text: 'There', meta: { from: 'Zoe' } }), 'mail')
  assert.equal(kind({ text: ' http://example.org/a?b=c ' }), 'url')
  assert.equal(kind({ text: 'example.org/login' }), 'url')
  assert.equal(kind({ text: 'see http://example.org' }), 'text')
  assert.equal(kind({ text: 'Dear subject: hello' }), 'text')
  assert.equal(kind({ text: '' }), 'text')
})

test('a very long URL is text', () => {
  assert.equal(kind({ text: `http://example.org/${'a'.repeat(5000)}` }), 'text')
})

test('features are tables, or images if they are pixels', () => {
  assert.equal(kind({ features: { age: 41, job: 'baker' } }), 'table')
  assert.equal(kind({ features: squared(64, 200) }), 'picture')
  assert.equal(kind({ features: squared(63, 200) }), 'table')
  assert.equal(kind({ features: squared(9, 1) }), 'table', 'too small to be one by chance')
  assert.equal(kind({ features: squared(64, 300) }), 'table', 'no shade is 300')
  assert.equal(kind({ features: squared(64, -1) }), 'table')
  assert.equal(kind({ row: { index: [1, 6], value: [0.5, 1] }, meta: { width: 3, height: 2 } }), 'picture')
  assert.equal(kind({ row: { index: [1, 7], value: [0.5, 1] }, meta: { width: 3, height: 2 } }), 'table')
  assert.equal(kind({ row: { index: [1, 600], value: [0.5, 1] } }), 'table')
})

test('empty content has no kind', () => {
  assert.equal(kind(null), 'none')
  assert.equal(kind({ row: { index: [1], value: [] } }), 'none')
  assert.equal(kind({ text: 7 }), 'none')
})

test('missing pixels of a sparse row are black', () => {
  const picture = toPicture(
    parseContent({ row: { index: [2], value: [255] }, meta: { width: 2, height: 2 } }),
  )
  assert.deepEqual(picture, { width: 2, height: 2, pixels: [0, 1, 0, 0] })
  assert.equal(
    toPicture(parseContent({ row: { index: [1], value: [1] }, meta: { width: 1e5, height: 1e5 } })),
    undefined,
    'a size too large to draw',
  )
})

test('white is 1, 16 or 255, depending on the maximum', () => {
  const shadeOf = (value: number) =>
    toPicture(parseContent({ row: { index: [1], value: [value] }, meta: { width: 1, height: 1 } }))?.pixels
  assert.deepEqual([0.5, 8, 51].map(shadeOf), [[0.5], [0.5], [0.2]])
})

test('vector entries are matched by index', () => {
  const content = parseContent({ row: { index: [3, 17], value: [1, 0.5] } })
  assert.deepEqual(featureRows(content, [{ feature: '17', contribution: -2 }]), [
    { name: 'feature 17', value: 0.5, weight: -2 },
    { name: 'feature 3', value: 1 },
  ])
})

test('parses a URL', () => {
  const address = parseAddress('https://ada@login.example.co.uk:8443/a/b?q=1+2&bad=%zz&flag#end')
  assert.deepEqual(address, {
    scheme: 'https',
    user: 'ada',
    subdomain: 'login.',
    domain: 'example.co.uk',
    port: '8443',
    path: '/a/b',
    query: [
      ['q', '1 2'],
      ['bad', '%zz'],
      ['flag', ''],
    ],
    fragment: 'end',
  })
  assert.equal(parseAddress('http://192.168.0.1/x').domain, '192.168.0.1')
  assert.equal(parseAddress('a.b.example.com').subdomain, 'a.b.')
  assert.equal(parseAddress('').domain, '')
})

test('sorts features by contribution, categories by value', () => {
  const content = parseContent({ features: { age: 41, job: 'baker', town: 'Bonn' } })
  const rows = featureRows(content, [
    { feature: 'age', contribution: 0.1 },
    { feature: 'town=Bonn', contribution: -0.4 },
  ])
  assert.deepEqual(rows, [
    { name: 'town', value: 'Bonn', weight: -0.4 },
    { name: 'age', value: 41, weight: 0.1 },
    { name: 'job', value: 'baker' },
  ])
})

test('a table with texts is called by the first of them, and shows its dates as dates', () => {
  const features = {
    'Created at': 20093.375,
    'Created at weekday': 'Sun',
    'Created at hour': 9,
    Due: 20100,
    'Due weekday': 'Sun',
    'Opening hour': 8,
    Subject: 'The bus to the airport was late',
    Description: `It was ${'very '.repeat(20)}late.`,
    Team: 'bus',
  }
  const item = readItem({ id: 'T-1', content: { features } })
  assert.equal(item.title, 'The bus to the airport was late')
  assert.deepEqual(
    itemTexts(item)
      .filter(([text]) => text !== '')
      .map(([, place]) => place),
    ['Subject:', 'Description:'],
  )
  assert.deepEqual(
    featureRows(withoutTexts(item.content), []).map(({ name, value }) => [name, value]),
    [
      ['Created at', '2025-01-05 09:00'],
      ['Due', '2025-01-12'],
      ['Opening hour', 8],
      ['Team', 'bus'],
    ],
  )
})

test('values are shown as they were sent, or as the file has them', () => {
  const content = parseContent({
    features: {
      order: 1_234_567.891,
      day: 20_454.6,
      'day weekday': 'Fri',
      'day hour': 14,
      paid: 'true',
      left: null,
      new: 2,
    },
    fields: ['1.234.567,891 €', '31.12.2025 14:05:09', 'TRUE', '', null],
  })
  const shown = (columns?: readonly string[]) =>
    featureRows(content, [], columns).map(({ name, value }) => [name, valueText(value)])
  assert.deepEqual(shown(['order', 'day', 'paid', 'left', 'other']), [
    ['order', '1.234.567,891 €'],
    ['day', '31.12.2025 14:05:09'],
    ['paid', 'TRUE'],
    ['left', '–'],
    ['new', '2'],
  ])
  assert.deepEqual(shown().slice(0, 2), [
    ['order', '1234567.891'],
    ['day', '2026-01-01 14:24'],
  ])
})
