import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { Classifier, type ClassifierEvent } from '@askance/core'
import { parquetWriteBuffer } from 'hyparquet-writer'
import {
  type InputItem,
  type Item,
  ItemInput,
  LabelNames,
  openData,
  openItems,
  plainContent,
  textInput,
  understandingLines,
  writeItems,
} from '../src/index.js'

const itemsOf = (text: string, name: string, options = {}): Promise<readonly Item[]> =>
  readAll(new File([text], name), options)

const readAll = async (file: File, options = {}): Promise<readonly Item[]> => {
  const data = await openData(file, options)
  const items: Item[] = []
  for await (const batch of data.items()) items.push(...batch)
  return items
}

const vectorsOf = async (text: string, name: string, options = {}): Promise<unknown[]> =>
  (await itemsOf(text, name, options)).map(({ vector }) => vector && Array.from(vector))

const long = Array.from({ length: 16 }, (_, k) => k / 4)

describe('a vector in a file', () => {
  it('is found by its name or its form', async () => {
    const found = [[1, 2.5], undefined, [-3, 0]]
    const lines = '{"text":"a","vector":[1,2.5]}\n{"text":"b"}\n{"text":"c","vector":[-3,0]}\n'
    assert.deepEqual(await vectorsOf(lines, 'a.jsonl'), found)
    assert.deepEqual(await vectorsOf(lines.replaceAll('vector', 'text_embedding'), 'a.jsonl'), found)
    const array = JSON.stringify([
      { x: [1], embedding: [1, 2.5] },
      { x: [2] },
      { x: [3], embedding: [-3, 0] },
    ])
    assert.deepEqual(await vectorsOf(array, 'a.json'), found)
    assert.deepEqual(await vectorsOf('text,vector\na,"[1, 2.5]"\nb,\nc,"[-3,0]"\n', 'a.csv'), found)
    const other = `${JSON.stringify({ text: 'a', numbers: long })}\n`
    assert.deepEqual(await vectorsOf(other, 'a.jsonl'), [long])
    assert.deepEqual(await vectorsOf(other, 'a.jsonl', { ignoreColumns: ['numbers'] }), [undefined])
    assert.deepEqual(await vectorsOf('{"text":"a","tags":[1,2]}\n', 'a.jsonl'), [undefined])
    assert.deepEqual(
      await vectorsOf('{"text":"a","tags":[1,2]}\n', 'a.jsonl', { columns: { tags: 'vector' } }),
      [[1, 2]],
    )
  })

  it('is a list in Parquet, and is counted as lost where a format has none', async () => {
    const file = (columnData: Parameters<typeof parquetWriteBuffer>[0]['columnData']): File =>
      new File([new Uint8Array(parquetWriteBuffer({ columnData }))], 'a.parquet')
    const table = file([
      { name: 'text', data: ['a b', 'c d', 'e f'] },
      { name: 'embedding', data: [[1, 2.5], null, [-3, 0]], type: 'JSON' },
      { name: 'other', data: [long, long, long], type: 'JSON' },
    ])
    const opened = await openData(table)
    const { understanding } = opened
    await opened.close()
    assert.deepEqual(
      understanding.columns.map(({ spec }) => spec),
      ['text', 'vector', 'ignore'],
    )
    const items = await readAll(table)
    assert.deepEqual(
      items.map(({ vector }) => vector),
      [[1, 2.5], undefined, [-3, 0]],
    )
    const { lost } = await writeItems('csv', await openItems(table), new PassThrough().resume())
    assert.equal(lost.vector, 2)
    await assert.rejects(readAll(file([{ name: 'vector', data: [[1, 2], [1]], type: 'JSON' }])), {
      code: 'vector/size',
      position: { source: 'a.parquet', line: 2 },
    })
  })

  it('is said to be one, and there is only one', async () => {
    const text = `${JSON.stringify({ text: 'a b', other: long, vector: [1, 2], label: 'x' })}\n`
    const opened = await openData(new File([text], 'a.jsonl'))
    const { understanding } = opened
    await opened.close()
    assert.deepEqual(understandingLines(understanding), [
      'label       label (only one value)',
      'text        text',
      'vector      vector',
      'ignored     other (is another vector)',
    ])
  })

  it('that cannot be used is an error with its place', async () => {
    const good = '{"text":"a","vector":[1,2]}\n'
    for (const [vector, code, column] of [
      ['[1,"2"]', 'vector/value', 13],
      ['[1,1e200]', 'vector/value', 13],
      ['[1]', 'vector/size', 13],
      ['"none"', 'vector/form', 13],
      ['{"0":1}', 'vector/form', 13],
      [`[${new Array(4097).fill(1)}]`, 'vector/size', 13],
    ] as const)
      await assert.rejects(itemsOf(`${good}{"text":"b","vector":${vector}}\n`, 'a.jsonl'), {
        code,
        position: { source: 'a.jsonl', line: 2, column },
      })
    await assert.rejects(itemsOf('text,vector\na,"[1,2]"\nb,"[1,x]"\n', 'a.csv'), {
      code: 'vector/form',
      position: { source: 'a.csv', line: 3, column: 3 },
    })
    const skipped = await itemsOf(`${good}{"text":"b","vector":[1]}\n${good}`, 'a.jsonl', { onError: 'skip' })
    assert.equal(skipped.length, 2)
  })

  it('of another length is an error of its row', async () => {
    const data = await openData(
      new File(
        ['{"text":"a b","vector":[1,2],"label":"x"}\n{"text":"c d","vector":[1,2,3],"label":"y"}\n'],
        'a.jsonl',
      ),
    )
    const names = new LabelNames(['x', 'y'])
    const input = await data.chooseInput()
    assert.equal(input.rows, 'text')
    const read = async (): Promise<void> => {
      for await (const { to } of data.rows(input, { names, labels: 'known', learning: true }).batches())
        assert.equal(to, 1)
    }
    await assert.rejects(read, { code: 'vector/length', position: { source: 'a.jsonl', line: 2 } })
  })

  it('is part of the content for the service', async () => {
    const [item] = await itemsOf('{"vector":[1,2.5]}\n', 'a.jsonl')
    assert.deepEqual(plainContent(item!, []), { vector: [1, 2.5] })
  })
})

describe('an input with vectors', () => {
  for (const [name, newInput] of [
    ['texts', () => textInput()],
    [
      'hashed texts without names',
      () => textInput({ weight: 'binary', index: { kind: 'hash', bits: 10, names: 0 } }),
    ],
    ['rows', () => new ItemInput()],
  ] as const)
    it(`of ${name} gives the same bits after its log and its file`, () => {
      const options = { classes: ['a', 'b'], budget: { ratio: 0.5 }, seed: 1 }
      const one = new Classifier<InputItem>({ ...options, input: newInput() })
      const log: ClassifierEvent[] = []
      one.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
      const item = (k: number): InputItem => ({
        ...(name === 'rows' ? { features: { [`f${k % 5}`]: 1 } } : { text: `word${k % 5} other${k % 3}` }),
        ...(k > 3 && { vector: [Math.sin(k), Math.cos(k), k % 2] }),
      })
      for (let k = 0; k < 30; k++) {
        const { asked, id } = one.observe(item(k))
        if (asked) one.answer(id, k % 2 === 0 ? 'a' : 'b')
      }
      const again = new Classifier<InputItem>({ ...options, input: newInput() })
      for (const event of log) again.apply(event)
      assert.ok(Buffer.from(again.save()).equals(one.save()))
      const loaded = Classifier.load<InputItem>(one.save())
      for (const other of [again, loaded]) {
        assert.throws(() => other.observe({ vector: [1, 2] }), { code: 'vector/length' })
        assert.deepEqual(other.predictProba(item(40)), one.predictProba(item(40)))
      }
      assert.deepEqual(one.report()?.members.at(-1), 'vector')
    })
})
