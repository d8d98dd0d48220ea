import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Table } from '@askance/core/internals'
import { paperTable, savingsTable } from '../src/report/tables/index.js'
import type { PaperNumber } from '../src/reproduce/reproduction.js'
import { madeUpResults, resultsWith } from './support/results.js'

const texts = ({ rows }: Table): string[][] => rows.map((row) => row.map(({ text }) => text))

describe('labels saved', () => {
  const given = {
    a: {
      'D-AMD': { 0.01: [0.8], 0.1: [0.9] },
      'M-AMD': { 0.01: [0.895], 0.1: [] },
      'PAA-I': { 0.01: [0.7], 0.1: [0.8] },
      'R-AMD': { 0.01: [0.7], 0.1: [0.8], 0.5: [0.9] },
      MD: { 1: [0.9] },
      DA: { 1: [0.94] },
    },
  }

  test('ratio, labels, those of random asking, and the area', () => {
    const [table] = savingsTable(resultsWith(given))
    // The goal of D-AMD is 0.891, at 0.91 of the way from 1 % to 10 %: 10^(−2 + 0.91). Random asking has it at 0.91 of
    // the way from 10 % to 50 %. PA-I is not there to compare PAA-I with, so the best supervised one is taken.
    assert.deepEqual(texts(table), [
      ['D-AMD', 'MD 90.00', '8.13', '82', '433', '85.00'],
      ['M-AMD', 'MD 90.00', '≤ 1.00', '≤ 10', '433', '–'],
      ['PAA-I', 'DA 94.00', 'not reached', 'not reached', 'not reached', '75.00'],
      ['R-AMD', 'MD 90.00', '43.26', '433', '–', '75.00'],
    ])
    assert.match(table.notes[0], /The goal is 99 % of its mean accuracy/)
    assert.match(table.notes[2], /from 1 % to 10 %/)
  })

  test('where less is better the goal is one percent above', () => {
    const costs = { a: { 'D-AMD': { 0.1: [202], 0.2: [101] }, MD: { 1: [100] } } }
    const [table] = savingsTable(resultsWith(costs, { metric: 'mistakes' }))
    assert.deepEqual(texts(table), [['D-AMD', 'MD 100.0', '20.00', '200', '–', '151.5']])
    assert.match(table.notes[0], /The goal is 101 % of its mean mistakes/)
  })

  test('without full supervision there is only the area', () => {
    const [table] = savingsTable(resultsWith({ a: { 'D-AMD': { 0.1: [0.8], 0.2: [0.9] } } }))
    assert.deepEqual(texts(table), [['D-AMD', '–', '–', '–', '–', '85.00']])
  })

  test('a table for each set that is there', () => {
    assert.deepEqual(
      savingsTable(madeUpResults()).map(({ id, rows }) => [id, rows.length]),
      [
        ['savings-basehock', 6],
        ['savings-web-w8a', 6],
        ['savings-spam', 6],
      ],
    )
  })
})

describe('the paper', () => {
  const results = {
    ...resultsWith(
      {
        a: {
          'D-AMD': { 0.1: [0.9, 0.92, 0.94] },
          'SOAL-diag': { 0.1: [] },
          MD: { 1: [0.95, 0.97, 0.96] },
        },
      },
      { algorithms: [{ name: 'D-AMD' }, { name: 'SOAL-diag' }, { name: 'MD' }] },
    ),
    missing: [{ set: 'url', reason: 'it is not in the folder.' }],
  }
  const number = (
    changes: Partial<Omit<PaperNumber, 'deviation'>> & { deviation?: number | undefined },
  ): PaperNumber => {
    const { deviation, ...rest } = {
      set: 'a',
      algorithm: 'D-AMD',
      ratio: 0.1,
      metric: 'accuracy',
      mean: 0.93,
      deviation: 0.01,
      ...changes,
    } as const
    return deviation === undefined ? rest : { ...rest, deviation }
  }

  test('every number has its row, and those that could not be computed say why', () => {
    const [table, ...others] = paperTable(results, [
      number({ queryRatio: 0.1012 }),
      number({ mean: 0.945 }),
      number({ mean: 0.96 }),
      number({ mean: 0.91, deviation: undefined }),
      number({ mean: 0.89, deviation: undefined }),
      number({ algorithm: 'MD', mean: 0.95, deviation: 0.02 }),
      number({ algorithm: 'SOAL-diag' }),
      number({ set: 'url' }),
      number({ algorithm: 'PAA' }),
    ])
    assert.equal(others.length, 0)
    const made = ['92.00 ± 2.00', '10.00 ± 0.00']
    assert.deepEqual(texts(table), [
      ['a', 'D-AMD', '10 %', '93.00 ± 1.00', made[0], '−1.00', 'yes', '10.12', made[1]],
      ['a', 'D-AMD', '10 %', '94.50 ± 1.00', made[0], '−2.50', 'within both', '–', made[1]],
      ['a', 'D-AMD', '10 %', '96.00 ± 1.00', made[0], '−4.00', 'no', '–', made[1]],
      ['a', 'D-AMD', '10 %', '91.00', made[0], '+1.00', 'within ours', '–', made[1]],
      ['a', 'D-AMD', '10 %', '89.00', made[0], '+3.00', 'no', '–', made[1]],
      ['a', 'MD', '10 %', '95.00 ± 2.00', '96.00 ± 1.00', '+1.00', 'yes', '–', '100.00 ± 0.00'],
      ['a', 'SOAL-diag', '10 %', '93.00 ± 1.00', 'not attainable (lowest 14.2 %)', '–', '–', '–', '–'],
      ['url', 'D-AMD', '10 %', '93.00 ± 1.00', 'no data', '–', '–', '–', '–'],
      ['a', 'PAA', '10 %', '93.00 ± 1.00', 'not part of the experiment', '–', '–', '–', '–'],
    ])
    assert.equal(
      table.notes[0],
      '3 of 6 within one standard deviation, 1 more within the sum of both; 3 could not be computed.',
    )
  })

  test('says where only the rounding of the printed numbers keeps ours out', () => {
    const [table] = paperTable(results, [
      number({ mean: 0.908, unit: 0.002 }),
      number({ mean: 0.906, unit: 0.001 }),
    ])
    assert.deepEqual(
      texts(table).map((row) => row[6]),
      ['rounding', 'within both'],
    )
    assert.match(
      table.notes[0],
      /^0 of 2 within .*, 1 more allowing for the rounding of the printed numbers, 1 more/,
    )
  })

  test('a difference of exactly the deviation is within it, whatever rounding says', () => {
    const [table] = paperTable(results, [number({ mean: 0.91 }), number({ mean: 0.93 })])
    assert.deepEqual(
      texts(table).map((row) => row[6]),
      ['yes', 'yes'],
    )
  })

  test('the name in the catalogue finds an algorithm that has another label', () => {
    const made = madeUpResults()
    const [table] = paperTable(made, [{ ...number({}), set: 'spam', algorithm: 'D-ADA' }])
    assert.equal(table.rows[0][1].text, 'D-ADA (δ = 1)')
    assert.notEqual(table.rows[0][4].value, undefined)
  })

  test('each metric has its own table, and no numbers give none', () => {
    const tables = paperTable(madeUpResults(), [
      { ...number({}), set: 'spam' },
      { ...number({}), set: 'spam', metric: 'time', mean: 12.34, deviation: 0.5 },
    ])
    assert.deepEqual(
      tables.map(({ id, rows }) => [id, rows[0][3].text]),
      [
        ['paper-accuracy', '93.00 ± 1.00'],
        ['paper-time', '12.3 ± 0.5'],
      ],
    )
    assert.deepEqual(paperTable(results, []), [])
  })
})
