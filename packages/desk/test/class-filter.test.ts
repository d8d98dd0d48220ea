import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstClasses } from '../src/label/first-classes.js'
import { filterClasses, matchCost, nameParts, nameWords, optionAbove } from '../src/parts/class-filter.js'

const classes = [
  'activate_my_card',
  'card_arrival',
  'card_payment_fee_charged',
  'lost_or_stolen_card',
  'pending-top-up',
  'topUpFailed',
  'Refund/not showing up',
  'wrong_amount_of_cash_received',
  'Überweisung_fehlt',
]

test('names break between words and stay whole when joined', () => {
  for (const name of [...classes, '', '__', '日本語/テスト', '😀 smile', 'XMLHttpRequest2'])
    assert.equal(nameParts(name).join(''), name)
  assert.deepEqual(nameWords('XMLHttpRequest2-ok'), ['XML', 'Http', 'Request', '2', 'ok'])
  assert.deepEqual(nameWords('topUpFailed'), ['top', 'Up', 'Failed'])
})

test('finds words by beginning, middle, letters left out, initials and with one typing error', () => {
  const best = (query: string) => filterClasses(classes, query)[0]
  assert.equal(best('arr'), 'card_arrival')
  assert.equal(best('CASH'), 'wrong_amount_of_cash_received')
  assert.equal(best('top up'), 'topUpFailed')
  assert.equal(best('up pend'), 'pending-top-up')
  assert.equal(best('fail top'), 'topUpFailed')
  assert.equal(best('uberw'), 'Überweisung_fehlt')
  assert.equal(best('losc'), 'lost_or_stolen_card')
  assert.equal(best('rfnd'), 'Refund/not showing up')
  assert.equal(best('paymnet'), 'card_payment_fee_charged')
  assert.equal(best('olen'), 'lost_or_stolen_card')
  assert.deepEqual(filterClasses(classes, 'xylophone'), [])
  assert.deepEqual(filterClasses(classes, 'card zebra'), [])
})

test('the beginning of a word is found before anything vaguer', () => {
  const found = filterClasses(classes, 'card')
  assert.deepEqual(new Set(found.slice(0, 4)), new Set(classes.slice(0, 4)))
  for (const query of ['c', 'car', 'card', 'card a']) {
    const costs = filterClasses(classes, query).map((label) => matchCost(query, label) ?? Number.NaN)
    assert.deepEqual(
      costs,
      costs.toSorted((a, b) => a - b),
    )
  }
})

test('an exact name is always the first match of itself', () => {
  const all = [...classes, 'card', 'top up']
  for (const label of all) assert.equal(filterClasses(all, label)[0], label)
})

test('lists the chosen classes first without a query, and among equal matches', () => {
  assert.deepEqual(filterClasses(['a', 'b', 'c', 'd'], '', ['d', 'b', 'gone']), ['d', 'b', 'a', 'c'])
  assert.deepEqual(filterClasses(['x_1', 'x_2'], 'x', ['x_2']), ['x_2', 'x_1'])
  assert.deepEqual(filterClasses(['a/b', 'c'], '/'), ['a/b'])
})

test('the classes listed first do not reveal the suggestion by their order', () => {
  const likely = ['m', 'z', 'c', 'y', 'k'].map((label) => ({ label, probability: 0.1 }))
  const last = [{ label: 'q' }, {}, { label: 'q' }, { label: 'b' }]
  assert.deepEqual(firstClasses({ likely }, last), ['b', 'c', 'm', 'q', 'y', 'z'])
  assert.deepEqual(firstClasses(undefined, []), [])
})

test('arrow keys move to the nearest option of the next line', () => {
  const boxes = [0, 100, 200, 0, 100, 0].map((left, n) => ({ left, top: [0, 0, 0, 40, 40, 80][n] ?? 0 }))
  assert.equal(optionAbove(boxes, 2, 1), 4)
  assert.equal(optionAbove(boxes, 4, 1), 5)
  assert.equal(optionAbove(boxes, 5, 1), 5)
  assert.equal(optionAbove(boxes, 4, -1), 1)
  assert.equal(optionAbove([], -1, 1), -1)
})
