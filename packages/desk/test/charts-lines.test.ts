import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chartStructure,
  type LineSeries,
  lastValueIndex,
  plotData,
  seriesColumns,
  tableRows,
  valueText,
} from '../src/parts/charts/line-data.js'

const plain: LineSeries = { id: 'b', label: 'random', colour: 'chart-random', values: [1, null, 3] }
const banded: LineSeries = {
  id: 'a',
  label: 'active',
  colour: 'chart-active',
  values: [4, 5, null],
  low: [3, null, null],
  high: [6, null, null],
}
const text = (value: number) => value.toFixed(1)

test('a line with a band has three columns, one without has one', () => {
  assert.deepEqual(seriesColumns([banded, plain]), [{ low: 1, high: 2, line: 3 }, { line: 4 }])
  assert.deepEqual(plotData([1, 2, 3], [banded, plain]), [
    [1, 2, 3],
    [3, null, null],
    [6, null, null],
    [4, 5, null],
    [1, null, 3],
  ])
})

test('the structure key changes with bands, colours and scale, not with numbers', () => {
  const before = chartStructure([banded, plain], false)
  assert.equal(chartStructure([{ ...banded, values: [9], label: 'other' }, plain], false), before)
  assert.notEqual(chartStructure([banded, plain], true), before)
  assert.notEqual(chartStructure([{ ...banded, colour: 'ink' }, plain], false), before)
  const { low: _, high: __, ...bare } = banded
  assert.notEqual(chartStructure([bare, plain], false), before)
})

test('a line ends at its last value', () => {
  assert.equal(lastValueIndex([1, 2, null]), 1)
  assert.equal(lastValueIndex([null]), -1)
  assert.equal(lastValueIndex([]), -1)
})

test('formats a value with its band, if any', () => {
  assert.equal(valueText(banded, 0, text), '4.0 (3.0 – 6.0)')
  assert.equal(valueText(banded, 1, text), '5.0')
  assert.equal(valueText(banded, 2, text), undefined)
  assert.equal(valueText(banded, 9, text), undefined)
})

test('the table has a row per point and thins out many points', () => {
  assert.deepEqual(tableRows([10, 20, 30], [banded, plain], String, text), [
    { name: '10', cells: ['4.0 (3.0 – 6.0)', '1.0'] },
    { name: '20', cells: ['5.0', '–'] },
    { name: '30', cells: ['–', '3.0'] },
  ])
  const x = Array.from({ length: 100_000 }, (_, k) => k)
  const rows = tableRows(x, [{ ...plain, values: x }], String, String)
  assert.equal(rows.length, 60)
  assert.equal(rows[0]?.name, '0')
  assert.equal(rows.at(-1)?.name, '99999')
})
