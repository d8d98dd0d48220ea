import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { LabelNames, type LibsvmOptions, openBytes, readLibsvm, readLibsvmThreaded } from '@askance/data'
import { temporaryFile } from './support/files.js'
import { plainRows } from './support/read.js'

const text = Array.from(
  { length: 90_000 },
  (_, k) => `${k % 11} ${1 + (k % 7)}:${k / 8} ${10 + (k % 50)}:-1 99:${k}e-3\n`,
).join('')

const path = temporaryFile('threaded', text)

const batchesOf = async (
  batches: ReturnType<typeof readLibsvm>,
): Promise<{ first: number; base: number; rows: unknown }[]> => {
  const all = []
  for await (const batch of batches)
    all.push({ first: batch.firstLine, base: batch.base, rows: plainRows(batch) })
  return all
}

describe('reading in a second thread', () => {
  test('gives the same batches', async () => {
    const packed = temporaryFile('threaded.gz', gzipSync(text))
    const options: LibsvmOptions = { base: 0 }
    const expected = await batchesOf(readLibsvm(openBytes(path), options))
    assert.ok(expected.length > 4)
    assert.deepEqual(await batchesOf(readLibsvmThreaded(path, options)), expected)
    assert.deepEqual(await batchesOf(readLibsvmThreaded(packed, options)), expected)
  })

  test('the rows stay while the batch is worked on, however slowly', async () => {
    let count = 0
    for await (const { rows, firstLine, lineOffsets } of readLibsvmThreaded(path)) {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      for (let i = 0; i < rows.length; i++) {
        const k = firstLine + lineOffsets[i] - 1
        assert.equal(rows.value[rows.starts[i]], k / 8)
        count++
      }
    }
    assert.equal(count, 90_000)
  })

  test('ids are those of the names given, even when others add names meanwhile', async () => {
    const names = new LabelNames(['known', '3'])
    const found: string[] = []
    for await (const { labels } of readLibsvmThreaded(temporaryFile('names', 'a\nb\n3\nknown\na\n'), {
      names,
    })) {
      names.add('meanwhile')
      for (const id of labels) found.push(names.name(id))
    }
    assert.deepEqual(found, ['a', 'b', '3', 'known', 'a'])

    const late = new LabelNames()
    const reading = readLibsvmThreaded(temporaryFile('late', 'a\nb\n'), { names: late })
    const first = reading.next()
    late.add('z')
    const { value } = await first
    assert.deepEqual(
      [...(value?.labels ?? [])].map((id) => late.name(id)),
      ['a', 'b'],
    )
    await reading.return()
  })

  test('tells its progress', async () => {
    const told: (number | undefined)[][] = []
    await batchesOf(readLibsvmThreaded(path, { progress: (...both) => told.push(both) }))
    assert.deepEqual(told.at(-1), [text.length, text.length])
  })

  test('errors cross with code, place and message', async () => {
    const broken = temporaryFile('threaded-broken', `${'1 1:1\n'.repeat(70_000)}1 2:nan\n`)
    let rows = 0
    const reading = (async () => {
      for await (const batch of readLibsvmThreaded(broken)) rows += batch.rows.length
    })()
    await assert.rejects(reading, {
      name: 'AskanceError',
      code: 'libsvm/value-nan',
      position: { source: broken, line: 70_001, column: 5 },
      message: `${broken}:70001:5: found the value "nan", expected a number`,
    })
    assert.equal(rows, 70_000)
    await assert.rejects(batchesOf(readLibsvmThreaded('nowhere')), { code: 'bytes/missing' })
    await assert.rejects(batchesOf(readLibsvmThreaded(path, { maxLineBytes: -1 })), { code: 'option/value' })
  })

  test('the thread ends when the reader stops', async () => {
    for (let k = 0; k < 5; k++) {
      let batches = 0
      for await (const { rows } of readLibsvmThreaded(path)) {
        assert.ok(rows.length > 0)
        if (++batches === 2) break
      }
    }
  })

  test('the standard input is read too', () => {
    const script = `
      import { readLibsvmThreaded } from '@askance/data'
      for await (const { rows } of readLibsvmThreaded('-')) console.log(rows.length)`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      input: '1 1:1\n2 2:2\n',
    })
    assert.deepEqual([stdout.toString(), stderr.toString()], ['2\n', ''])
  })

  test('a reader that is left alone does not keep the process', () => {
    const script = `
      import { readLibsvmThreaded } from '@askance/data'
      const { value } = await readLibsvmThreaded(${JSON.stringify(path)}).next()
      console.log(value.rows.length > 0)`
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      {
        cwd: import.meta.dirname,
        timeout: 300_000,
      },
    )
    assert.deepEqual([stdout.toString(), stderr.toString(), status], ['true\n', '', 0])
  })
})
