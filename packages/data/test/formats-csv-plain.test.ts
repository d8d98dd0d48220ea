import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { type Item, type ItemOptions, openData } from '@askance/data'

/** Fields of every kind, and of none. */
const FIELDS = {
  number: [
    '0',
    '-0',
    '7',
    '007',
    '-12.50',
    '.5',
    '5.',
    '123456789012345',
    '1234567890123456',
    '0.1234567890123456',
  ],
  unusual: ['', 'NA', '?', ' 3 ', '+4', '1e-5', '-', '9007199254740993', '1E300', '-.25'],
  wrong: ['.', '1.2.3', '0x1f', '--', '1,5', 'abc', '1e200'],
  category: ['red', 'blue', '', 'grün', 'ß', 'a b', ' red', 'x'.repeat(80), 'red\u00a0', 'é'.repeat(30)],
  label: ['a', 'b', '1', '1.0', '+1', ' a ', 'NaN', '', '?'],
  text: ['some words of a text', 'ein paar Wörter', '', 'a "quote" inside', 'other words here'],
}

const table = (seed: number, { wrong = 0, quotes = 0, newline = '\n' } = {}): string => {
  const random = new Random(seed, 'csv')
  const one = (list: readonly string[]): string => list[random.below(list.length)]!
  const quoted = (field: string) =>
    random.uniform() < quotes ? `"${field.replaceAll('"', '""')}${one(['', '\n', ',', '""'])}"` : field
  const rows = Array.from({ length: 300 }, (_, k) => {
    if (random.uniform() < 0.02) return ''
    const numbers = [one(FIELDS.number), one(random.uniform() < 0.3 ? FIELDS.unusual : FIELDS.number)]
    if (random.uniform() < wrong) numbers[random.below(2)] = one(FIELDS.wrong)
    const row = [
      `id-${k}`,
      ...numbers,
      quoted(one(FIELDS.category)),
      `2025-01-${10 + (k % 20)}`,
      quoted(one(FIELDS.text)),
      one(FIELDS.label),
    ]
    if (random.uniform() < wrong) row.splice(random.below(6), 1)
    return row.join(',')
  })
  return `id,n,m,colour,day,text,label${newline}${rows.join(newline)}${random.below(2) ? newline : ''}`
}

const columns = {
  id: 'id',
  n: 'number',
  m: 'number',
  colour: 'category',
  day: 'date',
  text: 'text',
  label: 'label',
} as const

const read = async (content: string, options: ItemOptions): Promise<unknown> => {
  const bytes = new TextEncoder().encode(content)
  const data = await openData(new File([bytes], 'a.csv'), { columns, header: true, ...options })
  const items: Item[] = []
  try {
    for await (const batch of data.items()) items.push(...batch)
  } catch (cause) {
    return { items: items.map(bare), error: String(cause) }
  }
  return { items: items.map(bare), skipped: data.skipped.count, first: data.skipped.first }
}

const bare = ({ record: _, ...item }: Item) => item

/** The reader that splits texts is used where records are kept. */
const assertSame = async (content: string, options: ItemOptions = {}): Promise<void> =>
  assert.deepEqual(await read(content, options), await read(content, { ...options, keepRecords: true }))

describe('lines read from their bytes', () => {
  test('are the items of the reader that splits texts, bit for bit', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      for (const newline of ['\n', '\r\n']) await assertSame(table(seed, { newline }))
      await assertSame(table(seed, { quotes: 0.02 }))
      await assertSame(table(seed), { columns: {}, labelColumn: 'label', textColumns: ['text', 'label'] })
      await assertSame(table(seed, { quotes: 0.02 }), { quotes: false, onError: 'skip' })
    }
  })

  test('report the same errors, and leave out the same records', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      await assertSame(table(seed, { wrong: 0.02 }))
      await assertSame(table(seed, { wrong: 0.05, quotes: 0.01 }), { onError: 'skip' })
      await assertSame(table(seed).replaceAll(',', '\t'), { delimiter: '\t' })
      await assertSame(table(seed).replaceAll(',', '§'), { delimiter: '§', onError: 'skip' })
    }
  })

  test('may be split by chunks anywhere, and one column needs no delimiter', async () => {
    const rows = `${'1.25,red,a\n-3,blue,b\n'.repeat(50_000)}\n4,"green\nor not",a\n5,blue,b`
    await assertSame(`x,colour,label\n${rows}`, {
      columns: { x: 'number', colour: 'category', label: 'label' },
    })
    await assertSame('label\na\n\nb\n \na', { columns: { label: 'label' } })
  })

  test('have no bytes of an invalid line', async () => {
    const bytes = Uint8Array.of(
      ...new TextEncoder().encode('n,label\n1,a\n2,'),
      0xff,
      0x0a,
      0x33,
      0x2c,
      0x62,
      0x0a,
    )
    const items = async (options: ItemOptions) => {
      const data = await openData(new File([bytes], 'a.csv'), {
        header: true,
        onError: 'skip',
        encoding: 'utf-8',
        ...options,
      })
      const all: Item[] = []
      for await (const batch of data.items()) all.push(...batch)
      return all.map(bare)
    }
    const found = await items({})
    assert.deepEqual(found, await items({ keepRecords: true }))
    assert.equal(found.length, 2)
  })
})
