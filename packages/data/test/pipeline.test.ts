import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  type HandedFile,
  ItemInput,
  LabelNames,
  type OpenedData,
  openData,
  type RowSource,
  type VectorizerConfig,
} from '@askance/data'
import { temporaryFile } from './support/files.js'

const csv = ['size,colour,label', '1,red,a', '2,blue,b', '3,red,a', ''].join('\n')
const libsvm = 'a 1:1 3:2\nb 2:1\na 3:1\n'

const all = (names: readonly string[]) =>
  ({ names: new LabelNames(names), labels: 'known', learning: true }) as const

/** A file that counts how often each of its bytes was asked for. */
const counting = (name: string, content: string | Uint8Array) => {
  const file = new File([content as Uint8Array<ArrayBuffer>], name)
  const reads: number[] = []
  const handed: HandedFile = {
    name,
    size: file.size,
    slice: (start, end) => {
      reads.push(start)
      return file.slice(start, end)
    },
  }
  return { handed, reads }
}

/** Label, line and entries of each row. */
const plainRows = async (source: RowSource) => {
  const found: unknown[] = []
  for await (const { rows, labels, names, order, from, to, lineOf } of source.batches())
    for (let p = from; p < to; p++) {
      const i = order?.[p] ?? p
      const { index, value, start, end } = rows.row(i)
      const label = labels[i]!
      found.push([
        label < 0 ? null : names.name(label),
        lineOf(i),
        [...index.slice(start, end)],
        [...value.slice(start, end)],
      ])
    }
  return found
}

const loaded = async (data: OpenedData) => {
  const names = await data.labels(true)
  const input = await data.chooseInput({ classes: names.length })
  return plainRows(await data.load(input, all(names)))
}

describe('data is opened once', () => {
  test('detects the format on the stream that is then read', async () => {
    for (const content of [libsvm, csv, '{"label":"a","text":"x"}\n{"label":"b","text":"y"}\n']) {
      for (const bytes of [Buffer.from(content), gzipSync(content)]) {
        const { handed, reads } = counting('data', bytes)
        const data = await openData(handed)
        const names = ['a', 'b']
        const rows = await plainRows(data.rows(await data.chooseInput({ classes: 2 }), all(names)))
        assert.ok(rows.length >= 2)
        assert.deepEqual(reads, [0], `${data.format}: every byte is read once`)
      }
    }
  })

  test('what can be read only once is streamed: a pipe by its path, and the standard input', () => {
    const script = `
      import { LabelNames, openData } from '@askance/data'
      const data = await openData(process.argv[1])
      const input = await data.chooseInput({ classes: 2 })
      const options = { names: new LabelNames(['a', 'b']), labels: 'known', learning: true }
      let rows = 0
      for await (const { from, to } of data.rows(input, options).batches()) rows += to - from
      console.log(data.format, data.name, rows)`
    for (const content of [libsvm, csv]) {
      // Between programs of a shell there is a pipe that has a path, too.
      const run = (place: string) =>
        spawnSync(
          'sh',
          ['-c', 'cat | "$@"', 'sh', process.execPath, '--input-type=module', '-e', script, place],
          {
            input: content,
            cwd: new URL('.', import.meta.url),
          },
        ).stdout.toString()
      const format = content === csv ? 'csv' : 'libsvm'
      assert.equal(run('-'), `${format} stdin 3\n`)
      assert.equal(run('/dev/stdin'), `${format} /dev/stdin 3\n`)
    }
  })

  test('spools a pipe that will be read again to a file', async () => {
    const path = temporaryFile('spooled', libsvm)
    const spool = async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const _ of chunks) assert.fail('nothing is piped in')
      return path
    }
    const data = await openData('/dev/null', { again: true, spool })
    assert.deepEqual(await data.labels(), ['a', 'b'])
    assert.equal((await loaded(data)).length, 3)
    assert.equal(data.name, '/dev/null')
  })
})

describe('the first labels', () => {
  const rows = (label: string, count: number) => `${label} 1:1 # ${'x'.repeat(1000)}\n`.repeat(count)

  test('are all labels of a small file', async () => {
    for (const [name, content] of [
      ['a.csv', csv],
      ['a.libsvm', libsvm],
    ] as const)
      assert.deepEqual(await (await openData(new File([content], name))).firstLabels(), {
        labels: ['a', 'b'],
        isAll: true,
      })
  })

  test('leave out what comes later, and the data is read from its beginning again', async () => {
    const table = `n,label\n${'0.123456789012345,a\n2,b\n'.repeat(45_000)}3,c\n`
    for (const [name, content, count] of [
      ['a.csv', table, 90_001],
      ['a.libsvm', `${rows('a', 10)}${rows('b', 4500)}${rows('c', 1)}`, 4511],
    ] as const) {
      const data = await openData(new File([content], name))
      assert.deepEqual(await data.firstLabels(), { labels: ['a', 'b'], isAll: false })
      const names = await data.labels()
      assert.deepEqual(names, ['a', 'b', 'c'])
      const input = await data.chooseInput({ classes: 3 })
      assert.equal((await data.table(input, all(names))).rows.length, count)
    }
  })
})

describe('rows', () => {
  test('of LIBSVM are the same streamed, loaded and made of its items', async () => {
    const expected = [
      ['a', 1, [1, 3], [1, 2]],
      ['b', 2, [2], [1]],
      ['a', 3, [3], [1]],
    ]
    const path = temporaryFile('rows.libsvm', libsvm)
    const open = (onError?: 'skip') => openData(path, { ...(onError && { onError }) })
    for (const data of [await open(), await open('skip')]) {
      assert.equal(data.isStraight, !data.skips)
      assert.deepEqual(await plainRows(data.rows(new ItemInput(), all(['a', 'b']))), expected)
      assert.deepEqual(await loaded(data), expected)
    }
  })

  test('have a window, and one of their order where they are loaded in another', async () => {
    for (const place of [temporaryFile('w.libsvm', libsvm), temporaryFile('w.csv', csv)]) {
      const data = await openData(place)
      const lines = async (source: RowSource) => (await plainRows(source)).map((row) => (row as unknown[])[1])
      const input = await data.chooseInput({ classes: 2 })
      const first = place.endsWith('csv') ? 2 : 1
      const window = { ...all(['a', 'b']), skip: 1, limit: 1 }
      assert.deepEqual(await lines(data.rows(input, window)), [first + 1])
      assert.deepEqual(await lines(await data.load(input, window)), [first + 1])
      const backwards = (size: number) => Int32Array.from({ length: size }, (_, k) => size - 1 - k)
      const other = { ...all(['a', 'b']), limit: 2 }
      assert.deepEqual(await lines(await data.load(input, other, backwards)), [first + 2, first + 1])
    }
  })

  test('with an unknown label are an error with its position, and without a label are left out and counted', async () => {
    const messages: string[] = []
    for (const [name, content] of [
      ['x.libsvm', libsvm],
      ['x.csv', csv],
    ] as const) {
      const data = await openData(new File([content], name))
      const rows = data.rows(await data.chooseInput({ classes: 2 }), all(['a']))
      await plainRows(rows).catch((error: Error) => messages.push(error.message))
    }
    assert.deepEqual(messages, [
      'x.libsvm:2:1: label b is not among the classes a',
      'x.csv:3: label b is not among the classes a',
    ])
    const bare = await openData(new File(['{"text":"a"}\n'], 'bare.jsonl'))
    const options = all(['a'])
    const input = await bare.chooseInput({ classes: 1 })
    assert.deepEqual((await bare.table(input, options)).labels, new Int32Array())
    assert.equal(bare.skipped.unlabelled, 1)
    assert.deepEqual((await bare.table(input, { ...options, labels: 'free' })).labels, Int32Array.of(-1))
  })

  test('before an error are delivered, even if the error is in the sample', async () => {
    const data = await openData(new File(['{"label":"a","text":"x"}\n', '{"label":'], 'x.jsonl'))
    const input = await data.chooseInput({ classes: 2 })
    let rows = 0
    const reading = async () => {
      for await (const { from, to } of data.rows(input, all(['a'])).batches()) rows += to - from
    }
    await assert.rejects(reading, { code: 'jsonl/broken', message: /^x\.jsonl:2:/ })
    assert.equal(rows, 1)
  })

  test('that are invalid are skipped and counted, and the first messages are kept', async () => {
    const lines = ['{"label":"a","text":"x"}', 'no', 'no', '{"text":"y"}', 'no', '{"label":"b","text":"z"}']
    const data = await openData(new File([`${lines.join('\n')}\n`], 'x.jsonl'), { onError: 'skip' })
    const rows = await plainRows(data.rows(await data.chooseInput({ classes: 2 }), all(['a', 'b'])))
    assert.deepEqual([rows.length, data.skipped.count, data.skipped.first.length], [2, 3, 3])
    assert.equal(data.skipped.unlabelled, 1)
  })
})

describe('data for a model', () => {
  test('has its columns in the order and of the kind of the model', async () => {
    const data = await openData(new File([csv], 'made.csv'))
    const unscaled = (config: VectorizerConfig): VectorizerConfig => ({
      ...config,
      columns: config.columns!.map((column) => ({ ...column, scaling: 'none' })),
    })
    const input = await data.chooseInput({ classes: 2 }, unscaled)
    const expected = await plainRows(data.rows(input, all(['a', 'b'])))
    const other = ['colour,extra,size', 'red,0,1', 'blue,0,2', 'red,0,3', ''].join('\n')
    const again = await openData(new File([other], 'other.csv'), { input })
    const options = { ...all(['a', 'b']), labels: 'free', learning: false } as const
    const found = await plainRows(again.rows(input, options))
    const entries = (rows: readonly unknown[]) => rows.map((row) => (row as unknown[]).slice(2))
    assert.deepEqual(entries(found), entries(expected))
  })

  test('is not read ahead from a pipe if the model takes rows', async () => {
    const script = `
      import { ItemInput, openData } from '@askance/data'
      const data = await openData('-', { input: new ItemInput() })
      console.log(data.format)
      process.exit()`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: new URL('.', import.meta.url),
    })
    assert.equal(stdout.toString(), 'libsvm\n')
  })
})
