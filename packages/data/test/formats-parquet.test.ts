import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AskanceError } from '@askance/core'
import { Random } from '@askance/core/internals'
import { openItems } from '@askance/data'
import { decodedGroups } from '../src/formats/parquet/decode.js'
import { temporaryFile } from './support/files.js'
import { fixture } from './support/fixtures.js'
import { itemsOf, readItems } from './support/items.js'

const table = fixture('formats/table.parquet')
const ROUNDS = process.env.ASKANCE_SOAK ? 1000 : 40

describe('parquet', () => {
  test('columns are mapped as those of a table, row group by row group', async () => {
    const progress: number[] = []
    const source = await openItems(table, { progress: (done) => progress.push(done) })
    assert.equal(source.format, 'parquet')
    assert.deepEqual(source.columns, [
      { name: 'length', kind: 'number' },
      { name: 'count', kind: 'number' },
      { name: 'big', kind: 'number' },
      { name: 'colour', kind: 'category' },
      { name: 'seen', kind: 'category' },
    ])
    const sizes: number[] = []
    for await (const batch of source.batches()) sizes.push(batch.length)
    assert.deepEqual(sizes, [20, 20, 10])
    assert.equal(progress.length, 3)
    const items = await itemsOf(source)
    assert.deepEqual(items[24], {
      line: 25,
      id: 'r24',
      label: 'ham',
      cells: [null, 72, 24000000168, 'red', 'true'],
    })
  })

  test('a column of text, and options', async () => {
    const [item] = await itemsOf(await openItems(fixture('formats/text.parquet')))
    assert.deepEqual(item, {
      line: 1,
      label: '0',
      text: 'this is the text of message number 0, and it is long enough to be one',
    })
    const options = {
      labelColumn: 'colour',
      idColumn: 'count',
      columns: { big: 'ignore', length: 'category' },
    } as const
    const [chosen] = await itemsOf(await openItems(table, options))
    assert.deepEqual(chosen, { line: 1, id: '0', label: 'red', cells: ['0', 'true', 'ham'] })
    await assert.rejects(openItems(table, { labelColumn: 'no' }), { code: 'columns/unknown' })
  })

  test('reads compressed files repeatedly, and pipes once', async () => {
    const packed = temporaryFile('table.parquet.gz', gzipSync(readFileSync(table)))
    const expected = await itemsOf(await openItems(table))
    const source = await openItems(packed)
    assert.deepEqual(await itemsOf(source), expected)
    assert.deepEqual(await itemsOf(source), expected)
    assert.deepEqual(await readItems('parquet', readFileSync(table), {}, 100), expected)
  })

  test('rejects a file that is not Parquet', async () => {
    for (const content of ['', 'PAR1', 'hello', 'PAR1 but not much more PAR1'])
      await assert.rejects(openItems(temporaryFile('broken.parquet', content)), {
        code: 'parquet/broken',
        message: /broken\.parquet: invalid Parquet file: /,
      })
  })

  test('damaged, it gives items or an error that names the source', async () => {
    // Starting a thread takes its time, so most rounds only decode.
    for (const [round, damaged] of damagedFiles(ROUNDS))
      try {
        if (round < ROUNDS / 25) await readItems('parquet', damaged)
        else for await (const _ of decodedGroups(bufferOf(damaged), 'memory', 1000, () => {}));
      } catch (cause) {
        if (!(cause instanceof AskanceError)) throw new Error(`round ${round}`, { cause })
        assert.equal(cause.position?.source ?? 'memory', 'memory')
      }
  })
})

const damagedFiles = function* (rounds: number): Generator<[round: number, damaged: Uint8Array]> {
  const bytes = readFileSync(table)
  const random = new Random(5, 'test/parquet')
  for (let round = 0; round < rounds; round++) {
    const damaged = Buffer.from(bytes)
    for (let k = random.below(3); k >= 0; k--) damaged[random.below(damaged.length)] ^= 1 << random.below(8)
    yield [round, random.below(4) === 0 ? damaged.subarray(0, random.below(damaged.length)) : damaged]
  }
}

const bufferOf = (bytes: Uint8Array) => ({
  byteLength: bytes.length,
  slice: (start: number, end?: number) => new Uint8Array(bytes).slice(start, end).buffer,
})
