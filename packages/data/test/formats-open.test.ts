import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { formatNames, type ItemOptions, openItems } from '@askance/data'
import { Input } from '../src/formats/input.js'
import { temporaryFile } from './support/files.js'
import { fixture } from './support/fixtures.js'
import { formatSamples } from './support/format-samples.js'
import { failureOf, itemsOf, readItems, readSkipping } from './support/items.js'

const formatOf = async (name: string, content: string | Uint8Array, options: ItemOptions = {}) =>
  (await openItems(temporaryFile(name, content), options)).format

describe('the format', () => {
  test('is detected from the file extension, ignoring that of a compression', async () => {
    const text = formatSamples.csv[0]
    assert.equal(await formatOf('a.csv', text), 'csv')
    assert.equal(await formatOf('a.CSV.gz', gzipSync(text)), 'csv')
    assert.equal(await formatOf('a.csv.zst', text), 'csv')
    assert.equal(await formatOf('a.svm', '1 1:2\n'), 'libsvm')
    assert.equal(await formatOf('a.ndjson', '{"text":""}\n'), 'jsonl')
    assert.equal(await formatOf('a.tab', 'a\tb\n'), 'tsv')
    assert.equal(await formatOf('a.vw', '1 | a\n'), 'vw')
  })

  test('is detected from the content if the name has no known extension', async () => {
    for (const [format, samples] of Object.entries(formatSamples))
      for (const sample of samples) assert.equal(await formatOf('data', sample), format, sample)
    assert.equal(await formatOf('data.txt', readFileSync(fixture('formats/table.parquet'))), 'parquet')
    assert.equal(await formatOf('data.gz', gzipSync('{"text":"a"}\n')), 'jsonl')
    const long = `{"text":"${'x'.repeat(100_000)}"}\n`
    assert.equal(await formatOf('data', long), 'jsonl')
  })

  test('is taken from the option first', async () => {
    assert.equal(await formatOf('a.csv', '{"text":"a"}\n', { format: 'jsonl' }), 'jsonl')
    await assert.rejects(formatOf('a.csv', '', { format: 'xml' }), {
      message: `unknown format xml; expected one of ${formatNames.join(', ')}`,
    })
  })

  test('is an error if it cannot be detected', async () => {
    for (const content of ['', 'hello\n', 'some words\nand more\n', '\0\x01\x02'])
      await assert.rejects(formatOf('data', content), { code: 'format/unclear' })
    const columns = Array.from({ length: 6 }, (_, k) => `${k}    DE   ${k * 7}  open\n`).join('')
    for (const name of ['data', 'data.txt', 'data.csv'])
      await assert.rejects(formatOf(name, columns), { code: 'format/fixed-width' })
    const tar = `${'data.csv'.padEnd(257, '\0')}ustar\0`
    await assert.rejects(formatOf('data.tar', tar), { code: 'format/tar' })
    await assert.rejects(openItems('no-such-file'), { code: 'bytes/missing' })
    await assert.rejects(openItems('no-such-file.csv'), { code: 'bytes/missing' })
  })
})

describe('a source', () => {
  test('of a file can be read again; inspection reports no progress', async () => {
    const content = 'n,label\n1,a\n'
    const progress: [number, number | undefined][] = []
    const source = await openItems(temporaryFile('again.csv', content), {
      progress: (done, total) => progress.push([done, total]),
    })
    assert.deepEqual(progress, [])
    assert.deepEqual(await itemsOf(source), await itemsOf(source))
    assert.deepEqual(progress, [
      [content.length, content.length],
      [content.length, content.length],
    ])
  })

  test('of the standard input is read once, of any format', () => {
    const script = `
      import { openItems } from '@askance/data'
      const source = await openItems('-')
      let count = 0
      for await (const batch of source.batches()) count += batch.length
      const again = await source.batches().next().catch((error) => error.code)
      console.log(source.format, source.name, count, again)`
    const run = (input: string | Uint8Array) => {
      const cwd = fixture('')
      return spawnSync(process.execPath, ['--input-type=module', '-e', script], { input, cwd })
        .stdout.toString()
        .trim()
    }
    const many = Array.from({ length: 5000 }, (_, k) => `${k},${'word '.repeat(20)},a\n`).join('')
    assert.equal(run(`n,text,label\n${many}`), 'csv stdin 5000 bytes/once')
    assert.equal(run(gzipSync('{"text":"a"}\n')), 'jsonl stdin 1 bytes/once')
    assert.equal(run(readFileSync(fixture('formats/table.parquet'))), 'parquet stdin 50 bytes/once')
  })
})

describe('any text', () => {
  test('must be UTF-8 without NUL', async () => {
    const bad = (...bytes: readonly number[]) =>
      Buffer.concat([Buffer.from('{"text":"a"}\n{"text":"é'), Buffer.from(bytes), Buffer.from('"}\n')])
    const cases: [content: Uint8Array, message: string][] = [
      [
        bad(0xff),
        '2:11: invalid UTF-8: unexpected byte ff; set the encoding (--encoding windows-1252, for example), or convert the file to UTF-8',
      ],
      [
        bad(0x80),
        '2:11: invalid UTF-8: unexpected byte 80; set the encoding (--encoding windows-1252, for example), or convert the file to UTF-8',
      ],
      [
        bad(0xef, 0xbf),
        '2:11: invalid UTF-8: unexpected byte ef; set the encoding (--encoding windows-1252, for example), or convert the file to UTF-8',
      ],
      [
        bad(0xc3),
        '2:11: invalid UTF-8: unexpected byte c3; set the encoding (--encoding windows-1252, for example), or convert the file to UTF-8',
      ],
      [bad(0), '2:11: found a NUL byte, expected text; is this a binary file?'],
    ]
    for (const [content, message] of cases)
      assert.deepEqual(await failureOf('jsonl', content), [`memory:${message}`, 1])
  })

  test('limits the record length, so an endless line does not hang', async () => {
    const endless = async function* () {
      const chunk = Buffer.alloc(1 << 16, 'x')
      for (;;) yield chunk
    }
    for (const format of ['jsonl', 'vw', 'csv', 'arff', 'libsvm']) {
      const input = new Input('memory', new File([], 'memory'), endless)
      const { formats } = await import('../src/formats/list.js')
      const open = async () => itemsOf(await formats.find(({ name }) => name === format)!.open(input, {}))
      await assert.rejects(open, { code: /^(text|libsvm)\/(record|line)-length$/ }, format)
    }
    const text = `{"text":"a"}\n{"text":"${'x'.repeat(500)}"}\n{"text":"b"}\n`
    assert.deepEqual(await failureOf('jsonl', text, { maxRecordBytes: 100 }), [
      'memory:2:1: the record is longer than the limit of 100 bytes',
      1,
    ])
    const { items, skipped } = await readSkipping('jsonl', text, { maxRecordBytes: 100 })
    assert.deepEqual(
      items.map(({ line }) => line),
      [1, 3],
    )
    assert.equal(skipped.length, 1)
    await assert.rejects(readItems('jsonl', text, { maxRecordBytes: 0 }), { code: 'data/option' })
    await assert.rejects(readItems('jsonl', text, { onError: 'ignore' as 'skip' }), { code: 'data/option' })
  })

  test('of LIBSVM keeps its rows when the next batch is read, and can be skipped line by line', async () => {
    const many = Array.from({ length: 20_000 }, (_, k) => `${k % 2} 1:${k} ${k + 2}:0.5\n`)
    const items = await readItems('libsvm', many.join(''))
    assert.ok(
      items.every(({ row, line }, k) => row?.value[0] === k && row.index[1] === k + 2 && line === k + 1),
    )
    many[7000] = 'a b c\n'
    many[15_000] = '1 2:x\n'
    const { items: kept, skipped } = await readSkipping('libsvm', many.join(''))
    assert.equal(kept.length, 19_998)
    assert.deepEqual(
      skipped.map(({ message }) => message),
      [
        'memory:7001:3: found "b", expected index:value',
        'memory:15001:5: found the value "x", expected a decimal number',
      ],
    )
  })
})
