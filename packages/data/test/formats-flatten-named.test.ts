// Nested objects and the options that name them, and what an export has of them.
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import {
  type ColumnSpec,
  type Item,
  openData,
  sourceFields,
  sourceFile,
  sourceLayout,
  sourceRecord,
  writeItems,
} from '@askance/data'
import { failureOf, itemsOf, jsonLines, openMemory, understood } from './support/items.js'

const tickets = Array.from({ length: 30 }, (_, k) => ({
  text: `the ticket number ${k} has a text of several words`,
  user: { country: ['DE', 'FR', 'IT'][k % 3], plan: { name: ['pro', 'free'][k % 2] } },
}))

describe('nested objects that options name', () => {
  test('stay whole if the object itself is named, at any level', async () => {
    for (const options of [{ ignoreColumns: ['user'] }, { columns: { user: 'ignore' } }] as const)
      assert.deepEqual(await understood(tickets, options), { text: 'text', user: 'ignore' })
    assert.deepEqual(await understood(tickets, { ignoreColumns: ['user.plan'] }), {
      text: 'text',
      'user.country': 'category',
      'user.plan': 'ignore',
    })
    const [message] = await failureOf('jsonl', jsonLines(tickets), { columns: { user: 'category' } })
    assert.match(message, /found an object for user, expected a single value/)
  })

  test('give the members that are named, and stay whole beside them', async () => {
    const options = { ignoreColumns: ['user'], labelColumn: 'user.plan.name' }
    assert.deepEqual(await understood(tickets, options), {
      text: 'text',
      user: 'ignore',
      'user.plan.name': 'label',
    })
    const source = await openMemory('jsonl', jsonLines(tickets), options)
    const [item] = await itemsOf(source)
    assert.deepEqual([item?.label, item?.meta], ['pro', { user: tickets[0]!.user }])
    // An object that is not used now holds no column, whatever the model was trained with.
    const knownColumns: Readonly<Record<string, ColumnSpec>> = { text: 'text', 'user.country': 'category' }
    assert.deepEqual(await understood(tickets, { knownColumns, ignoreColumns: ['user'] }), {
      text: 'text',
      user: 'ignore',
    })
  })

  test('have the columns of training, whatever the first records of other data are', async () => {
    const knownColumns: Readonly<Record<string, ColumnSpec>> = {
      text: 'text',
      'user.country': 'category',
      'user.plan.name': 'category',
    }
    const text = 'one more text'
    const nulls = Array.from({ length: 1000 }, () => ({ text, user: null }))
    const plans = Array.from({ length: 1000 }, () => ({ text, user: { country: 'DE', plan: null } }))
    const many = Array.from({ length: 200 }, (_, k) => ({ text, user: { [`word ${k}`]: k } }))
    const dotted = [{ text, user: { 'a.b': 1 } }]
    for (const before of [nulls, plans, many, dotted, [{ text, user: [] }]]) {
      const source = await openMemory('jsonl', jsonLines([...before, ...tickets]), { knownColumns })
      assert.deepEqual(
        source.columns.map(({ name }) => name),
        ['user.country', 'user.plan.name'],
      )
      const items = await itemsOf(source)
      assert.deepEqual(items.at(-1)?.cells, ['IT', 'free'])
    }
    // A column that the objects do not have is missing, as one of a table is.
    const other = await openMemory('jsonl', jsonLines([{ text, user: { country: 'DE' } }]), { knownColumns })
    assert.equal(other.columns.length, 1)
  })

  test('have no id of the record unless it is set', async () => {
    const records = tickets.map(({ text }, k) => ({
      user: { id: 900 + ((k * 7) % 30) },
      ticket_id: `T-${100 + k}`,
      text,
    }))
    assert.deepEqual(await understood(records), { 'user.id': 'ignore', ticket_id: 'id', text: 'text' })
    const set = await understood(records, { idColumn: 'user.id' })
    assert.equal(set['user.id'], 'id')
  })

  test('stay whole if a member could be confused with another', async () => {
    const records = [
      { text: 'a', a: { 'b.c': 1, b: { c: 2 } }, 'd.e': 3, d: { e: 4 } },
      { text: 'b', a: { b: { c: 5 } }, d: { e: 6, f: 7 } },
    ]
    const source = await openMemory('jsonl', jsonLines(records), { labelColumn: false })
    assert.deepEqual(
      source.columns.map(({ name }) => name),
      ['d.e'],
    )
    const items = await itemsOf(source)
    assert.deepEqual(
      items.map(({ cells, meta }) => [cells, meta]),
      [
        [[3], { a: records[0]!.a, d: { e: 4 } }],
        [[null], { a: records[1]!.a, d: { e: 6, f: 7 } }],
      ],
    )
    // Any number of dots in a name costs little.
    const long = '.'.repeat(200_000)
    assert.deepEqual(await understood([{ text: 'a', [long]: 1 }], { knownColumns: { [long]: 'number' } }), {
      text: 'ignore',
      [long]: 'number',
    })
  })
})

test('an export has nested objects as they were, also those that come late or are none', async () => {
  const first = Array.from({ length: 1005 }, (_, k) => tickets[k % 30]!)
  const others = [{ user: { country: 'DE', vip: true } }, { user: 'Jo' }, { user: null }, {}]
  const records = [...first, ...others.map((other) => ({ text: 'a late text', ...other }))]
  const data = await openData(new File([jsonLines(records)], 'tickets.jsonl'), {
    as: 'items',
    keepRecords: 'values',
  })
  const file = sourceFile(data)!
  assert.deepEqual(file, { name: 'tickets.jsonl', columns: ['text', 'user'], text: 'text' })
  const written: object[] = []
  for await (const batch of data.items())
    for (const item of batch) {
      const sent = { id: String(item.line), text: item.text!, fields: sourceFields(item, file) }
      written.push(sourceRecord(sent, file) as object)
    }
  const expected = records.map(({ text, ...record }) => ({ text, user: null, ...record }))
  assert.deepEqual(written, expected)

  // Tables hold them as JSON.
  const items = ['Jo', { country: 'DE' }, [1, 2]].map((user, k) => ({
    record: sourceRecord({ id: String(k), text: 'late', fields: [null, user] }, file),
    outcome: { label: 'a', source: 'answer' } as const,
    line: k + 1,
  }))
  for (const format of ['csv', 'xlsx', 'parquet']) {
    const out = new PassThrough()
    const from = {
      name: 'x',
      columns: [],
      records: sourceLayout(file, format),
      batches: () => batchOf(items),
    }
    const [bytes] = await Promise.all([buffer(out), writeItems(format, from, out, { classes: ['a'] })])
    const again = await openData(new File([bytes], `x.${format}`), { as: 'items', keepRecords: 'values' })
    const users = (await again.sample()).map(({ record }) => (record as { user: unknown }).user)
    assert.deepEqual(users, ['Jo', '{"country":"DE"}', '[1,2]'], format)
  }
})

async function* batchOf(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items
}
