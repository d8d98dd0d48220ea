import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { denseRow, Random, RowTable } from '@askance/core'
import { Classifier, hasCode, type OwnedPage, WideOwner, wideOptions } from '@askance/core/internals'
import {
  decodeGrant,
  decodePack,
  decodePage,
  decodeVersion,
  encodeGrant,
  encodePack,
  encodePage,
  encodeVersion,
  type Page,
} from '../src/cluster/messages.js'

const FUZZED = process.env.ASKANCE_SOAK ? 50_000 : 1500

const rows = new RowTable()
for (const values of [[1, 2], [0.5], [-1, 0, 3]]) rows.push(denseRow(values))

const terms: OwnedPage['terms'] = {
  rate: 0.1,
  rest: 0.08,
  audit: 0.006,
  measure: 0.02,
  floor: 0,
  dial: null,
  thinning: 1,
  isSteered: false,
  spread: 0.3,
  rounds: 7,
}

const page: Page = {
  epoch: 2,
  partition: 3,
  from: 10,
  to: 12,
  packs: [
    [11, 2],
    [12, 2],
  ],
  time: 5000,
  answers: 4,
  bound: 9,
  grant: 1,
  status: { items: 40, spent: 5, version: 3, planned: 1.25 },
  terms,
  numbers: Float64Array.of(1, 2 ** 52, 3, 1),
  predicted: Int32Array.of(0, 1, 1, 0),
  probability: Float64Array.of(0.1, 1 / 3, 0, 0.1),
  margin: Float64Array.of(-1, 2, 1e-300, -1),
  confidence: Float64Array.of(0.5, 0.9, 0.99, 0.5),
  flags: Uint8Array.of(1, 3, 2, 5),
  asked: [
    { at: 0, id: 'ä', coin: 0.01, scores: [-1], doubt: [1, 0, 0, 0, 0, 0], measure: 0.02, reason: 'audit' },
    { at: 1, id: 'b', coin: 0.2, scores: [2], doubt: [2, 0, 0, 0, 0, 0], measure: 0.02, reason: 'uncertain' },
  ],
  rows,
}

const options = { classes: ['a', 'b'], budget: { total: 50, perHour: 100 } }
const owner = new WideOwner(new Classifier(wideOptions(options)), 4)
owner.cap(0)

const messages = {
  pack: { bytes: encodePack({ key: 'k', ids: ['x', 'y', 'ß'], rows }), decode: decodePack },
  page: { bytes: encodePage(page), decode: decodePage },
  model: { bytes: encodeVersion(owner.version(1, 1, 0)), decode: decodeVersion },
  grant: {
    bytes: encodeGrant({ epoch: 1, partition: 2, number: 3, upTo: 10, wish: 5 }),
    decode: decodeGrant,
  },
}

describe('messages', () => {
  test('are decoded as they were encoded', () => {
    const pack = decodePack(messages.pack.bytes)
    assert.deepEqual(pack.ids, ['x', 'y', 'ß'])
    assert.deepEqual([...pack.rows.value], [1, 2, 0.5, -1, 0, 3])
    const { rows: decodedRows, ...read } = decodePage(messages.page.bytes)
    const { rows: _, ...expected } = page
    assert.deepEqual(read, expected)
    assert.equal(decodedRows.length, 3)
    const version = owner.version(1, 1, 0)
    const again = decodeVersion(messages.model.bytes)
    assert.deepEqual({ ...again, model: 0, pace: 0 }, { ...version, model: 0, pace: 0 })
    assert.deepEqual(decodeVersion(encodeVersion(again)), again)
    assert.deepEqual(decodeGrant(messages.grant.bytes).upTo, 10)
  })

  test('are decoded from bytes at any offset', () => {
    const { bytes } = messages.page
    const shifted = new Uint8Array(bytes.length + 3).subarray(3)
    shifted.set(bytes)
    assert.deepEqual(decodePage(shifted).numbers, page.numbers)
  })

  for (const [kind, { bytes, decode }] of Object.entries(messages))
    test(`that are damaged are refused with a reason, and nothing else happens: ${kind}`, () => {
      const random = new Random(7, `test/messages/${kind}`)
      let refused = 0
      const tried = (damaged: Uint8Array): void => {
        try {
          decode(damaged)
        } catch (error) {
          assert.ok(hasCode(error, 'wire/message'), String(error))
          refused++
        }
      }
      for (let k = 0; k < FUZZED; k++) {
        const damaged = bytes.slice(0, random.uniform() < 0.3 ? random.below(bytes.length) : bytes.length)
        const head = Math.min(damaged.length, 600)
        for (let change = random.below(4); change > 0 && head > 0; change--)
          damaged[random.below(random.uniform() < 0.8 ? head : damaged.length)] = random.below(256)
        tried(damaged)
      }
      for (let k = 0; k < 100; k++)
        tried(Uint8Array.from({ length: random.below(200) }, () => random.below(256)))
      for (const [other, message] of Object.entries(messages)) if (other !== kind) tried(message.bytes)
      assert.ok(refused > FUZZED / 4, `${refused}`)
    })
})
