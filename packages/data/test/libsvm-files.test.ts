import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { LabelNames, loadLibsvm, openBytes, readLibsvm } from '@askance/data'
import { scanLabels } from '../src/libsvm/scan.js'
import { temporaryFile } from './support/files.js'
import { type PlainRow, plainRows } from './support/read.js'
import { samples } from './support/samples.js'

const text = Array.from(
  { length: 60_000 },
  (_, k) => `${k % 3} ${1 + (k % 7)}:${k / 8} 9:-1\n${k % 5 ? '' : '#\n'}`,
).join('')

const streamed = async (path: string): Promise<PlainRow[]> => {
  const all: PlainRow[] = []
  for await (const batch of readLibsvm(openBytes(path), { source: path })) all.push(...plainRows(batch))
  return all
}

describe('a whole file in memory', () => {
  test('has the rows of the stream', async () => {
    for (const [k, content] of [...samples, text, ''].entries()) {
      const path = temporaryFile(`whole-${k}`, k % 2 ? content : gzipSync(content))
      const { rows, labels, lines, names, base } = await loadLibsvm(path)
      const loaded = Array.from({ length: rows.length }, (_, i) => ({
        line: lines[i],
        label: names.name(labels[i]),
        index: [...rows.index.subarray(rows.starts[i], rows.starts[i + 1])],
        value: [...rows.value.subarray(rows.starts[i], rows.starts[i + 1])],
      }))
      assert.deepEqual(loaded, await streamed(path))
      assert.equal(labels.length, rows.length)
      assert.equal(base, content.includes(' 0:1') ? 0 : 1)
    }
  })

  test('reports progress and names the file in errors', async () => {
    const reported: (number | undefined)[][] = []
    const path = temporaryFile('progress', text)
    await loadLibsvm(path, { progress: (...both) => reported.push(both) })
    assert.deepEqual(reported.at(-1), [text.length, text.length])
    const broken = temporaryFile('broken', '1 1:1\n1 1:x')
    await assert.rejects(loadLibsvm(broken), {
      message: `${broken}:2:5: found the value "x", expected a decimal number`,
    })
    await assert.rejects(loadLibsvm(broken, { source: 'it' }), { message: /^it:2:5:/ })
  })
})

describe('the labels alone', () => {
  test('are those of the rows, with their counts', async () => {
    for (const [k, content] of [...samples, text, ''].entries()) {
      const path = temporaryFile(`labels-${k}`, content)
      const { names, counts } = await scanLabels(openBytes(path), { source: path })
      const table = await loadLibsvm(path)
      assert.deepEqual(names.names, table.names.names)
      const expected = names.names.map((_, id) => table.labels.filter((label) => label === id).length)
      assert.deepEqual(counts, expected)
    }
  })

  test('known names keep their ids, seen or not', async () => {
    const path = temporaryFile('known', 'b 1:1\nc 1:1\nb 1:1\n')
    const { names, counts } = await scanLabels(openBytes(path), { names: new LabelNames(['a', 'b']) })
    assert.deepEqual(
      [names.names, counts],
      [
        ['a', 'b', 'c'],
        [0, 2, 1],
      ],
    )
  })

  test('ignores errors in the features', async () => {
    const { counts } = await scanLabels(openBytes(temporaryFile('mistakes', '1 1:x 3\n1 5:5 4:4\n2 \n')))
    assert.deepEqual(counts, [2, 1])
  })

  test('rejects a missing label with its position', async () => {
    const path = temporaryFile('unlabelled', '1 1:1\n1 1:1\n 1:1 2:1\n')
    await assert.rejects(scanLabels(openBytes(path), { source: path }), {
      code: 'libsvm/label-missing',
      position: { source: path, line: 3, column: 2 },
    })
  })
})
