import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Row, RowTable } from '@askance/core'
import { INTERCEPT, Random } from '@askance/core/internals'
import type { SetScaling, SetSpec } from '../src/protocol/protocol.js'
import { prepared } from '../src/sets/scale.js'
import { coded } from './support/sets.js'

const WIDTH = 9

/** Dense rows of which many entries are 0: columns of many sizes, a constant one, an empty one. */
const randomRows = (seed: number): number[][] => {
  const random = new Random(seed, 'tables')
  const scales = Array.from({ length: WIDTH }, () => 10 ** (6 * random.uniform() - 3))
  const shifts = Array.from({ length: WIDTH }, () => (random.uniform() < 0.3 ? 1e4 : 0))
  const density = 0.2 + 0.7 * random.uniform()
  return Array.from({ length: 5 + random.below(40) }, () =>
    Array.from({ length: WIDTH }, (_, j) => {
      if (j === 0) return 7.3
      if (j === 1) return 0
      return random.uniform() < density ? shifts[j] + scales[j] * random.normal() : 0
    }),
  )
}

/** Feature j + 1 is column j; zeros are left out, save some that are written down. */
const tableOf = (rows: readonly (readonly number[])[], seed: number): RowTable => {
  const random = new Random(seed, 'zeros')
  const table = new RowTable()
  for (const row of rows) {
    const kept = row.flatMap((value, j) => (value !== 0 || random.uniform() < 0.1 ? [j] : []))
    table.push(
      new Row(
        Int32Array.from(kept, (j) => j + 1),
        Float64Array.from(kept, (j) => row[j]),
      ),
    )
  }
  return table
}

const denseOf = (table: RowTable): number[][] =>
  Array.from({ length: table.length }, (_, i) => {
    const dense = new Array<number>(WIDTH).fill(0)
    const { index, value, start, end } = table.row(i)
    for (let k = start; k < end; k++) if (index[k] !== INTERCEPT) dense[index[k] - 1] = value[k]
    return dense
  })

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const byColumns = (rows: number[][], scaled: (column: number[]) => number[]): number[][] => {
  const columns = Array.from({ length: WIDTH }, (_, j) => scaled(rows.map((row) => row[j])))
  return rows.map((_, i) => columns.map((column) => column[i]))
}

const length = (row: readonly number[]): number => Math.sqrt(row.reduce((sum, value) => sum + value ** 2, 0))

/** Each scaling by its definition. */
const slow: Readonly<Record<SetScaling, (rows: number[][]) => number[][]>> = {
  none: (rows) => rows,
  l2: (rows) => rows.map((row) => row.map((value) => value / (length(row) || 1))),
  max: (rows) => rows.map((row) => row.map((value) => value / (Math.max(...row.map(Math.abs)) || 1))),
  binary: (rows) => rows.map((row) => row.map((value) => (value === 0 ? 0 : 1))),
  standardize: (rows) =>
    byColumns(rows, (column) => {
      const centre = mean(column)
      const deviation = Math.sqrt(mean(column.map((value) => (value - centre) ** 2)))
      const isConstant = column.every((value) => value === column[0])
      return column.map((value) => (isConstant ? 0 : (value - centre) / deviation))
    }),
  minmax: (rows) =>
    byColumns(rows, (column) => {
      const [low, high] = [Math.min(...column), Math.max(...column)]
      return column.map((value) => (high === low ? 0 : (2 * (value - low)) / (high - low) - 1))
    }),
}

const assertClose = (actual: number[][], expected: number[][], about: string): void => {
  assert.equal(actual.length, expected.length, about)
  actual.forEach((row, i) => {
    row.forEach((value, j) => {
      const off = Math.abs(value - expected[i][j])
      assert.ok(off <= 1e-9, `${about}, row ${i}, column ${j}: ${value} for ${expected[i][j]}`)
    })
  })
}

const specOf = (spec: Partial<SetSpec>): SetSpec => ({ name: 'x', source: { file: 'x' }, ...spec })

describe('scaling', () => {
  for (const scaling of Object.keys(slow) as SetScaling[])
    test(`${scaling} equals its definition on random tables`, () => {
      for (let seed = 1; seed <= 60; seed++) {
        const rows = randomRows(seed)
        const made = prepared(tableOf(rows, seed), specOf({ scaling }))
        assertClose(denseOf(made), slow[scaling](rows), `seed ${seed}`)
        for (let i = 0; i < made.length; i++) {
          const { index, start, end } = made.row(i)
          for (let k = start + 1; k < end; k++)
            assert.ok(index[k] > index[k - 1], `seed ${seed}: indices rise`)
        }
      }
    })

  test('takes several steps in their order', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const rows = randomRows(seed)
      const steps = ['standardize', 'l2'] as const
      const made = denseOf(prepared(tableOf(rows, seed), specOf({ scaling: steps })))
      assertClose(made, slow.l2(slow.standardize(rows)), `seed ${seed}`)
      const turned = denseOf(prepared(tableOf(rows, seed), specOf({ scaling: steps.toReversed() })))
      assertClose(turned, slow.standardize(slow.l2(rows)), `seed ${seed}, reversed`)
    }
  })

  test('standardized columns have mean 0 and deviation 1, those that never change are gone', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const dense = denseOf(prepared(tableOf(randomRows(seed), seed), specOf({ scaling: 'standardize' })))
      for (let j = 0; j < WIDTH; j++) {
        const column = dense.map((row) => row[j])
        const square = mean(column.map((value) => value ** 2))
        assert.ok(Math.abs(mean(column)) < 1e-9, `seed ${seed}, column ${j}`)
        assert.ok(
          j < 2 ? square === 0 : square === 0 || Math.abs(square - 1) < 1e-9,
          `seed ${seed}, column ${j}`,
        )
      }
    }
  })

  test('a constant column that cannot be written exactly stays constant', () => {
    const rows = Array.from({ length: 1000 }, (_, k) => [0.1, 1e8 + 0.1, k % 2])
    const made = prepared(tableOf(rows, 1), specOf({ scaling: 'standardize' }))
    for (const row of denseOf(made)) assert.deepEqual(row.slice(0, 2), [0, 0])
    assert.equal(made.entries, 1000)
  })

  test('keeps small deviations from a large mean', () => {
    const rows = Array.from({ length: 100 }, (_, k) => [1e7 + (k % 2 === 0 ? 1 : -1)])
    for (const [value] of denseOf(prepared(tableOf(rows, 1), specOf({ scaling: 'standardize' }))))
      assert.ok(Math.abs(Math.abs(value) - 1) < 1e-6)
  })

  test('without a scaling nothing is copied; the given rows are never changed', () => {
    const table = tableOf(randomRows(3), 3)
    assert.equal(prepared(table, specOf({})), table)
    const before = [table.starts.slice(), table.index.slice(), table.value.slice(), table.length]
    for (const scaling of Object.keys(slow) as SetScaling[])
      prepared(table, specOf({ scaling, intercept: 1 }))
    assert.deepEqual([table.starts, table.index, table.value, table.length], before)
  })

  test('a set that would not fit into memory is refused before anything is made', () => {
    const table = new RowTable()
    for (let i = 0; i < 300; i++) table.push(new Row(Int32Array.of(1_000_000), Float64Array.of(1)))
    assert.throws(
      () => prepared(table, specOf({ name: 'wide', scaling: 'minmax' })),
      coded('set/dense', 'wide', '300000300'),
    )
  })
})

describe('the intercept', () => {
  const interceptsOf = (table: RowTable): number[] =>
    Array.from({ length: table.length }, (_, i) => {
      const { index, value, start } = table.row(i)
      assert.equal(index[start], INTERCEPT)
      assert.ok(!index.subarray(start + 1, table.row(i).end).includes(INTERCEPT))
      return value[start]
    })

  test('adds the intercept to every row after scaling', () => {
    for (const scaling of Object.keys(slow) as SetScaling[]) {
      const rows = randomRows(11)
      const made = prepared(tableOf(rows, 11), specOf({ scaling, intercept: -0.5 }))
      assert.deepEqual(new Set(interceptsOf(made)), new Set([-0.5]), scaling)
      assertClose(denseOf(made), slow[scaling](rows), scaling)
    }
  })

  test('auto is a fifth of the mean length of the rows as they are then', () => {
    for (const scaling of ['none', 'l2', 'standardize'] as const)
      for (let seed = 1; seed <= 10; seed++) {
        const rows = randomRows(seed)
        const found = interceptsOf(prepared(tableOf(rows, seed), specOf({ scaling, intercept: 'auto' })))
        const wanted = 0.2 * mean(slow[scaling](rows).map(length))
        for (const value of found) assert.ok(Math.abs(value / wanted - 1) < 1e-9, `${scaling}, seed ${seed}`)
      }
  })
})
