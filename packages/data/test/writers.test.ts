import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sparseRow } from '@askance/core'
import { type Column, findWriter, itemWriters, openData, writeItems, writerOf } from '@askance/data'
import { numberText } from '../src/writers/writer.js'
import { temporaryFolder } from './support/files.js'
import { readRows } from './support/read.js'
import { type Draft, named, numbers, sourceOf, textAs, writtenAs } from './support/write.js'

test('numbers read back to the same bits', () => {
  for (const number of numbers) assert.ok(Object.is(Number(numberText(number)), number), numberText(number))
})

describe('libsvm', () => {
  test('rows come back bit for bit', async () => {
    const indices = numbers.map((_, k) => 3 * k + 1)
    const rows = [
      { label: 'spam', row: sparseRow(indices, numbers) },
      { label: '-1', row: sparseRow([], []) },
    ]
    const written = await textAs('libsvm', rows)
    const [first, second] = await readRows(written)
    assert.deepEqual(first.index, indices)
    assert.ok(first.value.every((value, k) => Object.is(value, numbers[k])))
    assert.deepEqual([first.label, second.label, second.index], ['spam', '-1', []])
  })

  test('numbers names in order of appearance and returns them', async () => {
    const items = [named(['b', 'a'], [2, 1]), named(['c', 'a', '7'], [3, 1.5, 1])]
    const { text: written, names, lost } = await writtenAs('libsvm', items)
    assert.equal(written, '1 1:2 2:1\n1 2:1.5 3:3 4:1\n')
    assert.deepEqual(names, ['b', 'a', 'c', '7'])
    assert.deepEqual(lost, {})
  })

  test('keeps names that are numbers', async () => {
    const { text: written, names } = await writtenAs('libsvm', [named(['12', '3'], [1, 2])])
    assert.equal(written, '1 3:2 12:1\n')
    assert.equal(names, undefined)
    await assert.rejects(writtenAs('libsvm', [named(['12'], [1]), named(['a'], [1])]), {
      code: 'write/number-name',
      position: { source: 'here', line: 2 },
    })
    const assigned = await textAs('libsvm', [named(['12'], [1])], [], { numbering: 'assign' })
    assert.equal(assigned, '1 1:1\n')
  })

  test('columns: numbers as they are, categories as indicators, missing cells counted', async () => {
    const columns: Column[] = [
      { name: 'size', kind: 'number' },
      { name: 'colour', kind: 'category' },
    ]
    const items = [
      { label: 'a', cells: [0.5, 'red'] },
      { label: 'b', cells: [null, 'blue'] },
    ]
    const { text: written, names, lost } = await writtenAs('libsvm', items, columns)
    assert.equal(written, 'a 1:0.5 2:1\nb 3:1\n')
    assert.deepEqual(names, ['size', 'colour=red', 'colour=blue'])
    assert.deepEqual(lost, { 'missing values': 1 })
  })

  test('rejects or counts what the format cannot store', async () => {
    const row = sparseRow([1], [1])
    const refused: [Draft, string][] = [
      [{ label: 'a', text: 'hello' }, 'write/text'],
      [{ row }, 'write/label-missing'],
      [{ label: 'two words', row }, 'write/label'],
      [{ label: 'a:b', row }, 'write/label'],
      [{ label: '#a', row }, 'write/label'],
      [{ label: 'x'.repeat(257), row }, 'write/label'],
      [{ ...named(['a'], [1]), row }, 'write/mixed'],
      [named(['a'], [Number.NaN]), 'write/value'],
      [named(['a\nb'], [1]), 'write/name'],
    ]
    for (const [item, code] of refused) await assert.rejects(writtenAs('libsvm', [item]), { code })
    for (const format of ['libsvm', 'csv'])
      for (const mixed of [
        [{ label: 'a', row }, named(['b'], [1])],
        [named(['b'], [1]), { label: 'a', row }],
      ])
        await assert.rejects(writtenAs(format, mixed), { code: 'write/mixed' })
    const { lost } = await writtenAs('libsvm', [{ label: 'a', id: 'x', weight: 2, meta: {}, row }])
    assert.deepEqual(lost, { id: 1, weight: 1, meta: 1 })
  })
})

describe('vw', () => {
  test('label, weight, tag, namespaces and order', async () => {
    const items: Draft[] = [
      {
        label: '1',
        weight: 0.5,
        id: 'm-1',
        features: { names: ['a^x', 'a^y', 'z', 'a^w'], values: [1, 2, -0, 1] },
      },
      { features: { names: [], values: [] } },
      { id: 'only', weight: 2, row: sparseRow([3, 17], [0.5, 1]) },
    ]
    const { text: written, lost } = await writtenAs('vw', items)
    assert.equal(written, "1 0.5 'm-1 |a x y:2 | z:-0 |a w\n|\n'only | 3:0.5 17\n")
    assert.deepEqual(lost, { weight: 1 })
  })

  test('rejects words that would be misread', async () => {
    const refused: Draft[] = [
      named(['a b'], [1]),
      named(['a:b'], [1]),
      named(['a|b'], [1]),
      named([''], [1]),
      { label: 'two words' },
      { label: "'tag" },
      { label: '3D' },
      { id: 'a b' },
    ]
    for (const item of refused) await assert.rejects(writtenAs('vw', [item]), { code: 'write/word' })
    await assert.rejects(writtenAs('vw', [{ text: 'a' }]), { code: 'write/text' })
  })
})

describe('csv and tsv', () => {
  const columns: Column[] = [
    { name: 'n', kind: 'number' },
    { name: 'said, so', kind: 'category' },
  ]

  test('quotes where needed and distinguishes empty from missing', async () => {
    const items: Draft[] = [
      { id: '1', label: 'a', cells: [-0, 'x'] },
      { label: 'b', cells: [null, ''], text: 'he said "no"\r\nand left' },
      { id: ' 3', cells: [1e21, 'a,b'] },
    ]
    assert.equal(
      await textAs('csv', items, columns),
      [
        'id,label,text,n,"said, so"',
        '1,a,,-0,x',
        ',b,"he said ""no""\r\nand left",,""',
        '" 3",,,1e+21,"a,b"',
        '',
      ].join('\n'),
    )
    assert.equal(await textAs('tsv', items.slice(0, 1), columns), 'id\tlabel\tn\tsaid, so\n1\ta\t-0\tx\n')
  })

  test('a text that a spreadsheet would compute gets an apostrophe, if asked for', async () => {
    const formulas = [
      '=1+1',
      '+a',
      '-a',
      '@a',
      '\t=1',
      '\r=1',
      '\n=1',
      '  =1',
      '\uff1d1',
      '\uff0ba',
      '\uff0da',
      '\uff20a',
    ]
    const others = ['-5', '+1e3', 'a=1', "'=1", '\t5']
    const written = async (texts: readonly string[], inert: boolean): Promise<string[]> => {
      const items = texts.map((text, k): Draft => ({ id: `${k}`, text }))
      const data = await openData(new File([await textAs('csv', items, [], { inert })], 'a.csv'), {
        as: 'items',
        header: true,
        idColumn: 'id',
        textColumns: ['text'],
      })
      const read: string[] = []
      for await (const batch of data.items()) read.push(...batch.map(({ text = '' }) => text))
      return read
    }
    assert.deepEqual(
      await written(formulas, true),
      formulas.map((text) => `'${text}`),
    )
    assert.deepEqual(await written(others, true), others)
    assert.deepEqual(await written(formulas, false), formulas)
    const outcome = { label: '=1', probabilities: [1], source: 'answer', by: '@ada' } as const
    const { text, lost } = await writtenAs('csv', [{ id: '=2', outcome }], [], {
      classes: ['=1'],
      authors: true,
      unlabelled: true,
    })
    assert.equal(text, "id,label,probability,probability:=1,source,by\n=2,'=1,1,1,answer,'@ada\n")
    assert.deepEqual(Object.values(lost), [2])
  })

  test('sparse features become columns, those of rows by their numbers', async () => {
    const items = [named(['b'], [2]), named(['a', 'b'], [1, 0.5])]
    assert.equal(await textAs('csv', items), 'label,b,a\n1,2,0\n1,0.5,1\n')
    const rows = [
      { label: 'x', row: sparseRow([2], [0.25]) },
      { label: 'y', row: sparseRow([4], [1]) },
    ]
    assert.equal(await textAs('csv', rows), 'label,f1,f2,f3,f4\nx,0,0.25,0,0\ny,0,0,0,1\n')
  })

  test('rejects too many or duplicate columns', async () => {
    const wide = { label: '1', row: sparseRow([20_000], [1]) }
    await assert.rejects(writtenAs('csv', [wide]), { code: 'write/columns' })
    await assert.rejects(writtenAs('csv', [named(['label'], [1])]), { code: 'write/column-twice' })
    await assert.rejects(writtenAs('csv', [named(['n'], [1])], columns), { code: 'write/column-twice' })
    const label: Column[] = [{ name: 'label', kind: 'category' }]
    await assert.rejects(writtenAs('csv', [{ label: 'a', cells: ['b'] }], label), {
      code: 'write/column-twice',
    })
    const both = { ...named(['n'], [1]), cells: [2, 'x'] }
    await assert.rejects(writtenAs('libsvm', [both], columns), { code: 'write/column-twice' })
  })
})

describe('files', () => {
  const folder = (): string => mkdtempSync(join(temporaryFolder, 'write-'))

  test('appear only when complete, with their names file', async () => {
    const into = folder()
    const source = sourceOf([named(['b', 'a'], [2, 1])])
    const written = await writeItems('libsvm', source, join(into, 'x.libsvm.gz'))
    assert.deepEqual(written, { items: 1, lost: {}, names: ['b', 'a'] })
    assert.deepEqual(readdirSync(into).sort(), ['x.libsvm.gz', 'x.libsvm.gz.names'])
    assert.equal(gunzipSync(readFileSync(join(into, 'x.libsvm.gz'))).toString(), '1 1:2 2:1\n')
    assert.equal(readFileSync(join(into, 'x.libsvm.gz.names'), 'utf8'), 'b\na\n')
  })

  test('keep the previous content after a failure', async () => {
    const path = join(folder(), 'x.vw')
    await writeItems('vw', sourceOf([named(['a'], [1])]), path)
    await assert.rejects(writeItems('vw', sourceOf([named(['b'], [1]), named(['a b'], [1])]), path), {
      code: 'write/word',
    })
    assert.equal(readFileSync(path, 'utf8'), '1 | a\n')
    assert.deepEqual(readdirSync(join(path, '..')), ['x.vw'])
    const nowhere = join(folder(), 'no', 'such', 'x.vw')
    await assert.rejects(writeItems('vw', sourceOf([]), nowhere), {
      code: 'bytes/write',
      position: { source: nowhere },
    })
    await assert.rejects(writeItems('vw', sourceOf([]), 'x.vw.xz'), { code: 'write/compression' })
  })

  test('have their format in their name', () => {
    assert.equal(writerOf('A.CSV').name, 'csv')
    assert.equal(writerOf('a.label-studio.json').name, 'label-studio')
    assert.throws(() => writerOf('a'), { code: 'write/extension' })
    assert.throws(() => findWriter('cvs'), { code: 'write/format', message: /did you mean csv/ })
    const names = itemWriters.map(({ name }) => name)
    assert.deepEqual(names, [
      ...['libsvm', 'vw', 'csv', 'tsv', 'jsonl', 'parquet', 'xlsx', 'prodigy', 'label-studio'],
      ...['argilla', 'hugging-face'],
    ])
  })
})
