import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { share } from '@askance/core/internals'
import {
  cellSummary,
  pairedValues,
  ratiosOf,
  reported,
  roleOf,
  setNames,
  valuesOf,
} from '../src/report/summary/cells.js'
import { ratioSlug, shown, shownDifference, shownWith, slug, slugs } from '../src/report/summary/format.js'
import { contenders } from '../src/report/summary/rankings.js'
import { savingSentences } from '../src/report/summary/saving-sentences.js'
import { madeUpResults, resultsWith } from './support/results.js'

describe('numbers as they are printed', () => {
  test('shares in percent with two digits, times with three in all, counts by their size', () => {
    assert.equal(shownWith('accuracy', 0.926171, 0.00718), '92.62 ± 0.72')
    assert.deepEqual(
      [0.01234, 1.2345, 12.345, 123.45, 1234.5].map((value) => shown('time', value)),
      ['0.0123', '1.23', '12.3', '123', '1235'],
    )
    assert.deepEqual(
      [0, 1.5, 12.34, 123.45, 1234.5].map((value) => shown('cost', value)),
      ['0.00', '1.50', '12.3', '123.5', '1235'],
    )
  })

  test('signs are true minus signs, and zero has none', () => {
    assert.deepEqual(
      [-0.0123, 0.0123, -0.00001, 0.00001].map((value) => shownDifference('accuracy', value)),
      ['−1.23', '+1.23', '0.00', '0.00'],
    )
  })

  test('ratios have the digits they need', () => {
    assert.deepEqual([0.05, 0.1, 0.125, 0.0025, 1, 0.14170001].map(share), [
      '5 %',
      '10 %',
      '12.5 %',
      '0.25 %',
      '100 %',
      '14.2 %',
    ])
  })
})

describe('names of files', () => {
  test('only letters, digits and hyphens, and never the same twice', () => {
    assert.equal(slug('  Web: (w8a)/x '), 'web-w8a-x')
    assert.equal(slug('***'), 'x')
    assert.deepEqual([...slugs(['a', 'A', 'a-2', 'a!']).values()], ['a', 'a-2', 'a-2-2', 'a-3'])
    assert.deepEqual([0.1, 0.29, 0.125, 1].map(ratioSlug), ['10', '29', '12p5', '100'])
  })
})

describe('cells', () => {
  const results = madeUpResults()

  test('algorithms come by role, sets and ratios as there are cells', () => {
    assert.deepEqual(
      reported(results).map(({ name }) => name),
      ['D-AMD', 'M-AMD', 'PAA-I', 'SOAL-diag', 'D-ADA (δ = 1)', 'R-AMD', 'MD', 'PA-I'],
    )
    assert.deepEqual(setNames(results), ['basehock', 'web (w8a)', 'spam'])
    assert.deepEqual(ratiosOf(results), [0.05, 0.1, 0.2, 0.35, 0.5])
  })

  test('the protocol’s word on the role of an algorithm counts more than its rule', () => {
    assert.equal(roleOf({ name: 'MD', role: 'compared' }), 'compared')
    assert.equal(roleOf({ name: 'MD' }), 'supervised')
  })

  test('distinguishes learners by form and kernel', () => {
    const algorithms = [
      { name: 'SOAL' },
      { name: 'SOAL-diag' },
      { name: 'PAA-I' },
      { name: 'PA-I' },
      { name: 'PA-I', label: 'k', kernel: { type: 'gaussian', sigma2: 0.5 } as const },
    ]
    const found = reported({ ...results, protocol: { ...results.protocol, algorithms } })
    const learner = (name: string): string => found.find((one) => one.name === name)!.learner
    assert.notEqual(learner('SOAL'), learner('SOAL-diag'))
    assert.equal(learner('PAA-I'), learner('PA-I'))
    assert.notEqual(learner('k'), learner('PA-I'))
  })

  test('values that are missing or no numbers are left out, and pairs are found by their seeds', () => {
    const [first, second] = resultsWith({
      a: { 'D-AMD': { 0.1: [1, 2, 3] }, 'M-AMD': { 0.1: [4, 5, 6] } },
    }).cells
    const broken = {
      ...first,
      runs: [
        first.runs[2],
        { seed: 9, values: {} },
        { seed: 1, values: { accuracy: Number.NaN } },
        first.runs[1],
      ],
    }
    assert.deepEqual(valuesOf(broken, 'accuracy'), [3, 2])
    assert.deepEqual(pairedValues(broken, second, 'accuracy'), [
      [3, 6],
      [2, 5],
    ])
    assert.equal(cellSummary(broken, 'auc'), undefined)
    assert.equal(cellSummary(undefined, 'accuracy'), undefined)
  })

  test('means that rounding alone keeps apart share their rank', () => {
    const given = { a: { 'D-AMD': { 0.1: [0.1, 0.2, 0.3] }, 'M-AMD': { 0.1: [0.3, 0.2, 0.1] } } }
    assert.deepEqual(
      contenders(resultsWith(given), 'a', 0.1).map(({ rank, leads }) => [rank, leads]),
      [
        [1.5, true],
        [1.5, true],
      ],
    )
  })
})

describe('the sentence about the labels saved', () => {
  const saved = (given: Record<string, Record<number, readonly number[]>>): readonly string[] =>
    savingSentences(resultsWith({ a: given }))

  test('all algorithms have the goal of the best full supervision', () => {
    // PAA-I soon reaches what its own weak learner can do.
    const weak = { 'PAA-I': { 0.1: [0.8], 0.5: [0.8] }, 'PA-I': { 1: [0.8] } }
    assert.deepEqual(saved({ ...weak, 'D-AMD': { 0.1: [0.85], 0.5: [0.95] }, MD: { 1: [0.95] } }), [
      'D-AMD needs 430 labels for 94.05 % accuracy; 1,000 labels give 95.00 %.',
    ])
    assert.deepEqual(saved({ ...weak, 'D-AMD': { 0.1: [0.85], 0.5: [0.9] }, MD: { 1: [0.95] } }), [
      'D-AMD does not reach 94.05 % accuracy with 500 labels; 1,000 labels give 95.00 %.',
    ])
    const random = { 'R-AMD': { 0.1: [0.8], 0.5: [0.9] } }
    assert.deepEqual(saved({ ...random, 'D-AMD': { 0.1: [0.85], 0.5: [0.95] }, MD: { 1: [0.95] } }), [
      'D-AMD needs 430 labels for 94.05 % accuracy, which random asking does not reach with 500; 1,000 labels give 95.00 %.',
    ])
  })
})
