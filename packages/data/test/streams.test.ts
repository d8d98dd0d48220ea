import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { denseRow, RowTable } from '@askance/core'
import { Random } from '@askance/core/internals'
import {
  findStream,
  LabelNames,
  type SyntheticStream,
  shiftingGaussianStream,
  streamItems,
  syntheticStreams,
  unitCircleStream,
} from '@askance/data'
import { regroupedStream } from '../src/synthetic/regrouped.js'
import { rotatingHyperplaneStream } from '../src/synthetic/rotating-hyperplane.js'
import { seaStream } from '../src/synthetic/sea.js'
import { imbalancedStream, noisyStream } from '../src/synthetic/wrappers.js'

interface Drawn {
  readonly label: number
  readonly index: readonly number[]
  readonly value: readonly number[]
}

const drawn = (stream: SyntheticStream): Drawn[] => {
  const all: Drawn[] = []
  while (stream.next()) {
    const { index, value, start, end } = stream.row
    all.push({
      label: stream.label,
      index: [...index.slice(start, end)],
      value: [...value.slice(start, end)],
    })
  }
  return all
}

/** Ten rows of each of ten classes; the only feature tells the class. */
const digits = () => {
  const rows = new RowTable()
  const labels = Int32Array.from({ length: 5000 }, (_, k) => k % 10)
  for (const label of labels) rows.push(denseRow([label + 1]))
  return { rows, labels, names: new LabelNames('0123456789') }
}

describe('every stream of the catalogue', () => {
  for (const { name, parameters, needsTable, create } of syntheticStreams) {
    const table = needsTable ? digits() : undefined
    const small = parameters.some((parameter) => parameter.name === 'rows') ? { rows: 500 } : {}

    test(`${name}: the seed decides everything, and rows are valid`, () => {
      const stream = create(small, 3, table)
      const rows = drawn(stream)
      assert.deepEqual(drawn(create(small, 3, table)), rows)
      assert.notDeepEqual(drawn(create(small, 4, table)), rows)
      assert.equal(rows.length, stream.rows)
      for (const { label, index, value } of rows) {
        assert.ok(label >= 0 && label < stream.classes.length)
        assert.ok(index.every((j, k) => j > (index[k - 1] ?? 0) && j <= stream.dimension))
        assert.ok(value.every(Number.isFinite))
      }
    })

    test(`${name}: parameters are checked, each with a summary and a default that is in range`, () => {
      assert.throws(() => create({ nonsense: 1 }, 1, table), { code: 'parameter/unknown' })
      assert.throws(() => create({ noise: 2 }, 1, table), { code: 'parameter/value' })
      for (const parameter of parameters) assert.ok(parameter.summary.length > 5 && parameter.symbol)
    })
  }

  test('any of them can have a rare class', () => {
    for (const { name, needsTable, create } of syntheticStreams)
      if (!needsTable) {
        const stream = create({ rows: 2000, positives: 0.03 }, 5)
        const rows = drawn(stream)
        const rare = rows.filter(({ label }) => label === stream.classes.length - 1).length
        assert.equal(rows.length, 2000, name)
        assert.ok(rare > 30 && rare < 95, `${name}: ${rare}`)
      }
  })

  test('suggests a name for an unknown one', () => {
    assert.throws(() => findStream('sae'), { code: 'synthetic/unknown', message: /did you mean sea/ })
    assert.throws(() => findStream('regrouped').create({}, 1), { code: 'stream/table' })
  })
})

test('unit circle: P(y = 1) = (1 + u·x) / 2', () => {
  const seed = 11
  const rows = drawn(unitCircleStream({ rows: 40_000, dimension: 2, seed }))
  const world = new Random(seed, 'unit-circle/world')
  const [a, b] = [world.normal(), world.normal()]
  const u = [a / Math.hypot(a, b), b / Math.hypot(a, b)] as const
  // Rows by u·x in ten equal intervals; in each the share of ones must be what the model says.
  const bins = Array.from({ length: 10 }, () => ({ rows: 0, ones: 0, expected: 0 }))
  for (const { label, value } of rows) {
    assert.ok(Math.abs(Math.hypot(...value) - 1) < 1e-12)
    const margin = u[0] * value[0] + u[1] * value[1]
    const bin = bins[Math.min(9, Math.floor(5 * (margin + 1)))]
    bin.rows++
    bin.ones += label
    bin.expected += (1 + margin) / 2
  }
  for (const { rows: n, ones, expected } of bins) {
    assert.ok(n > 1000)
    assert.ok(Math.abs(ones - expected) < 4 * Math.sqrt(n / 4), `${ones} of ${n}, expected ${expected}`)
  }
  // A circle has as many points in each quarter.
  const quarter = rows.filter(({ value }) => value[0] > 0 && value[1] > 0).length
  assert.ok(Math.abs(quarter - 10_000) < 400)
})

test('shifting Gaussian: one target for each period, another for the next', () => {
  const rows = drawn(shiftingGaussianStream({ rows: 2000, dimension: 50, period: 500, seed: 2 }))
  const world = new Random(2, 'shifting-gaussian/world')
  for (let part = 0; part < 4; part++) {
    const target = Array.from({ length: 50 }, () => world.normal())
    for (const { label, value } of rows.slice(500 * part, 500 * part + 500)) {
      const margin = value.reduce((sum, v, k) => sum + v * target[k], 0)
      assert.equal(label, Number(margin >= 0))
    }
  }
  const all = rows.flatMap(({ value }) => value)
  const mean = all.reduce((sum, v) => sum + v, 0) / all.length
  const square = all.reduce((sum, v) => sum + v * v, 0) / all.length
  assert.ok(Math.abs(mean) < 0.02 && Math.abs(square - 1) < 0.02)
})

describe('regrouped classes', () => {
  test('all rows of a class in a period have one label, and the groups change', () => {
    const stream = regroupedStream(digits(), { seed: 1, period: 500 })
    assert.equal(stream.rows, 5000)
    const rows = drawn(stream)
    const groups: string[] = []
    for (let part = 0; part < 10; part++) {
      const labels = new Map<number, number>()
      for (const { label, value } of rows.slice(500 * part, 500 * part + 500)) {
        if (!labels.has(value[0])) labels.set(value[0], label)
        assert.equal(label, labels.get(value[0]))
      }
      const positive = [...labels].filter(([, label]) => label === 1).map(([digit]) => digit)
      assert.ok(positive.length > 0 && positive.length < 10)
      groups.push(positive.sort().join())
    }
    assert.ok(new Set(groups).size > 7, groups.join(' | '))
    const classes = rows.map(({ value }) => value[0])
    assert.notDeepEqual(classes.slice(0, 20), classes.slice(10, 30))
    assert.deepEqual(classes.toSorted((a, b) => a - b).slice(0, 500), new Array(500).fill(1))
  })

  test('one class cannot be grouped', () => {
    const table = { rows: new RowTable(), labels: new Int32Array(0), names: new LabelNames(['a']) }
    assert.throws(() => regroupedStream(table), { code: 'synthetic/classes' })
  })
})

test('SEA: the thresholds 8, 9, 7, 9.5 take turns', () => {
  const rows = drawn(seaStream({ rows: 5000, period: 1000, noise: 0, seed: 1 }))
  for (const [k, threshold] of [8, 9, 7, 9.5, 8].entries())
    for (const { label, value } of rows.slice(1000 * k, 1000 * k + 1000)) {
      assert.ok(value.every((v) => v >= 0 && v < 10))
      assert.equal(label, Number(value[0] + value[1] <= threshold))
    }
  const noisy = drawn(seaStream({ rows: 5000, period: 1000, seed: 1 }))
  const wrong = noisy.filter(({ label }, k) => label !== rows[k].label).length
  assert.ok(wrong > 400 && wrong < 600, `${wrong}`)
})

test('rotating hyperplane: it stands still without change, and moves with it; classes stay balanced', () => {
  const still = drawn(rotatingHyperplaneStream({ rows: 5000, dimension: 5, change: 0, noise: 0, seed: 1 }))
  const world = new Random(1, 'rotating-hyperplane/world')
  const weights = Array.from({ length: 5 }, () => world.uniform())
  const half = weights.reduce((sum, w) => sum + w, 0) / 2
  const right = ({ value, label }: Drawn): boolean =>
    label === Number(value.reduce((sum, v, k) => sum + v * weights[k], 0) >= half)
  assert.ok(still.every(right))
  const moved = drawn(rotatingHyperplaneStream({ rows: 5000, dimension: 5, change: 0.05, noise: 0, seed: 1 }))
  assert.ok(moved.slice(-1000).filter(right).length < 980)
  const ones = moved.filter(({ label }) => label === 1).length
  assert.ok(ones > 2200 && ones < 2800, `${ones}`)
})

describe('wrappers', () => {
  const options = { rows: 4000, noise: 0, seed: 1 }

  test('noise changes its share of the labels and nothing else', () => {
    const clean = drawn(seaStream(options))
    const noisy = drawn(noisyStream(seaStream(options), { noise: 0.25, seed: 1 }))
    const changed = noisy.filter(({ label }, k) => label !== clean[k].label).length
    assert.ok(changed > 900 && changed < 1100, `${changed}`)
    assert.deepEqual(
      noisy.map(({ value }) => value),
      clean.map(({ value }) => value),
    )
    assert.throws(() => noisyStream(seaStream(options), { noise: 1.5 }), { code: 'data/option' })
  })

  test('imbalance takes rows of the stream in their order, and ends with it', () => {
    const clean = drawn(seaStream(options))
    const rare = drawn(imbalancedStream(seaStream(options), { share: 0.1, rare: '-1', seed: 1 }))
    assert.ok(rare.length < 4000)
    let at = 0
    for (const { label, value } of rare) {
      at = clean.findIndex((row, k) => k >= at && row.label === label && row.value[0] === value[0])
      assert.ok(at >= 0)
    }
    const share = rare.filter(({ label }) => label === 0).length / rare.length
    assert.ok(Math.abs(share - 0.1) < 0.03, `${share}`)
    assert.throws(() => imbalancedStream(seaStream(options), { share: 0.1, rare: 'x' }), {
      code: 'data/option',
    })
  })

  test('reports a class that never occurs instead of looping', () => {
    const endless = { ...options, rows: Number.MAX_SAFE_INTEGER }
    const ones = imbalancedStream(seaStream(endless), { share: 1 })
    const none = imbalancedStream(ones, { share: 0 })
    assert.throws(() => none.next(), { code: 'stream/class-absent' })
  })
})

test('a stream as items: labels by name, rows of their own', async () => {
  const items = []
  for await (const batch of streamItems('sea', seaStream({ rows: 3000, seed: 1 })).batches())
    items.push(...batch)
  const rows = drawn(seaStream({ rows: 3000, seed: 1 }))
  assert.equal(items.length, 3000)
  for (const [k, { label, row, line }] of items.entries()) {
    assert.equal(label, ['-1', '1'][rows[k].label])
    assert.deepEqual([...(row?.value ?? [])], rows[k].value)
    assert.equal(line, k + 1)
  }
})
