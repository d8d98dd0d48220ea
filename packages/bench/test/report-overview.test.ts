import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overviewTables } from '../src/report/tables/index.js'
import { resultsWith } from './support/results.js'

test('the overview has a column for each ratio, and full supervision in a note', () => {
  const [table, ...others] = overviewTables(
    resultsWith({
      a: {
        'SOAL-diag': { 0.1: [], 0.2: [0.8, 0.82, 0.81] },
        MD: { 1: [0.95, 0.97, 0.96] },
        'D-AMD': { 0.1: [0.9, 0.92, 0.94], 0.2: [0.93, 0.95, 0.94] },
        'R-AMD': { 0.1: [0.7, 0.7, 0.7], 0.2: [0.75, 0.75, 0.75] },
      },
    }),
  )
  assert.equal(others.length, 0)
  assert.deepEqual(
    table.columns.map(({ title }) => title),
    ['algorithm', '10 %', '20 %'],
  )
  assert.deepEqual(
    table.rows.map((row) => row.map(({ text }) => text)),
    [
      ['SOAL-diag', 'asks ≥ 14.2 %', '81.00 ± 1.00'],
      ['D-AMD', '92.00 ± 2.00', '94.00 ± 1.00'],
      ['R-AMD', '70.00 ± 0.00', '75.00 ± 0.00'],
    ],
  )
  assert.deepEqual(
    table.rows.map((row) => row.map(({ bold }) => bold ?? false)),
    [
      [false, false, false],
      [false, true, true],
      [false, false, false],
    ],
  )
  assert.equal(table.notes[0], 'With all labels: MD 96.00 ± 1.00.')
  assert.match(table.notes.at(-1) ?? '', /no value of its parameter lets the rule ask less or more/)
})

test('algorithms that always ask are rows where there are no others', () => {
  const [table] = overviewTables(resultsWith({ a: { MD: { 1: [0.9, 0.9] } } }))
  assert.deepEqual(
    table.rows.map((row) => row.map(({ text }) => text)),
    [['MD', '90.00 ± 0.00']],
  )
})
