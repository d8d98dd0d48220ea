import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepare } from '../src/commands/demo/data/data.js'
import { demoData } from '../src/commands/demo/data/index.js'
import { Truth } from '../src/commands/demo/truth.js'
import { madeMails } from './tools/demo.js'

describe('the data of the demo', () => {
  test('the seed sets the order of the mails, and ids are neutral', () => {
    const mails = madeMails(30)
    const all = { ...demoData.mails, taught: 0 }
    const texts = (seed: number) => prepare(mails, all, 30, seed).arriving.map(({ item }) => item.text)
    assert.deepEqual(texts(1), texts(1))
    assert.notDeepEqual(texts(1), texts(2))
    assert.deepEqual(texts(2).toSorted(), mails.map(({ text }) => text).toSorted())
    assert.deepEqual(
      prepare(mails, all, 10, 1).arriving.map(({ id }) => id),
      ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((number) => `mail-${number}`),
    )
  })

  test('counts a class that was added later as wrong', () => {
    const truth = new Truth(demoData.mails)
    assert.deepEqual(truth.values(), { items: 0, accuracy: 0, f1: 0, curve: [] })
    truth.add('spam', 'spam')
    truth.add('newsletter', 'spam')
    truth.add('newsletter', 'ham')
    truth.add('ham', 'ham')
    assert.deepEqual(truth.values(), { items: 4, accuracy: 0.5, f1: 0.5, curve: [] })
  })

  test('teaches the same number of each class, and never sends an example', () => {
    const mails = madeMails(60)
    const { examples, arriving } = prepare(mails, { ...demoData.mails, taught: 5 }, 40, 1)
    assert.deepEqual(
      ['ham', 'spam'].map((name) => examples.filter(({ label }) => label === name).length),
      [5, 5],
    )
    assert.equal(arriving.length, 40)
    assert.ok(arriving.every(({ item }) => !examples.includes(item)))
  })

  test('the curve shows the accuracy of the latest items, in at most 60 points', () => {
    const truth = new Truth({ classes: ['a', 'b'] })
    for (let k = 0; k < 200; k++) truth.add(k < 100 ? 'a' : 'b', 'b')
    const { curve, f1 } = truth.values()
    assert.deepEqual(curve, [0, 0, 0, 0, 0, 0.2, 0.4, 0.6, 0.8, 1])
    assert.equal(f1, undefined)
    for (let k = 0; k < 5000; k++) truth.add('b', 'b')
    assert.ok(truth.values().curve.length <= 60)
  })

  test('the generated data are the same each time, and labels follow the guidelines', async () => {
    const { tickets, table } = demoData
    const [texts, again, rows] = [await tickets.load(), await tickets.load(), await table.load()]
    assert.deepEqual(texts, again)
    assert.equal(tickets.classes.length, 77)
    assert.equal(new Set(texts.map(({ label }) => label)).size, 77)
    assert.ok(tickets.classes.every((name) => /^[a-z]+(_[a-z]+)+$/.test(name)))
    assert.ok(texts.length >= 3000 && texts.every(({ text = '' }) => text.length > 10 && !/[{}|]/.test(text)))
    const shares = table.classes.map(
      (name) => rows.filter(({ label }) => label === name).length / rows.length,
    )
    assert.ok(
      shares.every((share) => share > 0.1),
      String(shares),
    )
    for (const { features = {}, label } of rows) {
      const { pressure_bar = 0, flow_l_min = 0, vibration_mm_s = 0, temperature_c = 0 } = features
      const isBlocked = pressure_bar > 6 && flow_l_min < 40
      const isWorn = vibration_mm_s > 7 || temperature_c > 75
      assert.equal(label, isBlocked ? 'blocked' : isWorn ? 'worn' : 'fine')
    }
  })
})
