import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import {
  type ItemOptions,
  LabelNames,
  LabelSets,
  openData,
  openItems,
  readLibsvm,
  writeItems,
} from '@askance/data'

const several = { multiLabel: true } as const

const labelsIn = async (name: string, text: string, options: ItemOptions = several): Promise<unknown> => {
  const source = await openItems(new File([text], name), options)
  const labels: unknown[] = []
  for await (const items of source.batches()) for (const item of items) labels.push(item.labels)
  return labels
}

const all = async <T>(batches: AsyncIterable<T>): Promise<readonly T[]> => {
  const found: T[] = []
  for await (const batch of batches) found.push(batch)
  return found
}

describe('several labels for an item', () => {
  test('are read from LIBSVM, with lines that have none', async () => {
    const text = '1,3 1:0.5\n+2.0 2:1\n 1:1 3:2\n3,1,3 2:1\n4:2 5:1\n1,3 7:1\n'
    assert.deepEqual(await labelsIn('a.libsvm', text), [['1', '3'], ['2'], [], ['3', '1'], [], ['1', '3']])
    const items = (await openItems(new File([text], 'a.libsvm'), several)).batches()
    const rows = (await all(items)).flat().map(({ row, line }) => [line, [...(row?.index ?? [])]])
    assert.deepEqual(rows, [
      [1, [1]],
      [2, [2]],
      [3, [1, 3]],
      [4, [2]],
      [5, [4, 5]],
      [6, [7]],
    ])
  })

  test('are read from VW, JSON arrays and columns with a separator', async () => {
    assert.deepEqual(await labelsIn('a.vw', '1,3 |f a b\nsport,music |f a\n2 |f c\n'), [
      ['1', '3'],
      ['sport', 'music'],
      ['2'],
    ])
    const json =
      '{"labels":["a","b"],"text":"x"}\n{"labels":[],"text":"y"}\n{"labels":7,"text":"y"}\n{"text":"z"}\n'
    assert.deepEqual(await labelsIn('a.jsonl', json), [['a', 'b'], [], ['7'], undefined])
    const csv = 'text,labels\nsome words,a; b\nother words,\nmore,b\n'
    const options = { ...several, labelsSeparator: ';' }
    assert.deepEqual(await labelsIn('a.csv', csv, options), [['a', 'b'], [], ['b']])
    const joined = '{"label":"a|b","text":"x"}\n'
    assert.deepEqual(await labelsIn('a.jsonl', joined, { ...several, labelsSeparator: '|' }), [['a', 'b']])
  })

  test('need a separator where a field holds them all', async () => {
    const csv = 'text,label\nsome words,a;b\n'
    await assert.rejects(labelsIn('a.csv', csv), { code: 'labels/separator' })
    const options = { ...several, labelsSeparator: '' }
    await assert.rejects(labelsIn('a.csv', csv, options), { code: 'data/option' })
  })

  test('are an error with a position where one label is expected', async () => {
    const cases = [
      ['a.libsvm', '1 1:1\n1,3 2:1\n', { line: 2, column: 1 }],
      ['a.vw', "1 |f a\na,b 'tag|f b\n", { line: 2, column: 1 }],
      ['a.jsonl', '{"text":"x","label":["a","b"]}\n', { line: 1, column: 13 }],
    ] as const
    for (const [name, text, position] of cases) {
      const source = await openItems(new File([text], name))
      const reading = all(source.batches())
      await assert.rejects(reading, { code: 'labels/several', position: { source: name, ...position } }, name)
    }
    const bytes = new TextEncoder().encode('1,3 1:1\n')
    await assert.rejects(all(readLibsvm([bytes])), { code: 'labels/several' })
    const data = await openData(new File(['1 1:1\n2,1 1:1\n'], 'a.libsvm'))
    await assert.rejects(data.labels(), {
      code: 'labels/several',
      position: { source: 'a.libsvm', line: 2, column: 1 },
    })
  })

  test('with a blank among them are an error, or skipped', async () => {
    const text = '1,,3 1:1\n2 1:1\n'
    await assert.rejects(labelsIn('a.libsvm', text), { code: 'labels/blank' })
    assert.deepEqual(await labelsIn('a.libsvm', text, { ...several, onError: 'skip' }), [['2']])
    await assert.rejects(labelsIn('a.jsonl', '{"labels":["a",""],"text":"x"}\n'), { code: 'jsonl/type' })
  })

  test('are written as they are read, or refused', async () => {
    const text = '1,3 1:0.5\n2 2:1\n 3:1\n'
    const written = async (format: string, from = text): Promise<string> => {
      const pipe = new PassThrough()
      await writeItems(format, await openItems(new File([from], 'a.libsvm'), several), pipe)
      return String(pipe.read())
    }
    assert.equal(await written('libsvm'), text)
    assert.equal(await written('vw', '1,3 1:0.5\n2 2:1\n'), '1,3 | 1:0.5\n2 | 2\n')
    assert.deepEqual(await labelsIn('a.jsonl', await written('jsonl')), [['1', '3'], ['2'], []])
    for (const format of ['vw', 'csv', 'tsv', 'label-studio'])
      await assert.rejects(written(format), { code: 'write/labels' }, format)
  })

  test('become rows whose label is the id of their set', async () => {
    const open = () => openData(new File(['1,3 1:1\n2 1:1\n3,1 2:1\n 5:1\n'], 'a.libsvm'), several)
    const classes = await (await open()).labels()
    assert.deepEqual(classes, ['1', '3', '2'])
    const data = await open()
    const sets = new LabelSets(classes)
    const input = await data.chooseInput({ classes: 2 })
    const table = await data.table(input, {
      names: new LabelNames(classes),
      sets,
      labels: 'known',
      learning: true,
    })
    assert.deepEqual([...table.labels], [0, 1, 0, 2])
    assert.deepEqual(sets.sets, [[0, 1], [2], []])
    assert.deepEqual([...sets.labelsFor(1, table.labels)], [1, 0, 1, 0])
    assert.equal(table.rows.length, 4)
  })
})
