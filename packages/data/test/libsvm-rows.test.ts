import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LabelNames, readLibsvm } from '@askance/data'
import { bytesOf, KERNELS, plainRows, readRows } from './support/read.js'
import { referenceReading } from './support/reference.js'
import { samples } from './support/samples.js'

for (const kernel of KERNELS)
  describe(`rows of the ${kernel} kernel`, () => {
    const rowsOf = (text: string) => readRows(text, { kernel })

    test('a plain file', async () => {
      assert.deepEqual(await rowsOf('1 1:0.5 3:-2\n-1 2:1e1\n'), [
        { line: 1, label: '1', index: [1, 3], value: [0.5, -2] },
        { line: 2, label: '-1', index: [2], value: [10] },
      ])
    })

    test('all samples read as the reference reads them', async () => {
      for (const text of samples) {
        const { rows, badLine } = referenceReading(bytesOf(text))
        assert.equal(badLine, undefined)
        assert.deepEqual(await rowsOf(text), rows, JSON.stringify(text))
      }
    })

    test('spellings of the same whole number are one label', async () => {
      const rows = await rowsOf('+1 1:1\n1 1:1\n1.0 1:1\n1.00 1:1\n-0 1:1\n01 1:1\n1.5 1:1\n+x 1:1\n')
      assert.deepEqual(
        rows.map(({ label }) => label),
        ['1', '1', '1', '1', '0', '01', '1.5', '+x'],
      )
    })

    test('a hash begins a comment, but not within a label', async () => {
      const rows = await rowsOf('c# 1:1 # why\n#x 1:1\n  # 1:nan\nc 1:2#3:4\n')
      assert.deepEqual(
        rows.map(({ label, index }) => [label, index.length]),
        [
          ['c#', 1],
          ['c', 1],
        ],
      )
    })

    test('keeps the sign of zero', async () => {
      const [row] = await rowsOf('1 1:-0 2:0 3:-0.0 4:-0e5 5:-.0\n')
      assert.deepEqual(
        row.value.map((value) => Object.is(value, -0)),
        [true, false, true, true, true],
      )
    })

    test('an empty file has no rows', async () => {
      for (const text of ['', '\n', '\ufeff', ' \t\r\n', '#']) assert.deepEqual(await rowsOf(text), [])
    })

    test('more rows than fit in a batch come in several', async () => {
      const batches = []
      const chunks = [bytesOf('a\nb\n'.repeat(40_000))]
      for await (const { rows, firstLine } of readLibsvm(chunks, { kernel }))
        batches.push([rows.length, firstLine])
      assert.equal(
        batches.reduce((sum, [count]) => sum + count, 0),
        80_000,
      )
      for (let k = 1; k < batches.length; k++)
        assert.equal(batches[k][1], batches[k - 1][1] + batches[k - 1][0])
    })

    test('many labels, long labels and known labels keep their ids', async () => {
      const names = new LabelNames(['known'])
      const labels = Array.from({ length: 3000 }, (_, k) => `${'x'.repeat(k % 40)}${k}`)
      const text = [...labels, 'known', ...labels].map((label) => `${label} 1:1`).join('\n')
      const read = []
      for await (const batch of readLibsvm([bytesOf(text)], { kernel, names })) read.push(...plainRows(batch))
      assert.deepEqual(
        read.map(({ label }) => label),
        [...labels, 'known', ...labels],
      )
      assert.equal(names.id('known'), 0)
      assert.equal(names.size, 3001)
    })
  })

describe('the base', () => {
  const basesOf = async (text: string, options: object) => {
    const found = []
    for await (const { base, rows } of readLibsvm([bytesOf(text)], options))
      found.push([base, ...rows.index.subarray(0, rows.entries)])
    return found
  }

  for (const kernel of KERNELS) {
    test(`an index 0 shows that the file counts from 0 (${kernel})`, async () => {
      assert.deepEqual(await basesOf('1 1:1 2:1\n1 3:1\n1 0:1 4:1\n', { kernel }), [[0, 2, 3, 4, 1, 5]])
      assert.deepEqual(await basesOf('1 1:1 2:1\n1 3:1\n', { kernel }), [[1, 1, 2, 3]])
    })

    test(`uses the base given by the caller (${kernel})`, async () => {
      assert.deepEqual(await basesOf('1 1:1 2:1\n', { kernel, base: 0 }), [[0, 2, 3]])
      assert.deepEqual(await basesOf('1 0:1\n', { kernel, base: 0 }), [[0, 1]])
      await assert.rejects(basesOf('1 0:1\n', { kernel, base: 1 }), { code: 'libsvm/index-zero' })
    })

    test(`rejects an index 0 after the first batch (${kernel})`, async () => {
      const rest = { kernel, live: true }
      const chunks = [bytesOf('1 1:1\n'), bytesOf('1 2:1 3:1\n1 4:1\n1 0:1\n')]
      await assert.rejects(readRows(chunks, rest), {
        code: 'libsvm/index-zero-late',
        position: { line: 4, column: 3 },
      })
      await assert.rejects(readRows(`${'1 1:1\n'.repeat(50_000)}1 0:1\n`, { kernel }), {
        code: 'libsvm/index-zero-late',
        position: { line: 50_001, column: 3 },
      })
    })
  }

  test('with index 0 the largest index is one less', async () => {
    await assert.rejects(basesOf('1 67108864:1\n1 0:1\n', {}), {
      code: 'libsvm/index-large',
      position: { line: 1, column: 3 },
    })
  })
})
