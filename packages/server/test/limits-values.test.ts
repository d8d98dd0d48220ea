import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AskanceError } from '@askance/core'
import { ExampleBatch, ItemOrBatch } from '../src/schema/items.js'
import { NewStream } from '../src/schema/streams.js'
import { createCheck } from '../src/schema/validation.js'
import type { StreamConfig } from '../src/stream/config.js'
import { checkConfig } from '../src/stream/memory.js'
import { askingConfig, Life } from './support/stream-life.js'

const errorsIn = (schema: Parameters<typeof createCheck>[1], value: unknown) => {
  try {
    createCheck('body', schema)(value)
  } catch (error) {
    return (error as AskanceError).details.errors as readonly { pointer: string; message: string }[]
  }
  return []
}

const many = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, k) => [`k${k}`, 1]))

/** An object that must not be looked into. */
const untouchable = Object.defineProperty({}, 'text', {
  enumerable: true,
  get: () => assert.fail('it was read'),
})

describe('values with too many entries', () => {
  test('are counted before anything in them is read', () => {
    const items = [untouchable, ...Array.from({ length: 100_001 }, () => 0)]
    for (const schema of [ItemOrBatch, ExampleBatch])
      assert.deepEqual(errorsIn(schema, { items }), [
        { pointer: '/items', message: 'has 100002 entries, expected at most 100000' },
      ])
    const [meta, ...others] = errorsIn(ItemOrBatch, { text: 'a', meta: many(5000) })
    assert.deepEqual([meta?.pointer, others], ['/meta', []])
    const inside = errorsIn(ItemOrBatch, { items: [{ text: 'a' }, { text: 'b', meta: many(5000) }] })
    assert.deepEqual(
      inside.map(({ pointer }) => pointer),
      ['/items/1/meta'],
    )
    assert.match(
      errorsIn(NewStream, { classes: ['a', 'b'], ...many(5000) })[0]?.message ?? '',
      /more properties/,
    )
    assert.equal(errorsIn(ItemOrBatch, many(5000)).length, 1)
  })

  test('of a large value only the first invalid entry is reported', () => {
    const items = Array.from({ length: 50_000 }, () => ({ text: 'a' }) as object)
    items[30_000] = { text: 1, id: '', meta: 2 }
    const errors = errorsIn(ItemOrBatch, { items })
    assert.ok(errors.length >= 3 && errors.length <= 8)
    for (const { pointer } of errors) assert.match(pointer, /^\/items\/30000\//)
    const features = { ...many(3000), 'a/b': [] }
    assert.ok(errorsIn(ItemOrBatch, { features }).every(({ pointer }) => pointer === '/features/a~1b'))
    assert.deepEqual(
      errorsIn(ItemOrBatch, { items: Array.from({ length: 2000 }, () => ({ text: 'a' })) }),
      [],
    )
  })
})

const hashed = (bits: number): Pick<StreamConfig, 'vectorizer'> => ({
  vectorizer: { features: { scaling: 'none' }, index: { kind: 'hash', bits, names: 0 } },
})

const classes = (count: number): string[] => Array.from({ length: count }, (_, k) => `c${k}`)

describe('the classes of a stream', () => {
  test('are closed to labellers, unless the stream opens them', () => {
    for (const answersPerItem of [1, 2]) {
      const life = new Life({ answersPerItem })
      life.observe('a', 'b')
      const [{ id }] = life.run('lease', { count: 1 })
      const answer = { id, label: 'spma', isLabeller: true }
      assert.equal(life.refusal('answer', answer), 'label/closed')
      const [listed] = life.run('answers', { answers: [{ id, label: 'spma' }], isLabeller: true })
      assert.match(
        'detail' in listed ? listed.detail : '',
        /no class spma \(did you mean spam\? Expected one of .*spam.*\)/,
      )
      assert.deepEqual(life.run('status', {}).classes, ['ham', 'spam'])
      life.run('configure', { config: { ...life.stream.config, newClasses: 'anyone' } })
      assert.notEqual(life.run('answer', answer).outcome, 'refused')
    }
    const life = new Life()
    life.observe('a')
    const [{ id }] = life.run('lease', { count: 1 })
    assert.equal(life.run('answer', { id, label: 'news' }).outcome, 'learned', 'an owner adds a class')
    const other = new Life({ classes: ['ham', 'spam', 'news'] })
    other.observe('a')
    const [question] = other.run('lease', { count: 1 })
    assert.equal(other.run('answer', { id: question.id, label: 'news', isLabeller: true }).outcome, 'learned')
  })

  test('times features may not need more memory than streamBytes', () => {
    const limits = { streamBytes: 2 ** 31 }
    const config = { ...askingConfig, classes: classes(1000), ...hashed(22) }
    assert.throws(() => checkConfig('s', config, limits), { code: 'stream/too-large' })
    checkConfig('s', { ...config, algorithm: 'auto' }, limits)
    checkConfig('s', { ...config, classes: classes(8), ...hashed(20) }, limits)
    assert.throws(() => checkConfig('s', { ...config, classes: classes(9), ...hashed(20) }, limits), {
      message: /9 weight vectors × 1048576 features .* fewer bits/,
    })

    const small = { streamBytes: 256 * 3 * 2 ** 10 }
    const life = new Life({ classes: classes(3), ...hashed(10) }, undefined, small)
    life.run('observe', { items: [{ id: 'a', features: { x: 1 } }] })
    const [{ id }] = life.run('lease', { count: 1 })
    assert.equal(life.refusal('answer', { id, label: 'another' }), 'stream/too-large')
    const [refused] = life.run('answers', { answers: [{ id, label: 'another' }] })
    assert.equal('code' in refused && refused.code, 'stream/too-large')
    const taught = [{ id: 't', features: { y: 1 }, label: 'another' }]
    assert.equal(life.refusal('teach', { items: taught }), 'stream/too-large')
    const more = { ...life.stream.config, classes: classes(4) }
    assert.equal(life.refusal('configure', { config: more }), 'stream/too-large')
    assert.equal(life.run('answer', { id, label: 'c1' }).outcome, 'learned')
  })

  test('times the highest index of a row, too', () => {
    const life = new Life({ classes: classes(3) }, undefined, { streamBytes: 256 * 3 * 1000 })
    life.observe('a')
    const row = { index: [999], value: [1] }
    const large = { index: [2 ** 22], value: [1] }
    assert.equal(
      life.refusal('observe', {
        items: [
          { id: 'b', row },
          { id: 'c', row: large },
        ],
      }),
      'item/shape',
    )
    assert.equal(life.run('observe', { items: [{ id: 'b', row }] }).length, 1)
    assert.equal(life.refusal('teach', { items: [{ id: 'd', row: large, label: 'c1' }] }), 'item/shape')
  })
})
