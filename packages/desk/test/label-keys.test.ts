import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionForKey, classKey, isShortcut } from '../src/label/keys.js'
import { itemsPerHour, median } from '../src/label/pace.js'
import { swipeDirection } from '../src/label/swipe.js'
import { whyAsked } from '../src/label/why-asked.js'

const many = Array.from({ length: 40 }, (_, n) => `class ${n}`)

test('each class has its own key', () => {
  const keys = many.flatMap((_, place) => classKey(place) ?? [])
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(keys.length, 9 + 23)
  for (const [place, key] of keys.entries())
    assert.deepEqual(actionForKey(key, many), { does: 'answer', label: many[place] })
  assert.deepEqual(actionForKey('A', many), { does: 'answer', label: 'class 9' })
})

test('maps the other keys to actions', () => {
  const does = Object.fromEntries(
    [' ', 'u', 'U', 'Backspace', 'r', '+', '?', 'g', 'ArrowUp', 'ArrowDown'].map((key) => [
      key,
      actionForKey(key, many)?.does,
    ]),
  )
  assert.deepEqual(does, {
    ' ': 'skip',
    u: 'unsure',
    U: 'unsure',
    Backspace: 'undo',
    r: 'reveal',
    '+': 'add',
    '?': 'help',
    g: 'help',
    ArrowUp: 'up',
    ArrowDown: 'down',
  })
  for (const key of ['3', 'a', '0', 'Enter', 'Tab', 'Escape', 'constructor', ''])
    assert.equal(actionForKey(key, ['ham', 'spam']), undefined)
})

test('ignores keys that the page or browser uses', () => {
  const press = { key: '1', ctrlKey: false, altKey: false, metaKey: false }
  const spot = { inField: false, onButton: false, inDialog: false }
  assert.equal(isShortcut(press, spot), true)
  for (const held of ['ctrlKey', 'altKey', 'metaKey'])
    assert.equal(isShortcut({ ...press, [held]: true }, spot), false)
  assert.equal(isShortcut(press, { ...spot, inField: true }), false)
  assert.equal(isShortcut(press, { ...spot, inDialog: true }), false)
  assert.equal(isShortcut({ ...press, key: 'Enter' }, { ...spot, onButton: true }), false)
  assert.equal(isShortcut({ ...press, key: ' ' }, spot), true)
})

test('the reason does not reveal the suggestion', () => {
  const two = { classes: ['ham', 'spam'], positive: 'spam', audit: 0.02 }
  const asked = { reason: 'uncertain', predicted: 'ham', confidence: 0.45, unknownFeatures: [] }
  assert.deepEqual(whyAsked(asked, two), { key: 'label.why.even', values: { share: 55, label: 'spam' } })
  assert.deepEqual(whyAsked({ ...asked, confidence: 0.95 }, two), { key: 'label.why.uncertain', values: {} })
  assert.deepEqual(whyAsked({ ...asked, confidence: 0.1 }, two), { key: 'label.why.uncertain', values: {} })
  assert.deepEqual(whyAsked({ ...asked, reason: 'audit' }, two), {
    key: 'label.why.audit',
    values: { count: 50 },
  })
  assert.deepEqual(whyAsked({ ...asked, reason: 'audit' }, { classes: two.classes }), {
    key: 'label.why.check',
    values: {},
  })
  assert.deepEqual(whyAsked(asked, { classes: ['a', 'b', 'c'] }).values, {})
  assert.equal(whyAsked({ ...asked, reason: 'whim' }, two).key, 'label.why.other')
})

test('median and items per hour', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(itemsPerHour({ time: 0, items: 100 }, { time: 60_000, items: 160 }), 3600)
  assert.equal(itemsPerHour({ time: 0, items: 100 }, { time: 1000, items: 160 }), undefined)
})

test('a swipe is long and horizontal', () => {
  assert.equal(swipeDirection(-90, 20), 'left')
  assert.equal(swipeDirection(90, -20), 'right')
  assert.equal(swipeDirection(60, 0), undefined)
  assert.equal(swipeDirection(100, 80), undefined)
})
