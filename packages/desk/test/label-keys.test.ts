import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmation } from '../src/label/confirming.js'
import { actionForKey, classKey, keyFor, layoutFor } from '../src/label/keys.js'
import { itemsPerHour, median } from '../src/label/pace.js'
import { swipeDirection } from '../src/label/swipe.js'
import { whyAsked } from '../src/label/why-asked.js'
import { isShortcut } from '../src/parts/shortcuts.js'

const twelve = Array.from({ length: 12 }, (_, n) => `class ${n}`)
const many = Array.from({ length: 13 }, (_, n) => `class ${n}`)

test('each of up to twelve classes has its own key', () => {
  const keys = twelve.flatMap((_, place) => classKey(place) ?? [])
  assert.equal(new Set(keys).size, twelve.length)
  for (const [place, key] of keys.entries())
    assert.deepEqual(actionForKey(key, twelve), { does: 'answer', label: twelve[place] })
  assert.deepEqual(actionForKey('A', twelve), { does: 'answer', label: 'class 9' })
})

test('above twelve classes no key answers: letters and digits start a search', () => {
  for (const key of [...'abcxyzurgURG1290éß']) assert.deepEqual(actionForKey(key, many), { does: 'search' })
  assert.deepEqual(actionForKey(',', many), { does: 'unsure' })
  assert.deepEqual(actionForKey('.', many), { does: 'reveal' })
  assert.deepEqual([keyFor('unsure', 'search'), keyFor('reveal', 'search')], [',', '.'])
  for (const key of ['Enter', 'Escape', ';', 'Shift', 'Dead', 'F1'])
    assert.equal(actionForKey(key, many), undefined)
})

test('accept and reject have two keys, and no class has one', () => {
  const does = (key: string) => actionForKey(key, twelve, layoutFor(twelve, true))?.does
  assert.deepEqual([...'ynlu1a'].map(does), ['accept', 'reject', 'list', 'unsure', undefined, undefined])
  assert.deepEqual([' ', 'Backspace', '?'].map(does), ['skip', 'undo', 'help'])
  assert.equal(layoutFor(many, true), 'confirm')
})

test('rejected classes lead to the next likely one, then to the list', () => {
  const question = { predicted: 'c', likely: [...'abcd'].map((label) => ({ label })) }
  const classes = [...'abcdef']
  const asked = (rejected: string) => confirmation(question, classes, [...rejected])
  assert.deepEqual(asked(''), { kind: 'class', label: 'c' })
  assert.deepEqual(asked('c'), { kind: 'class', label: 'a' })
  assert.deepEqual(asked('ca'), { kind: 'class', label: 'b' })
  assert.deepEqual(asked('cab'), { kind: 'list' })
  assert.deepEqual(confirmation({ ...question, likely: [] }, classes, ['c']), { kind: 'list' })
  assert.deepEqual(confirmation(question, ['c', 'x'], ['c']), { kind: 'settled', label: 'x' })
  // A class that was removed is never asked about.
  assert.deepEqual(confirmation({ predicted: 'gone', likely: [] }, classes, []), { kind: 'list' })
})

test('maps the other keys to actions', () => {
  const does = (keys: readonly string[], classes: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, actionForKey(key, classes)?.does]))
  const common = { ' ': 'skip', Backspace: 'undo', '+': 'add', '?': 'help', ArrowUp: 'up', ArrowDown: 'down' }
  assert.deepEqual(does(Object.keys(common), twelve), common)
  assert.deepEqual(does(Object.keys(common), many), common)
  const letters = { u: 'unsure', U: 'unsure', r: 'reveal', g: 'help' }
  assert.deepEqual(does(Object.keys(letters), twelve), letters)
  for (const key of ['3', 'a', '0', 'Enter', 'Tab', 'Escape', 'constructor', '', ','])
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
  const two = { classes: ['ham', 'spam'], positive: 'spam' }
  const asked = { reason: 'uncertain', predicted: 'ham', confidence: 0.45, unknownFeatures: [] }
  assert.deepEqual(whyAsked(asked, two), { key: 'label.why.even', values: { share: 55, label: 'spam' } })
  assert.deepEqual(whyAsked({ ...asked, confidence: 0.95 }, two), { key: 'label.why.uncertain', values: {} })
  assert.deepEqual(whyAsked({ ...asked, confidence: 0.1 }, two), { key: 'label.why.uncertain', values: {} })
  assert.equal(whyAsked({ ...asked, reason: 'audit' }, two).key, 'label.why.check')
  assert.equal(whyAsked({ ...asked, reason: 'measure' }, two).key, 'label.why.measure')
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
