import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  gaussianStream,
  loadLibsvm,
  readLibsvm,
  type SyntheticOptions,
  type SyntheticStream,
  textLikeStream,
  writeLibsvm,
} from '@askance/data'
import { prototypeStream } from '../src/synthetic/prototype.js'
import { libsvmText } from '../src/synthetic/write.js'
import { temporaryFolder } from './support/files.js'

type Maker = (options: SyntheticOptions) => SyntheticStream

const makers: Record<string, Maker> = {
  textLike: (options) => textLikeStream({ nonZeros: 20, ...options }),
  gaussian: gaussianStream,
  prototype: prototypeStream,
}

const drawn = (stream: SyntheticStream): { label: number; index: number[]; value: number[] }[] => {
  const all = []
  while (stream.next()) {
    const { index, value, start, end } = stream.row
    all.push({
      label: stream.label,
      index: [...index.subarray(start, end)],
      value: [...value.subarray(start, end)],
    })
  }
  return all
}

for (const [name, make] of Object.entries(makers))
  describe(name, () => {
    const options = { rows: 1000, dimension: 200, seed: 3 }

    test('the seed decides everything', () => {
      assert.deepEqual(drawn(make(options)), drawn(make(options)))
      assert.notDeepEqual(drawn(make(options)), drawn(make({ ...options, seed: 4 })))
    })

    test('rows are valid: rising indices from 1, finite values, known classes', () => {
      const stream = make(options)
      const rows = drawn(stream)
      assert.equal(rows.length, 1000)
      for (const { label, index, value } of rows) {
        assert.ok(label >= 0 && label < stream.classes.length)
        assert.ok(index.every((j, k) => j > (index[k - 1] ?? 0) && j <= 200))
        assert.ok(value.every(Number.isFinite))
      }
    })

    test('every class has its share', () => {
      const stream = make(options)
      const counts = stream.classes.map(() => 0)
      for (const { label } of drawn(stream)) counts[label]++
      for (const count of counts) assert.ok(count > 300 / counts.length, `${counts}`)
    })

    test('noise changes its share of the labels and nothing else', () => {
      const clean = drawn(make({ ...options, noise: 0 }))
      const noisy = drawn(make({ ...options, noise: 0.1 }))
      const changed = clean.filter(({ label }, k) => label !== noisy[k].label).length
      assert.ok(changed > 60 && changed < 140, `${changed} of 1000`)
      assert.deepEqual(
        clean.map(({ index, value }) => [index, value]),
        noisy.map(({ index, value }) => [index, value]),
      )
    })

    test('written and read again, it is the same to six digits', async () => {
      const path = join(temporaryFolder, `${name}.libsvm`)
      const rows = drawn(make(options))
      await writeLibsvm(make(options), path)
      const { rows: read, labels, names } = await loadLibsvm(path)
      assert.equal(read.length, 1000)
      for (const [i, { label, index, value }] of rows.entries()) {
        assert.equal(names.name(labels[i]), make(options).classes[label])
        const from = read.starts[i]
        assert.deepEqual([...read.index.subarray(from, read.starts[i + 1])], index)
        for (const [k, v] of value.entries())
          assert.ok(Math.abs(read.value[from + k] - v) <= 5.1e-6 * Math.abs(v) + 1e-12, `${v}`)
      }
    })

    test('rejects options out of range', () => {
      for (const bad of [{ rows: -1 }, { dimension: 0 }, { dimension: 2 ** 27 }, { noise: 2 }, { seed: -1 }])
        assert.throws(() => make({ ...options, ...bad }), { name: 'AskanceError' })
    })
  })

test('text-like rows have unit length and the given average number of features', () => {
  const rows = drawn(textLikeStream({ rows: 2000, dimension: 20_000, nonZeros: 86, seed: 1 }))
  const mean = rows.reduce((sum, { index }) => sum + index.length, 0) / rows.length
  assert.ok(Math.abs(mean - 86) < 3, `${mean}`)
  for (const { value } of rows) {
    const norm = Math.hypot(...value)
    assert.ok(Math.abs(norm - 1) < 1e-12)
  }
})

test('a few classes, and digits out of range', () => {
  assert.deepEqual(prototypeStream({ rows: 1, dimension: 9, classes: 3 }).classes, ['0', '1', '2'])
  assert.throws(() => [...libsvmText(gaussianStream({ rows: 1, dimension: 2 }), { digits: 0 })], {
    code: 'data/option',
  })
  assert.throws(() => textLikeStream({ rows: 1, dimension: 5, nonZeros: 6 }), { code: 'data/option' })
})

test('a linear learner learns from each', async () => {
  for (const [name, make] of Object.entries(makers)) {
    const stream = make({ rows: 5000, dimension: 200, seed: 1 })
    const weights = stream.classes.map(() => new Float64Array(201))
    let late = 0
    for await (const { rows, labels, names } of readLibsvm(libsvmText(stream)))
      for (let i = 0; i < rows.length; i++) {
        const score = (w: Float64Array): number => {
          let sum = 0
          for (let k = rows.starts[i]; k < rows.starts[i + 1]; k++) sum += w[rows.index[k]] * rows.value[k]
          return sum
        }
        const scores = weights.map(score)
        const predicted = scores.indexOf(Math.max(...scores))
        const label = stream.classes.indexOf(names.name(labels[i]))
        if (predicted === label) continue
        late++
        for (let k = rows.starts[i]; k < rows.starts[i + 1]; k++) {
          weights[label][rows.index[k]] += rows.value[k]
          weights[predicted][rows.index[k]] -= rows.value[k]
        }
      }
    assert.ok(late < 5000 * 0.38, `${name}: ${late} errors of a perceptron in 5,000 rows`)
  }
})

test('names the file in a write error', async () => {
  const path = join(temporaryFolder, 'no', 'such', 'folder')
  await assert.rejects(writeLibsvm(gaussianStream({ rows: 1, dimension: 1 }), path), {
    code: 'bytes/write',
    position: { source: path },
  })
})
