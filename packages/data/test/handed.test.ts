// A file that was handed over, as a browser does, gives what its path gives.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Item, type ItemSource, loadLibsvm, openBytes, openItems } from '@askance/data'
import { openInput } from '../src/formats/input.js'
import { parquetSource } from '../src/formats/parquet/source-browser.js'
import { temporaryFile } from './support/files.js'
import { fixture } from './support/fixtures.js'
import { formatSamples } from './support/format-samples.js'
import { itemsOf } from './support/items.js'

const handed = (path: string): File => new File([readFileSync(path)], basename(path))

/** All items, or what is wrong and where; the name of the file aside. */
const outcomeOf = async (opening: Promise<ItemSource>) => {
  const items: Item[] = []
  try {
    const source = await opening
    for await (const batch of source.batches()) items.push(...batch)
    return { format: source.format, columns: source.columns, items }
  } catch (cause) {
    const { code, details, position } = cause as { code: string; details: object; position: object }
    return { code, details, position: { ...position, source: undefined }, items }
  }
}

const packings: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  '': (bytes) => bytes,
  '.gz': (bytes) => gzipSync(bytes),
}

describe('a File object', () => {
  for (const [format, samples] of Object.entries(formatSamples))
    test(`${format}: the same items and the same errors at the same positions`, async () => {
      const broken = ['{"a":\n', '1 1:x\n', '@data\n1,\n"', '\xff\xfe', 'a,b\n"\n'].map((end) =>
        Buffer.concat([Buffer.from(samples[0]), Buffer.from(end, 'latin1')]),
      )
      for (const [k, content] of [...samples.map((text) => Buffer.from(text)), ...broken].entries())
        for (const [ending, pack] of Object.entries(packings)) {
          const path = temporaryFile(`sample-${k}.${format}${ending}`, pack(content))
          assert.deepEqual(
            await outcomeOf(openItems(handed(path))),
            await outcomeOf(openItems(path)),
            `${format} ${k}${ending}`,
          )
        }
    })

  test('bzip2, xz and zstd are unpacked', async () => {
    const bytesOf = async (place: string | File): Promise<Buffer> => {
      const parts: Uint8Array[] = []
      for await (const chunk of openBytes(place)) parts.push(chunk.slice())
      return Buffer.concat(parts)
    }
    for (const ending of ['bz2', 'xz', 'zst']) {
      const path = fixture(`formats/lines.txt.${ending}`)
      assert.deepEqual(await bytesOf(handed(path)), await bytesOf(path))
    }
  })

  test('its format is detected from its name or content', async () => {
    const file = new File(['{"text":"hello","label":"x"}\n'], 'mails')
    assert.equal((await openItems(file)).format, 'jsonl')
    await assert.rejects(openItems(new File(['x'], 'odd.bin')), {
      code: 'format/unclear',
      position: { source: 'odd.bin', line: 1, column: 1 },
    })
  })

  test('it can be read again and reports progress', async () => {
    for (const name of ['table.parquet', 'text.parquet']) {
      const path = fixture(`formats/${name}`)
      const expected = await itemsOf(await openItems(path))
      for (const file of [handed(path), new File([gzipSync(readFileSync(path))], `${name}.gz`)]) {
        const source = await openItems(file)
        assert.deepEqual(await itemsOf(source), expected)
        assert.deepEqual(await itemsOf(source), expected)
      }
    }
    const reported: [number, number | undefined][] = []
    const line = `1 ${Array.from({ length: 74 }, (_, k) => `${k + 10}:1.25`).join(' ')}\n`
    const file = new File([line.repeat(4000)], 'large.libsvm')
    const size = 4000 * line.length
    const source = await openItems(file, { progress: (done, total) => reported.push([done, total]) })
    assert.equal((await itemsOf(source)).length, 4000)
    assert.deepEqual(reported, [
      [1 << 20, size],
      [2 << 20, size],
      [size, size],
    ])
  })

  test('LIBSVM is loaded from it', async () => {
    const text = 'spam 1:0.5 7:2\nham 2:-1\n'
    const path = temporaryFile('loaded.libsvm', text)
    const { rows, labels } = await loadLibsvm(handed(path))
    assert.deepEqual([rows, labels], await loadLibsvm(path).then((table) => [table.rows, table.labels]))
    await assert.rejects(loadLibsvm(new File(['spam 1:x\n'], 'bad.libsvm')), {
      position: { source: 'bad.libsvm', line: 1, column: 8 },
    })
  })

  test('rejects a file that is no longer readable', async () => {
    const gone = {
      name: 'gone.csv',
      size: 10,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('it has changed')) }),
    }
    await assert.rejects(openItems(gone), {
      code: 'bytes/read',
      message: 'gone.csv: cannot read the file: it has changed',
    })
  })

  test('decodes Parquet without a thread, as in browsers', async () => {
    for (const name of ['table.parquet', 'text.parquet']) {
      const path = fixture(`formats/${name}`)
      const expected = await itemsOf(await openItems(path))
      for (const file of [handed(path), new File([gzipSync(readFileSync(path))], `${name}.gz`)]) {
        const source = await parquetSource(await openInput(file, {}))
        let rows = 0
        let reported = 0
        for await (const group of source.read((done) => {
          reported = done
        }))
          rows += group.rows
        assert.equal(rows, expected.length)
        assert.equal(reported, readFileSync(path).length)
      }
    }
  })
})
