import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ItemOptions, openData, type UnderstoodColumn, understandingLines } from '@askance/data'
import { parsedDate } from '../src/formats/columns/dates.js'
import { itemsOf, openMemory } from './support/items.js'

const WORDS = ['late', 'broken', 'refund', 'thanks', 'again', 'order', 'bus', 'train', 'card', 'login']
/** Texts that differ and have blanks. */
const text = (k: number): string => `${WORDS[k % 10]} ${WORDS[(k * 7 + 3) % 10]} my case ${k * 31}`

/** A table with `rows` rows; each column is a function of the row number. */
const table = (
  columns: Readonly<Record<string, (k: number) => string>>,
  { rows = 60, delimiter = ',' } = {},
): string => {
  const lines = Array.from({ length: rows }, (_, k) => Object.values(columns).map((value) => value(k)))
  return [Object.keys(columns), ...lines].map((line) => line.join(delimiter)).join('\n')
}

const specsOf = (columns: readonly UnderstoodColumn[]): Record<string, string> =>
  Object.fromEntries(columns.map(({ name, spec }) => [name, spec]))

const understood = async (content: string, options: ItemOptions = {}): Promise<Record<string, string>> => {
  const source = await openMemory('csv', content, options)
  return specsOf(source.understanding?.columns ?? [])
}

test('numbers may have a currency or percent sign, and be missing in the ways of spreadsheets', async () => {
  const content = table(
    {
      Preis: (k) => (k % 9 ? `1.2${two(k)},50 €` : 'k.A.'),
      share: (k) => (k % 7 ? `${k} %` : '#DIV/0!'),
      price: (k) => `$${k}.5`,
      label,
    },
    { delimiter: ';' },
  )
  const source = await openMemory('csv', content)
  assert.deepEqual(specsOf(source.understanding?.columns ?? []), {
    Preis: 'number:comma',
    share: 'number',
    price: 'number',
    label: 'label',
  })
  const [first, second] = await itemsOf(source)
  assert.deepEqual(
    [first?.cells, second?.cells],
    [
      [null, null, 0.5],
      [1201.5, 1, 1.5],
    ],
  )
})

test('many columns that a tool has added are one entry', () => {
  const columns = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, spec: 'ignore', why: 'from x' }) as const)
  assert.equal(
    understandingLines({
      format: 'csv',
      columns: [{ name: 'z', spec: 'ignore', why: 'is empty' }, ...columns],
    })[1],
    'ignored     z (is empty), a … e (5 columns, from x)',
  )
})

const two = (k: number): string => String(k).padStart(2, '0')
const label = (k: number): string => (k % 3 === 0 ? 'a' : 'b')

describe('columns are recognised by name and content', () => {
  test('a file of tickets', async () => {
    const content = table(
      {
        '': (k) => String(k),
        'Ticket-ID': (k) => `T-${1000 + k}`,
        Eingang: (k) => `${two(1 + (k % 28))}.12.2025 ${two(k % 24)}:05`,
        body: text,
        Betrag: (k) => `1.2${two(k)},5${k % 10}`,
        Währung: () => 'EUR',
        team: (k) => `team ${k % 4}`,
        label,
      },
      { delimiter: ';' },
    )
    assert.deepEqual(await understood(content), {
      'Unnamed: 0': 'ignore',
      'Ticket-ID': 'id',
      Eingang: 'datetime:dmy',
      body: 'text',
      Betrag: 'number:comma',
      Währung: 'ignore',
      team: 'category',
      label: 'label',
    })
    const [first] = await itemsOf(await openMemory('csv', content))
    assert.deepEqual(first, {
      line: 2,
      id: 'T-1000',
      label: 'a',
      text: text(0),
      cells: [20423 + 5 / 1440, 'Mon', 0, 1200.5, 'team 0'],
    })
  })

  const cases: readonly [name: string, value: (k: number) => string, spec: string][] = [
    ['ticket_id', (k) => String(7 * k + 3), 'id'],
    ['ticketId', (k) => `x${k}`, 'id'],
    ['paid', (k) => String((k * k) % 7), 'number'],
    ['ref', (k) => `0b9f6c1e-1111-4222-8333-0000000000${two(k)}`, 'id'],
    ['customer_id', (k) => String(k % 5), 'category'],
    ['row', (k) => String(k), 'id'],
    ['position', (k) => String(k), 'ignore'],
    ['__index_level_0__', (k) => String((k * 13) % 61), 'ignore'],
    ['Unnamed: 0.1', (k) => String(k * 3), 'number'],
    ['opened', (k) => `2025-11-${two(1 + (k % 30))}`, 'date:iso'],
    ['when', (k) => `2025-11-${two(1 + (k % 30))}T${two(k % 24)}:30:00+01:00`, 'datetime:iso'],
    ['day', (k) => `${1 + (k % 12)}/${1 + (k % 28)}/2025`, 'date:mdy'],
    ['day', (k) => `${1 + (k % 28)}/${1 + (k % 12)}/2025`, 'date:dmy'],
    ['day', (k) => `${1 + (k % 28)}.${1 + (k % 12)}.25`, 'date:dmy'],
    ['sent', (k) => `"Mon, ${1 + (k % 28)} Dec 2025 ${two(k % 24)}:05:00 +0100"`, 'datetime:named'],
    ['created_at', (k) => String(1_760_000_000 + 1000 * k), 'datetime:s'],
    ['timestamp', (k) => String(1_760_000_000_123 + 1e6 * k), 'datetime:ms'],
    ['size', (k) => String(1_760_000_000 + 999 * k * k), 'number'],
    ['date', (k) => `202511${two(1 + (k % 30))}`, 'date:compact'],
    ['price', (k) => `"1,2${two(k)}.50"`, 'number:thousands'],
    ['price', (k) => `"${k},5"`, 'number:comma'],
    ['url', (k) => `https://example.org/${k}`, 'text'],
    ['mail', (k) => `someone${k}@example.org`, 'text'],
    ['version', (k) => `1.${k % 3}`, 'number'],
    ['flag', (k) => (k % 2 ? 'true' : 'false'), 'category'],
    ['nothing', () => '', 'ignore'],
  ]
  for (const [name, value, spec] of cases)
    test(`${name}: ${value(7)} is ${spec}`, async () => {
      const found = await understood(table({ [name]: value, other: (k) => String((k * 37) % 11), label }))
      assert.equal(found[name], spec)
    })

  test('an unlabelled file has no label', async () => {
    const content = table({
      id: (k) => String(k),
      priority: (k) => `p${k % 3}`,
      kind: (k) => `k${k % 4}`,
      body: text,
    })
    assert.ok(!Object.values(await understood(content)).includes('label'))
    const many = table({ body: text, y: (k) => String(k / 7) }, { rows: 1200 })
    assert.equal((await understood(many)).y, 'number')
    const data = await openData(new File([content], 'x.csv'))
    assert.deepEqual(await data.labels(), [])
    assert.equal(understandingLines(data.understanding)[0], 'label       none found')
  })

  test('a few rows do not make a column the label', async () => {
    const few = 'id,subject,body\n1,hello,"a, b"\n2,world,c d e\n'
    assert.ok(!Object.values(await understood(few)).includes('label'))
    const spoken = table({ body: text, language: (k) => (k % 2 ? 'en' : 'de') })
    assert.equal((await understood(spoken)).language, 'category')
  })

  test('a label without the name of one: the last of a table, or the only one beside texts', async () => {
    assert.equal((await understood(table({ a: (k) => String(k / 3), b: label }))).b, 'label')
    assert.equal((await understood(table({ verdict: label, body: text }))).verdict, 'label')
    assert.equal((await understood(table({ team: label, body: text }))).team, 'label')
    const vip = (k: number): string => ['ja', 'nein', ''][k % 3]!
    assert.equal((await understood(table({ code: String, vip, body: text }))).vip, 'category')
    assert.equal((await understood(table({ body: text, vip }))).vip, 'label')
    assert.equal((await understood(table({ a: (k) => String(k), b: (k) => String(k / 3) }))).b, 'number')
  })

  test('a column that somebody has begun to fill in, or that has the named classes, is the label', async () => {
    const begun = (k: number): string => (k % 10 ? '' : 'xy'[(k / 10) % 2]!)
    const columns = { body: text, priority: (k: number) => `p${k % 3}`, kind: (k: number) => 'ab'[k % 2]! }
    assert.equal((await understood(table({ ...columns, team: begun }))).team, 'label')
    const classes = ['a', 'b', 'c']
    assert.equal((await understood(table(columns), { classes })).kind, 'label')
    assert.equal((await understood(table(columns), { classes: ['a', 'c'] })).kind, 'category')
    assert.equal((await understood(table({ ...columns, team: begun }), { classes })).team, 'category')
    // Questions that are answered with yes or no are no labels, unless most fields are empty.
    const vip = (k: number): string => (k % 2 ? 'yes' : 'no')
    const done = (k: number): string => (k % 10 ? '' : vip(k / 10))
    const yes = { classes: ['yes', 'no'] }
    assert.equal((await understood(table({ ...columns, vip }), yes)).vip, 'category')
    assert.equal((await understood(table({ ...columns, vip, done, note: text }), yes)).done, 'label')
  })

  test('corrections override what was detected', async () => {
    const content = table({
      code: (k) => `c${10 + k}`,
      day: (k) => `${1 + (k % 12)}/${1 + (k % 12)}/2025`,
      size: (k) => String(k),
      label,
    })
    assert.deepEqual(await understood(content), {
      code: 'id',
      day: 'date:mdy',
      size: 'ignore',
      label: 'label',
    })
    const options = {
      columns: { day: 'date:dmy', size: 'number' },
      ignoreColumns: ['code'],
      labelColumn: false,
    } as const
    assert.deepEqual(await understood(content, options), {
      code: 'ignore',
      day: 'date:dmy',
      size: 'number',
      label: 'category',
    })
    await assert.rejects(understood(content, { columns: { day: 'date:ymd' as 'date' } }), {
      code: 'columns/role',
    })
  })

  test('columns of JSON records are used beside their text', async () => {
    const records = Array.from({ length: 30 }, (_, k) => ({
      'Ticket-ID': `T-${k + 10}`,
      text: text(k),
      price: k / 4,
      urgent: k % 2 === 0,
      tags: ['x'],
      label: label(k),
    }))
    const source = await openMemory('jsonl', records.map((record) => JSON.stringify(record)).join('\n'))
    assert.deepEqual(specsOf(source.understanding?.columns ?? []), {
      'Ticket-ID': 'id',
      text: 'text',
      price: 'number',
      urgent: 'category',
      tags: 'ignore',
      label: 'label',
    })
    const [item] = await itemsOf(source)
    assert.deepEqual(item, {
      line: 1,
      id: 'T-10',
      label: 'a',
      text: text(0),
      cells: [0, 'true'],
      meta: { tags: ['x'] },
    })
  })

  test('a file that was labelled here is read without what was added to it', async () => {
    const added = {
      probability: (k: number) => (0.5 + k / 200).toFixed(3),
      'probability:a': (k: number) => (k / 100).toFixed(3),
      source: (k: number) => (k % 2 ? 'answer' : 'prediction'),
      by: () => 'ann',
    }
    const own = { text, size: (k: number) => String((k * 37) % 11) }
    assert.deepEqual(await understood(table({ ...own, label, ...added })), {
      text: 'text',
      size: 'number',
      label: 'label',
      probability: 'ignore',
      'probability:a': 'ignore',
      source: 'ignore',
      by: 'ignore',
    })
    const again = await understood(table({ ...own, label, askance_label: label, ...added }))
    assert.deepEqual([again.label, again.askance_label], ['label', 'ignore'])
    const other = await understood(table({ ...own, label, source: (k) => (k % 2 ? 'web' : 'mail') }))
    assert.equal(other.source, 'category')
  })

  test('a model reads other data as it read its own', async () => {
    const columns = {
      n: (k: number) => String(k),
      day: (k: number) => `${1 + (k % 12)}.11.2025`,
      size: (k: number) => `"${k},5"`,
      label,
    }
    const trained = await openData(new File([table(columns)], 'a.csv'))
    const input = await trained.chooseInput({ classes: 2 })
    const one = new File(['day,size,extra,n\n1.2.2025,"1,5",x,77\n'], 'b.csv')
    const data = await openData(one, { ...input.config.reader, input })
    assert.deepEqual(data.columns, trained.columns)
    assert.deepEqual((await data.sample())[0].cells, [20120, 'Sat', 1.5])
  })
})

test('dates agree with Date', () => {
  for (let k = 0; k < 400; k++) {
    const date = new Date(Date.UTC(1999, 0, 1, 5, 7) + k * 86_400_000 * 37)
    const iso = date.toISOString()
    const found = parsedDate(iso, 'iso')
    assert.equal(found?.days, date.getTime() / 86_400_000)
    assert.equal(found?.weekday, date.toUTCString().slice(0, 3))
    const [year, month, day] = iso.slice(0, 10).split('-')
    assert.equal(parsedDate(`${day}.${month}.${year} 05:07`, 'dmy')?.days, found?.days)
    assert.equal(parsedDate(`${month}/${day}/${year} 5:07 AM`, 'mdy')?.days, found?.days)
    assert.equal(parsedDate(date.toUTCString(), 'named')?.days, found?.days)
  }
  for (const bad of ['30.02.2025', '1.13.2025', '', 'yesterday', '1.1.2025 25:00'])
    assert.equal(parsedDate(bad, 'dmy'), undefined)
})
