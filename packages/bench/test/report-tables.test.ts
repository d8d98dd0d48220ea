import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Table, textTable, widthOf } from '@askance/core/internals'
import { rankFigures } from '../src/report/figures/index.js'
import {
  fixedRatioTables,
  otherMetricsTables,
  parametersTable,
  ranksTable,
  savingsTable,
  testsTable,
} from '../src/report/tables/index.js'
import { madeUpResults, resultsWith } from './support/results.js'

const texts = ({ rows }: Table): string[][] => rows.map((row) => row.map(({ text }) => text))
const boldNames = ({ rows }: Table, column: number): string[] =>
  rows.filter((row) => row[column].bold).map((row) => row[0].text)

/** D-AMD and M-AMD have the same mean; PAA-I differs from them by 0.09 with t = 9; SOAL-diag cannot ask so little. */
const small = resultsWith({
  a: {
    'SOAL-diag': { 0.1: [] },
    MD: { 1: [0.95, 0.97, 0.96] },
    'D-AMD': { 0.1: [0.9, 0.92, 0.94] },
    'R-AMD': { 0.1: [0.7, 0.7, 0.7] },
    'M-AMD': { 0.1: [0.91, 0.91, 0.94] },
    'PAA-I': { 0.1: [0.8, 0.82, 0.87] },
  },
})

describe('the table at a fixed ratio', () => {
  const [table, ...others] = fixedRatioTables(small)

  test('has the compared algorithms first, then random, then supervised ones', () => {
    assert.equal(others.length, 0)
    assert.equal(table.id, 'accuracy-10')
    assert.deepEqual(
      table.columns.map(({ title }) => title),
      ['algorithm', 'a accuracy %', 'asked %'],
    )
    assert.deepEqual(texts(table), [
      ['SOAL-diag', 'not attainable (lowest 14.2 %)', '–'],
      ['D-AMD', '92.00 ± 2.00 (1.5)', '10.00 ± 0.00'],
      ['M-AMD', '92.00 ± 1.73 (1.5)', '10.00 ± 0.00'],
      ['PAA-I', '83.00 ± 3.61 (3)', '10.00 ± 0.00'],
      ['R-AMD', '70.00 ± 0.00', '10.00 ± 0.00'],
      ['MD', '96.00 ± 1.00', '100.00'],
    ])
  })

  test('marks the best compared algorithm and those without significant difference in bold', () => {
    assert.deepEqual(boldNames(table, 1), ['D-AMD', 'M-AMD'])
    assert.deepEqual(boldNames(table, 2), [])
  })

  test('includes the plain numbers next to the text', () => {
    assert.ok(Math.abs(table.rows[3][1].value! - 0.83) < 1e-12)
    assert.ok(Math.abs(table.rows[3][1].deviation! - Math.sqrt(0.0013)) < 1e-12)
    assert.equal(table.rows[0][1].value, undefined)
    assert.deepEqual(table.rows[5][2], { text: '100.00', value: 1, deviation: 0 })
  })

  test('notes tell runs, seeds, bold and what is not attainable', () => {
    assert.match(table.notes[0], /over 3 runs \(seeds 1 to 3\).*rank among the compared/)
    assert.match(table.notes[1], /^Bold .*paired t-test, 95 %/)
    assert.match(table.notes[2], /^Not attainable/)
  })

  test('where less is better the least is the best', () => {
    const [costs] = fixedRatioTables(
      resultsWith(
        { a: { 'D-AMD': { 0.1: [12, 14] }, 'M-AMD': { 0.1: [1200, 1300] } } },
        { metric: 'mistakes' },
      ),
    )
    assert.deepEqual(texts(costs), [
      ['D-AMD', '13.0 ± 1.4 (1)', '10.00 ± 0.00'],
      ['M-AMD', '1250 ± 71 (2)', '10.00 ± 0.00'],
    ])
    assert.deepEqual(boldNames(costs, 1), ['D-AMD'])
  })

  test('a single run has no deviation and no test', () => {
    const [one] = fixedRatioTables(
      resultsWith({ a: { 'D-AMD': { 0.1: [0.9] }, 'M-AMD': { 0.1: [0.9] }, 'PAA-I': { 0.1: [0.8999] } } }),
    )
    assert.deepEqual(
      texts(one).map((row) => row[1]),
      ['90.00 (1.5)', '90.00 (1.5)', '89.99 (3)'],
    )
    assert.deepEqual(boldNames(one, 1), ['D-AMD', 'M-AMD'])
    assert.match(one.notes[0], /over 1 run \(seed 1\)/)
  })

  test('many sets are divided so that a terminal shows each table', () => {
    const tables = fixedRatioTables(madeUpResults())
    for (const one of tables)
      for (const line of textTable(one).split('\n\n')[1].split('\n')) assert.ok(widthOf(line) <= 120, line)
    const ids = tables.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    const parts = (ratio: string) => tables.filter(({ id }) => new RegExp(`-${ratio}(-|$)`).test(id))
    assert.deepEqual(
      parts('5').map(({ columns }) => columns.length),
      [5, 3],
    )
    assert.deepEqual(
      parts('20').map(({ columns }) => columns.length),
      [7],
    )
  })

  test('nothing to ask about: the supervised are compared at all labels', () => {
    const tables = fixedRatioTables(resultsWith({ a: { MD: { 1: [0.9, 0.8] } } }))
    assert.deepEqual(tables.map(texts), [[['MD', '85.00 ± 7.07', '100.00']]])
    assert.deepEqual(fixedRatioTables({ ...small, cells: [] }), [])
  })
})

describe('other metrics', () => {
  test('a table for each set and ratio, without the metric and the query ratio', () => {
    const tables = otherMetricsTables(madeUpResults())
    assert.equal(tables.length, 15)
    assert.equal(tables[0].id, 'others-basehock-5')
    assert.deepEqual(
      tables[0].columns.map(({ title }) => title),
      ['algorithm', 'F1 %', 'mistakes', 'update ratio %', 'time µs'],
    )
    const soal = texts(tables[0]).find(([name]) => name === 'SOAL-diag')
    assert.deepEqual(soal, ['SOAL-diag', 'not attainable (lowest 14.2 %)', '–', '–', '–'])
    assert.match(texts(tables[0])[0].at(-1)!, /^2\.\d\d ± 0\.\d\d$/)
  })

  test('there is none without other metrics', () => assert.deepEqual(otherMetricsTables(small), []))
})

describe('tests against the best', () => {
  const [table] = testsTable(small)

  test('t, p, Wilcoxon, Holm and the count of runs are those worked out by hand', () => {
    // t = 0.09 / (0.01732 / √3) = 9 and p = 1 − t / √(t² + 2); Wilcoxon: z = 3 / √(3.5 − 6/48).
    assert.deepEqual(texts(table), [
      ['10 %', 'M-AMD', 'D-AMD', '0.00', '0.00', '1.0000', '1.0000', '1.0000', '1/1/1'],
      ['10 %', 'PAA-I', 'D-AMD', '−9.00', '−9.00', '0.0121', '0.1025', '0.0242', '0/0/3'],
    ])
    assert.equal(table.id, 'tests-a')
  })

  test('where less is better, less wins', () => {
    const given = { a: { 'D-AMD': { 0.1: [1, 2, 3] }, 'M-AMD': { 0.1: [5, 1, 4] } } }
    const [counts] = testsTable(resultsWith(given, { metric: 'mistakes' }))
    assert.deepEqual(texts(counts)[0].slice(1, 4), ['M-AMD', 'D-AMD', '+1.33'])
    assert.equal(texts(counts)[0].at(-1), '1/0/2')
  })

  test('an equal difference in every run is no division by zero', () => {
    const given = { a: { 'D-AMD': { 0.1: [3, 4] }, 'M-AMD': { 0.1: [4, 5] } } }
    const [counts] = testsTable(resultsWith(given, { metric: 'mistakes' }))
    assert.deepEqual(texts(counts)[0].slice(3, 6), ['+1.00', '∞', '< 0.0001'])
    assert.equal(counts.rows[0][4].value, undefined)
  })

  test('one run, or one algorithm, gives no table', () => {
    assert.deepEqual(testsTable(resultsWith({ a: { 'D-AMD': { 0.1: [0.9, 0.8] } } })), [])
    assert.deepEqual(testsTable(resultsWith({ a: { 'D-AMD': { 0.1: [0.9] }, 'M-AMD': { 0.1: [0.8] } } })), [])
  })
})

describe('ranks', () => {
  const given = {
    a: { 'D-AMD': { 0.1: [0.9] }, 'M-AMD': { 0.1: [0.8] }, 'PAA-I': { 0.1: [0.7] } },
    b: { 'D-AMD': { 0.1: [0.9] }, 'M-AMD': { 0.1: [0.7] }, 'PAA-I': { 0.1: [0.7] } },
  }
  const three = { ...given, c: given.a }

  test('average ranks with ties, both tests and the critical difference', () => {
    const [table] = ranksTable(resultsWith(three))
    assert.deepEqual(texts(table), [
      ['D-AMD', '1', '1', '1', '1.00'],
      ['M-AMD', '2', '2.5', '2', '2.17'],
      ['PAA-I', '3', '2.5', '3', '2.83'],
    ])
    assert.deepEqual(boldNames(table, 4), ['D-AMD', 'M-AMD', 'PAA-I'])
    // χ² = 2 · 15.5 / 5.5, p = exp(−χ²/2); F = 2χ² / (6 − χ²), p = (1 + F/2)⁻².
    assert.equal(
      table.notes[1],
      'Friedman: χ² = 5.64 with 2 degrees of freedom, p = 0.0597; Iman–Davenport: F = 31.00 with 2 and 4, p = 0.0037.',
    )
    assert.match(table.notes[2], /\(Nemenyi, 95 %\): 1\.91, from 3 sets/)
  })

  test('two sets give ranks but no test, no critical difference and no diagram', () => {
    const [table] = ranksTable(resultsWith(given))
    assert.deepEqual(boldNames(table, 3), [])
    assert.deepEqual(table.notes.slice(1), ['No test: 2 sets are too few, at least 3 are needed.'])
    assert.deepEqual(rankFigures(resultsWith(given)), [])
    assert.equal(rankFigures(resultsWith(three)).length, 1)
  })

  test('algorithms that replace each other on different sets are ranked as one', () => {
    const { b, c, a } = three
    const results = resultsWith({
      a: { ...a, 'D-ADA': { 0.1: [0.99] } },
      b: { ...b, 'SOAL-diag': { 0.1: [0.75] } },
      c: { ...c, 'SOAL-diag': { 0.1: [0.6] } },
    })
    const algorithms = results.protocol.algorithms.map((spec) =>
      spec.name === 'D-ADA' || spec.name === 'SOAL-diag' ? { ...spec, rankedAs: 'either' } : spec,
    )
    const [table] = ranksTable({ ...results, protocol: { ...results.protocol, algorithms } })
    assert.deepEqual(
      texts(table).find(([name]) => name === 'either'),
      ['either', '1', '2', '4', '2.33'],
    )
    assert.ok(!table.notes.some((note) => note.startsWith('Not ranked')))
  })

  test('without a value the rank is the worst; who is not on all sets is left out; both are said', () => {
    const odd = {
      a: { ...given.a, 'SOAL-diag': { 0.1: [] }, 'D-ADA': { 0.1: [0.99] } },
      b: { ...given.b, 'SOAL-diag': { 0.1: [0.99] } },
    }
    const [table] = ranksTable(resultsWith(odd))
    assert.deepEqual(texts(table), [
      ['D-AMD', '1', '2', '1.50'],
      ['M-AMD', '2', '3.5', '2.75'],
      ['PAA-I', '3', '3.5', '3.25'],
      ['SOAL-diag', '4', '1', '2.50'],
    ])
    assert.deepEqual(table.notes.slice(2), [
      'SOAL-diag has no value on a and gets the worst rank there.',
      'Not ranked, because not on all sets: D-ADA.',
    ])
  })

  test('one set gives no ranks', () => assert.deepEqual(ranksTable(small), []))
})

describe('labels saved', () => {
  test('no table if every cell would be empty', () => {
    const one = { a: { 'D-AMD': { 0.1: [0.9, 0.8] }, 'M-AMD': { 0.1: [0.8, 0.7] } } }
    assert.deepEqual(savingsTable(resultsWith(one)), [])
    assert.equal(savingsTable(resultsWith({ a: { ...one.a, MD: { 1: [0.9, 0.9] } } })).length, 1)
  })
})

describe('parameters', () => {
  test('each cell with what was chosen, the dial apart', () => {
    const [table] = parametersTable(madeUpResults())
    assert.equal(table.rows.length, 32)
    assert.deepEqual(texts(table)[0], ['D-AMD', '5 %', 'C = 1, delta = 0.1', 'dial = 0.5', '55', '90.00'])
    assert.deepEqual(texts(table).at(-1), ['PA-I', '100 %', 'C = 1, dial = 0.5', '–', '0', '–'])
  })
})
