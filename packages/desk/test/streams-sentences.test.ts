import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { slugify } from '@askance/core/internals'
import {
  budgetError,
  budgetMeaning,
  draftFromBudget,
  parseBudget,
  type Unit,
} from '../src/parts/budget-draft.js'
import { parseNumber } from '../src/parts/parse-number.js'
import { parameterHint, parameterLabel } from '../src/streams/form/advanced.js'
import { isLabel } from '../src/streams/form/form.js'

const STREAM_ID = /^[a-z0-9][a-z0-9._-]{0,62}$/

describe('a new stream: names and numbers', () => {
  test('makes a valid id from a name', () => {
    assert.equal(slugify('Bookings mail'), 'bookings-mail')
    assert.equal(slugify('--Ünï (2)!'), 'uni-2')
    assert.equal(slugify('日本'), '')
    for (const name of ['a', '9 lives', `${'long '.repeat(60)}`, '../etc', 'A'.repeat(300)])
      assert.match(slugify(name), STREAM_ID)
  })

  test('parses typed numbers without guessing', () => {
    assert.deepEqual(
      ['5', ' 0.5', '1,000', '1,234.5', '1e-3', '.5'].map(parseNumber),
      [5, 0.5, 1000, 1234.5, 0.001, 0.5],
    )
    for (const wrong of ['', 'five', '0,5', '1,00', '1 000', '0x10', 'Infinity', '5%', '--1'])
      assert.ok(Number.isNaN(parseNumber(wrong)), wrong)
  })

  test('validates class names', () => {
    for (const good of ['spam', 'not relevant', "d'accord", '日本', 'constructor'])
      assert.ok(isLabel(good), good)
    for (const wrong of ['', '__proto__', 'a\nb', '\u0000', 'x'.repeat(201)]) assert.ok(!isLabel(wrong))
  })

  test('labels parameters in words', () => {
    assert.equal(parameterLabel({ name: 'marginPositive', symbol: 'τ' }), 'Margin positive (τ)')
    const delta = {
      name: 'delta',
      symbol: 'δ',
      type: 'number',
      default: 0.1,
      summary: 'width',
      range: '0 <',
    } as const
    const isDial = (dial: string) => /budget/.test(parameterHint({ dial }, delta))
    assert.deepEqual([isDial('delta'), isDial('smoothing')], [true, false])
  })
})

describe('a new stream: the budget', () => {
  const sentence = (amount: string, unit: Unit, horizon = '') => ({ amount, unit, horizon })

  test('converts a draft to a budget', () => {
    assert.deepEqual(parseBudget(sentence('5', 'ratio')), { ratio: 0.05 })
    assert.deepEqual(parseBudget(sentence('0.7', 'ratio')), { ratio: 0.007 })
    assert.deepEqual(parseBudget(sentence('60', 'perHour', '500')), { perHour: 60 })
    assert.deepEqual(parseBudget(sentence('1,000', 'total')), { total: 1000 })
    assert.deepEqual(parseBudget(sentence('5', 'ratio', '2,000')), { ratio: 0.05, horizon: 2000 })
  })

  test('round-trips a budget through its draft', () => {
    for (const budget of [{ ratio: 0.07 }, { total: 1000 }, { perHour: 60 }])
      assert.deepEqual(parseBudget(draftFromBudget(budget)), budget)
    assert.deepEqual(draftFromBudget({}), sentence('', 'ratio'))
  })

  test('rejects invalid amounts', () => {
    for (const amount of ['0', '-1', '101', '', 'many'])
      assert.ok(budgetError(sentence(amount, 'ratio')), amount)
    for (const amount of ['0', '-1']) assert.ok(budgetError(sentence(amount, 'perHour')), amount)
    for (const amount of ['1.5', '-1']) assert.ok(budgetError(sentence(amount, 'total')), amount)
    assert.equal(budgetError(sentence('0', 'total')), undefined)
  })

  test('explains the budget', () => {
    assert.match(budgetMeaning(sentence('5', 'ratio')), /one item in 20\./)
    assert.match(budgetMeaning(sentence('5', 'ratio', '2000')), /100 questions for 2,000 items/)
    assert.match(budgetMeaning(sentence('60', 'perHour')), /burst of up to 10\. .* 10 minutes/)
    assert.match(budgetMeaning(sentence('1000', 'total')), /3 hours/)
    assert.match(budgetMeaning(sentence('0', 'total')), /does not learn/)
    assert.match(budgetMeaning(sentence('?', 'total')), /Enter a number/)
  })
})
